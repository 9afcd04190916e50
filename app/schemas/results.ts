import { z } from "zod";
import { STATUSES } from "../lifecycle.ts";
import { type Criterion, RESULT_FILTERS, RESULT_ORDERS, WHAT_IF } from "../reviews/criteria.ts";
import { knownTrack, pageNumber } from "./listing.ts";

const orders: readonly string[] = RESULT_ORDERS.flatMap((name) => [name, `-${name}`]);

const results = z.object({
	track: z.string().catch(""),
	status: z.enum(STATUSES).or(z.literal("")).catch(""),
	only: z.enum(RESULT_FILTERS).or(z.literal("")).catch(""),
	/** The best first unless asked otherwise. */
	sort: z
		.string()
		.refine((sort) => orders.includes(sort))
		.catch("-adjusted"),
	page: pageNumber,
});

/** From 0, which leaves a criterion out. */
const weight = z.string().regex(/^(\d|10)$/);

/** What the page of results reads from its address. A value that makes no sense is dropped, never an error. */
export function readResults(
	search: URLSearchParams,
	tracks: ReadonlySet<string>,
	criteria: readonly Pick<Criterion, "id" | "weight">[],
) {
	const { track, ...asked } = results.parse(Object.fromEntries(search));
	const weights = criteria.flatMap(({ id, weight: own }): [string, number][] => {
		const given = weight.safeParse(search.get(WHAT_IF + id)).data;
		return given === undefined || Number(given) === own ? [] : [[id, Number(given)]];
	});
	return {
		...asked,
		track: knownTrack(track, tracks),
		/** Those that are not as the rules say. */
		weights: Object.fromEntries(weights) as Readonly<Record<string, number>>,
	};
}
