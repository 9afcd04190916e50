import { and, asc, eq, inArray } from "drizzle-orm";
import type { LetterKind } from "../../../app/enumerations.ts";
import { type EntryKind, rulesOfKind } from "../../../app/kinds.ts";
import { ACTIVE, DECISION_LETTERS, SCHEDULABLE, type Status, statusAnnouncedBy } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, mailTexts } from "../../../db/schema.ts";
import { announcedIn } from "./announced-in.ts";
import type { DueDecision } from "./due-decisions.ts";
import { nearTitles } from "./near-titles.ts";
import { slotsByTrack } from "./track-places.ts";

type Checked = Pick<DueDecision["entry"], "id" | "kind" | "title" | "trackId" | "emailFolded" | "userId" | "name">;

/** Checks that only name entries: a mail told another decision before; two accepted of one person, or with nearly one title. */
type Named = "contradicts" | "noConsent" | "noTrack" | "incomplete" | "noAddress" | "samePerson" | "sameTitle";

/** Something about a release that should be looked at before it is sent. */
export type DecisionCheck =
	| { name: Named; entries: Checked[] }
	/** More accepted talks than the track has slots. */
	| { name: "beyondSlots"; trackId: string; accepted: number; slots: number; entries: Checked[] }
	/** A mail whose text was changed in one language only, and how many get the other. */
	| { name: "oneLanguage"; letter: LetterKind; lacking: Locale; recipients: number; entries: Checked[] };

/**
 * Looks at what a release would tell. Every check names the entries it is about; checks about accepted entries also look
 * at those that were accepted before.
 */
export function decisionChecks(
	tx: Orm,
	due: readonly DueDecision[],
	{ eventId, kind }: { eventId: number; kind: EntryKind },
): DecisionCheck[] {
	const told = due.map(({ entry }) => entry);
	const isAccepted = ({ status }: { status: Status }) => SCHEDULABLE.includes(status);
	const accepted = told.filter(isAccepted);
	const { hasTracks, schedulable } = rulesOfKind(kind);
	const all = accepted.length > 0 ? acceptedOf(tx, eventId, kind) : [];
	const isDue = new Set(accepted.map(({ id }) => id));
	const named = (name: Named, found: Checked[]) => (found.length > 0 ? [{ name, entries: found }] : []);
	const sameTitle = nearTitles(all, isDue);
	return [
		...named("contradicts", contradicted(tx, due)),
		...named(
			"noConsent",
			accepted.filter(({ consent }) => consent === false),
		),
		...named(
			"noTrack",
			hasTracks ? accepted.filter(({ trackId }) => trackId === null || trackId === UNSELECTED_TRACK) : [],
		),
		...named(
			"incomplete",
			accepted.filter(({ incomplete }) => incomplete.length > 0),
		),
		...named(
			"noAddress",
			told.filter(({ email }) => rulesOfKind(kind).letters.length > 0 && email === ""),
		),
		...named(
			"samePerson",
			byOnePerson(all)
				.filter((group) => group.some(({ id }) => isDue.has(id)))
				.flat(),
		),
		...named(
			"sameTitle",
			all.filter(({ id }) => sameTitle.has(id)),
		),
		...(schedulable && accepted.length > 0 ? beyondSlots(tx, all, isDue) : []),
		...oneLanguage(tx, due, eventId),
	];
}

function acceptedOf(tx: Orm, eventId: number, kind: EntryKind): Checked[] {
	const { id, title, trackId, emailFolded, userId, name } = entries;
	return tx
		.select({ id, kind: entries.kind, title, trackId, emailFolded, userId, name })
		.from(entries)
		.where(
			and(
				eq(entries.eventId, eventId),
				eq(entries.kind, kind),
				inArray(entries.status, SCHEDULABLE),
				inArray(entries.presence, ACTIVE),
			),
		)
		.orderBy(asc(entries.id))
		.all();
}

/** Entries whose author has a mail that announces another status, sent or on its way. */
function contradicted(tx: Orm, due: readonly DueDecision[]): Checked[] {
	const about = due.map(({ entry }) => entry);
	const isAnnounced = announcedIn(tx, about, ["pending", "sending", "sent"]);
	return about.filter((entry) =>
		DECISION_LETTERS.some((kind) => statusAnnouncedBy(kind) !== entry.status && isAnnounced(entry, kind)),
	);
}

/** Groups of two or more entries of one person: of one address, or without any, of one name in one account. */
function byOnePerson(all: readonly Checked[]): Checked[][] {
	const groups = new Map<string, Checked[]>();
	for (const one of all) {
		const key = one.emailFolded || `${one.userId} ${one.name}`;
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	return [...groups.values()].filter(({ length }) => length > 1);
}

/** Tracks with slots that have more accepted talks than slots. One without slots has no plan yet. */
function beyondSlots(tx: Orm, all: readonly Checked[], isDue: ReadonlySet<number>): DecisionCheck[] {
	return [...slotsByTrack(tx)].flatMap(([trackId, n]) => {
		const ofTrack = all.filter((one) => one.trackId === trackId);
		const due = ofTrack.filter(({ id }) => isDue.has(id));
		if (ofTrack.length <= n || due.length === 0) return [];
		return [{ name: "beyondSlots" as const, trackId, accepted: ofTrack.length, slots: n, entries: due }];
	});
}

/** Mails whose text organisers changed in one language, where some recipients get the other: the program's own. */
function oneLanguage(tx: Orm, due: readonly DueDecision[], eventId: number): DecisionCheck[] {
	const changed = tx
		.select({ kind: mailTexts.kind, locale: mailTexts.locale })
		.from(mailTexts)
		.where(eq(mailTexts.eventId, eventId))
		.all();
	const has = (kind: string, locale: Locale) => changed.some((one) => one.kind === kind && one.locale === locale);
	return DECISION_LETTERS.flatMap((letter) =>
		(["en", "zh"] as const).flatMap((lacking): DecisionCheck[] => {
			const other = lacking === "en" ? "zh" : "en";
			if (!has(letter, other) || has(letter, lacking)) return [];
			const getting = due.filter((one) => one.letter?.kind === letter && one.entry.locale === lacking);
			if (getting.length === 0) return [];
			const recipients = getting.length;
			return [{ name: "oneLanguage", letter, lacking, recipients, entries: getting.map(({ entry }) => entry) }];
		}),
	);
}
