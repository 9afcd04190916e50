import type { SlotName } from "./grid.ts";

/**
 * Whether the board places an entry in a slot (specification section 5: both filters on one track): in a column of the
 * entry's own track, and within the column in which it is already.
 */
export function isOwnTrack(
	entry: { trackId: string | null },
	from: Pick<SlotName, "trackId"> | undefined,
	to: Pick<SlotName, "trackId">,
): boolean {
	return to.trackId === entry.trackId || to.trackId === from?.trackId;
}
