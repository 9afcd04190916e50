import { type Grid, overlap, type Place } from "../../../app/schedule/grid.ts";
import { type Person, samePerson } from "./same-person.ts";

/** Where an entry that waits for a place could still go: how many free slots of its own track there are for it. */
export interface Possibilities {
	id: number;
	/** While the same person has no other place. */
	possible: number;
	/** While the same person is in another place. */
	clashing: number;
}

export interface WaitingEntry extends Person {
	id: number;
	trackId: string | null;
}

/** Possibilities of entries: the fewest first, then most clashes, then by number. */
export function possibilitiesOf(
	grid: Grid,
	waiting: readonly WaitingEntry[],
	placed: readonly (Person & { place: Place })[],
): Possibilities[] {
	const free = new Map<string, { dayId: string; time: string; minutes: number }[]>();
	for (const { id: dayId, slots } of grid.days) {
		for (const { trackId, time, minutes, entryId } of slots) {
			if (entryId !== null) continue;
			const ofTrack = free.get(trackId) ?? [];
			free.set(trackId, ofTrack);
			ofTrack.push({ dayId, time, minutes });
		}
	}
	return waiting
		.map((entry) => {
			const slots = free.get(entry.trackId ?? "") ?? [];
			const busy = placed.filter((one) => samePerson(one, entry)).map(({ place }) => place);
			const isBusy = (slot: (typeof slots)[number]) =>
				busy.some((place) => place.dayId === slot.dayId && overlap(place, slot));
			const clashing = busy.length === 0 ? 0 : slots.filter(isBusy).length;
			return { id: entry.id, possible: slots.length - clashing, clashing };
		})
		.sort((a, b) => a.possible - b.possible || b.clashing - a.clashing || a.id - b.id);
}
