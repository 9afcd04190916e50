import { z } from "zod";

const label = z.string().trim().max(200).catch("");
const description = z.string().trim().max(2_000).catch("");

/** What the form of a track posts. */
export const trackForm = z.object({
	label,
	labelZh: label,
	description,
	descriptionZh: description,
	active: z
		.enum(["yes", "no"])
		.catch("yes")
		.transform((choice) => choice === "yes"),
	displayIndex: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
});
