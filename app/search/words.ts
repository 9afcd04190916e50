import { foldForSearch } from "./folding.ts";

/** Of a search. */
export const MOST_CHARACTERS = 200;

/** A pasted sentence may have more; the words beyond these are not looked for. */
const MOST_WORDS = 10;

/** A phrase in quotes, as keyboards and phones write them, or what stands between spaces. A lone quote is a character. */
const WORD = /"([^"]*)"|“([^“”]*)”|\S+/gu;

/**
 * The words of a search, folded: an entry that has them all, in any order, is found. Text in quotes is one word. A word
 * inside another one is left out, since it is found with it.
 */
export function searchWords(q: string): string[] {
	const written = [...foldForSearch(q).matchAll(WORD)].map(([word, quoted, curly]) => (quoted ?? curly ?? word).trim());
	// Quotes around nothing are no word.
	const words = [...new Set(written)].filter(Boolean).slice(0, MOST_WORDS);
	return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}
