import type { Grid } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { days, dayTracks, slots, specialEvents } from "../../../db/schema.ts";

/** Removes the grid of the current event. */
export function clearGrid(tx: Orm): void {
	for (const table of [slots, specialEvents, dayTracks, days]) tx.delete(table).run();
}

/** Lays a grid into empty tables, with the entries of its slots. Special events get new numbers unless it is a kept one. */
export function layGrid(tx: Orm, grid: Grid, isKept = false): void {
	for (const { id: dayId, date, tracks, slots: own, specials } of grid.days) {
		tx.insert(days).values({ id: dayId, date }).run();
		for (const { id: trackId, room } of tracks) tx.insert(dayTracks).values({ dayId, trackId, room }).run();
		for (const slot of own)
			tx.insert(slots)
				.values({ ...slot, dayId })
				.run();
		for (const { id, ...special } of specials) {
			tx.insert(specialEvents)
				.values({ ...special, dayId, ...(isKept && { id }) })
				.run();
		}
	}
}

interface Moved {
	/** `2026-09-12` */
	firstDay: string;
	/** A new name for each day. */
	dayIds: readonly string[];
	/** The names of the copies of tracks, by those of the originals. */
	trackIds: ReadonlyMap<string, string>;
}

/** The shape of a grid for another event: its days moved, its tracks replaced by their copies, without entries. */
export function movedTo(grid: Grid, { firstDay, dayIds, trackIds }: Moved): Grid {
	const first = grid.days.map(({ date }) => date).sort()[0] ?? firstDay;
	const distance = Date.parse(firstDay) - Date.parse(first);
	const copy = (id: string) => trackIds.get(id) ?? id;
	return {
		days: grid.days.map(({ id, date, tracks, slots: own, specials }, index) => ({
			id: dayIds[index] ?? id,
			date: new Date(Date.parse(date) + distance).toISOString().slice(0, 10),
			tracks: tracks.map((track) => ({ ...track, id: copy(track.id) })),
			slots: own.map((slot) => ({ ...slot, trackId: copy(slot.trackId), entryId: null })),
			specials: specials.map((special) => ({
				...special,
				trackId: special.trackId === null ? null : copy(special.trackId),
			})),
		})),
	};
}
