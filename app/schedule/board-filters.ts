/** The two filters of the organisers' board, and where they let an entry be placed. Browser and server ask the same rule. */
import type { SlotName } from "./grid.ts";

/** Value of the second filter for all tracks, whatever the first one says. */
export const ALL_TRACKS = "*";

export interface BoardFilters {
	/** The track whose entries are listed; "" for all. */
	entries: string;
	/** The track whose slots are shown, or `ALL_TRACKS`; "" follows the first filter. */
	track: string;
}

export interface BoardState extends BoardFilters {
	/** "" for all days. */
	day: string;
}

/** Reads the filters and the day from an address; a bad value is dropped. */
export function readBoard(
	search: URLSearchParams,
	tracks: ReadonlySet<string>,
	days: readonly { id: string }[],
): BoardState {
	const entries = search.get("entries") ?? "";
	const track = search.get("track") ?? "";
	const day = search.get("day") ?? "";
	return {
		entries: tracks.has(entries) ? entries : "",
		track: track === ALL_TRACKS || tracks.has(track) ? track : "",
		day: days.some(({ id }) => id === day) ? day : "",
	};
}

/** The track whose slots are shown; "" for all. */
export function scheduleTrack({ entries, track }: BoardFilters): string {
	if (track === ALL_TRACKS) return "";
	return track || entries;
}

/** Both filters name the same track, or both all tracks. */
export function filtersAgree(filters: BoardFilters): boolean {
	return scheduleTrack(filters) === filters.entries;
}

/**
 * Whether the board places an entry in a slot: only while its filters agree. If both name one track, the slot must be in
 * that track; if both name all, in the entry's own. REST calls have no filters and do not ask. @param trackId the
 * entry's own track @param from where it is now
 */
export function takesEntry(
	filters: BoardFilters,
	{ trackId, from }: { trackId: string | null; from: Pick<SlotName, "trackId"> | undefined },
	to: Pick<SlotName, "trackId">,
): boolean {
	const { entries: track } = filters;
	if (!filtersAgree(filters)) return false;
	if (track === "") return to.trackId === trackId;
	// A misplaced entry is shown in the column of this track as well.
	return to.trackId === track && (trackId === track || from?.trackId === track);
}

/** The filters after an entry was chosen: the first one names its track. The second one follows, if it was not set itself. */
export function filtersFor<State extends BoardFilters>(state: State, trackId: string | null): State {
	return trackId === null ? state : { ...state, entries: trackId };
}

/** An entry stays chosen only while the first filter lists its track. */
export function listsTrack({ entries }: BoardFilters, trackId: string | null): boolean {
	return entries === "" || trackId === null || trackId === entries;
}
