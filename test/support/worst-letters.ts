/** Makes the texts that a pattern takes longest for. */

/** What classes and escapes stand for, one of each kind that a class can tell apart. */
const LETTERS = [..."aZ0_- \n\t.,:;/@<>?&=#%[](){}'\"\\+*$^!~|`", "中", "é", "\u200b", "\0", "😀"];

export interface Attack {
	before: string;
	/** Repeated as often as there is room. */
	again: string;
	after: string;
}

/** A text of about `length` letters. */
export function textOf({ before, again, after }: Attack, length: number): string {
	return before + again.repeat(Math.max(1, Math.floor((length - before.length - after.length) / again.length))) + after;
}

/**
 * Near matches for a pattern: its beginning, one part repeated, then a character it rejects. Equivalent characters
 * are tried once.
 */
export function* attacksOn(expression: RegExp): Generator<Attack> {
	const atoms = atomsOf(expression);
	const letters = distinct(atoms, expression.flags);
	const words = runsOf(expression);
	const samples = atoms.map(({ sample }) => sample).filter((sample) => sample !== "");
	const few = letters.slice(0, 6);
	const beginnings = new Set(["", ...few]);
	for (let count = 1; count <= Math.min(samples.length, 16); count += 1)
		beginnings.add(samples.slice(0, count).join(""));
	const repeated = new Set([...letters, ...words, samples.join("")]);
	for (const one of few) for (const other of few) if (one !== other) repeated.add(one + other);
	const ends = new Set(["", "\0", "\n", ...few.slice(0, 4)]);
	for (const again of repeated) {
		if (again === "") continue;
		for (const before of beginnings) for (const after of ends) yield { before, again, after };
	}
}

interface Atom {
	/** What it is in the pattern. */
	source: string;
	/** A letter it takes; "" where none is known. */
	sample: string;
}

/** The letters and classes of a pattern, in their order. Groups, choices and counts are left out. */
function atomsOf({ source, flags }: RegExp): Atom[] {
	const bare = source.replace(/\((\?(<?[=!]|:|<\w+>))?|\\[bB]|(?<!\\)\{\d+,?\d*\}/g, (text) =>
		text.startsWith("\\(") ? text : "",
	);
	const atoms = bare.match(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{?[0-9a-f]+\}?|\\[^u]|[^\\[\]()|*+?^$]/giu) ?? [];
	return atoms.flatMap((atom) => {
		const one = compiled(`^(?:${atom})$`, flags.includes("u") ? "u" : "");
		return one ? [{ source: atom, sample: LETTERS.find((letter) => one.test(letter)) ?? literal(atom) }] : [];
	});
}

const literal = (atom: string) => (atom.length === 1 ? atom : "");

function compiled(source: string, flags: string): RegExp | undefined {
	try {
		return new RegExp(source, flags);
	} catch {
		return;
	}
}

/** One letter for each set of parts that take it; letters of the pattern itself first. */
function distinct(atoms: readonly Atom[], flags: string): string[] {
	const tests = [...new Set(atoms.map(({ source }) => source))].map(
		(source) => new RegExp(`^(?:${source})$`, flags.includes("u") ? "u" : ""),
	);
	const bySet = new Map<string, string>();
	for (const letter of [...atoms.map(({ sample }) => sample).filter(Boolean), ...LETTERS]) {
		const key = tests.map((test) => Number(test.test(letter))).join("");
		if (!bySet.has(key)) bySet.set(key, letter);
	}
	return [...bySet.values()].slice(0, 12);
}

/** The words a pattern spells out, such as `<!--`. */
function runsOf({ source }: RegExp): string[] {
	const plain = source.replace(/\\([^a-z0-9])/gi, "$1");
	return [...new Set(plain.match(/[\w<>!/:=&@.-]{2,}/g) ?? [])].slice(0, 8);
}
