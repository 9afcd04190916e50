import { and, eq, inArray, isNull, notInArray } from "drizzle-orm";
import { NOT_SENT } from "../../../app/enumerations.ts";
import { PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import type { Orm } from "../../../db/client.ts";
import {
	assignments,
	attempts,
	broadcasts,
	closedDiscussions,
	conflicts,
	decisionLetters,
	drafts,
	editedAnswers,
	entries,
	entryLog,
	lateEntries,
	messages,
	oneTimeSecrets,
	outbox,
	photos,
	redactions,
	reviewComments,
	reviews,
	slots,
	users,
} from "../../../db/schema.ts";
import { photosIn } from "../entries/draft-values.ts";
import { earlierAnswers } from "../entries/entry-edits.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { isUnused } from "../photos/photo-uses.ts";
import type { Person } from "./personal-records.ts";

/**
 * Erases all data of a person. Their entries keep what statistics need (programme, track, status, dates and choices
 * from lists) and lose their slots.
 * @param at milliseconds since the epoch
 * @param nameOf replaces an address from now on, for a day
 * @returns how many photos lost their last reference; a trigger notes that their files must go too
 */
export function eraseRows(
	tx: Orm,
	registry: Registry,
	{ account, address, entries: rows, drafts: typed, late, mails }: Person,
	at: number,
	nameOf: (address: string) => string,
): number {
	const names = [
		...rows.flatMap((row) => [row.photo, ...photosBefore(tx, registry, row)]),
		...late.map(({ photo }) => photo),
		...typed.flatMap(photosIn),
	].filter((name) => typeof name === "string");
	for (const row of rows) eraseEntry(tx, registry, row, at);
	const lateOnes = inArray(
		lateEntries.id,
		late.map(({ id }) => id),
	);
	tx.delete(lateEntries).where(lateOnes).run();
	for (const { subject, form } of typed) {
		tx.delete(drafts)
			.where(and(eq(drafts.subject, subject), eq(drafts.form, form)))
			.run();
	}
	for (const { id, state, toAddress } of mails) {
		// A failed mail could be retried.
		const left = state === "sent" || state === "expired" || state === "cancelled";
		// The mail was or is being sent there.
		const erasedRecipient = state === "sent" || state === "sending" ? nameOf(toAddress) : null;
		const emptied = { toAddress: "", erasedRecipient, subject: "", body: "", calendar: null, leaseUntil: null };
		tx.update(outbox)
			.set({ ...emptied, state: left ? state : "cancelled", lastError: left ? null : NOT_SENT.erased })
			.where(eq(outbox.id, id))
			.run();
	}
	if (address) tx.delete(oneTimeSecrets).where(eq(oneTimeSecrets.email, address)).run();
	if (account) {
		tx.delete(attempts)
			.where(eq(attempts.subject, `user:${account.id}`))
			.run();
		// Nobody can open what they were writing.
		tx.delete(broadcasts)
			.where(and(eq(broadcasts.actorId, account.id), isNull(broadcasts.seen)))
			.run();
		// The marks they gave stay without their name; what they wrote goes.
		tx.update(reviews).set(NO_NOTES).where(eq(reviews.reviewerId, account.id)).run();
		tx.delete(reviewComments).where(eq(reviewComments.authorId, account.id)).run();
		tx.update(photos).set({ sentBy: null }).where(eq(photos.sentBy, account.id)).run();
		tx.delete(users).where(eq(users.id, account.id)).run();
	}
	return tx
		.delete(photos)
		.where(and(inArray(photos.name, names), isUnused(tx)))
		.run().changes;
}

/** Removes entries that were spam with everything about them: statistics do not count them. @returns as `eraseRows` */
export function removeRows(...given: Parameters<typeof eraseRows>): number {
	const [tx, , { entries: rows }] = given;
	const photosRemoved = eraseRows(...given);
	const ids = rows.map(({ id }) => id);
	tx.delete(entries).where(inArray(entries.id, ids)).run();
	return photosRemoved;
}

/** A review without what was written in it. */
const NO_NOTES = { committeeNote: "", authorNote: "" };

/** Photos replaced in an entry: nothing refers to them, but they would be swept only a day later. */
function photosBefore(tx: Orm, registry: Registry, row: EntryRow): unknown[] {
	const names = registry
		.programmeOf(row.category, row)
		.fields.flatMap(({ name, column }) => (column === "photo" ? name : []));
	return earlierAnswers(tx, row.id, names);
}

function eraseEntry(tx: Orm, registry: Registry, row: EntryRow, at: number): void {
	const { id, status, linkVersion, userId } = row;
	const nobody = { userId: null, name: "", email: "", emailFolded: "", org: "", title: "", photo: null };
	const nothing = { publicText: "", searchText: "", incomplete: [], panelists: [], keywords: [], consent: false };
	tx.update(entries)
		.set({
			...nobody,
			...nothing,
			answers: chosenFromLists(registry, row),
			submissionKey: null,
			presence: PRESENCE_AFTER.erasing,
			toldPresence: null,
			apartAt: null,
			sentFrom: null,
			linkVersion: linkVersion + 1,
			updatedAt: at,
		})
		.where(eq(entries.id, id))
		.run();
	tx.delete(decisionLetters).where(eq(decisionLetters.entryId, id)).run();
	tx.update(reviews).set(NO_NOTES).where(eq(reviews.entryId, id)).run();
	for (const about of [redactions, conflicts, assignments, reviewComments, closedDiscussions])
		tx.delete(about).where(eq(about.entryId, id)).run();
	// What organisers wrote among themselves is about the person, too.
	tx.delete(messages).where(eq(messages.entryId, id)).run();
	tx.update(slots).set({ entryId: null }).where(eq(slots.entryId, id)).run();
	tx.delete(editedAnswers).where(eq(editedAnswers.entryId, id)).run();
	// The remaining log lines contain only a status, track or slot.
	tx.update(entryLog)
		.set({ changes: null })
		.where(and(eq(entryLog.entryId, id), notInArray(entryLog.type, ["Status", "Track", "Schedule"])))
		.run();
	// Removes the link between a remaining account and this entry.
	const byAuthor = userId === null ? undefined : and(eq(entryLog.entryId, id), eq(entryLog.actorId, userId));
	if (byAuthor) tx.update(entryLog).set({ actorId: null }).where(byAuthor).run();
	tx.insert(entryLog).values({ entryId: id, at, type: "Erased", state: status }).run();
}

/** Answers useful for statistics that identify nobody. */
function chosenFromLists(registry: Registry, row: EntryRow): EntryRow["answers"] {
	const kept: EntryRow["answers"] = {};
	for (const field of registry.programmeOf(row.category, row).fields) {
		if (!("options" in field)) continue;
		const known = new Set(field.options.map(({ value }) => value));
		const answer = row.answers[field.name];
		if (typeof answer === "string" && known.has(answer)) kept[field.name] = answer;
		if (Array.isArray(answer)) kept[field.name] = answer.filter((one) => known.has(one));
	}
	return kept;
}
