import { z } from "zod";
import type { Translate } from "../i18n.ts";
import { numberIn } from "../programmes/number.ts";
import { type Problem, textFault } from "../programmes/problems.ts";

/** Characters. */
export const MOST_IN_TRACK = { label: 200, labelZh: 200, description: 2_000, descriptionZh: 2_000 } as const;

const text = z.string().trim().catch("");

/** What the form of a track posts. */
export const trackForm = z.object({
	label: text,
	labelZh: text,
	description: text,
	descriptionZh: text,
	active: z
		.enum(["yes", "no"])
		.catch("yes")
		.transform((choice) => choice === "yes"),
	displayIndex: z.string().transform(numberIn).pipe(z.number().min(1).max(10_000)).optional().catch(undefined),
});

/** The track the form was made with, as it carried it; undefined for a new one. */
export const trackSeen = z
	.string()
	.transform((json) => {
		try {
			return JSON.parse(json) as unknown;
		} catch {
			return;
		}
	})
	.pipe(
		z.object({
			label: z.string(),
			labelZh: z.string(),
			description: z.string(),
			descriptionZh: z.string(),
			active: z.boolean(),
		}),
	)
	.optional()
	.catch(undefined);

/** Problems of the texts of a track: too long, or with characters that cannot be stored. Each names its text. */
export function trackProblems(
	t: Translate,
	details: { readonly [Name in keyof typeof MOST_IN_TRACK]?: string },
): Problem[] {
	return (Object.keys(MOST_IN_TRACK) as (keyof typeof MOST_IN_TRACK)[]).flatMap((name): Problem[] => {
		const field = t(`tracks.${name}`);
		const text = details[name]?.trim() ?? "";
		const odd = textFault(text, name.startsWith("label"));
		if (odd) return [{ field: name, message: t(`problemMessages.${odd}`, { field }) }];
		if ([...text].length <= MOST_IN_TRACK[name]) return [];
		return [{ field: name, message: t("tracks.tooLong", { field, count: MOST_IN_TRACK[name] }) }];
	});
}
