import { and, desc, eq, gt, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { MailKind } from "../../../app/enumerations.ts";
import type { Orm } from "../../../db/client.ts";
import { outbox } from "../../../db/schema.ts";
import type { Secrets } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { folded } from "./deliveries.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/**
 * Limits per address, so that forms cannot flood a stranger's mailbox: one mail of a kind in ten minutes, five a day.
 */
const GAP_MS = 10 * MINUTE;
const MOST_PER_DAY = 5;

/** Replaces the address in mails to an erased person. */
export function nameOfErased(secrets: Secrets, address: string): string {
	return secrets.lastingName("recipient", foldEmail(address));
}

/** Limits the mails to one address, whatever causes them: anyone can enter any address in a form. */
export function createMailBounds({ db, now, config, secrets }: Runtime) {
	/**
	 * When the next mail of a kind may be sent to an address: now, or later. Case is ignored; mails of one instant are
	 * combined. Mails to someone erased since still count. @param besides which of them count
	 */
	function nextTime(tx: Orm, kind: string, to: string, besides?: SQL): number {
		const gap = Math.ceil(GAP_MS / config.rateLimitScale);
		const day = Math.ceil(DAY / config.rateLimitScale);
		const recent = tx
			.selectDistinct({ nextAt: outbox.nextAt })
			.from(outbox)
			.where(
				and(
					or(sql`${folded} = lower(${to})`, eq(outbox.erasedRecipient, nameOfErased(secrets, to))),
					eq(outbox.kind, kind),
					gt(outbox.nextAt, now() - day),
					inArray(outbox.state, ["pending", "sending", "sent"]),
					besides,
				),
			)
			.orderBy(desc(outbox.nextAt))
			.limit(MOST_PER_DAY)
			.all()
			.map((row) => row.nextAt);
		const [latest] = recent;
		if (latest === undefined) return now();
		const fifth = recent[MOST_PER_DAY - 1];
		return Math.max(now(), latest + gap, fifth === undefined ? 0 : fifth + day);
	}

	/** Whether a mail of a kind may go to an address now. */
	function mayGo(tx: Orm, kind: MailKind, to: string): boolean {
		return nextTime(tx, kind, to) <= now();
	}

	/** Forgets the hashes of erased addresses once they no longer count. */
	async function sweep(): Promise<void> {
		const isOver = and(isNotNull(outbox.erasedRecipient), lte(outbox.nextAt, now() - DAY));
		await db.settle((tx) => tx.update(outbox).set({ erasedRecipient: null }).where(isOver).run());
	}

	return { nextTime, mayGo, sweep };
}
