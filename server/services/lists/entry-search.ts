import { and, type SQL, sql } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import { entries } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

/** Characters of a term of the index. */
const TERM = 3;

/** With more terms than this, the index is slower than reading the entries. */
const MOST_TERMS = 64;

/** How the entries with some words are found. */
export interface Way {
	/** Query of the full-text index; empty if it does not help. */
	match: string;
	/** Words to find in the entries themselves. */
	read: readonly string[];
}

/** What is looked for: folded words, all of which must be there. */
export interface Sought {
	kind: EntryKind;
	words: readonly string[];
	/** In public text only. */
	inPublic: boolean;
}

/**
 * Texts are found by an index of three characters each: Chinese words are not set apart by spaces, and often have two.
 * Shorter words are found by the terms that begin with them.
 */
export function createEntrySearch({ db }: Pick<Runtime, "db">) {
	const begunBy = db.orm
		.select({ term: sql<string>`term` })
		.from(sql`entry_terms`)
		.where(sql`term >= ${sql.placeholder("from")} and term < ${sql.placeholder("to")}`)
		.limit(MOST_TERMS + 1)
		.prepare();

	/** Undefined where one of the words is in no entry at all. */
	function wayTo({ kind, words, inPublic }: Sought): Way | undefined {
		const asked: string[] = [];
		const read: string[] = [];
		let left = MOST_TERMS;
		for (const word of words) {
			const isShort = [...word].length < TERM;
			const terms = isShort ? begunBy.all({ from: word, to: `${word}\u{10ffff}` }) : [{ term: word }];
			if (terms.length === 0) return;
			if (isShort && terms.length > left) {
				read.push(word);
				continue;
			}
			if (isShort) left -= terms.length;
			asked.push(`(${terms.map(({ term }) => `"${term.replaceAll('"', '""')}"`).join(" OR ")})`);
		}
		const columns = `{${inPublic ? "" : `${kind} `}${kind}_shown}`;
		return { match: asked.length > 0 ? `${columns} : (${asked.join(" AND ")})` : "", read };
	}

	return { wayTo };
}

/** Condition that finds words by reading entries: frequent words are found soon. */
export function hasWords({ words, inPublic }: Pick<Sought, "words" | "inPublic">): SQL | undefined {
	return and(
		...words.map((word) => {
			const isShown = sql`instr(${entries.publicText}, ${word})`;
			return inPublic ? isShown : sql`(${isShown} or instr(${entries.searchText}, ${word}))`;
		}),
	);
}
