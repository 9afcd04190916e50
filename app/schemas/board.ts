import { z } from "zod";
import { textOf } from "../programmes/answers.ts";
import { type SlotName, slotKey, slotOf } from "../schedule/grid.ts";
import { entryNumber } from "./listing.ts";

/** What the schedule's screen reads from its address: ids of tracks, "" for all. */
export const boardQuery = z.object({
	entries: z.string().max(100).catch(""),
	track: z.string().max(100).catch(""),
});

/** An entry as a form names it: its number, and where it stands on the page that was seen. */
export interface SeenEntry {
	entryId: number;
	from: SlotName | undefined;
}

/** `12@day1-ai-next-09:00`, or `12` for what stands nowhere. */
export function entryValue(id: number, at?: SlotName): string {
	return at ? `${id}@${slotKey(at)}` : String(id);
}

/** What the schedule's screen posts: one of these. */
export function boardOrder(form: Parameters<typeof textOf>[0]) {
	return {
		undo: entryNumber.parse(textOf(form, "undo")),
		remove: seenEntry(textOf(form, "remove")),
		entry: seenEntry(textOf(form, "entry")),
		to: slotOf(textOf(form, "to")),
	};
}

function seenEntry(value: string): SeenEntry | undefined {
	const [id = "", key = ""] = value.split("@");
	const entryId = entryNumber.parse(id);
	return entryId === 0 ? undefined : { entryId, from: slotOf(key) };
}
