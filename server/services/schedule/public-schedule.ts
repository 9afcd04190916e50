import { type GridDay, type Place, placesIn, type SpecialEvent } from "../../../app/schedule/grid.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { maySchedule } from "../entries/schedulable.ts";
import { asTold } from "../entries/told.ts";
import type { PublicEntries, PublicEntry } from "../lists/public-entries.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf, isoIn } from "./calendar-files.ts";
import type { Release, Releases } from "./releases.ts";

/** A talk of the public schedule. */
export interface PublicSession {
	entry: PublicEntry;
	place: Place;
	/** `2025-09-13T09:00:00+08:00`: its time where the event is, which is an instant too. */
	start: string;
}

export interface PublicDay extends Pick<GridDay, "id" | "date" | "tracks"> {
	/** By time. */
	specials: (SpecialEvent & Pick<PublicSession, "start">)[];
	/** By time, then in the order of the tracks. */
	sessions: PublicSession[];
}

export interface PublishedSchedule extends Pick<Release, "version" | "at" | "note"> {
	days: PublicDay[];
}

export type PublicSchedule = ReturnType<typeof createPublicSchedule>;

/** The public schedule: places as released, entries as they are now, while they may be shown. */
export function createPublicSchedule(
	{ db, event }: Pick<Runtime, "db" | "event">,
	{ publicEntries, releases }: { publicEntries: PublicEntries; releases: Releases },
) {
	const places = db.remembering(() => placesIn(releases.current()?.grid ?? { days: [] }));
	/** Undefined before the first release. */
	const current = db.remembering(read);

	function read(): PublishedSchedule | undefined {
		const release = releases.current();
		if (!release) return;
		const { version, at, note, grid } = release;
		const placed = places();
		const talks = publicEntries.scheduled([...placed.keys()]);
		const startOf = (when: Pick<Place, "date" | "time">) => isoIn(instantOf(when, event.zone()), event.zone());
		const days = grid.days.map(({ slots, specials, ...day }) => ({
			...day,
			specials: specials.map((event) => ({ ...event, start: startOf({ ...event, date: day.date }) })),
			sessions: slots.flatMap(({ entryId }) => {
				const entry = entryId === null ? undefined : talks.get(entryId);
				const place = entryId === null ? undefined : placed.get(entryId);
				return entry && place ? { entry, place, start: startOf(place) } : [];
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

	/** The talks before and after one in its track, on whatever day. */
	function neighbours({ entry, place }: PublicSession): Record<"previous" | "next", PublicSession | undefined> {
		const all = current()?.days.flatMap(({ sessions }) =>
			sessions.filter((one) => one.place.trackId === place.trackId),
		);
		const track = (all ?? []).sort((one, other) => one.start.localeCompare(other.start));
		const at = track.findIndex((one) => one.entry.id === entry.id);
		return { previous: track[at - 1], next: track[at + 1] };
	}

	/** The day it is at an instant where the event is, if it is a day of the event. @param instant milliseconds since the epoch */
	function dayAt(instant: number): PublicDay | undefined {
		const [date] = isoIn(instant, event.zone()).split("T");
		return current()?.days.find((day) => day.date === date);
	}

	/**
	 * Where an entry was released, for its author: also while something is missing that keeps it from being shown.
	 * `start` is ISO 8601 in the event's zone.
	 */
	function placeOf(
		entry: Pick<EntryRow, "id" | "kind" | "status" | "toldStatus" | "presence">,
	): { place: Place; start: string } | undefined {
		const release = releases.current();
		if (!release || !maySchedule(asTold(entry))) return;
		const place = places().get(entry.id);
		return place && { place, start: isoIn(instantOf(place, event.zone()), event.zone()) };
	}

	/** Numbers of the entries in it. */
	const ids = db.remembering(
		(): ReadonlySet<number> =>
			new Set(current()?.days.flatMap(({ sessions }) => sessions.map(({ entry }) => entry.id))),
	);

	return { current, session, neighbours, dayAt, placeOf, ids };
}
