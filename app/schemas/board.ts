import { z } from "zod";
import { textOf } from "../programmes/answers.ts";
import { boardButton, entryNamed } from "../schedule/board-buttons.ts";
import { type SlotName, slotOf } from "../schedule/grid.ts";
import { entryNumber, knownTrack } from "./listing.ts";

const boardQuery = z.object({
	entries: z.string().max(100).catch(""),
	track: z.string().max(100).catch(""),
	day: z.string().max(100).catch(""),
});

/**
 * What the schedule's screen reads from its address, "" for all. An address that names one track, in either parameter or
 * in both, narrows entries and columns to it; `entries` is left only where it differs from `track`.
 */
export function readBoard(search: URLSearchParams, tracks: ReadonlySet<string>, days: readonly { id: string }[]) {
	const asked = boardQuery.parse(Object.fromEntries(search));
	const entries = knownTrack(asked.entries, tracks);
	const track = knownTrack(asked.track, tracks);
	const day = days.some(({ id }) => id === asked.day) ? asked.day : "";
	const isOne = entries === "" || track === "" || entries === track;
	return isOne ? { entries: "", track: track || entries, day } : { entries, track, day };
}

/** An entry as a form names it: its number, and where it stands on the page that was seen. */
export interface SeenEntry {
	entryId: number;
	from: SlotName | undefined;
}

/**
 * What the schedule's screen posts: the button that was pressed, and the entry that was chosen. What is meant stands in
 * the name of a button (`do.place.day1-ai-next-09:00`), because some browsers show its value instead of its text.
 */
export function boardOrder(form: Parameters<typeof textOf>[0]) {
	const [{ does, meant } = { does: "", meant: "" }] = Object.keys(form).flatMap((name) => boardButton(name) ?? []);
	return {
		undo: does === "undo" ? entryNumber.parse(meant) : 0,
		remove: does === "remove" ? seenEntry(meant) : undefined,
		to: does === "place" ? slotOf(meant) : undefined,
		entry: seenEntry(textOf(form, "entry")),
	};
}

function seenEntry(value: string): SeenEntry | undefined {
	const { id, from } = entryNamed(value);
	const entryId = entryNumber.parse(id);
	return entryId === 0 ? undefined : { entryId, from };
}
