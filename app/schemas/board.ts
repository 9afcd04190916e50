import { z } from "zod";
import { textOf } from "../programmes/answers.ts";
import { type SlotName, slotOf } from "../schedule/grid.ts";
import { entryNumber, knownTrack } from "./listing.ts";

const boardQuery = z.object({
	entries: z.string().max(100).catch(""),
	track: z.string().max(100).catch(""),
});

/** What the schedule's screen reads from its address: ids of tracks (`tracks` are those there are), "" for all. */
export function readBoard(search: URLSearchParams, tracks: ReadonlySet<string>) {
	const { entries, track } = boardQuery.parse(Object.fromEntries(search));
	return { entries: knownTrack(entries, tracks), track: knownTrack(track, tracks) };
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
	const [, button = "", meant = ""] = Object.keys(form).flatMap((name) => BUTTON.exec(name) ?? []);
	return {
		undo: button === "undo" ? entryNumber.parse(meant) : 0,
		remove: button === "remove" ? seenEntry(meant) : undefined,
		to: button === "place" ? slotOf(meant) : undefined,
		entry: seenEntry(textOf(form, "entry")),
	};
}

const BUTTON = /^do\.(undo|remove|place)\.(.+)$/;

function seenEntry(value: string): SeenEntry | undefined {
	const [id = "", key = ""] = value.split("@");
	const entryId = entryNumber.parse(id);
	return entryId === 0 ? undefined : { entryId, from: slotOf(key) };
}
