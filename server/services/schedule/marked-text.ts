import { excerptOf, piecesOf } from "../../../app/search/matches.ts";

/** A text in pieces: what a search has found in it, and what stands between; each with its place in the text. */
export type MarkedText = { from: number; text: string; found: boolean }[];

/** @param words as `searchWords` gives them */
export function markedText(whole: string, words: readonly string[]): MarkedText {
	let from = 0;
	return piecesOf(whole, words).map(({ text, isMatch: found }) => {
		const piece = { from, text, found };
		from += text.length;
		return piece;
	});
}

/** The part of a long text around its first match, on one line. */
export function markedExcerpt(text: string, words: readonly string[]): MarkedText {
	return markedText(excerptOf(text, words), words);
}
