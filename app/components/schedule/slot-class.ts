import type { Cell } from "../../pages/board.server.ts";

/** How a slot looks with what is in it. */
export const SLOT_CLASS: Record<Cell["kind"], string | undefined> = {
	special: "slot-special",
	entry: "slot-entry",
	free: undefined,
};
