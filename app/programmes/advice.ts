import { type RawForm, textOf } from "./answers.ts";
import type { Programme } from "./define.ts";
import { type FormPlace, isAsked } from "./forms.ts";
import { countCharacters, countWords } from "./text-length.ts";

/** Names of the fields whose answers are longer or larger than their hints advise. They are accepted all the same. */
export function beyondAdvice(programme: Programme, place: FormPlace, form: RawForm, photoBytes: number): string[] {
	const asked = programme.fields.filter((field) => isAsked(programme, field, place));
	return asked.flatMap((field) => {
		if (field.kind === "photo") return photoBytes > field.adviceBytes ? [field.name] : [];
		if (field.kind !== "textarea" || !field.advice) return [];
		const text = textOf(form, field.name).replace(/\r\n?/g, "\n").trim();
		const n = field.advice.unit === "words" ? countWords(text) : countCharacters(text);
		return n > field.advice.limit ? [field.name] : [];
	});
}
