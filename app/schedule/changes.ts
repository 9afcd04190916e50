import { type Grid, type GridDay, type Place, placesIn, type SpecialEvent } from "./grid.ts";

/** What differs between two versions of the schedule. `from` and `to` are absent where there is no place. */
export type ScheduleChange =
	| { kind: "added"; entryId: number; to: Place }
	| { kind: "removed"; entryId: number; from: Place }
	| { kind: "moved"; entryId: number; from: Place; to: Place }
	| { kind: "special"; from: DatedSpecial | undefined; to: DatedSpecial | undefined }
	/** A day of the event: its date before and after. */
	| { kind: "day"; from: string | undefined; to: string | undefined }
	/** A track of a day that both versions have: its room before and after, undefined where it has no column. */
	| { kind: "track"; date: string; trackId: string; from: string | undefined; to: string | undefined };

type DatedSpecial = SpecialEvent & { date: string };

/**
 * Changes from one version to the next: entries by their new place in time, then what takes place beside them, days, and
 * the tracks of days. None of them only when nothing that is public differs.
 */
export function changesBetween(before: Grid, after: Grid): ScheduleChange[] {
	const from = placesIn(before);
	const to = placesIn(after);
	const changes: ScheduleChange[] = [];
	for (const [entryId, place] of to) {
		const was = from.get(entryId);
		if (!was) changes.push({ kind: "added", entryId, to: place });
		else if (textOf(was) !== textOf(place)) changes.push({ kind: "moved", entryId, from: was, to: place });
	}
	for (const [entryId, place] of from) {
		if (!to.has(entryId)) changes.push({ kind: "removed", entryId, from: place });
	}
	return [...changes, ...changedSpecials(specialsIn(before), specialsIn(after)), ...changedDays(before, after)];
}

function changedDays(before: Grid, after: Grid): ScheduleChange[] {
	const ids = new Set([...before.days, ...after.days].map(({ id }) => id));
	return [...ids].flatMap((id): ScheduleChange[] => {
		const from = before.days.find((day) => day.id === id);
		const to = after.days.find((day) => day.id === id);
		if (!from || !to) return [{ kind: "day", from: from?.date, to: to?.date }];
		const dates: ScheduleChange[] = from.date === to.date ? [] : [{ kind: "day", from: from.date, to: to.date }];
		return [...dates, ...changedTracks(from, to)];
	});
}

function changedTracks(before: GridDay, after: GridDay): ScheduleChange[] {
	const roomIn = ({ tracks }: GridDay, trackId: string) => tracks.find(({ id }) => id === trackId)?.room;
	const ids = new Set([...before.tracks, ...after.tracks].map(({ id }) => id));
	return [...ids]
		.filter((id) => roomIn(before, id) !== roomIn(after, id))
		.map((trackId) => ({
			kind: "track" as const,
			date: after.date,
			trackId,
			from: roomIn(before, trackId),
			to: roomIn(after, trackId),
		}));
}

function changedSpecials(from: Map<number, DatedSpecial>, to: Map<number, DatedSpecial>): ScheduleChange[] {
	const ids = new Set([...from.keys(), ...to.keys()]);
	return [...ids]
		.filter((id) => JSON.stringify(from.get(id)) !== JSON.stringify(to.get(id)))
		.map((id) => ({ kind: "special", from: from.get(id), to: to.get(id) }));
}

function specialsIn({ days }: Grid): Map<number, DatedSpecial> {
	return new Map(days.flatMap(({ date, specials }) => specials.map((event) => [event.id, { ...event, date }])));
}

/** What people notice of a place. */
export function textOf({ date, time, minutes, trackId, room }: Place): string {
	return JSON.stringify([date, time, minutes, trackId, room]);
}
