import { and, asc, eq, inArray, isNotNull, ne, notExists, or, type SQL } from "drizzle-orm";
import { MOST_AT_ONCE } from "../../../app/enumerations.ts";
import { type EntryKind, rulesOfKind } from "../../../app/kinds.ts";
import { ACTIVE, type Status, statusesThat } from "../../../app/lifecycle.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { Letters } from "../mails/letters.ts";
import { type DecisionLetter, letterAnnouncing } from "./decision-letter.ts";

/** Statuses that can be told by a release: those that a mail announces. */
export const TOLD_BY_RELEASE: readonly Status[] = statusesThat(({ announcedBy }) => announcedBy !== undefined);

/** Which decisions. Without statuses or tracks, all. */
export interface DecisionFilter {
	category: string;
	statuses: readonly Status[];
	tracks: readonly string[];
}

/** A decision that its author is to be told. */
export interface DueDecision {
	entry: EntryRow;
	/** The mail that tells it; undefined where it is told on the author's pages only. */
	letter: { kind: DecisionLetter; text: MailText } | undefined;
}

/** No mail of the kind is in the outbox, other than cancelled ones. */
const isUnmailed = (tx: Orm, kind: DecisionLetter): SQL =>
	notExists(
		tx
			.select({ id: outbox.id })
			.from(outbox)
			.where(and(eq(outbox.entryId, entries.id), eq(outbox.kind, kind), ne(outbox.state, "cancelled"))),
	);

/**
 * The decisions of one call that were not told, in the order of their numbers: statuses that are held back, and those whose
 * mail was not written.
 * @returns at most as many as may be changed at once, and whether there are more
 */
export function dueDecisions(
	tx: Orm,
	{ category, statuses, tracks }: DecisionFilter,
	{ eventId, kind, letters }: { eventId: number; kind: EntryKind; letters: Pick<Letters, "textFor"> },
): { due: DueDecision[]; hasMore: boolean } {
	const wanted = TOLD_BY_RELEASE.filter((status) => statuses.length === 0 || statuses.includes(status));
	const withMail = rulesOfKind(kind).letters;
	const kindFor = (status: Status) => {
		const letter = letterAnnouncing(status);
		return letter && withMail.includes(letter) ? letter : undefined;
	};
	const toMail = wanted.flatMap((status) => {
		const letter = kindFor(status);
		return letter ? [and(eq(entries.status, status), ne(entries.email, ""), isUnmailed(tx, letter))] : [];
	});
	const rows = tx
		.select()
		.from(entries)
		.where(
			and(
				eq(entries.eventId, eventId),
				eq(entries.category, category),
				inArray(entries.presence, ACTIVE),
				inArray(entries.status, [...wanted]),
				tracks.length > 0 ? inArray(entries.trackId, [...tracks]) : undefined,
				or(isNotNull(entries.toldStatus), ...toMail),
			),
		)
		.orderBy(asc(entries.id))
		.limit(MOST_AT_ONCE + 1)
		.all();
	const due = rows.slice(0, MOST_AT_ONCE).map((entry) => {
		const letter = kindFor(entry.status);
		const isToMail = letter && entry.email !== "" && isFree(tx, entry.id, letter);
		return { entry, letter: isToMail ? { kind: letter, text: letters.textFor(tx, entry, letter) } : undefined };
	});
	return { due, hasMore: rows.length > MOST_AT_ONCE };
}

function isFree(tx: Orm, entryId: number, kind: DecisionLetter): boolean {
	const present = and(eq(outbox.entryId, entryId), eq(outbox.kind, kind), ne(outbox.state, "cancelled"));
	return tx.select({ id: outbox.id }).from(outbox).where(present).limit(1).get() === undefined;
}

/** Identifies what was looked at, so that exactly that is told. */
export function fingerprintOf(filter: DecisionFilter, due: readonly DueDecision[]): string {
	const all = due.map(({ entry: { id, status, email }, letter }) => [id, status, email, letter]);
	return sha256(JSON.stringify([filter, all]))
		.toString("hex")
		.slice(0, 24);
}
