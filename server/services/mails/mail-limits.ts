import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { type MailKind, NOT_SENT } from "../../../app/enumerations.ts";
import type { Orm } from "../../../db/client.ts";
import { outbox } from "../../../db/schema.ts";
import type { Secrets } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { folded } from "./deliveries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * Limits per address, so that forms cannot flood a stranger's mailbox: one mail of a kind in ten minutes, five a day.
 */
const GAP_MS = 10 * MINUTE;
const MOST_PER_DAY = 5;
/** Mails of a kind that one person gets in an hour about all threads: their pages list the others. */
const MOST_OF_THREADS = 20;
/**
 * Mails of a kind that people ask for without proving who they are. A stranger can ask in anybody's name, from several
 * networks, so an address has limits of its own.
 */
const MOST_ASKED_FOR = { anHour: 3, aDay: 20, aDayByOne: 5 };

/** Who asks for a mail to an address: a browser that is known there (`isOwner`), else whoever is in this network. */
export interface Asker {
	isOwner: boolean;
	/** The network, or what the browser holds. */
	of: string;
}

/** Replaces the address in mails to an erased person. */
export function nameOfErased(secrets: Secrets, address: string): string {
	return secrets.lastingName("recipient", foldEmail(address));
}

/** The mails of a thread, by the beginning of their keys, which have an index. @param thread ends with a colon */
export const ofThread = (thread: string) =>
	and(gte(outbox.dedupeKey, thread), lt(outbox.dedupeKey, `${thread.slice(0, -1)};`));

/** Limits the mails to one address, whatever causes them: anyone can enter any address in a form. */
export function createMailBounds({ db, now, config, secrets }: Runtime) {
	/** Condition: to an address in any case, also if its owner was erased since. */
	const sentTo = (address: string) =>
		or(sql`${folded} = lower(${address})`, eq(outbox.erasedRecipient, nameOfErased(secrets, address)));

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
					sentTo(to),
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

	/** The mails of a kind written to an address within a day, whether they have left or not. */
	function writtenToday(tx: Orm, kind: MailKind, to: string) {
		return tx
			.select({ at: outbox.createdAt, askedBy: outbox.askedBy })
			.from(outbox)
			.where(and(sentTo(to), eq(outbox.kind, kind), gt(outbox.nextAt, now() - DAY)))
			.all()
			.filter(({ at }) => at > now() - DAY);
	}

	/** Stands for an asker in the outbox, for one address. */
	const askerOf = ({ isOwner, of }: Asker, to: string): string =>
		secrets.lastingName("asker", `${isOwner ? "browser" : "network"} ${of} ${foldEmail(to)}`);

	/**
	 * Whether a mail that somebody asks for may go to an address now: three an hour, 20 a day, and five a day for one
	 * network. Its owner's browser has five a day whatever strangers have asked for, so that they cannot lock the owner out.
	 */
	function mayBeAsked(tx: Orm, kind: MailKind, to: string, asker: Asker): boolean {
		const written = writtenToday(tx, kind, to);
		const most = (count: number) => Math.max(1, Math.floor(count * config.rateLimitScale));
		const name = askerOf(asker, to);
		if (written.filter(({ askedBy }) => askedBy === name).length >= most(MOST_ASKED_FOR.aDayByOne)) return false;
		if (asker.isOwner) return true;
		const lately = written.filter(({ at }) => at > now() - HOUR);
		return lately.length < most(MOST_ASKED_FOR.anHour) && written.length < most(MOST_ASKED_FOR.aDay);
	}

	/**
	 * When the next mail of a thread may leave: at most one an hour, also if what it told of was deleted since. Undefined
	 * while one waits, which tells of all that is new: such mails quote nothing.
	 */
	function nextOfThread(tx: Orm, thread: string): number | undefined {
		const rows = tx
			.select({ state: outbox.state, sentAt: outbox.sentAt })
			.from(outbox)
			.where(and(ofThread(thread), inArray(outbox.state, ["pending", "sending", "sent"])))
			.orderBy(desc(outbox.id))
			.all();
		if (rows.some(({ state }) => state === "pending")) return;
		// One that is being sent was written before what is new.
		const last = Math.max(0, ...rows.map(({ state, sentAt }) => (state === "sent" ? (sentAt ?? 0) : now())));
		return Math.max(now(), last + HOUR);
	}

	/** Whether an address got as many mails of a kind within the last hour as all threads together may cause. */
	function isFlooded(tx: Orm, kind: MailKind, to: string): boolean {
		const recent = and(
			sql`${folded} = lower(${to})`,
			eq(outbox.kind, kind),
			gt(outbox.nextAt, now() - HOUR),
			ne(outbox.state, "cancelled"),
		);
		return (tx.select({ n: count() }).from(outbox).where(recent).get()?.n ?? 0) >= MOST_OF_THREADS;
	}

	/** Cancels the mails of a thread that wait: whoever they would tell has answered since. */
	function cancelThread(tx: Orm, thread: string): void {
		tx.update(outbox)
			.set({ state: "cancelled", lastError: NOT_SENT.answered })
			.where(and(ofThread(thread), eq(outbox.state, "pending")))
			.run();
	}

	/** Forgets the hashes of erased addresses and of askers once they no longer count. */
	async function sweep(): Promise<void> {
		const isOver = lte(outbox.nextAt, now() - DAY);
		await db.settle((tx) => {
			tx.update(outbox)
				.set({ erasedRecipient: null })
				.where(and(isNotNull(outbox.erasedRecipient), isOver))
				.run();
			tx.update(outbox)
				.set({ askedBy: null })
				.where(and(isNotNull(outbox.askedBy), isOver))
				.run();
		});
	}

	return { nextTime, mayGo, writtenToday, askerOf, mayBeAsked, nextOfThread, isFlooded, cancelThread, sweep };
}
