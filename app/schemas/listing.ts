import { z } from "zod";
import { STATUSES } from "../enumerations.ts";

/** What an admin list reads from its address. A value that makes no sense is dropped, never an error. */
export const reviewQuery = z.object({
	q: z.string().trim().max(200).catch(""),
	track: z.string().max(100).catch(""),
	status: z.enum(STATUSES).or(z.literal("")).catch(""),
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});
