import { type GridDay, type Place, placesIn } from "../../app/schedule/grid.ts";
import type { PublicEntries, PublicEntry } from "./public-entries.ts";
import type { Release, Releases } from "./releases.ts";
import type { Runtime } from "./runtime.ts";

/** A talk of the public schedule. */
export interface PublicSession {
	entry: PublicEntry;
	place: Place;
}

export interface PublicDay extends Pick<GridDay, "id" | "date" | "tracks" | "specials"> {
	/** By time, then in the order of the tracks. */
	sessions: PublicSession[];
}

export interface PublishedSchedule extends Pick<Release, "version" | "at" | "note"> {
	days: PublicDay[];
}

export type PublicSchedule = ReturnType<typeof createPublicSchedule>;

/** The schedule as everybody sees it: places as they were released, entries as they are and while they may be shown. */
export function createPublicSchedule(
	{ db }: Pick<Runtime, "db">,
	{ publicEntries, releases }: { publicEntries: PublicEntries; releases: Releases },
) {
	let kept: { version: number; schedule: PublishedSchedule | undefined } | undefined;

	/** Undefined before the first release. */
	function current(): PublishedSchedule | undefined {
		const version = db.version();
		if (kept?.version !== version) kept = { version, schedule: read() };
		return kept.schedule;
	}

	function read(): PublishedSchedule | undefined {
		const release = releases.current();
		if (!release) return;
		const { version, at, note, grid } = release;
		const places = placesIn(grid);
		const talks = publicEntries.scheduled([...places.keys()]);
		const days = grid.days.map(({ slots, ...day }) => ({
			...day,
			sessions: slots.flatMap(({ entryId }) => {
				const entry = entryId === null ? undefined : talks.get(entryId);
				const place = entryId === null ? undefined : places.get(entryId);
				return entry && place ? { entry, place } : [];
			}),
		}));
		return { version, at, note, days };
	}

	/** One talk of it, by the number of its entry. */
	function session(id: number): PublicSession | undefined {
		for (const day of current()?.days ?? []) {
			const found = day.sessions.find(({ entry }) => entry.id === id);
			if (found) return found;
		}
	}

	/** Numbers of the entries in it. */
	function ids(): ReadonlySet<number> {
		return new Set(current()?.days.flatMap(({ sessions }) => sessions.map(({ entry }) => entry.id)));
	}

	return { current, session, ids };
}
