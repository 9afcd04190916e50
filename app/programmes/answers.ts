import type { Condition, Field, FieldOf, Programme } from "./define.ts";

/** One value a person gave. A consent is `undefined` when it was never asked for. */
export type Answer = string | string[] | boolean | undefined;
export type Answers = Readonly<Record<string, Answer>>;

/** A body as it came over the wire: control names to one or several texts. */
export type RawForm = Readonly<Record<string, string | readonly string[]>>;

/** The id of "no track chosen yet", an ordinary row of the track table. */
export const UNSELECTED_TRACK = "assign-me";

/** The track of an entry; "to be assigned" is none. */
export const chosenTrack = ({ trackId }: { trackId: string | null }) => (trackId === UNSELECTED_TRACK ? null : trackId);

const TICKED = new Set(["on", "true", "1", "yes"]);

/** Searches look into what people wrote, not into what they chose. */
export function isSearched(field: Field, answer: unknown): answer is string {
	return typeof answer === "string" && !("options" in field) && field.column !== "photo";
}

/** The single text of a control, or "" when it is missing. The last one wins where a client repeats it. */
export function textOf(raw: RawForm, name: string): string {
	const value = raw[name];
	return typeof value === "string" ? value : (value?.at(-1) ?? "");
}

/** Every text of a control. A list may come as repeated controls or, from programs, as JSON text. */
export function textsOf(raw: RawForm, name: string): string[] {
	const value = raw[name] ?? [];
	const texts = typeof value === "string" ? (listInJson(value) ?? [value]) : value;
	return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
}

function listInJson(text: string): string[] | undefined {
	if (!text.trimStart().startsWith("[")) return;
	try {
		const list: unknown = JSON.parse(text);
		if (Array.isArray(list) && list.every((item) => typeof item === "string")) return list;
	} catch {
		// Not JSON after all: the text itself is the answer, and is judged like any other.
	}
}

/** Where and how a form was filled in. */
export interface Reading {
	/**
	 * What a missing consent to publishing means: a page always offers the box (`refused`), while the specification's REST
	 * payload has no such field (`unasked`, stored as unknown). Other declarations are part of it and count as refused.
	 */
	omittedConsent: "refused" | "unasked";
	/** Answers settled by the form's variant. */
	fixed?: Readonly<Record<string, string>>;
	/** The organisers' own fields are asked as well. */
	editor?: boolean;
	/** The entry that is changed: its form stays the same where nothing says which. */
	present?: Answers | undefined;
}

/**
 * Turns a posted form into answers: trims texts, unifies line ends, keeps single-line fields on one line, sets and
 * copies answers as the form says, and drops fields that do not apply.
 */
export function readAnswers(programme: Programme, raw: RawForm, reading: Reading): Answers {
	const answers: Record<string, Answer> = {};
	for (const field of programme.fields) {
		if (field.kind === "photo" || field.retired || (field.audience === "admin" && !reading.editor)) continue;
		answers[field.name] =
			field.kind === "switch"
				? settleSwitch(programme, field, raw, reading)
				: (reading.fixed?.[field.name] ?? readField(field, raw, reading.omittedConsent));
	}
	for (const field of programme.fields) {
		if (field.kind === "copy" && answers[field.name] === true) {
			for (const [target, source] of Object.entries(field.copies)) {
				if (!programme.fields.some(({ name, retired }) => name === target && retired))
					answers[target] = answers[source];
			}
		}
	}
	inferChoices(programme, answers);
	for (const field of programme.fields) if (!applies(field, answers)) delete answers[field.name];
	return answers;
}

/**
 * Which form of a programme was filled in: the one of its page, else the named one, else that of the entry being
 * edited, else one that has answers of its own. Answers must never be dropped because a client did not name the form.
 */
function settleSwitch(programme: Programme, field: FieldOf<"switch">, raw: RawForm, reading: Reading): string {
	const said = reading.fixed?.[field.name] ?? textOf(raw, field.name).trim();
	if (said) return said;
	const stored = reading.present?.[field.name];
	if (typeof stored === "string" && stored) return stored;
	const isAnswered = ({ value }: { value: string }) =>
		programme.fields.some(
			({ name, when }) =>
				when?.field === field.name && "is" in when && when.is === value && textsOf(raw, name).length > 0,
		);
	return (field.options.find(isAnswered) ?? field.options[0])?.value ?? "";
}

/** Text in an "other" field ticks its option if nothing is ticked: small browsers show both at all times. */
function inferChoices(programme: Programme, answers: Record<string, Answer>): void {
	for (const { name, when, retired } of programme.fields) {
		if (retired) continue;
		const text = answers[name];
		if (!when || typeof text !== "string" || text === "" || !isBlank(answers[when.field])) continue;
		answers[when.field] = "is" in when ? when.is : [when.includes];
	}
}

function isBlank(answer: Answer): boolean {
	return answer === "" || (Array.isArray(answer) && answer.length === 0);
}

function readField(field: Field, raw: RawForm, omittedConsent: Reading["omittedConsent"]): Answer {
	const text = textOf(raw, field.name);
	switch (field.kind) {
		case "consent":
			if (field.column === "consent" && !(field.name in raw) && omittedConsent === "unasked") return undefined;
			return TICKED.has(text.trim().toLowerCase());
		case "copy":
			return TICKED.has(text.trim().toLowerCase());
		case "choices":
			return textsOf(raw, field.name);
		case "textarea":
			return severalLines(text);
		case "radio":
			return text.trim() || (field.initial ?? "");
		case "track":
			return trackIn(text) || UNSELECTED_TRACK;
		default:
			return oneLine(text);
	}
}

/** As a field of several lines has it. Word processors write a line end inside a paragraph as the last two. */
export function severalLines(text: string): string {
	return text.replace(/\r\n?|[\v\f]/g, "\n").trim();
}

/** As a field of one line has it. */
export function oneLine(text: string): string {
	return text.replace(/[\r\n\t]+/g, " ").trim();
}

/** The id of a track; programs may send the whole track as JSON (specification section 3: in the editor `{id, label}`). */
function trackIn(text: string): string {
	const given = text.trim();
	if (!given.startsWith("{")) return given;
	try {
		const { id } = JSON.parse(given) as { id?: unknown };
		return typeof id === "string" ? id.trim() : given;
	} catch {
		return given;
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

/** The title that was typed into a form; "" without one. */
export function titleTyped({ fields }: Pick<Programme, "fields">, values: RawForm): string {
	const typed = fields.filter(({ column }) => column === "title").map(({ name }) => textOf(values, name).trim());
	return typed.find(Boolean) ?? "";
}
