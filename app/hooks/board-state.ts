import { createContext, useContext } from "react";
import type { SlotName } from "../schedule/grid.ts";

interface BoardState {
	/** Entries can be placed at all. */
	matches: boolean;
	/** The entry whose radio button is chosen. */
	chosen: { trackId: string | null; from: SlotName | undefined } | undefined;
}

export const BoardContext = createContext<BoardState>({ matches: false, chosen: undefined });

/** What all cards and slots of the board go by. */
export const useBoard = () => useContext(BoardContext);
