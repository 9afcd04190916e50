import { CHOSEN } from "../../open-in-list.ts";
import type { BoardState } from "../../schedule/board-filters.ts";
import { listPath } from "../lists/list-url.ts";

/** Address of the organisers' schedule. In a file of its own, so that importing it does not load the screen. */
export const BOARD = "/admin/schedule";

/** The address of the board with these filters and this day, and an entry chosen: `12`, or `12@day1-ai-next-09:00` in a slot. */
export function boardPath(state: Partial<BoardState>, chosen = ""): string {
	return listPath(BOARD, { ...state, [CHOSEN]: chosen });
}

/** Part of the page of conflicts with the talks that are to be taken off. */
export const LOST_TALKS = "lost";
