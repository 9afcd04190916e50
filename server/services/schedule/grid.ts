import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Grid, SlotName } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { days, dayTracks, slots, specialEvents, tracks } from "../../../db/schema.ts";

/** The grid as it is now: the organisers' draft. */
export function readGrid(tx: Orm): Grid {
	const tracksShown = tx
		.select({ dayId: dayTracks.dayId, id: dayTracks.trackId, room: dayTracks.room })
		.from(dayTracks)
		.innerJoin(tracks, eq(tracks.id, dayTracks.trackId))
		.orderBy(asc(tracks.position))
		.all();
	const allSlots = tx
		.select({
			dayId: slots.dayId,
			trackId: slots.trackId,
			time: slots.time,
			minutes: slots.minutes,
			entryId: slots.entryId,
		})
		.from(slots)
		.innerJoin(tracks, eq(tracks.id, slots.trackId))
		.orderBy(asc(slots.time), asc(tracks.position))
		.all();
	const allSpecials = tx.select().from(specialEvents).orderBy(asc(specialEvents.time), asc(specialEvents.id)).all();
	return {
		days: tx
			.select()
			.from(days)
			.orderBy(asc(days.date))
			.all()
			.map((day) => ({
				...day,
				tracks: ofDay(tracksShown, day.id),
				slots: ofDay(allSlots, day.id),
				specials: ofDay(allSpecials, day.id),
			})),
	};
}

/** The condition that names one slot. */
export function slotNamed({ dayId, trackId, time }: SlotName) {
	return and(eq(slots.dayId, dayId), eq(slots.trackId, trackId), eq(slots.time, time));
}

/** Numbers of the entries that have a place in the draft. */
export function placedIds(tx: Orm): ReadonlySet<number> {
	const rows = tx.select({ id: slots.entryId }).from(slots).where(isNotNull(slots.entryId)).all();
	return new Set(rows.flatMap(({ id }) => id ?? []));
}

function ofDay<Row extends { dayId: string }>(rows: readonly Row[], id: string): Omit<Row, "dayId">[] {
	return rows.filter(({ dayId }) => dayId === id).map(({ dayId: _, ...row }) => row);
}
