import { and, asc, eq, inArray, isNotNull, ne, notExists, or } from "drizzle-orm";
import { type LetterKind, MAIL_STATES, type MailState, MOST_IN_RELEASE } from "../../../app/enumerations.ts";
import { type EntryKind, letterTelling } from "../../../app/kinds.ts";
import { ACTIVE, STATUSES, type Status } from "../../../app/lifecycle.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Orm } from "../../../db/client.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { entries, outbox } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { Letters } from "../mails/letters.ts";
import { announcedIn } from "./announced-in.ts";

/** Which decisions. Without statuses or tracks, all. */
export interface DecisionFilter {
	category: string;
	statuses: readonly Status[];
	tracks: readonly string[];
}

/** The columns of an entry that releases use: others have long texts. */
const USED = {
	id: entries.id,
	kind: entries.kind,
	category: entries.category,
	userId: entries.userId,
	name: entries.name,
	email: entries.email,
	emailFolded: entries.emailFolded,
	title: entries.title,
	trackId: entries.trackId,
	consent: entries.consent,
	status: entries.status,
	toldStatus: entries.toldStatus,
	incomplete: entries.incomplete,
	locale: entries.locale,
	linkVersion: entries.linkVersion,
};
export type DecidedEntry = Pick<EntryRow, keyof typeof USED>;

/** A decision that its author is to be told. */
export interface DueDecision {
	entry: DecidedEntry;
	/** The mail that tells it; undefined where it is told on the author's pages only. */
	letter: { kind: LetterKind; text: MailText } | undefined;
}

/** A mail of the kind about the entry, in one of these states, in SQL. */
const mailed = (tx: Orm, kind: LetterKind, states: readonly MailState[]) =>
	tx
		.select({ id: outbox.id })
		.from(outbox)
		.where(and(eq(outbox.entryId, entries.id), eq(outbox.kind, kind), inArray(outbox.state, [...states])));

const NOT_CANCELLED = MAIL_STATES.filter((state) => state !== "cancelled");

/**
 * The decisions of one call that were not told, in the order of their numbers: statuses that are held back, and those whose
 * mail was not written. One whose mail waits is told by that mail.
 * @returns at most as many as may be changed at once, and whether there are more
 */
export function dueDecisions(
	tx: Orm,
	{ category, statuses, tracks }: DecisionFilter,
	{ eventId, kind, letters }: { eventId: number; kind: EntryKind; letters: Pick<Letters, "textFor"> },
): { due: DueDecision[]; hasMore: boolean } {
	const letterFor = (status: Status) => letterTelling(kind, status);
	const isDue = STATUSES.filter((status) => statuses.length === 0 || statuses.includes(status)).map((status) => {
		const letter = letterFor(status);
		const unmailed = letter && and(ne(entries.email, ""), notExists(mailed(tx, letter, NOT_CANCELLED)));
		return and(
			eq(entries.status, status),
			or(isNotNull(entries.toldStatus), unmailed),
			letter && notExists(mailed(tx, letter, ["pending", "sending"])),
		);
	});
	const rows = tx
		.select(USED)
		.from(entries)
		.where(
			and(
				eq(entries.eventId, eventId),
				eq(entries.kind, kind),
				eq(entries.category, category),
				inArray(entries.presence, ACTIVE),
				tracks.length > 0 ? inArray(entries.trackId, [...tracks]) : undefined,
				or(...isDue),
			),
		)
		.orderBy(asc(entries.id))
		.limit(MOST_IN_RELEASE + 1)
		.all();
	const isMailed = announcedIn(tx, rows, NOT_CANCELLED);
	const due = rows.slice(0, MOST_IN_RELEASE).map((entry) => withLetter(entry, isMailed, letters));
	return { due, hasMore: rows.length > MOST_IN_RELEASE };
}

/**
 * A decision that is made now. Its mail goes out although the entry had one before: who was accepted once and was put on
 * hold does not expect the place any more.
 */
export function decisionOn(entry: DecidedEntry, letters: Pick<Letters, "textFor">): DueDecision {
	return withLetter(entry, () => false, letters);
}

function withLetter(
	entry: DecidedEntry,
	isMailed: ReturnType<typeof announcedIn>,
	letters: Pick<Letters, "textFor">,
): DueDecision {
	const kind = letterTelling(entry.kind, entry.status);
	const isToMail = kind && entry.email !== "" && !isMailed(entry, kind);
	return { entry, letter: isToMail ? { kind, text: letters.textFor(entry, kind) } : undefined };
}

/** Identifies what was looked at, so that exactly that is told. */
export function fingerprintOf(filter: DecisionFilter | undefined, due: readonly DueDecision[]): string {
	const all = due.map(({ entry: { id, status, email }, letter }) => [id, status, email, letter]);
	return sha256(JSON.stringify([filter, all]))
		.toString("hex")
		.slice(0, 24);
}

/** A private link is for its recipient alone. */
export function withoutKey({ entry, letter }: DueDecision): DueDecision {
	if (!letter) return { entry, letter };
	const { kind, text } = letter;
	return { entry, letter: { kind, text: { subject: text.subject, body: withoutKeys(text.body) } } };
}
