/** What the buttons of the grid's editor do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { type RawForm, textsOf } from "../programmes/answers.ts";
import type { Problem } from "../programmes/problems.ts";
import { readSure } from "../schemas/grid.ts";
import {
	type Answer,
	addDay,
	changeDate,
	lay,
	type Order,
	preview,
	removeDay,
	removeSlots,
	removeSpecial,
	resize,
	saveSpecial,
	setColumns,
} from "./grid-edits.server.ts";
import type { PlanGroup } from "./grid-plan.server.ts";

/** The forms of the editor; the names of their fields' problems begin with theirs. */
export type GridForm = "day" | "date" | "tracks" | "gone" | "slots" | "range" | "series" | "special";

/** The result of pressing a button. */
export interface GridOutcome {
	status: number;
	form: GridForm;
	/** Messages to show. */
	lines: string[];
	wrong: boolean;
	problems: Problem[];
	/** The posted values, if nothing was changed: to be shown or sent again. */
	typed?: RawForm;
	/** Entries in the way, with their places. */
	held: { id: number; title: string; place: string }[];
	/** What the series would do, and how many slots it would add. */
	plan?: { groups: PlanGroup[]; count: number };
	/** The days of a series that was created. */
	laid?: readonly string[];
}

const ORDERS: Readonly<Record<string, { form: GridForm; run: (order: Order) => Promise<Answer> }>> = {
	"do.add-day": { form: "day", run: addDay },
	"do.date": { form: "date", run: changeDate },
	"do.tracks": { form: "tracks", run: setColumns },
	"do.remove-day": { form: "gone", run: removeDay },
	"do.length": { form: "slots", run: resize },
	"do.remove": { form: "slots", run: (order) => removeSlots(order, "slots") },
	"do.remove-range": { form: "range", run: (order) => removeSlots(order, "range") },
	"do.preview": { form: "series", run: async (order) => preview(order) },
	"do.lay": { form: "series", run: lay },
	"do.special": { form: "special", run: saveSpecial },
	"do.remove-special": { form: "special", run: removeSpecial },
};

/** Values posted with every form that are not part of it. */
const NOT_TYPED: ReadonlySet<string> = new Set(["formToken", "sure", "do.go-on"]);

/** Names of what a series of slots is described by. */
const SERIES = ["every", "from", "to", "minutes", "days", "tracks"];

/** Address of the preview of a series. Nothing is changed, so it may be reloaded. */
export function previewPath({ form }: AppLoadContext): string {
	const search = new URLSearchParams({ lay: "1", preview: "1" });
	for (const name of SERIES) for (const value of textsOf(form, name)) search.append(name, value);
	return `/admin/schedule/grid?${search}`;
}

/** Address after a series was created, which leads on to its days. */
export function laidPath(days: readonly string[]): string {
	return `/admin/schedule/grid?${new URLSearchParams([["lay", "1"], ...days.map((day) => ["laid", day])])}`;
}

/** What the address asks to be looked at. */
export async function previewed(context: AppLoadContext, search: URLSearchParams): Promise<GridOutcome | undefined> {
	if (!search.has("preview")) return;
	const asked = SERIES.map((name) => [name, search.getAll(name)] as const);
	const form = Object.fromEntries(
		asked.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]),
	);
	return takeGrid({ ...context, form: { ...form, "do.preview": "" } }, search);
}

export async function takeGrid(context: AppLoadContext, search: URLSearchParams): Promise<GridOutcome> {
	const { services, form, t } = context;
	const nothing = { status: 200, form: "gone" as const, lines: [], wrong: false, problems: [], held: [] };
	const order = Object.keys(ORDERS).find((name) => name in form) ?? "";
	const known = ORDERS[order];
	if (!known) return { ...nothing, status: 422, wrong: true, lines: [t("gridMessages.noButton")] };
	const typed = Object.fromEntries(Object.entries(form).filter(([name]) => !NOT_TYPED.has(name)));
	const pressed: Order = { context, grid: services.grid, day: search.get("day") ?? "", sure: readSure(form) };
	let answer: Answer;
	try {
		answer = await known.run(pressed);
	} catch (error) {
		const { status, message, code } = context.explain(error);
		const isStalePlan = code === "CONFLICT" && order === "do.lay";
		const line = isStalePlan ? t("gridMessages.planStale") : code === "CONFLICT" ? t("gridMessages.stale") : message;
		answer = { ...(isStalePlan && (await preview(pressed))), status, wrong: true, lines: [line] };
	}
	const outcome: GridOutcome = { ...nothing, form: known.form, ...answer };
	if (outcome.problems.length > 0) {
		const problems = outcome.problems.map(({ field, message }) => ({ field: `${known.form}-${field}`, message }));
		return { ...outcome, status: 422, wrong: true, problems, typed };
	}
	if (outcome.held.length > 0) return { ...outcome, status: 409, wrong: true, typed };
	return outcome.wrong || outcome.plan ? { ...outcome, typed } : outcome;
}
