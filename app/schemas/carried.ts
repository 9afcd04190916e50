import { z } from "zod";

/** What a form was made with, which it carries along as JSON. @param schema of the value */
export const carried = <T>(schema: z.ZodType<T>) =>
	z
		.string()
		.transform((json, context) => {
			try {
				return JSON.parse(json) as unknown;
			} catch {
				context.addIssue("not JSON");
				return z.NEVER;
			}
		})
		.pipe(schema);
