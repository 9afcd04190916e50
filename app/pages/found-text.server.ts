/** Where an entry has what was searched for, if its row does not show it. Server only. */

import type { EntryKind } from "../kinds.ts";
import { isSearched } from "../programmes/answers.ts";
import type { EntryColumn, Locale } from "../programmes/define.ts";
import type { Registry } from "../programmes/registry.ts";
import { foldForSearch } from "../search/folding.ts";
import { excerptOf } from "../search/matches.ts";
import { searchWords } from "../search/words.ts";

export interface FoundText {
	/** Label of the answer. */
	field: string;
	/** The answer around the first of the words. */
	text: string;
}

interface Row extends Readonly<Partial<Record<EntryColumn, unknown>>> {
	category: string;
	kind: EntryKind;
	answers: Readonly<Record<string, unknown>>;
}

/**
 * The answer with most of the words that the texts of the row lack; undefined if the row shows them all. @param track its
 * label and name, where the row cannot mark what was found in it
 */
export function foundText(
	registry: Registry,
	row: Row,
	q: string,
	locale: Locale,
	inRow: readonly string[],
	track?: FoundText,
): FoundText | undefined {
	const shown = foldForSearch(inRow.join("\n"));
	const words = searchWords(q).filter((word) => !shown.includes(word));
	if (words.length === 0) return;
	const [best] = registry
		.programmeOf(row.category, row)
		.fields.flatMap((field) => {
			const answer = field.column ? row[field.column] : row.answers[field.name];
			// The name of a track is in its own column, and its id means nothing to people.
			if (!isSearched(field, answer) || field.kind === "track") return [];
			const folded = foldForSearch(answer);
			const found = words.filter((word) => folded.includes(word));
			return found.length > 0 ? [{ field, answer, found }] : [];
		})
		.sort((a, b) => b.found.length - a.found.length);
	if (!best && track && words.some((word) => foldForSearch(track.text).includes(word))) return track;
	return best && { field: best.field.label[locale], text: excerptOf(best.answer, best.found) };
}
