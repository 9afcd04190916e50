import type { BoardEntry, BoardPage } from "../../pages/board.server.ts";
import type { BoardDay, Cell, EntryCell } from "../../pages/board-days.server.ts";
import { type SlotName, slotKey } from "../../schedule/grid.ts";

/** A change that was asked for and is not answered yet. */
export interface Move {
	entryId: number;
	/** Undefined: out of the schedule. */
	to: SlotName | undefined;
}

type Waiting = Pick<EntryCell, "id" | "reference" | "title" | "speaker" | "trackId">;

/** The board as it will be once these changes are done, so that each shows at once. */
export function withMoves(board: BoardPage, moves: readonly Move[]): BoardPage {
	return moves.reduce(withMove, board);
}

function withMove(board: BoardPage, { entryId, to }: Move): BoardPage {
	const waiting = board.entries.find(({ id }) => id === entryId);
	const present = cellsOf(board).find((cell) => cell.kind === "entry" && cell.id === entryId);
	const talk = waiting ? { ...waiting, speaker: waiting.name } : present?.kind === "entry" ? present : undefined;
	if (!talk) return board;
	const entries = board.entries.filter(({ id }) => id !== entryId);
	return {
		...board,
		entries: to ? entries : [entryOf(board, talk), ...entries],
		days: board.days.map((day) => withTalk(day, talk, to)),
	};
}

function withTalk(day: BoardDay, talk: Waiting, to: SlotName | undefined): BoardDay {
	const goal = to && slotKey(to);
	return {
		...day,
		rows: day.rows.map(({ time, cells }) => ({
			time,
			cells: cells.map((cell, index) => {
				if (cell === null || cell === "covered") return cell;
				const key = slotKey({ dayId: day.id, trackId: day.tracks[index]?.id ?? "", time });
				if (key === goal && cell.kind === "free") return taken(cell, talk);
				return cell.kind === "entry" && cell.id === talk.id ? emptied(cell) : cell;
			}),
		})),
	};
}

function taken({ end, rows }: Cell, { id, reference, title, speaker, trackId }: Waiting): EntryCell {
	const known = { id, reference, title, speaker, trackId };
	return { kind: "entry", end, rows, ...known, placeable: true, clashes: false, isPending: true };
}

function emptied({ end, rows }: Cell): Cell {
	return { kind: "free", end, rows };
}

function entryOf({ tracks }: BoardPage, { id, reference, title, speaker, trackId }: Waiting): BoardEntry {
	const track = tracks.find((one) => one.id === trackId)?.label ?? "";
	return { id, reference, title, name: speaker, org: "", trackId, track };
}

/** All cells of all days. */
export function cellsOf(board: Pick<BoardPage, "days">): Cell[] {
	return board.days.flatMap(({ rows }) =>
		rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell === null || cell === "covered" ? [] : [cell]))),
	);
}
