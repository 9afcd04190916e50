/** Days of the schedule as tables. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { chosenTrack } from "../programmes/answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatDate } from "../programmes/window.ts";
import { endOf, eventTitle, type GridDay, type GridSlot, minutesOf, specialAt } from "../schedule/grid.ts";

type Board = ReturnType<AppLoadContext["services"]["schedule"]["board"]>;
export type BoardDay = ReturnType<typeof dayOf>[number];
/** A cell of a table: `rows` and `columns` are how many it covers. */
export type Cell = SpecialCell | EntryCell | FreeCell;

interface Extent {
	/** `HH:MM` at which it ends. */
	end: string;
	rows: number;
}

export interface SpecialCell extends Extent {
	kind: "special";
	id: number;
	title: string;
	columns: number;
}

export interface FreeCell extends Extent {
	kind: "free";
}

export interface EntryCell extends Extent {
	kind: "entry";
	id: number;
	reference: string;
	title: string;
	speaker: string;
	/** The entry's own track. */
	trackId: string | null;
	placeable: boolean;
	clashes: boolean;
	/** Shown before the server has answered. */
	isPending?: boolean;
}

interface Words {
	/** What an entry without a title is called. */
	untitled: string;
	labelOf: (track: string | null) => string;
	clashing: ReadonlySet<number>;
	locale: AppLoadContext["locale"];
}

/**
 * A day as a table: a row for each start time, a column for each track. Null: nothing takes place. "covered": a cell
 * above or to the left spans it. No rows without slots.
 */
export function dayOf(
	day: GridDay,
	track: string,
	{ talks }: Pick<Board, "talks">,
	{ labelOf, clashing, locale, untitled }: Words,
) {
	const tracks = day.tracks
		.filter(({ id }) => track === "" || id === track)
		.map((one) => ({ ...one, label: labelOf(one.id) }));
	const shown = new Set(tracks.map(({ id }) => id));
	const specials = day.specials.filter(({ trackId }) => trackId === null || shown.has(trackId));
	const slots = day.slots.filter(({ trackId }) => shown.has(trackId));
	if (tracks.length === 0 || slots.length + specials.length === 0) return [];
	const times = [...new Set([...slots, ...specials].map(({ time }) => time))].sort();
	const free = new Map<string, FreeCell>();
	const columns = tracks.map(({ id }) => columnOf(id));
	const rows = times.map((time, row) => ({ time, cells: merged(columns.map((column) => column[row] ?? null)) }));
	return [{ id: day.id, date: day.date, label: formatDate(day.date, locale, "whole"), tracks, rows }];

	/** From top to bottom. The next item in a column ends the one above it. */
	function columnOf(trackId: string) {
		const begun = times.map((time) => begunAt(trackId, time));
		const cells: (Cell | "covered" | null)[] = begun.map(() => null);
		for (const [row, one] of begun.entries()) {
			if (!one) continue;
			const end = minutesOf(one.at.time) + one.at.minutes;
			const next = times.findIndex((time, index) => index > row && (begun[index] || minutesOf(time) >= end));
			const rows = (next < 0 ? times.length : next) - row;
			cells.fill("covered", row, row + rows);
			cells[row] = one.cell({ end: endOf(one.at), rows });
		}
		return cells;
	}

	function begunAt(trackId: string, time: string) {
		const slot = slots.find((one) => one.trackId === trackId && one.time === time);
		if (slot) return { at: slot, cell: (extent: Extent) => slotCell(slot, extent) };
		const special = specialAt({ specials }, { trackId, time, minutes: 1 });
		if (!special || special.time !== time) return;
		const title = eventTitle(special, locale);
		return {
			at: special,
			cell: (extent: Extent): Cell => ({ kind: "special", id: special.id, title, columns: 1, ...extent }),
		};
	}

	function slotCell(slot: GridSlot, extent: Extent): Cell {
		const talk = slot.entryId === null ? undefined : talks.get(slot.entryId);
		if (!talk) return freeFor(extent);
		const { id, name: speaker, placeable } = talk;
		const title = talk.title || untitled;
		const known = { id, reference: spotId(talk), title, speaker, trackId: chosenTrack(talk) };
		return { kind: "entry", ...extent, ...known, placeable, clashes: clashing.has(id) };
	}

	/** Equal cells share one object, which is sent to browsers only once. */
	function freeFor(extent: Extent): FreeCell {
		const key = `${extent.end} ${extent.rows}`;
		const cell = free.get(key) ?? { kind: "free" as const, ...extent };
		free.set(key, cell);
		return cell;
	}
}

type Cells = (Cell | "covered" | null)[];

/** What takes place in neighbouring columns is one cell across them. */
function merged(cells: Cells): Cells {
	let first: SpecialCell | undefined;
	return cells.map((cell) => {
		const isSpecial = cell !== null && cell !== "covered" && cell.kind === "special";
		if (isSpecial && first?.id === cell.id && first.rows === cell.rows) {
			first.columns += 1;
			return "covered";
		}
		first = isSpecial ? cell : undefined;
		return cell;
	});
}
