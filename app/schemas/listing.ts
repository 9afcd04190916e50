import { z } from "zod";
import { NEEDS, STATUSES } from "../enumerations.ts";

/** What an admin list reads from its address. A value that makes no sense is dropped, never an error. */
export function listQuery(sortable: readonly string[]) {
	const orders = sortable.flatMap((name) => [name, `-${name}`]);
	return z.object({
		q: z.string().trim().max(200).catch(""),
		track: z.string().max(100).catch(""),
		status: z.enum(STATUSES).or(z.literal("")).catch(""),
		need: z.enum(NEEDS).or(z.literal("")).catch(""),
		/** Newest first unless asked otherwise (specification section 9). */
		sort: z
			.string()
			.refine((sort) => orders.includes(sort))
			.catch("-id"),
		page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
	});
}

export type ListState = z.infer<ReturnType<typeof listQuery>>;

/** The number of an entry in an address or a form, or 0. */
export const entryNumber = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0);
