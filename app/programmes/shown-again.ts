import { type RawForm, textOf, textsOf } from "./answers.ts";
import type { Programme } from "./define.ts";
import { countCharacters } from "./text-length.ts";

/** Names of controls that a form keeps, and the characters that their fields take. */
export type Keeps = Readonly<Record<string, number>>;

/** Characters of an address of this site that a form hands on. */
export const LONGEST_RETURN = 2_048;

export interface TypedText {
	/** Of its control. */
	name: string;
	text: string;
}

/** Body of the answer to a refused post, where its form cannot be shown again. */
export interface Refused {
	message: string;
	typed: readonly TypedText[];
	/** The way to log in, where that is missing. */
	logIn: string | undefined;
}

/** Controls of forms that nobody sees. */
const HIDDEN: readonly string[] = ["return", "was"];

/** Shorter fields, such as an address, are soon filled in again. */
const LEAST_OF_TEXT = 300;

/** The longer texts that were typed into a form, each cut to its limit. */
export function typedTexts(keeps: Keeps, sent: RawForm): TypedText[] {
	return Object.entries(keeps).flatMap(([name, most]) => {
		const text = most < LEAST_OF_TEXT || HIDDEN.includes(name) ? "" : firstCharacters(textOf(sent, name), most);
		return text.trim() === "" ? [] : [{ name, text }];
	});
}

/** A field whose text was longer than it may be, with the name and the length that its message names. */
export interface CutField {
	name: string;
	max: number;
}

/** The first characters of a text, as people count them. */
export function firstCharacters(text: string, max: number): string {
	// A character has two units at most, so that nothing is counted in what nobody will see.
	return [...text.slice(0, 2 * max)].slice(0, max).join("");
}

/**
 * The sent values that a form shows again: its own fields only, each cut to its limit. @returns also which were cut.
 * Line ends count as one character, as in validation.
 */
export function shownAgain({ fields }: Programme, sent: RawForm): { values: RawForm; cut: CutField[] } {
	const values: Record<string, string | string[]> = {};
	const cut: CutField[] = [];
	for (const field of fields) {
		const { name } = field;
		if (!(name in sent)) continue;
		const text = textOf(sent, name);
		if ("max" in field) {
			const meant = text.replace(/\r\n?/g, "\n").trim();
			const isLong = countCharacters(meant) > field.max;
			values[name] = isLong ? firstCharacters(meant, field.max) : firstCharacters(text, 3 * field.max);
			if (isLong) cut.push({ name, max: field.max });
		} else if ("options" in field) {
			values[name] = textsOf(sent, name).filter((value) => field.options.some((option) => option.value === value));
		} else values[name] = firstCharacters(text, LONGEST_CHOICE);
	}
	return { values, cut };
}

/** Ticks and ids of tracks. */
const LONGEST_CHOICE = 200;

const BETWEEN_WORDS = " ,;:.，；：。、";

/** A character of a word that is not cut: Chinese and kana have no spaces, and are cut anywhere. */
const IN_WORD = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Characters of the hashes that an edited form was opened with. */
export const LONGEST_SEEN = 4_096;

/** The beginning of a text in one line, cut off between words where that costs little, with a sign that it goes on. */
export function firstWords(text: string, most: number): string {
	const line = text.replace(/\s+/g, " ").trim();
	const start = firstCharacters(line, most);
	if (start === line) return line;
	let whole = start.length;
	while (whole > 0 && IN_WORD.test(start.charAt(whole - 1))) whole -= 1;
	let end = whole > (start.length * 2) / 3 ? whole : start.length;
	while (end > 0 && BETWEEN_WORDS.includes(start.charAt(end - 1))) end -= 1;
	return `${start.slice(0, end)}…`;
}

/** Characters of a changed text that are shown whole, and of what stays the same around the change in a longer one. */
const SHOWN = { whole: 600, around: 60 } as const;

/** Two versions of a text for comparison: short ones whole, long ones cut to the part that differs, with … at each cut. */
export function changedParts(before: string, after: string): [before: string, after: string] {
	if (Math.max(before.length, after.length) <= SHOWN.whole) return [before, after];
	const [one, other] = [[...before], [...after]];
	const shorter = Math.min(one.length, other.length);
	let start = 0;
	while (start < shorter && one[start] === other[start]) start += 1;
	let end = 0;
	while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
	let from = Math.max(0, start - SHOWN.around);
	while (from > 0 && from < start && IN_WORD.test(one[from - 1] ?? "")) from += 1;
	const part = (text: readonly string[]) => {
		const to = Math.min(text.length - Math.max(0, end - SHOWN.around), from + SHOWN.whole);
		return `${from > 0 ? "…" : ""}${text.slice(from, to).join("")}${to < text.length ? "…" : ""}`;
	};
	return [part(one), part(other)];
}
