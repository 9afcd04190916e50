import { z } from "zod";
import { BULK_ACTION_NAMES, type BulkActionName, type BulkChoices, bulkAction, bulkChoice } from "../bulk-actions.ts";
import { KEYWORDS } from "../enumerations.ts";
import { STATUSES } from "../lifecycle.ts";
import { type RawForm, textOf, textsOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { type Choice, SEEN } from "../unsaved.ts";

const id = z.string().transform(numberIn).pipe(z.number().positive());
const status = z.object({ id, was: z.enum(STATUSES), to: z.enum(STATUSES) });
const track = z.object({ id, was: z.string(), to: z.string().min(1) });
const invitation = z.object({ id, was: z.string(), to: z.string() });

export type EntryChange = ({ kind: "status" } & z.infer<typeof status>) | ({ kind: "track" } & z.infer<typeof track>);

/**
 * The rows of the table form whose status or track differs from the one the page was made with
 * (`was-<id>`, `status-<id>`; `had-<id>`, `track-<id>`).
 */
export function rowChanges(form: RawForm): EntryChange[] {
	return controlsOfRows(form).flatMap(([what, number]): EntryChange[] => {
		if (what === "status") return changed(form, number, what, status).map((to) => ({ kind: what, ...to }));
		if (what === "track") return changed(form, number, what, track).map((to) => ({ kind: what, ...to }));
		return [];
	});
}

/** The same for invitations (`invited-<id>`, `invitation-<id>`). */
export function invitationChanges(form: RawForm): z.infer<typeof invitation>[] {
	return controlsOfRows(form).flatMap(([what, number]) =>
		what === "invitation" ? changed(form, number, what, invitation) : [],
	);
}

/** What controls of rows are about, and of which row. Any button saves all: the page that follows would drop the rest. */
function controlsOfRows(form: RawForm): [what: string, number: string][] {
	return Object.keys(form).flatMap((name): [string, string][] => {
		const [, what, number] = /^(\w+)-(\d+)$/.exec(name) ?? [];
		return what && number ? [[what, number]] : [];
	});
}

/** One change, or none where the value is the one the page was made with or makes no sense. */
function changed<T extends { was: string; to: string }>(
	form: RawForm,
	number: string,
	what: Choice,
	schema: z.ZodType<T>,
): T[] {
	const parsed = schema.safeParse({
		id: number,
		was: textOf(form, `${SEEN[what]}-${number}`),
		to: textOf(form, `${what}-${number}`),
	});
	return parsed.success && parsed.data.was !== parsed.data.to ? [parsed.data] : [];
}

/** The rows ticked in a table. */
export function tickedIds(form: RawForm): number[] {
	return textsOf(form, "ids").flatMap((text) => {
		const parsed = id.safeParse(text);
		return parsed.success ? [parsed.data] : [];
	});
}

/** How many entries the list had when all of them were chosen, whatever is ticked; undefined where they were not. */
export function matchingSeen(form: RawForm): number | undefined {
	return id.safeParse(textOf(form, "matching")).data;
}

/** Whether a change of all of them was confirmed. */
export const isSure = (form: RawForm): boolean => "sure" in form;

/** All ticks and choices of a table, to show it again. */
export function choicesIn(form: RawForm) {
	return {
		ids: tickedIds(form),
		bulk: Object.fromEntries(BULK_ACTION_NAMES.map((name) => [name, textOf(form, bulkChoice(name))])),
		rows: rowChanges(form),
	};
}

const chosenFrom = {
	statuses: z.enum(STATUSES),
	tracks: z.string().min(1),
	panelists: z.string().min(1),
	keywords: z.enum(KEYWORDS),
} satisfies { [From in keyof BulkChoices]: z.ZodType<BulkChoices[From]> };

/** What an action asks of all ticked rows; undefined where no value was chosen for it. */
export function bulkChange(form: RawForm, name: BulkActionName) {
	const { from, change } = bulkAction(name);
	if (!from) return change("");
	const { success, data } = chosenFrom[from].safeParse(textOf(form, bulkChoice(name)));
	return success ? change(data) : undefined;
}

/** The form of an entry's panel. */
export function panelIn(form: RawForm): { panelists: string[]; keywords: string[] } {
	return { panelists: textsOf(form, "panelist"), keywords: textsOf(form, "keywords") };
}
