/** The names by which the board's form says what is meant. Browser and server read them. */
import { type SlotName, slotOf } from "./grid.ts";

const BUTTON = /^do\.(undo|remove|place)\.(.+)$/;

/** What a button is for, and what it names; undefined for one of another name. */
export function boardButton(name: string): { does: string; meant: string } | undefined {
	const [, does, meant] = BUTTON.exec(name) ?? [];
	return does && meant ? { does, meant } : undefined;
}

/** The parts of an entry's name in a form (`12`, `12@day1-ai-next-09:00`): its number as text, and where it was seen. */
export function entryNamed(value: string): { id: string; from: SlotName | undefined } {
	const [id = "", key = ""] = value.split("@");
	return { id, from: slotOf(key) };
}
