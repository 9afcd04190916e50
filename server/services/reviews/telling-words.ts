import type { Programme } from "../../../app/programmes/define.ts";
import { withoutLastSlashes } from "../../../app/programmes/forms.ts";
import { isAboutPerson, originalOf, type ReviewedRow, redactable } from "./reviewed-entry.ts";

/** What stands in the place of a word that says whose entry it is. */
const BLOCK = "█████";

/** Shorter words say nothing of anyone, and are part of many others. A character of Chinese is nearly a word. */
const SHORTEST = 2;
const SHORTEST_HANDLE = 3;
const HAN = /\p{Script=Han}/u;
/** Words of one entry that are searched for, the longest: people have a dozen, and each takes its time. */
const MOST_WORDS = 100;

/** Whose entry it is, as its columns and answers say. */
export interface Named {
	name: string;
	org: string;
	email: string;
	answers: Readonly<Record<string, unknown>>;
}

/**
 * The words that would tell reviewers whose entry it is, the longest first: names and their parts, organisations, addresses,
 * and accounts at other sites, of all its people.
 */
export function tellingWords(programme: Programme, row: Named): string[] {
	const words = new Set<string>();
	const add = (word: string, least = SHORTEST) => {
		const trimmed = word.trim();
		if (trimmed.length >= least) words.add(trimmed.toLowerCase());
	};
	const columns: Record<string, unknown> = { name: row.name, org: row.org, email: row.email };
	for (const field of programme.sections.filter(isAboutPerson).flatMap(({ fields }) => fields)) {
		const answer = field.column ? columns[field.column] : row.answers[field.name];
		if (typeof answer !== "string") continue;
		if (field.kind === "email") {
			const [local = "", domain = ""] = answer.split("@");
			add(answer);
			add(local, SHORTEST_HANDLE);
			add(domain, SHORTEST_HANDLE);
		} else if (field.kind === "url") {
			add(withoutLastSlashes(answer.replace(/^https?:\/\/(www\.)?/i, "")), SHORTEST_HANDLE);
			add(handleIn(answer), SHORTEST_HANDLE);
		} else if (field.column === "name" || /name$/i.test(field.name)) {
			add(answer);
			for (const part of answer.split(/[\s,，、·]+/)) add(part);
		} else if (field.column === "org") add(answer);
	}
	return [...words].sort((one, other) => other.length - one.length || one.localeCompare(other)).slice(0, MOST_WORDS);
}

/** The account in the address of a profile: the last part of its path. */
function handleIn(address: string): string {
	const [path = ""] = address.replace(/^https?:\/\/[^/?#]+/i, "").split(/[?#]/, 1);
	const parts = path.split("/").slice(1).filter(Boolean);
	return parts.at(-1)?.replace(/^@/, "") ?? "";
}

/** Those of the words that a text has, in any case; of letters only whole words. */
export function wordsIn(text: string, words: readonly string[]): string[] {
	// Patterns are slow: one is made only of a word that is there.
	const folded = foldCase(text);
	return words.filter((word) => folded.includes(foldCase(word)) && patternOf([word]).test(text));
}

/** In this order: capitals do not depend on the letters beside them, and small letters of some scripts do. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

/** An entry as plain data, which a thread can be given. */
export interface SearchedEntry extends Omit<Named, "answers"> {
	id: number;
	title: string;
	/** JSON. */
	answers: string;
	/** Texts in the place of the author's, by the names of their questions. */
	redacted: ReadonlyMap<string, string>;
}

/** The words that tell whose entries are in what their reviewers read. Runs in a thread. */
export function searchEntries({ programme, entries }: { programme: Programme; entries: readonly SearchedEntry[] }) {
	const fields = redactable(programme);
	return entries.map(({ answers, redacted, ...row }) => {
		const entry = { ...row, answers: JSON.parse(answers) as ReviewedRow["answers"] };
		const read = fields.map((field) => redacted.get(field.name) ?? originalOf(field, entry));
		return { id: row.id, words: wordsIn(read.join("\n"), tellingWords(programme, entry)) };
	});
}

/** The text with a block in the place of these words; those beside each other share one. */
export const withoutWords = (text: string, words: readonly string[]): string =>
	words.length === 0 ? text : text.replace(patternOf(words), BLOCK).replace(SEVERAL_BLOCKS, BLOCK);

const SEVERAL_BLOCKS = /█{5}(?: ?█{5})+/g;

function patternOf(words: readonly string[]): RegExp {
	const parts = words.map((word) => {
		const escaped = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
		return HAN.test(word) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
	});
	return new RegExp(parts.join("|"), "giu");
}
