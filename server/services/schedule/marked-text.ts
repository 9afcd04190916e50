import { foldForSearch } from "../text-folding.ts";

/** A text in pieces: what a search has found in it, and what stands between; each with its place in the text. */
export type MarkedText = { from: number; text: string; found: boolean }[];

/** A character with the accents that are written behind it. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Characters of an excerpt, and how many of them stand before the first match. */
const EXCERPT = 160;
const LEAD_IN = 50;

/** A text as it is compared, and for each of its units the place in the text it comes from. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
	let folded = "";
	const places: number[] = [];
	for (const { 0: character, index } of text.matchAll(CHARACTER)) {
		const units = foldForSearch(character);
		for (let unit = 0; unit < units.length; unit += 1) places.push(index);
		folded += units;
	}
	places.push(text.length);
	return { folded, places };
}

/** The stretches of a text that match one of some folded words, as places in the text; those that touch are one. */
function matchesIn(text: string, words: readonly string[]): [from: number, to: number][] {
	const { folded, places } = foldedWithPlaces(text);
	const found: [number, number][] = [];
	for (const word of words) {
		for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
			const from = places[at] ?? 0;
			// Of a character that folds to several, such as a ligature, all is marked.
			let end = at + word.length;
			while (places[end] === places[end - 1]) end += 1;
			found.push([from, places[end] ?? text.length]);
		}
	}
	const merged: [number, number][] = [];
	for (const [from, to] of found.sort(([one], [other]) => one - other)) {
		const last = merged.at(-1);
		if (last && from <= last[1]) last[1] = Math.max(last[1], to);
		else merged.push([from, to]);
	}
	return merged;
}

/** @param words as `foldForSearch` makes them, none of them empty */
export function markedText(text: string, words: readonly string[]): MarkedText {
	const pieces: MarkedText = [];
	let at = 0;
	for (const [from, to] of matchesIn(text, words)) {
		if (from > at) pieces.push({ from: at, text: text.slice(at, from), found: false });
		pieces.push({ from, text: text.slice(from, to), found: true });
		at = to;
	}
	if (at < text.length) pieces.push({ from: at, text: text.slice(at), found: false });
	return pieces;
}

/** The part of a long text around its first match, on one line. */
export function markedExcerpt(text: string, words: readonly string[]): MarkedText {
	const line = text.replace(/\s+/g, " ").trim();
	const [first = 0] = matchesIn(line, words)[0] ?? [];
	const from = first <= LEAD_IN ? 0 : startNear(line, first - LEAD_IN, first);
	const rest = [...line.slice(from, from + 2 * EXCERPT)];
	const part = rest.slice(0, EXCERPT).join("");
	const isCut = from + part.length < line.length;
	const whole = isCut ? part.replace(/\s\S{0,20}$/, "") : part;
	return markedText(`${from > 0 ? "… " : ""}${whole}${isCut ? " …" : ""}`, words);
}

/** Where an excerpt may begin: with a word, or, where words are not set apart, with a whole character. */
function startNear(line: string, earliest: number, latest: number): number {
	const space = line.slice(earliest, latest).indexOf(" ");
	if (space >= 0) return earliest + space + 1;
	return /[\udc00-\udfff]/.test(line.charAt(earliest)) ? earliest + 1 : earliest;
}
