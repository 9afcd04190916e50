import { type Grid, type Place, placesIn, type SpecialEvent } from "./grid.ts";

/** What differs between two versions of the schedule. `from` and `to` are absent where there is no place. */
export type ScheduleChange =
	| { kind: "added"; entryId: number; to: Place }
	| { kind: "removed"; entryId: number; from: Place }
	| { kind: "moved"; entryId: number; from: Place; to: Place }
	| { kind: "special"; from: DatedSpecial | undefined; to: DatedSpecial | undefined };

type DatedSpecial = SpecialEvent & { date: string };

/** Changes from one version to the next: entries by their new place in time, then what takes place beside them. */
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
	return [...changes, ...changedSpecials(specialsIn(before), specialsIn(after))];
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
