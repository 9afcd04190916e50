const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+)*/gu;
const HAN_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Characters as people count them: code points, so an emoji or a rare Han character is one. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

/** Words: a Han or kana character is one word, any other run of letters and digits is one. */
export function countWords(text: string): number {
	let count = 0;
	for (const [run] of text.matchAll(WORD)) {
		// A Latin run never swallows Han, but \p{L} includes Han, so split runs that mix them.
		count += HAN_RUN.test(run) ? splitMixed(run) : 1;
	}
	return count;
}

function splitMixed(run: string): number {
	let count = 0;
	let insideWord = false;
	for (const character of run) {
		const han = HAN_RUN.test(character);
		if (han || !insideWord) count += 1;
		insideWord = !han;
	}
	return count;
}
