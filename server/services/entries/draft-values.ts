import type { RawForm } from "../../../app/programmes/answers.ts";
import type { Field } from "../../../app/programmes/define.ts";
import { isAsked } from "../../../app/programmes/forms.ts";
import { firstCharacters } from "../../../app/programmes/shown.ts";
import type { Submission } from "./submission.ts";

/** For answers chosen from a list: no option is as long, and no list has as many. */
const MOST_CHOSEN = 50;
const LONGEST_CHOICE = 200;

/**
 * The programme's own controls only: tokens and counts belong to one page or session and would be wrong in another. What
 * is longer than its field can ever be is cut there. Answers the form does not ask for are those of `present`.
 */
export function toKeep(
	{ programme, place }: Pick<Submission, "programme" | "place">,
	posted: RawForm,
	photo: string | undefined,
	present: RawForm,
): RawForm {
	const values: Record<string, string | readonly string[]> = {};
	for (const field of programme.fields) {
		const value = (isAsked(programme, field, place) ? posted : present)[field.name];
		if (value !== undefined && field.kind !== "photo") values[field.name] = cut(field, value);
	}
	return photo ? { ...values, photo } : values;
}

function cut(field: Field, value: string | readonly string[]): string | readonly string[] {
	const most = "max" in field ? field.max : LONGEST_CHOICE;
	if (typeof value !== "string") return value.slice(0, MOST_CHOSEN).map((one) => shorten(one, most));
	return shorten(value, most);
}

/** Keeps one character more than the field takes, so that the form can tell that the text was too long. */
function shorten(text: string, most: number): string {
	return text.length <= most ? text : firstCharacters(text.replace(/\r\n?/g, "\n").trim(), most + 1);
}
