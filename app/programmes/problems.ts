import type { Translate } from "../i18n.ts";
import { type Answers, applies, UNSELECTED_TRACK } from "./answers.ts";
import type { Field, FieldOf, Locale, Option, Programme } from "./define.ts";
import { isEmail } from "./email.ts";
import { offered } from "./forms.ts";
import { countCharacters } from "./text-length.ts";

/** A fault the visitor can fix by changing what they sent. */
export interface Problem {
	field: string;
	message: string;
}

/** A failing field is let through at this failure (specification section 9). */
export const ATTEMPTS_BEFORE_AUTO_PROCEED = 3;

const OTHER_SCHEME = /^(?!https?:\/\/)[a-z][a-z\d+.-]*:(?!\d)/i;
const INVISIBLE = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What else there is to know about a form when its answers are judged. */
export interface Circumstances {
	/** A photo is at hand. */
	photo: boolean;
	/** It was filled in by an organiser in the proposal editor. */
	editor: boolean;
}

/** The fields in the order in which problems are reported: the editor's track selection comes last (specification 5). */
export function reportingOrder({ fields }: Programme): Field[] {
	const isTrack = ({ kind }: Field) => kind === "track";
	return [...fields.filter((field) => !isTrack(field)), ...fields.filter(isTrack)];
}

/** The required fields without an answer, in the order in which they are reported. */
export function missingFields(programme: Programme, answers: Answers, circumstances: Circumstances): Field[] {
	return reportingOrder(programme).filter(
		(field) => !field.retired && applies(field, answers) && isMissing(field, answers, circumstances),
	);
}

/** Returns true if a field applies to these answers and has the answer that its form requires. */
export function isFilled(field: Field, answers: Answers, circumstances: Circumstances): boolean {
	return applies(field, answers) && !isMissing(field, answers, circumstances);
}

function isMissing(field: Field, answers: Answers, { photo, editor }: Circumstances): boolean {
	const answer = answers[field.name];
	switch (field.kind) {
		case "photo":
			return field.required === true && !photo;
		case "consent":
			return field.required === true && answer === false;
		case "track":
			return field.chosenInEditor === true && editor && answer === UNSELECTED_TRACK;
		default:
			return field.required === true && isEmpty(answer);
	}
}

/** Whether a text is invisible: a title of zero-width spaces would be a link nobody can press. */
export const isUnseen = (text: string): boolean => text.replace(INVISIBLE, "") === "";

function isEmpty(answer: Answers[string]): boolean {
	if (typeof answer === "string") return isUnseen(answer);
	return !Array.isArray(answer) || answer.length === 0;
}

/** What is to be done with a field differs in Chinese: a box is ticked, an option chosen, a text written. */
const REQUIRED = {
	consent: "problemMessages.requiredTick",
	choices: "problemMessages.requiredChoice",
	radio: "problemMessages.requiredChoice",
	select: "problemMessages.requiredChoice",
	switch: "problemMessages.requiredChoice",
	track: "problemMessages.requiredChoice",
	photo: "problemMessages.requiredPhoto",
} as const;

/** `{field} is required`. Wording: specification section 5. */
export function missingMessage(t: Translate, { kind, label }: Field, locale: Locale): string {
	const kinds: Partial<Record<Field["kind"], (typeof REQUIRED)[keyof typeof REQUIRED]>> = REQUIRED;
	return t(kinds[kind] ?? "problemMessages.required", { field: label[locale] });
}

/** The same, with what is left of the patience of a soft form. Wording: specification section 5. */
export function requiredMessage(
	t: Translate,
	programme: Programme,
	{ field, locale, failures }: { field: Field; locale: Locale; failures: number },
): string {
	const sentence = missingMessage(t, field, locale);
	return programme.checking === "soft" ? withAttempts(t, sentence, failures) : sentence;
}

/** The line above the list of problems on soft forms. Wording: specification section 5, soft validation. */
export function fillOutMessage(t: Translate, label: string, failures: number): string {
	return withAttempts(t, t("refusals.fillOut", { field: label }), failures);
}

/** Joined by language: Chinese brackets include their own space. */
function withAttempts(t: Translate, sentence: string, failures: number): string {
	// A form refused for another reason passes at the next attempt, however often it has failed.
	const count = Math.max(1, ATTEMPTS_BEFORE_AUTO_PROCEED - failures);
	return t("refusals.withAttempts", { sentence, left: t("refusals.attemptsLeft", { count }) });
}

interface MalformedContext {
	t: Translate;
	locale: Locale;
	tracks: ReadonlySet<string>;
	offered?: ReadonlySet<string>;
	/** Of the entry that is changed: it may keep options that were retired since. */
	present?: Answers | undefined;
}

/**
 * Faults of type, size and characters. These are never soft: no number of attempts lets them through.
 * `tracks` are the ids that exist, `offered` those that may be chosen (all, unless said): others are refused rather than stored.
 */
export function malformedFields(
	{ fields }: Pick<Programme, "fields">,
	answers: Answers,
	context: MalformedContext,
): Problem[] {
	const problems: Problem[] = [];
	for (const field of fields) {
		const fault = malformed(field, answers[field.name], context);
		if (fault) problems.push({ field: field.name, message: fault });
	}
	// An answer that is the copy of another one is not wrong once more.
	const sources = new Map(
		fields.flatMap((field) =>
			field.kind === "copy" && answers[field.name] === true ? Object.entries(field.copies) : [],
		),
	);
	return problems.filter(({ field }) => !problems.some((other) => other.field === sources.get(field)));
}

function malformed(
	field: Field,
	answer: Answers[string],
	{ t, locale, tracks, offered = tracks, present = {} }: MalformedContext,
): string | undefined {
	const label = field.label[locale];
	const values = typeof answer === "string" ? [answer] : Array.isArray(answer) ? answer : [];
	if (values.length === 0 || answer === "") return;
	if (!values.every(isPlainText)) return t("problemMessages.characters", { field: label });
	switch (field.kind) {
		case "radio":
		case "select":
		case "choices":
		case "switch":
			return optionFault(field, values);
		case "track":
			if (!values.every((value) => tracks.has(value))) return t("problemMessages.option", { field: label });
			return values.every((value) => offered.has(value)) ? undefined : t("refusals.trackInactive", { field: label });
		case "consent":
		case "copy":
		case "photo":
			return;
	}
	if (typeof answer !== "string") return;
	if (field.kind !== "textarea" && !isDirected(answer)) return t("problemMessages.direction", { field: label });
	if (countCharacters(answer) > field.max) return t("problemMessages.tooLong", { field: label, max: field.max });
	if (field.kind === "email" && !isEmail(answer)) return t("problemMessages.email");
	if (field.kind === "url" && OTHER_SCHEME.test(answer)) return t("refusals.url", { field: label });

	/** An option that was retired stands in older drafts, so it is named. */
	function optionFault(choice: FieldOf<"radio" | "select" | "choices" | "switch">, chosen: string[]) {
		const known = offeredIn(choice, present);
		const wrong = chosen.find((value) => !known.has(value));
		if (wrong === undefined) return;
		const retired = choice.options.find(({ value }) => value === wrong);
		if (!retired) return t("problemMessages.option", { field: label });
		return t("problemMessages.optionRetired", { field: label, option: retired.label[locale] });
	}
}

function offeredIn(field: Field & { options: readonly Option[] }, present: Answers): ReadonlySet<string> {
	const chosen = [present[field.name] ?? []].flat().filter((value) => typeof value === "string");
	return new Set(offered(field, chosen).map(({ value }) => value));
}

/** NUL cuts SQL text short, lone surrogates change silently in storage, and U+FFFD is what broken UTF-8 decodes to. */
export function isStorable(text: string): boolean {
	return text.isWellFormed() && !text.includes("\0") && !text.includes("\ufffd");
}

/** Control characters except tab and line ends: invisible, but terminals and spreadsheets obey them. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** What people may type into anything but a password (reliability 3.8). */
export function isPlainText(text: string): boolean {
	return isStorable(text) && !CONTROL.test(text);
}

/** Controls of writing direction: in one line they turn around what stands beside it. Longer texts may need them. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text without them. */
export const withoutDirection = (text: string): string => text.replace(DIRECTION, "");

/** Whether a text of one line has none of them. */
export const isDirected = (text: string): boolean => withoutDirection(text) === text;

/** What is wrong with the characters of a text, as the name of a message under `problemMessages`. */
export function textFault(text: string, isLine: boolean): "characters" | "direction" | undefined {
	if (isLine) return lineFault(text);
	return isPlainText(text) ? undefined : "characters";
}

/** The same of a text of one line. */
export function lineFault(text: string): "characters" | "direction" | undefined {
	if (!isPlainText(text)) return "characters";
	return isDirected(text) ? undefined : "direction";
}

/**
 * Whether a link field's text may become a link. People also write `@me` or `example.org/me` there: that is kept and
 * shown as text, while a scheme other than http and https (`javascript:` and friends) is refused on entry.
 */
export function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
