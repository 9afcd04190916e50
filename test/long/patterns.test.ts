import { describe, expect, it } from "vitest";
import { foundIn, patternOf } from "../../app/programmes/old-dates.ts";
import { referencesIn } from "../../app/search/references.ts";
import { accessTo } from "../../server/access-lookup.ts";
import { withoutWords } from "../../server/services/reviews/telling-words.ts";
import { computedPatterns, type Pattern, patternsOfZod, writtenPatterns } from "../support/patterns.ts";
import { type Attack, attacksOn, textOf } from "../support/worst-letters.ts";

const FIRST = 600;
const MIB = 1024 * 1024;
/** Times below this many milliseconds are noise. */
const NOTHING = 4;

/** CPU time, minimum of several attempts. */
function spent(work: (text: string) => void, text: string, tries = 1): number {
	let best = Number.POSITIVE_INFINITY;
	for (let n = 0; n < tries; n += 1) {
		const before = process.cpuUsage();
		work(text);
		const { user, system } = process.cpuUsage(before);
		best = Math.min(best, (user + system) / 1_000);
	}
	return best;
}

/** Reads a text from its beginning to its end, whatever the sources use the pattern for. */
function readWith(expression: RegExp): (text: string) => void {
	return (text) => {
		expression.lastIndex = 0;
		for (let last = -1; expression.test(text) && expression.global; last = expression.lastIndex) {
			// A match of no letters leaves it where it was.
			if (expression.lastIndex === last) expression.lastIndex += 1;
		}
	};
}

/**
 * Doubles the text up to 1 MB.
 * @returns the length at which time grew quadratically (more than threefold when doubled): twice in a row, or once
 * above a second
 */
function growsFasterAt(work: (text: string) => void, attack: Attack): number | undefined {
	let steep = 0;
	for (let length = FIRST; length <= MIB / 2; length *= 2) {
		const [half, whole] = [textOf(attack, length), textOf(attack, 2 * length)];
		const isSteep = (tries: number) => {
			const ms = spent(work, whole, tries);
			return ms > NOTHING && ms > 3 * spent(work, half, tries) ? ms : 0;
		};
		// What else the machine does may have fallen into the first time.
		const ms = isSteep(1) && isSteep(3);
		steep = ms ? steep + 1 : 0;
		if (steep === 2 || ms > 1_000) return 2 * length;
	}
}

/** Whether a few dozen characters already take long (exponential). */
function explodes(work: (text: string) => void, attack: Attack): boolean {
	return [16, 24, 32, 40].some(
		(length) => spent(work, textOf(attack, length)) > NOTHING && spent(work, textOf(attack, length), 3) > NOTHING,
	);
}

/** The worst of all attacks: those that take longest for few letters. */
function worstFor({ expression }: Pattern): string | undefined {
	const work = readWith(expression);
	const slowest: { attack: Attack; ms: number }[] = [];
	for (const attack of attacksOn(expression)) {
		if (explodes(work, attack)) return `${expression} for few of ${JSON.stringify(attack)}`;
		const ms = spent(work, textOf(attack, FIRST));
		if (slowest.length === 3 && ms <= (slowest[2]?.ms ?? 0)) continue;
		// What else the machine does may have fallen into the first time.
		const again = { attack, ms: spent(work, textOf(attack, FIRST), 3) };
		slowest.push(again);
		slowest.sort((a, b) => b.ms - a.ms).splice(3);
	}
	for (const { attack } of slowest) {
		if (growsFasterAt(work, attack)) return `${expression} for ${JSON.stringify(attack)}`;
	}
}

describe("a megabyte of its worst letters", () => {
	const patterns = [...writtenPatterns(), ...patternsOfZod()];
	const distinct = [...new Map(patterns.map((one) => [String(one.expression), one])).values()];

	it("takes linear time for each pattern of the code", () => {
		expect(distinct.length).toBeGreaterThan(50);
		const bad = distinct.flatMap((pattern) => {
			const worst = worstFor(pattern);
			return worst === undefined ? [] : [`${pattern.where} ${worst}`];
		});
		expect(bad).toEqual([]);
	});

	it("detects a quadratic pattern", () => {
		const known = [
			/^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+\.[^\s@<>,;"\p{C}]+$/u,
			/(?<=.)\/+$/,
			/^-+|-+$/g,
			/<!--.*?-->/g,
			/^(a|aa)+$/,
			/^(\w+\s?)*$/,
			/[?@].*$/,
		];
		const missed = known.filter((expression) => worstFor({ where: "", expression }) === undefined);
		expect(missed).toEqual([]);
	});

	it("finds those linear as well that are put together: of addresses, of references in a search, of dates and of names", () => {
		expect(computedPatterns()).toEqual([
			"app/programmes/old-dates.ts",
			"app/search/references.ts",
			"server/access-lookup.ts",
			"server/services/reviews/telling-words.ts",
		]);
		const dates = patternOf({ years: ["2025"], days: ["09-13", "09-14"] });
		for (const again of ["13", "1", " ", "-", "13 of ", "Sept ", "9月", "9月1日", "13–14 ", "2025", "a"]) {
			for (const before of ["", "13", "September ", "9月"]) {
				const work = (text: string) => void (dates && foundIn(text, dates));
				for (const after of ["", "x", " Sep"]) expect(growsFasterAt(work, { before, again, after })).toBeUndefined();
			}
		}
		for (const again of ["li", "李雷", "li ", "█████", "█", " ", "l"]) {
			const work = (text: string) => void withoutWords(text, ["li lei", "lei", "li", "李雷", "l.i+"]);
			for (const after of ["", "x"]) expect(growsFasterAt(work, { before: "", again, after })).toBeUndefined();
		}
		const find = (text: string) => void referencesIn(text);
		for (const again of ["1", "#", "#1", "talk", "talk-", "talk ", "talk-1", "-", "a"]) {
			for (const before of ["", "#", "talk-1"]) {
				for (const after of ["", "x", "-x"]) expect(growsFasterAt(find, { before, again, after })).toBeUndefined();
			}
		}
		const work = (text: string) => void accessTo("POST", text);
		for (const again of ["/", "%2f", ".", ".data", "a", "/a", "%2e", ":"]) {
			for (const before of ["/", "/schedule/", "/api/entry/user/"]) {
				for (const after of ["", "x", ".data", "/"])
					expect(growsFasterAt(work, { before, again, after })).toBeUndefined();
			}
		}
	});
});
