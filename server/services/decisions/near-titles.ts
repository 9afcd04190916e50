import { foldForSearch } from "../../../app/search/folding.ts";

/** Share of common letter pairs from which two titles count as near the same (Dice's coefficient). */
const NEAR = 0.85;
/** Titles of fewer letters are compared whole: one letter more is another title. */
const SHORT = 8;

interface Titled {
	id: number;
	title: string;
}

interface Known extends Titled {
	letters: string;
	pairs: ReadonlyMap<string, number>;
}

/**
 * Pairs of entries whose titles are the same, or nearly: capitals, spaces and marks do not count, and most pairs of
 * neighbouring letters are common (Dice 1945, "Measures of the amount of ecologic association between species").
 * Sorted by length, so that a title is only compared with those that could be near.
 */
export function nearTitles(entries: readonly Titled[]): [Titled, Titled][] {
	const known = entries
		.map(({ id, title }): Known => {
			const letters = foldForSearch(title).replace(/[^\p{L}\p{N}]/gu, "");
			return { id, title, letters, pairs: pairsOf(letters) };
		})
		.filter(({ letters }) => letters !== "")
		.sort((one, other) => one.letters.length - other.letters.length || one.id - other.id);
	const found: [Titled, Titled][] = [];
	for (const [at, one] of known.entries()) {
		// From n and m pairs at most 2n / (n + m) can be common.
		const most = (one.letters.length * (2 - NEAR)) / NEAR + 1;
		for (const other of known.slice(at + 1)) {
			if (other.letters.length > most) break;
			if (isNear(one, other)) found.push([one, other]);
		}
	}
	return found;
}

function isNear(one: Known, other: Known): boolean {
	if (one.letters === other.letters) return true;
	if (one.letters.length < SHORT) return false;
	let common = 0;
	for (const [pair, times] of one.pairs) common += Math.min(times, other.pairs.get(pair) ?? 0);
	return (2 * common) / (one.letters.length + other.letters.length - 2) >= NEAR;
}

function pairsOf(letters: string): ReadonlyMap<string, number> {
	const pairs = new Map<string, number>();
	for (let at = 0; at + 1 < letters.length; at += 1) {
		const pair = letters.slice(at, at + 2);
		pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
	}
	return pairs;
}
