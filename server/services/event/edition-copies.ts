import { and, asc, eq, inArray } from "drizzle-orm";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { freeName } from "../../../app/programmes/slugs.ts";
import { MOST } from "../../../app/schemas/definition.ts";
import type { Orm } from "../../../db/client.ts";
import { eventLogos, memberships, programmeDrafts, programmes, programmeVersions, tracks } from "../../../db/schema.ts";
import { copyMailTexts } from "../mails/mail-text-rows.ts";
import { keepRules, rulesIn } from "../reviews/rule-rows.ts";
import { newRevision } from "../revisions.ts";

interface Copying {
	/** Numbers of the events. */
	from: number;
	to: number;
	/** Behind the names of copies, which are unique among all events. */
	year: string;
	/** Milliseconds since the epoch. */
	at: number;
	/** Who copies. */
	actorId: number;
}

/**
 * Copies what an event was set up with for the next one: logo, texts of mails, tracks, and calls that are not archived, closed.
 * @returns the new names of its tracks by their old ones
 */
export function copySetup(tx: Orm, copying: Copying): ReadonlyMap<string, string> {
	const logo = tx.select().from(eventLogos).where(eq(eventLogos.eventId, copying.from)).get();
	if (logo) {
		tx.insert(eventLogos)
			.values({ ...logo, eventId: copying.to })
			.run();
	}
	copyMailTexts(tx, copying.from, copying.to);
	const trackIds = copyTracks(tx, copying);
	keepReviewers(tx, trackIds, copyCalls(tx, copying, trackIds));
	return trackIds;
}

function copyTracks(tx: Orm, { from, to, year }: Copying): ReadonlyMap<string, string> {
	const taken = new Set(
		tx
			.select({ id: tracks.id })
			.from(tracks)
			.all()
			.map(({ id }) => id),
	);
	const copied = new Map<string, string>();
	for (const row of tx.select().from(tracks).where(eq(tracks.eventId, from)).orderBy(asc(tracks.position)).all()) {
		const id = freeName(inYear(row.id, year), taken);
		taken.add(id);
		copied.set(row.id, id);
		tx.insert(tracks)
			.values({ ...row, id, eventId: to })
			.run();
	}
	return copied;
}

/** @returns the new names of the calls by their old ones */
function copyCalls(
	tx: Orm,
	{ from, to, year, at, actorId }: Copying,
	trackIds: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	const known = tx.select({ category: programmes.category }).from(programmes).all();
	const taken = new Set(known.map(({ category }) => category));
	for (const { category: original, position, tells, remindDays, live, draft } of callsOf(tx, from)) {
		const category = freeName(inYear(original, year), taken);
		taken.add(category);
		names.set(original, category);
		const copied = (definition: ProgrammeDefinition): ProgrammeDefinition => ({
			...definition,
			// The attempts of the specification are those of its own event.
			checking: definition.checking === "soft" ? "strict" : definition.checking,
			category,
			window: { state: "closed" },
			variants: definition.variants?.map((variant) => ({ ...variant, fixed: withTracks(variant.fixed, trackIds) })),
		});
		const version = live ? 1 : null;
		tx.insert(programmes)
			.values({ category, eventId: to, state: "closed", tells, remindDays, position, version })
			.run();
		if (live)
			tx.insert(programmeVersions)
				.values({ category, version: 1, definition: copied(live), at, actorId })
				.run();
		if (draft) {
			const revision = newRevision();
			tx.insert(programmeDrafts)
				.values({ category, definition: copied(draft), revision, at, actorId })
				.run();
		}
		const rules = rulesIn(tx, original);
		// Their dates are those of the last event.
		if (rules) keepRules(tx, category, { ...rules, opensAt: null, closesAt: null }, { actorId, at });
	}
	return names;
}

/** Reviewers are for the copies of their tracks and calls, too: without one they would be for all. */
function keepReviewers(tx: Orm, tracks: ReadonlyMap<string, string>, calls: ReadonlyMap<string, string>): void {
	const withCopies = (names: readonly string[], copies: ReadonlyMap<string, string>) => [
		...new Set(names.flatMap((name) => [name, copies.get(name) ?? name])),
	];
	for (const row of tx.select().from(memberships).all()) {
		tx.update(memberships)
			.set({ tracks: withCopies(row.tracks, tracks), calls: withCopies(row.calls, calls) })
			.where(eq(memberships.userId, row.userId))
			.run();
	}
}

/** Calls that are not archived: what visitors have, and what organisers are changing. */
export function callsOf(tx: Orm, eventId: number) {
	return tx
		.select({
			category: programmes.category,
			position: programmes.position,
			tells: programmes.tells,
			remindDays: programmes.remindDays,
			live: programmeVersions.definition,
			draft: programmeDrafts.definition,
		})
		.from(programmes)
		.leftJoin(
			programmeVersions,
			and(eq(programmeVersions.category, programmes.category), eq(programmeVersions.version, programmes.version)),
		)
		.leftJoin(programmeDrafts, eq(programmeDrafts.category, programmes.category))
		.where(and(eq(programmes.eventId, eventId), eq(programmes.archived, false)))
		.orderBy(asc(programmes.position))
		.all()
		.filter(({ live, draft }) => live ?? draft);
}

/** Values that a form fixes; those that are tracks become the copies of those. */
const withTracks = <Fixed extends Readonly<Record<string, string>>>(
	fixed: Fixed,
	trackIds: ReadonlyMap<string, string>,
) => Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, trackIds.get(value) ?? value]));

/** Characters of dashes and a number, should the name be taken. */
const MOST_NUMBER = 5;

/** `ai-next-2026` for `ai-next` and for `ai-next-2025`. */
function inYear(name: string, year: string): string {
	const stem = name.replace(/-\d{4}(-\d+)?$/, "").slice(0, MOST.name - year.length - MOST_NUMBER);
	return `${stem.replace(/-$/, "")}-${year}`;
}

/** Removes the tracks and calls of an event that has no entries. */
export function removeSetup(tx: Orm, eventId: number): void {
	const own = tx
		.select({ category: programmes.category })
		.from(programmes)
		.where(eq(programmes.eventId, eventId))
		.all();
	const categories = own.map(({ category }) => category);
	tx.delete(programmeDrafts).where(inArray(programmeDrafts.category, categories)).run();
	tx.delete(programmeVersions).where(inArray(programmeVersions.category, categories)).run();
	tx.delete(programmes).where(eq(programmes.eventId, eventId)).run();
	tx.delete(tracks).where(eq(tracks.eventId, eventId)).run();
}
