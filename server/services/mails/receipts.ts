import { and, asc, eq, isNotNull, notExists, sql } from "drizzle-orm";
import { NOT_SENT } from "../../../app/enumerations.ts";
import { FIRST_STATUS } from "../../../app/lifecycle.ts";
import type { Step } from "../../../app/programmes/next-steps.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox, users } from "../../../db/schema.ts";
import { receiptLetter } from "../../mail/templates.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { EntrySteps } from "../entries/entry-steps.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import type { Mailing } from "./mailing.ts";

export type Receipts = ReturnType<typeof createReceipts>;

/** Receipts of entries. Anybody can name any address in a form, so those that others cause must neither flood nor delay. */
export function createReceipts(
	{ event, now, registry }: Runtime,
	{ links, mailing, stepsOf }: { links: PrivateLinks; mailing: Mailing; stepsOf: EntrySteps },
) {
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
		const guest = entry.userId === null;
		const brand = event.brand(entry.locale);
		const link = guest ? links.addressOf(entry) : `${links.origin()}/dashboard`;
		const programme = registry().programmeOf(entry.category, entry);
		mailing.enqueue(tx, {
			...receiptLetter({ ...entry, programme, brand, guest, link, steps: stepsIn(entry) }),
			kind: "receipt",
			dedupeKey: `received:${entry.id}:${earlier + 1}`,
			entryId: entry.id,
			to: entry.email,
			notBefore: isOwn(tx, entry) ? now() : nextTime(tx, entry.email),
		});
	}

	/** What happens next, without the decision once there is one: announcing it is the matter of a decision mail. */
	function stepsIn(entry: EntryRow): Step[] {
		const steps = stepsOf({ ...entry, status: FIRST_STATUS }, entry.locale);
		return steps.filter(({ name }) => name !== "decision" || entry.status === FIRST_STATUS);
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

	return { enqueue };
}
