import { z } from "zod";
import { STATUSES } from "../lifecycle.ts";

/** Far more than an event has. Of more the first count: none would mean all. */
const MOST_TRACKS = 200;
const page = z.coerce.number().int().min(1).max(10_000).catch(1);

/**
 * The decisions that an address, or a form, names.
 * @param first the call where none is named
 */
export function readDecisions(search: URLSearchParams, first: string) {
	const statuses = search.getAll("status");
	return {
		category: search.get("call") || first,
		statuses: STATUSES.filter((status) => statuses.includes(status)),
		tracks: [...new Set(search.getAll("track"))].slice(0, MOST_TRACKS).map((track) => track.slice(0, 100)),
		page: page.parse(search.get("page") ?? undefined),
	};
}
