/** Slots at regular times, and slots chosen by their time. Pure. */
import { type Grid, minutesOf, overlap, type SlotName, specialAt, timeOf } from "./grid.ts";

/** Some tracks of some days, between two times. Both times belong to it. */
export interface Span {
	dayIds: readonly string[];
	trackIds: readonly string[];
	/** `HH:MM`; a slot is meant by its beginning. */
	from: string;
	to: string;
}

/** A slot every so many minutes: `every` from one beginning to the next, `minutes` its length. */
export interface Series extends Span {
	every: number;
	minutes: number;
}

/** What a series would do to one track of one day. Every time of the series is in one of the lists. */
export interface PlannedColumn {
	dayId: string;
	trackId: string;
	/** Slots would be added at these times. */
	added: string[];
	/** There is a slot that begins then. */
	present: string[];
	/** A special event takes place then. */
	special: string[];
	/** Another slot takes place then. */
	overlapping: string[];
	/** The track has no column on that day: nothing is added. */
	missing: boolean;
	/** How many slots the track would have on that day. */
	total: number;
}

/** When the slots of a series begin; the last of them at `to` or before. */
export function timesOf({ from, to, every }: Pick<Series, "from" | "to" | "every">): string[] {
	const times: string[] = [];
	for (let at = minutesOf(from); at <= minutesOf(to); at += every) times.push(timeOf(at));
	return times;
}

/** What a series would add and what it leaves alone, day by day and track by track as the grid has them. */
export function planSeries(grid: Grid, series: Series): PlannedColumn[] {
	const times = timesOf(series);
	return grid.days
		.filter(({ id }) => series.dayIds.includes(id))
		.flatMap((day) => {
			const shown = day.tracks.map(({ id }) => id).filter((id) => series.trackIds.includes(id));
			const others = series.trackIds.filter((id) => !shown.includes(id));
			return [...shown, ...others].map((trackId): PlannedColumn => {
				const own = day.slots.filter((slot) => slot.trackId === trackId);
				const column: PlannedColumn = {
					dayId: day.id,
					trackId,
					added: [],
					present: [],
					special: [],
					overlapping: [],
					missing: others.includes(trackId),
					total: own.length,
				};
				if (column.missing) return column;
				for (const time of times) {
					const slot = { trackId, time, minutes: series.minutes };
					if (own.some((one) => one.time === time)) column.present.push(time);
					else if (specialAt(day, slot)) column.special.push(time);
					else if (own.some((one) => overlap(one, slot))) column.overlapping.push(time);
					else column.added.push(time);
				}
				return { ...column, total: own.length + column.added.length };
			});
		});
}

/** The slots that begin within a span. */
export function slotsWithin(grid: Grid, { dayIds, trackIds, from, to }: Span): SlotName[] {
	return grid.days
		.filter(({ id }) => dayIds.includes(id))
		.flatMap(({ id: dayId, slots }) =>
			slots
				.filter(({ trackId, time }) => trackIds.includes(trackId) && time >= from && time <= to)
				.map(({ trackId, time }) => ({ dayId, trackId, time })),
		);
}
