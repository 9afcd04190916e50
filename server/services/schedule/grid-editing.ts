import type { Runtime } from "../runtime.ts";
import { createGridDays } from "./grid-days.ts";
import { createGridSlots } from "./grid-slots.ts";
import { createSpecialEvents } from "./special-events.ts";

/**
 * Edits the grid of the schedule. An edit that would unschedule entries is refused and names them, until the caller
 * confirms (`sure`). Each edit is one transaction.
 */
export function createGridEditing(runtime: Pick<Runtime, "db" | "event" | "now">) {
	return { ...createGridDays(runtime), ...createGridSlots(runtime), ...createSpecialEvents(runtime) };
}
