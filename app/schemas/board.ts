import { textOf } from "../programmes/answers.ts";
import { boardButton, entryNamed } from "../schedule/board-buttons.ts";
import { type SlotName, slotOf } from "../schedule/grid.ts";
import { entryNumber } from "./listing.ts";

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
