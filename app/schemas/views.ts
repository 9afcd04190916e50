import { MOST_IN_VIEW_NAME, VIEW_BUTTONS } from "../enumerations.ts";
import { oneLine, type RawForm, textOf } from "../programmes/answers.ts";
import { isPlainText } from "../programmes/problems.ts";
import { entryNumber } from "./listing.ts";

/** What is wrong with the name of a view. */
export type NameFault = "nameless" | "nameTooLong" | "nameOdd";

/** What a form asks about a view; undefined where none of its buttons was pressed. */
export function viewPressed(form: RawForm) {
	const [pressed] = Object.entries(VIEW_BUTTONS).find(([, button]) => button in form) ?? [];
	if (!pressed) return;
	// Marks that nobody sees would let names look alike, or turn the text round.
	const name = oneLine(textOf(form, "view-name").replace(/\p{Cf}/gu, ""));
	const isSure = "view-sure" in form;
	return { pressed: pressed as keyof typeof VIEW_BUTTONS, id: entryNumber.parse(textOf(form, "view")), name, isSure };
}

export function nameFault(name: string): NameFault | undefined {
	if (name === "") return "nameless";
	if ([...name].length > MOST_IN_VIEW_NAME) return "nameTooLong";
	return isPlainText(name) ? undefined : "nameOdd";
}
