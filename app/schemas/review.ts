import { z } from "zod";
import { STATUSES } from "../enumerations.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";

const change = z.object({ id: z.coerce.number().int().positive(), was: z.enum(STATUSES), status: z.enum(STATUSES) });
export type StatusChange = z.infer<typeof change>;

/** Name of the button that saves one row; without it every changed row is saved. */
export const SAVE_ONE = /^do\.save\.(\d+)$/;

/** The rows of the table form whose status differs from the one the page was made with (`was-<id>`, `status-<id>`). */
export function statusChanges(form: RawForm): StatusChange[] {
	const only = Object.keys(form)
		.map((name) => SAVE_ONE.exec(name)?.[1])
		.find(Boolean);
	return Object.keys(form).flatMap((name) => {
		const id = /^status-(\d+)$/.exec(name)?.[1];
		if (!id || (only && only !== id)) return [];
		const parsed = change.safeParse({ id, was: textOf(form, `was-${id}`), status: textOf(form, name) });
		return parsed.success && parsed.data.was !== parsed.data.status ? [parsed.data] : [];
	});
}
