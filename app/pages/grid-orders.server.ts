/** What the buttons of the grid's editor do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { type RawForm, textOf, textsOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import type { Problem } from "../programmes/problems.ts";
import { faultText, type GridFault } from "../schedule/grid-fault.ts";
import type { PlannedColumn } from "../schedule/series.ts";
import {
	type Read,
	readColumns,
	readDate,
	readSeries,
	readSpan,
	readSpecial,
	readSure,
	readTicked,
	seenColumns,
	seenSpecial,
} from "../schemas/grid.ts";
import { scheduleWords } from "./board.server.ts";
import { type PlanGroup, planGroups } from "./grid-plan.server.ts";

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
}

type Services = AppLoadContext["services"]["grid"];
type Edited = Awaited<ReturnType<Services["changeDate"]>>;
type Answer = Partial<GridOutcome>;

/** One press of a button: its form, and the day whose page it is on. */
interface Order {
	context: AppLoadContext;
	grid: Services;
	day: string;
	sure: ReadonlySet<number>;
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

/** The answer to an edit: what is in its way, or the lines for what was done. */
function settle<Done extends Edited>(
	{ context }: Order,
	edited: Done,
	lines: (done: Extract<Done, { ok: true }>) => string[],
): Answer {
	if (edited.ok) return { lines: lines(edited as Extract<Done, { ok: true }>) };
	const { placeOf } = scheduleWords(context);
	const held = edited.held.map(({ id, title, slot }) => ({ id, title, place: placeOf(slot) }));
	return { problems: faultsIn(context, edited.faults), held };
}

function faultsIn(context: AppLoadContext, faults: readonly GridFault[]): Problem[] {
	const words = scheduleWords(context);
	return faults.map((fault) => ({ field: fault.field, message: faultText(context.t, fault, words) }));
}

/** Continues with the parsed form, or reports its problems. */
async function withRead<T>(read: Read<T>, go: (value: T) => Promise<Answer> | Answer): Promise<Answer> {
	return "problems" in read ? { problems: read.problems } : go(read.value);
}

function addDay(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readDate(t, form), async (date) => {
		const edited = await order.grid.addDay(actor, date);
		return settle(order, edited, ({ id }) => [
			t("gridMessages.dayAdded", { day: scheduleWords(order.context).dayOf(id) }),
		]);
	});
}

function changeDate(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readDate(t, form), async (date) => {
		const edited = await order.grid.changeDate(actor, order.day, { date, was: textOf(form, "was") });
		return settle(order, edited, () => [t("gridMessages.dateSaved")]);
	});
}

function setColumns(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readColumns(t, form), async (columns) => {
		const given = { columns, was: seenColumns(form) ?? [] };
		const edited = await order.grid.setColumns(actor, order.day, given, order.sure);
		return settle(order, edited, (done) => [t("gridMessages.tracksSaved"), ...counted(order, done)]);
	});
}

async function removeDay(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	const id = textOf(form, "day");
	const day = scheduleWords(order.context).dayOf(id);
	const edited = await order.grid.removeDay(actor, id, order.sure);
	return settle(order, edited, (done) => [t("gridMessages.dayRemoved", { day }), ...counted(order, done)]);
}

function resize(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readTicked(t, form, true), async ({ slots, minutes }) => {
		const edited = await order.grid.resize(actor, slots, minutes);
		return settle(order, edited, ({ count }) => [t("gridMessages.lengthSaved", { count })]);
	});
}

async function removeSlots(order: Order, by: "slots" | "range"): Promise<Answer> {
	const { t, form, actor } = order.context;
	const ticked = by === "slots" ? readTicked(t, form, false) : undefined;
	return withRead<Parameters<Services["remove"]>[1]>(
		ticked === undefined ? readSpan(t, form, order.day) : "value" in ticked ? { value: ticked.value.slots } : ticked,
		async (what) => {
			const edited = await order.grid.remove(actor, what, order.sure);
			return settle(order, edited, (done) => {
				const lines = counted(order, done);
				return lines.length > 0 ? lines : [t("gridMessages.nothingThere")];
			});
		},
	);
}

/** What went with an edit. */
function counted({ context: { t } }: Order, { slots, entries }: { slots: number; entries: number }): string[] {
	return [
		...(slots > 0 ? [t("gridMessages.slotsRemoved", { count: slots })] : []),
		...(entries > 0 ? [t("gridMessages.entriesRemoved", { count: entries })] : []),
	];
}

function preview(order: Order): Promise<Answer> {
	const { context, grid } = order;
	return withRead(readSeries(context.t, context.form), (series) => {
		const { columns, faults } = grid.planned(context.actor, series);
		return { problems: faultsIn(context, faults), plan: planIn(context, columns) };
	});
}

function planIn(context: AppLoadContext, columns: readonly PlannedColumn[]): GridOutcome["plan"] {
	const count = columns.reduce((sum, { added }) => sum + added.length, 0);
	return { groups: planGroups(columns, scheduleWords(context)), count };
}

function lay(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readSeries(t, form), async (series) => {
		const edited = await order.grid.lay(actor, series, numberIn(textOf(form, "count")));
		return settle(order, edited, ({ added }) => [t("gridMessages.laid", { count: added })]);
	});
}

function saveSpecial(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	const was = seenSpecial(form);
	return withRead(readSpecial(t, form), async (details) => {
		const { grid, sure } = order;
		const edited = was
			? await grid.changeSpecial(actor, numberIn(textOf(form, "id")), { details, was }, sure)
			: await grid.addSpecial(actor, details, sure);
		return settle(order, edited, (done) => [
			t("gridMessages.specialSaved", { title: scheduleWords(order.context).titleOf(details) }),
			...counted(order, done),
		]);
	});
}

async function removeSpecial(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	const was = seenSpecial(form);
	if (!was) return { status: 404, wrong: true, lines: [t("refusals.NOT_FOUND")] };
	const edited = await order.grid.removeSpecial(actor, numberIn(textOf(form, "id")), was);
	return settle(order, edited, () => [
		t("gridMessages.specialRemoved", { title: scheduleWords(order.context).titleOf(was) }),
	]);
}
