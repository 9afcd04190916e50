import { z } from "zod";
import { STATUSES } from "../enumerations.ts";
import { type RawForm, textOf, textsOf } from "../programmes/answers.ts";

const id = z.coerce.number().int().positive();
const status = z.object({ id, was: z.enum(STATUSES), to: z.enum(STATUSES) });
const track = z.object({ id, was: z.string(), to: z.string().min(1) });

export type EntryChange = ({ kind: "status" } & z.infer<typeof status>) | ({ kind: "track" } & z.infer<typeof track>);

/** Name of the button that saves one row; without it every changed row is saved. */
const SAVE_ONE = /^do\.save\.(\d+)$/;

/**
 * The rows of the table form whose status or track differs from the one the page was made with
 * (`was-<id>`, `status-<id>`; `had-<id>`, `track-<id>`).
 */
export function rowChanges(form: RawForm): EntryChange[] {
	const only = Object.keys(form)
		.map((name) => SAVE_ONE.exec(name)?.[1])
		.find(Boolean);
	return Object.keys(form).flatMap((name): EntryChange[] => {
		const [, what, number] = /^(status|track)-(\d+)$/.exec(name) ?? [];
		if (!number || (only && only !== number)) return [];
		const to = textOf(form, name);
		if (what === "status") {
			const parsed = status.safeParse({ id: number, was: textOf(form, `was-${number}`), to });
			return parsed.success && parsed.data.was !== parsed.data.to ? [{ kind: "status", ...parsed.data }] : [];
		}
		const parsed = track.safeParse({ id: number, was: textOf(form, `had-${number}`), to });
		return parsed.success && parsed.data.was !== parsed.data.to ? [{ kind: "track", ...parsed.data }] : [];
	});
}

/** The rows ticked in a table. */
export function tickedIds(form: RawForm): number[] {
	return textsOf(form, "ids").flatMap((text) => {
		const parsed = id.safeParse(text);
		return parsed.success ? [parsed.data] : [];
	});
}

/** What is asked of all ticked rows. */
export function bulkChange(
	form: RawForm,
): { kind: "status"; to: (typeof STATUSES)[number] } | { kind: "track"; to: string } | undefined {
	if ("do.bulk-status" in form) {
		const to = z.enum(STATUSES).safeParse(textOf(form, "bulk-status"));
		return to.success ? { kind: "status", to: to.data } : undefined;
	}
	const to = textOf(form, "bulk-track");
	return "do.bulk-track" in form && to !== "" ? { kind: "track", to } : undefined;
}

/** The form of an entry's panel. */
export function panelIn(form: RawForm): { panelists: string[]; keywords: string[] } {
	return { panelists: textsOf(form, "panelist"), keywords: textsOf(form, "keywords") };
}
