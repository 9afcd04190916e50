import { z } from "zod";
import { STATUSES, type Status } from "../lifecycle.ts";

/** Values of one control, of which there may be several. */
const several = z.array(z.string().max(100)).max(200).catch([]);
const page = z.coerce.number().int().min(1).max(10_000).catch(1);

/**
 * The decisions that an address, or a form, names.
 * @param first the call where none is named
 */
export function readDecisions(search: URLSearchParams, first: string) {
	const isStatus = (value: string): value is Status => STATUSES.some((status) => status === value);
	return {
		category: search.get("call") || first,
		statuses: several.parse(search.getAll("status")).filter(isStatus),
		tracks: several.parse(search.getAll("track")),
		page: page.parse(search.get("page") ?? undefined),
	};
}
