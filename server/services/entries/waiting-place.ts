import { WAITING } from "../../../app/lifecycle.ts";
import type { EntryRow } from "./entry-rows.ts";

/**
 * The place that a change takes from an entry: whoever comes to the waiting list of a track, by another status or from
 * another track, stands at its end.
 * @param isUndo puts the entry back where it stood, where only its status had changed
 */
export function placeLost(
	present: Pick<EntryRow, "status" | "trackId">,
	{ status, trackId }: Partial<EntryRow>,
	isUndo = false,
): Partial<Pick<EntryRow, "waitingPlace">> {
	const comes = status !== undefined && status !== present.status && WAITING.includes(status);
	const moves = trackId !== undefined && trackId !== present.trackId;
	return moves || (comes && !isUndo) ? { waitingPlace: null } : {};
}
