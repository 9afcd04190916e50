import { foldForSearch } from "./folding.ts";

/** A part of a text, and whether it is one of the words. */
export interface Piece {
	text: string;
	isMatch: boolean;
}

/**
 * Characters folded together: a character with its combining marks, such as accents, the letters of a Hangul syllable,
 * voice marks of narrow katakana.
 */
const CHARACTER = /.[\p{M}\u1160-\u11ff\u3131-\u318e\uff9e-\uffdc]*/gsu;

const charactersOf = (text: string) => text.match(CHARACTER) ?? [];

/** Most characters are plain ones, and long texts have many. */
const folded = (character: string) =>
	character.length === 1 && character < "\u0080" ? character.toLowerCase() : foldForSearch(character);

/** For each of some characters, whether it belongs to one of the folded words. */
function matched(characters: readonly string[], words: readonly string[]): boolean[] {
	const hits = characters.map(() => false);
	// Folding makes some characters longer (ﬁ, İ): each place of the folded text knows the character it came from.
	const from: number[] = [];
	let text = "";
	characters.forEach((character, index) => {
		const part = folded(character);
		for (let place = 0; place < part.length; place += 1) from.push(index);
		text += part;
	});
	for (const word of words) {
		for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
			hits.fill(true, from[at], (from[at + word.length - 1] ?? 0) + 1);
		}
	}
	return hits;
}

/** A text in pieces; together they are the text. @param words as `searchWords` gives them */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
	if (words.length === 0 || text === "") return [{ text, isMatch: false }];
	const characters = charactersOf(text);
	const hits = matched(characters, words);
	const pieces: Piece[] = [];
	characters.forEach((character, index) => {
		const isMatch = hits[index] === true;
		const last = pieces.at(-1);
		if (last?.isMatch === isMatch) last.text += character;
		else pieces.push({ text: character, isMatch });
	});
	return pieces;
}

/** Characters of an excerpt before its match, and after where that begins. */
const BEFORE = 30;
const AFTER = 60;

/** A word that an excerpt begins or ends within; Chinese has no spaces, and is cut where it is. */
const CUT_WORD = { first: /^\S{0,15} /, last: / \S{0,15}$/ } as const;

/** A text around the first of the words in it, on one line. */
export function excerptOf(text: string, words: readonly string[]): string {
	const characters = charactersOf(text.replace(/\s+/gu, " "));
	const at = Math.max(0, matched(characters, words).indexOf(true));
	const [first, end] = [Math.max(0, at - BEFORE), Math.min(characters.length, at + AFTER)];
	let before = characters.slice(first, at).join("");
	let rest = characters.slice(at, end).join("");
	if (first > 0) before = `…${before.replace(CUT_WORD.first, "")}`;
	if (end < characters.length) rest = `${rest.replace(CUT_WORD.last, "")}…`;
	return `${before}${rest}`.trim();
}
