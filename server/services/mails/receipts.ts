import { and, asc, eq, isNotNull, notExists, sql } from "drizzle-orm";
import { NOT_SENT } from "../../../app/enumerations.ts";
import { FIRST_STATUS } from "../../../app/lifecycle.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Step } from "../../../app/programmes/next-steps.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox, users } from "../../../db/schema.ts";
import { receiptValues } from "../../mail/templates.ts";
import type { EntryRow, ToldEntry } from "../entries/entry-rows.ts";
import type { EntrySteps } from "../entries/entry-steps.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { knownStatus } from "../entries/told.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { Mailing } from "./mailing.ts";

export type Receipts = ReturnType<typeof createReceipts>;

/** Receipts of entries. Anybody can name any address in a form, so those that others cause must neither flood nor delay. */
export function createReceipts(
	{ now, registry }: Pick<Runtime, "now" | "registry">,
	parts: { links: PrivateLinks; mailing: Mailing; stepsOf: EntrySteps; texts: MailTexts },
) {
	const { links, mailing, stepsOf, texts } = parts;

	/** The receipt as it would be sent now. @param text to try another one */
	function written(entry: ToldEntry, locale: Locale = entry.locale, text?: MailText): MailText {
		const guest = entry.userId === null;
		const link = links.openedBy(entry);
		const programme = registry().programmeOf(entry.category, entry);
		const values = receiptValues(locale, { ...entry, programme, guest, link, steps: stepsIn(entry, locale) });
		return texts.write("receipt", locale, values, text);
	}

	/**
	 * Adds the receipt of an entry, inside the transaction that stores it. One that waits for the same entry is replaced. To
	 * the proven address of the account that sent it, it goes at once; to any other it may have to wait, and leaves in
	 * one mail with all that wait for this address.
	 */
	function enqueue(tx: Orm, entry: EntryRow): void {
		if (!entry.email) return;
		const ofEntry = and(eq(outbox.entryId, entry.id), eq(outbox.kind, "receipt"));
		const earlier = tx.select({ id: outbox.id }).from(outbox).where(ofEntry).all().length;
		if (earlier > 0) {
			tx.update(outbox)
				.set({ state: "cancelled", lastError: NOT_SENT.receipt, body: "" })
				.where(and(ofEntry, eq(outbox.state, "pending")))
				.run();
		}
		mailing.enqueue(tx, {
			...written(entry),
			kind: "receipt",
			dedupeKey: `received:${entry.id}:${earlier + 1}`,
			entryId: entry.id,
			to: entry.email,
			notBefore: isOwn(tx, entry) ? now() : nextTime(tx, entry.email),
		});
	}

	/** What happens next, without the decision once there is one: announcing it is the matter of a decision mail. */
	function stepsIn(entry: ToldEntry, locale: Locale): Step[] {
		const steps = stepsOf({ ...entry, status: FIRST_STATUS, toldStatus: null }, locale);
		return steps.filter(({ name }) => name !== "decision" || knownStatus(entry) === FIRST_STATUS);
	}

	/** Whether the recipient is the sender's own account, with a confirmed address. */
	function isOwn(tx: Orm, { userId, email }: EntryRow): boolean {
		if (userId === null) return false;
		const account = tx.select().from(users).where(eq(users.id, userId)).get();
		return account?.verifiedAt !== null && account?.email === foldEmail(email);
	}

	/**
	 * When to send a receipt that a stranger may have caused: with the waiting ones, else as soon as the limit allows.
	 */
	function nextTime(tx: Orm, to: string): number {
		const owners = tx
			.select({ id: entries.id })
			.from(entries)
			.innerJoin(users, eq(users.id, entries.userId))
			.where(
				and(
					eq(entries.id, outbox.entryId),
					isNotNull(users.verifiedAt),
					sql`${users.email} = lower(${outbox.toAddress})`,
				),
			);
		const byOthers = notExists(owners);
		const waiting = tx
			.select({ nextAt: outbox.nextAt })
			.from(outbox)
			.where(
				and(
					sql`lower(${outbox.toAddress}) = lower(${to})`,
					eq(outbox.kind, "receipt"),
					eq(outbox.state, "pending"),
					byOthers,
				),
			)
			.orderBy(asc(outbox.nextAt))
			.limit(1)
			.get();
		return waiting?.nextAt ?? mailing.nextTime(tx, "receipt", to, byOthers);
	}

	return { enqueue, written };
}
