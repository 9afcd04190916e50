import type { Runtime } from "../runtime.ts";
import { createGridDays } from "./grid-days.ts";
import { createGridSlots } from "./grid-slots.ts";
import { createSpecialEvents } from "./special-events.ts";

/**
 * Edits the grid of the schedule. Whatever would take the place of an entry is refused and names it, until whoever asks
 * says that they know (`sure`). Each edit is one transaction.
 */
export function createGridEditing(runtime: Pick<Runtime, "db" | "now">) {
	return { ...createGridDays(runtime), ...createGridSlots(runtime), ...createSpecialEvents(runtime) };
}
