import { foldForSearch } from "../../../app/search/folding.ts";

/** Share of common letter pairs from which two titles count as near the same (Dice's coefficient). */
const NEAR = 0.85;
/** Titles of fewer letters are compared whole: one letter more is another title. */
const SHORT = 8;

interface Titled {
	id: number;
	title: string;
}

interface Known {
	id: number;
	letters: string;
	/** Pairs of neighbouring letters; the second of the same pair is another one. */
	pairs: readonly string[];
}

/**
 * Entries with the same title as one of those that are asked about, or nearly: capitals, spaces and marks do not count, and
 * most pairs of neighbouring letters are common (Dice 1945, "Measures of the amount of ecologic association between
 * species"). Of several that are only near, one is enough to show that there is a question. The pairs of a title lead to
 * those that share some, so that a thousand among thousands are compared without making anybody wait.
 */
export function nearTitles(entries: readonly Titled[], isAsked: ReadonlySet<number>): Set<number> {
	const known = entries.map(knownOf).filter(({ letters }) => letters !== "");
	const found = new Set<number>();
	const titled = new Map<string, number[]>();
	for (const { letters, id } of known) add(titled, letters, id);
	for (const ids of titled.values())
		if (ids.length > 1 && ids.some((id) => isAsked.has(id))) for (const id of ids) found.add(id);

	const long = known.filter(({ letters }) => letters.length >= SHORT);
	const sharing = new Map<string, number[]>();
	for (const [at, { pairs }] of long.entries()) for (const pair of pairs) add(sharing, pair, at);
	const common = new Uint16Array(long.length);
	for (const one of long) {
		if (!isAsked.has(one.id) || found.has(one.id)) continue;
		common.fill(0);
		for (const pair of one.pairs) for (const at of sharing.get(pair) ?? []) common[at] = (common[at] ?? 0) + 1;
		const near = long.find(
			({ id, pairs }, at) => id !== one.id && 2 * (common[at] ?? 0) >= NEAR * (one.pairs.length + pairs.length),
		);
		if (near) found.add(one.id).add(near.id);
	}
	return found;
}

function knownOf({ id, title }: Titled): Known {
	const letters = foldForSearch(title).replace(/[^\p{L}\p{N}]/gu, "");
	const times = new Map<string, number>();
	const pairs: string[] = [];
	for (let at = 0; at + 1 < letters.length; at += 1) {
		const pair = letters.slice(at, at + 2);
		const time = (times.get(pair) ?? 0) + 1;
		times.set(pair, time);
		pairs.push(pair + time);
	}
	return { id, letters, pairs };
}

function add(to: Map<string, number[]>, key: string, value: number): void {
	const present = to.get(key);
	if (present) present.push(value);
	else to.set(key, [value]);
}
