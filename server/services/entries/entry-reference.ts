import type { EntryKind } from "../../../app/kinds.ts";
import { idFromSpot, spotId } from "../../../app/programmes/index.ts";
import { numberIn } from "../../../app/programmes/number.ts";
import type { Found } from "../lists/entry-query.ts";
import { foldForSearch } from "../text-folding.ts";

/** The entry of a kind that a search names. */
export interface Named {
	id: number;
	/** By its whole reference (`talk-24`), and not by its number alone, which may be part of a text as well. */
	whole: boolean;
}

/** What a search for `talk-24` or `24` names, whatever its case and width. */
export function namedBy(kind: EntryKind, q: string): Named | undefined {
	const text = foldForSearch(q).trim();
	const number = numberIn(text);
	if (number > 0) return { id: number, whole: false };
	const id = idFromSpot(text);
	return id > 0 && text === spotId({ kind, id }) ? { id, whole: true } : undefined;
}

/** The entries found by text, preceded by the one that the reference names, if it is not among them. */
export function withNamed(byText: Found, byId: Found, isAmong: () => boolean): Found {
	const ahead = () => (byId.total() > 0 && !isAmong() ? byId.ids() : []);
	return {
		total: () => byText.total() + ahead().length,
		ids(some) {
			const first = ahead();
			if (!some || first.length === 0) return [...first, ...byText.ids(some)];
			const shown = some.first === 0 && some.limit > 0 ? first : [];
			const rest = { first: Math.max(0, some.first - 1), limit: some.limit - shown.length };
			return [...shown, ...byText.ids(rest)];
		},
	};
}
