/** Entries that were found. */
export interface Found {
	total(): number;
	/** Their numbers in order, all or some. */
	ids(some?: { first: number; limit: number }): number[];
	/** Number of entries before one in the order, whether or not it is among them. */
	before(id: number): number;
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
		before(id) {
			const first = ahead.ids();
			return first.includes(id) ? first.indexOf(id) : first.length + rest.before(id);
		},
	};
}

/** The wanted page of a result: by its number, or the one that has an entry, or would have it. */
export type Asked = { page: number } | { around: number };

/**
 * One page of the result, and the number of its first entry, counting down from the total. A page beyond the end
 * gives the last one.
 */
export function pageOf(found: Found, asked: Asked, size: number) {
	const total = found.total();
	const pages = Math.max(1, Math.ceil(total / size));
	const wanted = "around" in asked ? Math.floor(found.before(asked.around) / size) + 1 : asked.page;
	const page = Math.min(Math.max(1, wanted), pages);
	const first = (page - 1) * size;
	return { ids: found.ids({ first, limit: size }), highest: total - first, about: { total, page, pages } };
}

/**
 * One page of a list that is read from its newest row back.
 * @param found the page and one row more, if there is one
 * @returns `older`: the number before which the next page begins, if there is one
 */
export function newestRows<Row extends { id: number }>(found: readonly Row[], size: number) {
	const rows = found.slice(0, size);
	return { rows, older: found.length > size ? rows.at(-1)?.id : undefined };
}
