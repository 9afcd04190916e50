import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import { NOT_SENT, ONE_TIME_MAILS } from "../../../app/enumerations.ts";
import type { Orm } from "../../../db/client.ts";
import { isCut } from "../../../db/kept-mails.ts";
import { outbox, releases } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { batchesOf, yieldToOthers } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";
import { currentAddress } from "./current-address.ts";
import { isOfBatch, type MailBatch } from "./mail-batches.ts";
import type { Mailing, OutboxRow } from "./mailing.ts";
import type { OptOuts } from "./opt-outs.ts";
import { cancelOutdated } from "./outdated-letters.ts";

/** Why a cancelled mail stays so: no organiser cancelled it, a newer one replaced it, or it is no longer true. */
export type UndoRefusal = "notCancelled" | "replaced" | "outdated";

/** Mails about the place of a talk: the newer one of either kind is true. */
const OF_PLACE = ["slot", "removal"];

/** Cancelled by an organiser, and by nothing else since. */
const byOrganiser = and(eq(outbox.state, "cancelled"), eq(outbox.lastError, NOT_SENT.organiser));

/** Cancels mails that wait, and puts them back. */
export function createMailCancelling(
	{ db, now }: Runtime,
	{ mailing, optOuts }: { mailing: Mailing; optOuts: OptOuts },
) {
	/** Cancels a mail that has not been sent. */
	async function cancel(actor: Actor, mailId: number): Promise<boolean> {
		const { id } = requireCan(actor, "mails.manage");
		const row = await db.settle((tx) =>
			tx
				.update(outbox)
				.set({ state: "cancelled", lastError: NOT_SENT.organiser, cancelledBy: id })
				.where(and(eq(outbox.id, mailId), eq(outbox.state, "pending")))
				.returning()
				.get(),
		);
		return row !== undefined;
	}

	/** Lets a mail that an organiser cancelled wait again, to its current address. */
	async function undo(actor: Actor, mailId: number): Promise<UndoRefusal | undefined> {
		requireCan(actor, "mails.manage");
		const refusal = await db.write((tx) => putBack(tx, mailId));
		if (!refusal) mailing.wakeUp();
		return refusal;
	}

	function putBack(tx: Orm, mailId: number): UndoRefusal | undefined {
		const row = tx
			.select()
			.from(outbox)
			.where(and(eq(outbox.id, mailId), byOrganiser))
			.get();
		const refusal = row ? letWait(tx, row) : "notCancelled";
		if (refusal) return refusal;
		cancelOutdated(tx, { ids: [mailId] });
		optOuts.cancelUnwanted(tx, [mailId]);
		return waitingOf(tx, [mailId]) === 1 ? undefined : "outdated";
	}

	/** The caller then cancels it if it is outdated. */
	function letWait(tx: Orm, row: OutboxRow): UndoRefusal | undefined {
		if (hasNewer(tx, row)) return "replaced";
		if (isOver(tx, row)) return "outdated";
		const toAddress = currentAddress(tx, row);
		tx.update(outbox)
			.set({ state: "pending", lastError: null, cancelledBy: null, leaseUntil: null, toAddress })
			.where(eq(outbox.id, row.id))
			.run();
	}

	function waitingOf(tx: Orm, ids: number[]): number {
		const waiting = and(inArray(outbox.id, ids), eq(outbox.state, "pending"));
		return tx.select({ n: count() }).from(outbox).where(waiting).get()?.n ?? 0;
	}

	/** Cancels the mails of a batch that wait. @returns how many */
	async function cancelBatch(actor: Actor, batch: MailBatch): Promise<number> {
		const { id } = requireCan(actor, "mails.manage");
		const waiting = and(isOfBatch(batch), eq(outbox.state, "pending"));
		const set = { state: "cancelled", lastError: NOT_SENT.organiser, cancelledBy: id } as const;
		return db.settle((tx) => tx.update(outbox).set(set).where(waiting).run().changes);
	}

	/**
	 * Puts them back, except those that are no longer true or that a newer mail has replaced. A few at a time, so that
	 * others are not held up; one that is interrupted can be repeated. @returns how many
	 */
	async function putBackBatch(actor: Actor, batch: MailBatch): Promise<number> {
		requireCan(actor, "mails.manage");
		const cancelled = and(isOfBatch(batch), byOrganiser);
		const ids = db.orm.select({ id: outbox.id }).from(outbox).where(cancelled).orderBy(asc(outbox.id)).all();
		let total = 0;
		for (const some of batchesOf(ids.map(({ id }) => id))) {
			total += await db.write((tx) => {
				const rows = tx
					.select()
					.from(outbox)
					.where(and(inArray(outbox.id, some), byOrganiser))
					.all();
				const again = rows.filter((row) => letWait(tx, row) === undefined).map(({ id }) => id);
				cancelOutdated(tx, { ids: again });
				optOuts.cancelUnwanted(tx, again);
				return waitingOf(tx, again);
			});
			await yieldToOthers();
		}
		if (total > 0) mailing.wakeUp();
		return total;
	}

	/** Whether a later mail says the same or something else about the same matter. */
	function hasNewer(tx: Orm, { id, kind, entryId, broadcast, toAddress }: OutboxRow): boolean {
		// Each broadcast is about something of its own.
		if (broadcast !== null) return false;
		const kinds = OF_PLACE.includes(kind) ? OF_PLACE : [kind];
		const isOneTime = ONE_TIME_MAILS.some((one) => one === kind);
		if (entryId === null && !isOneTime) return false;
		const sameMatter =
			entryId === null ? sql`lower(${outbox.toAddress}) = lower(${toAddress})` : eq(outbox.entryId, entryId);
		const newer = and(gt(outbox.id, id), inArray(outbox.kind, kinds), sameMatter);
		return tx.select({ id: outbox.id }).from(outbox).where(newer).limit(1).get() !== undefined;
	}

	/** Whether its link no longer works, or it tells of an earlier version of the schedule. */
	function isOver(tx: Orm, { body, expiresAt, version }: OutboxRow): boolean {
		if (isCut(body) || (expiresAt !== null && expiresAt <= now())) return true;
		if (version === null) return false;
		const later = tx.select({ version: releases.version }).from(releases).where(gt(releases.version, version));
		return later.limit(1).get() !== undefined;
	}

	return { cancel, undo, cancelBatch, putBackBatch };
}
