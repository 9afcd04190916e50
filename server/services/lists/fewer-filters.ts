/** A filter of a list, and how many entries the list has without it. */
export interface Wider {
	filter: string;
	total: number;
}

/**
 * For an empty list: the number of entries without each of its filters; filters whose removal finds nothing are left
 * out. @param without the query without each filter that is set
 */
export function widened<Query>(without: Readonly<Record<string, Query>>, totalOf: (query: Query) => number): Wider[] {
	return Object.entries(without)
		.map(([filter, query]) => ({ filter, total: totalOf(query) }))
		.filter(({ total }) => total > 0);
}

/** A query without each of some filters that are set. */
export function withoutEach<Query extends object>(query: Query, filters: readonly (keyof Query & string)[]) {
	const set = filters.filter((name) => String(query[name]) !== "");
	return Object.fromEntries(set.map((name) => [name, { ...query, [name]: "" }])) as Record<string, Query>;
}
