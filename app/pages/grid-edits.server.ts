/** The edits of the grid: each reads its form, calls the service and says what was done. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { textOf } from "../programmes/answers.ts";
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
	readTicked,
	seenColumns,
	seenSpecial,
} from "../schemas/grid.ts";
import { scheduleWords } from "./board.server.ts";
import type { GridOutcome } from "./grid-orders.server.ts";
import { planGroups } from "./grid-plan.server.ts";

type Services = AppLoadContext["services"]["grid"];
type Edited = Awaited<ReturnType<Services["changeDate"]>>;
/** What an edit says of its outcome; the rest follows from its form. */
export type Answer = Partial<GridOutcome>;

/** One press of a button: its form, and the day whose page it is on. */
export interface Order {
	context: AppLoadContext;
	grid: Services;
	day: string;
	sure: ReadonlySet<number>;
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

export function addDay(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readDate(t, form), async (date) => {
		const edited = await order.grid.addDay(actor, date);
		return settle(order, edited, ({ id }) => [
			t("gridMessages.dayAdded", { day: scheduleWords(order.context).dayOf(id) }),
		]);
	});
}

export function changeDate(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readDate(t, form), async (date) => {
		const edited = await order.grid.changeDate(actor, order.day, { date, was: textOf(form, "was") });
		return settle(order, edited, () => [t("gridMessages.dateSaved")]);
	});
}

export function setColumns(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readColumns(t, form), async (columns) => {
		const given = { columns, was: seenColumns(form) ?? [] };
		const edited = await order.grid.setColumns(actor, order.day, given, order.sure);
		return settle(order, edited, (done) => [t("gridMessages.tracksSaved"), ...counted(order, done)]);
	});
}

export async function removeDay(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	const id = textOf(form, "day");
	const day = scheduleWords(order.context).dayOf(id);
	const edited = await order.grid.removeDay(actor, id, order.sure);
	return settle(order, edited, (done) => [t("gridMessages.dayRemoved", { day }), ...counted(order, done)]);
}

export function resize(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readTicked(t, form, true), async ({ slots, minutes }) => {
		const edited = await order.grid.resize(actor, slots, minutes);
		return settle(order, edited, ({ count }) => [t("gridMessages.lengthSaved", { count })]);
	});
}

export async function removeSlots(order: Order, by: "slots" | "range"): Promise<Answer> {
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

export function preview(order: Order): Promise<Answer> {
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

export function lay(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	return withRead(readSeries(t, form), async (series) => {
		const edited = await order.grid.lay(actor, series, numberIn(textOf(form, "count")));
		const answer = settle(order, edited, ({ added }) => [t("gridMessages.laid", { count: added })]);
		return edited.ok ? { ...answer, laid: series.dayIds } : answer;
	});
}

export function saveSpecial(order: Order): Promise<Answer> {
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

export async function removeSpecial(order: Order): Promise<Answer> {
	const { t, form, actor } = order.context;
	const was = seenSpecial(form);
	if (!was) return { status: 404, wrong: true, lines: [t("refusals.NOT_FOUND")] };
	const edited = await order.grid.removeSpecial(actor, numberIn(textOf(form, "id")), was);
	return settle(order, edited, () => [
		t("gridMessages.specialRemoved", { title: scheduleWords(order.context).titleOf(was) }),
	]);
}
