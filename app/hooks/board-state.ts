import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, useContext, useMemo } from "react";
import { CHOSEN } from "../open-in-list.ts";
import type { BoardPage } from "../pages/board.server.ts";
import { type BoardState, readBoard } from "../schedule/board-filters.ts";

interface Shared {
	/** Filters and choice in the address, even while its page is loading. */
	state: BoardState;
	chosen: BoardPage["chosen"];
}

export const BoardContext = createContext<Shared>({ state: { entries: "", track: "", day: "" }, chosen: undefined });

/** What all cards and slots of the board go by. */
export const useBoard = () => useContext(BoardContext);

/**
 * Filters, day and chosen entry of the board: from the present address, or from the next one while that is loading.
 * @param path the board's address without them
 */
export function useBoardAddress(
	path: string,
	{ tracks, dayLinks }: Pick<BoardPage, "tracks" | "dayLinks">,
): { state: BoardState; choice: string } {
	const location = useLocation();
	const next = useNavigation().location;
	const search = new URLSearchParams((next?.pathname === path ? next : location).search);
	const { entries, track, day } = readBoard(search, new Set(tracks.map(({ id }) => id)), dayLinks);
	const state = useMemo(() => ({ entries, track, day }), [entries, track, day]);
	return { state, choice: search.get(CHOSEN) ?? "" };
}
