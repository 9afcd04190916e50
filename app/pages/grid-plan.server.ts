/** The preview of slots at regular times. Server only. */
import type { PlannedColumn } from "../schedule/series.ts";

/** Tracks of one day to which the same would happen. */
export interface PlanGroup {
	day: string;
	tracks: string[];
	added: string[];
	present: string[];
	special: string[];
	overlapping: string[];
	missing: boolean;
}

interface Words {
	dayOf: (id: string) => string;
	trackOf: (id: string) => string;
}

/** Combines tracks of a day with the same result, which makes the preview readable. In the order of the plan. */
export function planGroups(columns: readonly PlannedColumn[], { dayOf, trackOf }: Words): PlanGroup[] {
	const groups = new Map<string, PlanGroup>();
	for (const { dayId, trackId, total: _, ...rest } of columns) {
		const key = JSON.stringify([dayId, rest]);
		const group = groups.get(key) ?? { ...rest, day: dayOf(dayId), tracks: [] };
		group.tracks.push(trackOf(trackId));
		groups.set(key, group);
	}
	return [...groups.values()];
}
