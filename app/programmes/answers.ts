import type { Condition, Field, Programme } from "./define.ts";

/** One value a person gave. A consent is `undefined` when it was never asked for. */
export type Answer = string | string[] | boolean | undefined;
export type Answers = Readonly<Record<string, Answer>>;

/** A body as it came over the wire: control names to one or several texts. */
export type RawForm = Readonly<Record<string, string | readonly string[]>>;

/** The id of "no track chosen yet", an ordinary row of the track table. */
export const UNSELECTED_TRACK = "assign-me";

const TICKED = new Set(["on", "true", "1", "yes"]);

/** The single text of a control, or "" when it is missing. The last one wins where a client repeats it. */
export function textOf(raw: RawForm, name: string): string {
	const value = raw[name];
	return typeof value === "string" ? value : (value?.at(-1) ?? "");
}

/**
 * Turns a posted form into answers: trims, unifies line ends, keeps single-line fields on one line.
 * `omittedConsent` says what a missing consent means: a page always offers the box (`refused`), while the
 * specification's REST payload has no such field (`unasked`, stored as unknown).
 */
export function readAnswers(
	programme: Programme,
	raw: RawForm,
	options: { omittedConsent: "refused" | "unasked" },
): Answers {
	const answers: Record<string, Answer> = {};
	for (const field of programme.fields) {
		if (field.kind === "photo") continue;
		answers[field.name] = readField(field, raw, options.omittedConsent);
	}
	return answers;
}

function readField(field: Field, raw: RawForm, omittedConsent: "refused" | "unasked"): Answer {
	const text = textOf(raw, field.name);
	switch (field.kind) {
		case "consent":
			if (!(field.name in raw) && omittedConsent === "unasked") return undefined;
			return TICKED.has(text.trim().toLowerCase());
		case "textarea":
			return text.replace(/\r\n?/g, "\n").trim();
		case "radio":
			return text.trim() || field.initial;
		case "track":
			return text.trim() || UNSELECTED_TRACK;
		default:
			return text.replace(/[\r\n]+/g, " ").trim();
	}
}

/** Whether a field is asked at all, given the other answers. */
export function applies(field: Field, answers: Answers): boolean {
	return !field.when || holds(field.when, answers);
}

function holds(condition: Condition, answers: Answers): boolean {
	const answer = answers[condition.field];
	if ("is" in condition) return answer === condition.is;
	return Array.isArray(answer) && answer.includes(condition.includes);
}
