import type { Cell } from "../../pages/board-days.server.ts";

/** The class of a slot, by its content. */
export const SLOT_CLASS: Record<Cell["kind"], string | undefined> = {
	special: "slot-special",
	entry: "slot-entry",
	free: "slot-free",
};
