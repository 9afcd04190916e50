import { type RawForm, textOf } from "../../../app/programmes/answers.ts";
import type { Field } from "../../../app/programmes/define.ts";
import { alikeFields, isAsked } from "../../../app/programmes/forms.ts";
import { firstCharacters, LONGEST_SEEN } from "../../../app/programmes/shown-again.ts";
import type { drafts } from "../../../db/schema.ts";
import type { Submission } from "./submission.ts";

/** Maximum length and number of chosen options. */
const MOST_CHOSEN = 50;
const LONGEST_CHOICE = 200;

/**
 * The values to store: the programme's fields (tokens and counts belong to one page), cut to their limits, and what the
 * form of an entry was opened with. Answers the form does not ask for are taken from `present`.
 */
export function toKeep(
	{ programme, place, isSwitched }: Pick<Submission, "programme" | "place" | "isSwitched">,
	posted: RawForm,
	photo: string | undefined,
	present: RawForm,
): RawForm {
	const values: Record<string, string | readonly string[]> = {};
	for (const field of programme.fields) {
		const value = (isAsked(programme, field, place) ? posted : present)[field.name];
		if (value !== undefined && field.kind !== "photo") values[field.name] = cut(field, value);
	}
	for (const names of isSwitched ? alikeFields(programme) : []) {
		const typed = names.map((name) => values[name]).find((value) => value !== undefined && value.length > 0);
		for (const name of names) if (typed !== undefined && !values[name]?.length) values[name] = typed;
	}
	const seen = textOf(posted, "seen").slice(0, LONGEST_SEEN);
	return { ...values, ...(seen && { seen }), ...(photo && { photo }) };
}

/**
 * Whether a version holds every answer of another. Its own photo may be another: a photo that is sent at once, and again
 * with the form, is stored in two sizes.
 */
export function holdsAll(
	{ photo, seen: _, ...values }: RawForm,
	{ photo: otherPhoto, seen: _other, ...others }: RawForm,
): boolean {
	return (photo !== undefined || otherPhoto === undefined) && JSON.stringify(values) === JSON.stringify(others);
}

/** Whether a form holds every answer that a version has. The photo of a form is stored with its entry. */
export function isPartOf({ photo: _, seen: _seen, ...version }: RawForm, form: RawForm): boolean {
	return Object.entries(version).every(
		([name, value]) => String(value).trim() === "" || JSON.stringify(value) === JSON.stringify(form[name]),
	);
}

/** The photos of all versions of a draft. */
export function photosIn(draft: Pick<typeof drafts.$inferSelect, "values" | "older"> | undefined): unknown[] {
	return draft ? [draft.values.photo, ...draft.older.map(({ values }) => values.photo)] : [];
}

function cut(field: Field, value: string | readonly string[]): string | readonly string[] {
	const most = "max" in field ? field.max : LONGEST_CHOICE;
	if (typeof value !== "string") return value.slice(0, MOST_CHOSEN).map((one) => shorten(one, most));
	return shorten(value, most);
}

/** Keeps one character beyond the limit, so that the form can report the excess. */
function shorten(text: string, most: number): string {
	return text.length <= most ? text : firstCharacters(text.replace(/\r\n?/g, "\n").trim(), most + 1);
}
