import { PAGE_SIZE } from "../../../app/enumerations.ts";

/** Entries that were found. */
export interface Found {
	total(): number;
	/** Their numbers in order, all or some. */
	ids(some?: { first: number; limit: number }): number[];
}

/** The entries of two lists that have none in common. @param ahead a few */
export function oneAfterTheOther(ahead: Found, rest: Found): Found {
	return {
		total: () => ahead.total() + rest.total(),
		ids(some) {
			const first = ahead.ids();
			if (!some) return [...first, ...rest.ids()];
			const shown = first.slice(some.first, some.first + some.limit);
			const from = Math.max(0, some.first - first.length);
			return [...shown, ...rest.ids({ first: from, limit: some.limit - shown.length })];
		},
	};
}

/**
 * One page of the result, and the number of its first entry, counting down from the total. A page beyond the end
 * gives the last one.
 */
export function pageOf(found: Found, asked: number) {
	const total = found.total();
	const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
	const page = Math.min(Math.max(1, asked), pages);
	const first = (page - 1) * PAGE_SIZE;
	return { ids: found.ids({ first, limit: PAGE_SIZE }), highest: total - first, about: { total, page, pages } };
}
