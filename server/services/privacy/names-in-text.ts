/** Names of a person in texts: they are not proof of anything, and somebody has to look. */
import { foldForSearch } from "../../../app/search/folding.ts";

/** Names that are searched for, at most. */
const MOST_NAMES = 20;
const LONGEST_NAME = 80;
/** Shorter words stand in every second text. */
const FEWEST_CHARACTERS = 3;
const FEWEST_HAN = 2;

/** Chinese has no spaces between words. */
const HAN = /\p{Script=Han}/u;

/** Folded words with a space before and after each. */
const wordsOf = (text: string) =>
	` ${foldForSearch(text)
		.split(/[^\p{L}\p{M}\p{N}@]/u)
		.filter(Boolean)
		.join(" ")} `;

/** The names that can be searched for, each once. */
export function namesWorth(names: Iterable<string>): string[] {
	const known = new Map<string, string>();
	for (const name of names) {
		const words = wordsOf(name).trim();
		const { length } = [...words];
		if (length < (HAN.test(words) ? FEWEST_HAN : FEWEST_CHARACTERS) || length > LONGEST_NAME) continue;
		if (name.includes("@") || known.has(words)) continue;
		known.set(words, name.trim());
		if (known.size === MOST_NAMES) break;
	}
	return [...known.values()];
}

/** @returns which of these names is in a text, as whole words; undefined for none */
export function createNameFinder(names: readonly string[]): (text: string) => string | undefined {
	const wanted = names.map((name) => {
		const words = wordsOf(name);
		return { name, words: HAN.test(words) ? words.trim() : words };
	});
	return (text) => {
		const words = wordsOf(text);
		return wanted.find((one) => words.includes(one.words))?.name;
	};
}

/** At most four words that begin like names, or a few Chinese characters, and what is between them and an address. */
const BEFORE =
	/((?:\p{Lu}[\p{L}\p{M}'’.-]*[ \t]+){0,3}\p{Lu}[\p{L}\p{M}'’.-]*|\p{Script=Han}{2,8})["'”]?\s*[<(（]\s*(?:mailto:)?$/u;

/** The name before an address: `Ann Chen <ann@example.org>`. */
export function nameBefore(text: string, start: number): string | undefined {
	return BEFORE.exec(text.slice(Math.max(0, start - 100), start))?.[1];
}
