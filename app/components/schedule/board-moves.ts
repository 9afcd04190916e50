import type { Move } from "../../hooks/board-orders.ts";
import type { BoardEntry, BoardPage } from "../../pages/board.server.ts";
import type { BoardDay, Cell, EntryCell } from "../../pages/board-days.server.ts";
import { listsTrack } from "../../schedule/board-filters.ts";
import type { SlotName } from "../../schedule/grid.ts";

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
	const isListed = !to && "placeable" in talk && talk.placeable && listsTrack(board.state, talk.trackId);
	return {
		...board,
		entries: isListed ? [entryOf(board, talk), ...entries] : entries,
		days: board.days.map((day) => withTalk(day, talk, to)),
	};
}

/** Rows that stay as they are remain the same objects, so that they need not be rendered again. */
function withTalk(day: BoardDay, talk: Waiting, to: SlotName | undefined): BoardDay {
	const goal = to?.dayId === day.id ? day.tracks.findIndex(({ id }) => id === to.trackId) : -1;
	const rows = day.rows.map((row) => {
		const goalCell = row.time === to?.time ? row.cells[goal] : undefined;
		const isGoal = goalCell && goalCell !== "covered" && goalCell.kind === "free";
		const isHere = row.cells.some((cell) => isOf(cell, talk));
		if (!isGoal && !isHere) return row;
		const cells = row.cells.map((cell, index) => {
			if (isGoal && index === goal) return taken(goalCell, talk);
			return isOf(cell, talk) ? emptied(cell) : cell;
		});
		return { ...row, cells };
	});
	return { ...day, rows };
}

function isOf(cell: Cell | "covered" | null, { id }: Waiting): cell is EntryCell {
	return cell !== null && cell !== "covered" && cell.kind === "entry" && cell.id === id;
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
