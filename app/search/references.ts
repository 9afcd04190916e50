import { ENTRY_KINDS, type EntryKind } from "../kinds.ts";
import { numberIn } from "../programmes/number.ts";
import { foldForSearch } from "./folding.ts";

/** An entry that a search names: `talk-57` (or `talk57`, `Talk 57`) says its kind, `#57` and `57` do not. */
export interface Reference {
	kind: EntryKind | undefined;
	id: number;
}

const MOST_REFERENCES = 10;

/** Chinese writes no space beside them, so only Latin letters and figures make them part of something longer. */
const REFERENCE = new RegExp(
	`(?:^|[^a-z0-9_-])(?:(${ENTRY_KINDS.join("|")})[- ]?|#)(\\d+)(?![a-z0-9_]|-[a-z0-9])`,
	"g",
);

/** The entries that a search names, whatever its case and width: anywhere in a sentence, or by a number and nothing else. */
export function referencesIn(q: string): Reference[] {
	const text = foldForSearch(q).trim();
	const alone = numberIn(text);
	if (alone > 0) return [{ kind: undefined, id: alone }];
	return [...text.matchAll(REFERENCE)]
		.map(([, kind, digits = ""]) => ({ kind: ENTRY_KINDS.find((one) => one === kind), id: numberIn(digits) }))
		.filter(({ id }) => id > 0)
		.slice(0, MOST_REFERENCES);
}

/** Whether a search names this entry. */
export function names(q: string, { kind, id }: { kind: EntryKind; id: number }): boolean {
	return referencesIn(q).some((named) => named.id === id && (named.kind ?? kind) === kind);
}
