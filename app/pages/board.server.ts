/** The organisers' schedule as its screen shows it, and what its buttons do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { spotId } from "../programmes/index.ts";
import { formatDate } from "../programmes/window.ts";
import { endOf, eventTitle, type GridDay, type GridSlot, specialAt } from "../schedule/grid.ts";
import { refusalText } from "../schedule/refusal.ts";
import { boardOrder, readBoard } from "../schemas/board.ts";
import type { Report } from "./proposal-actions.server.ts";

type Board = ReturnType<AppLoadContext["services"]["schedule"]["board"]>;
export type BoardPage = ReturnType<typeof boardPage>;
export type BoardDay = BoardPage["days"][number];
export type Cell = NonNullable<BoardDay["rows"][number]["cells"][number]>;

/** Only talks are placed. */
export const referenceOf = (id: number) => spotId({ kind: "talk", id });

/** What places and events are called in the language of the page. */
export function scheduleWords({ services, actor, locale }: AppLoadContext) {
	return services.schedule.words(actor, locale);
}

export function boardPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, locale, t } = context;
	const state = readBoard(search, services.tracks.ids());
	const board = services.schedule.board(actor);
	const { trackOf: labelOf, placeOf } = scheduleWords(context);
	const conflicts = services.schedule.conflicts(actor);
	const clashing = new Set(
		conflicts.flatMap((one) => (one.kind === "person" ? one.sessions : [one.session]).map(({ id }) => id)),
	);
	const available = [...board.talks.values()].filter(({ placeable, placed }) => placeable && !placed);
	const used = [state.entries, state.track, ...board.grid.days.flatMap(({ tracks }) => tracks.map(({ id }) => id))];
	const undoable = services.schedule.last(actor);
	const pending = services.releases.pending(actor);
	return {
		state,
		/** Only with both filters on one track can anything be placed (specification section 5). */
		matches: state.track !== "" && state.track === state.entries,
		tracks: services.tracks
			.options(locale, used)
			.filter(({ divider }) => !divider)
			.map(({ id }) => ({ id, label: labelOf(id) })),
		total: available.length,
		entries: available
			.filter(({ trackId }) => state.entries === "" || trackId === state.entries)
			.map(({ id, title, name, org, trackId }) => ({
				...{ id, name, org, track: labelOf(trackId), reference: referenceOf(id) },
				title: title || t("entry.untitled"),
			})),
		hasSlots: board.grid.days.some(({ slots, specials }) => slots.length + specials.length > 0),
		days: board.grid.days.flatMap((day) =>
			dayOf(day, state.track, board, { labelOf, clashing, locale, untitled: t("entry.untitled") }),
		),
		undo: undoable && {
			id: undoable.id,
			title: undoable.title,
			place: undoable.from && placeOf(undoable.from),
		},
		conflicts: conflicts.length,
		pending: pending.changes.length,
		version: pending.version - 1,
	};
}

interface Words {
	/** What an entry without a title is called. */
	untitled: string;
	labelOf: (track: string | null) => string;
	clashing: ReadonlySet<number>;
	locale: AppLoadContext["locale"];
}

/** A day as a table: a row for each time at which something begins, a column for each track. None without slots. */
export function dayOf(day: GridDay, track: string, { talks }: Board, { labelOf, clashing, locale, untitled }: Words) {
	const tracks = day.tracks
		.filter(({ id }) => track === "" || id === track)
		.map((one) => ({ ...one, label: labelOf(one.id) }));
	const shown = new Set(tracks.map(({ id }) => id));
	const specials = day.specials.filter(({ trackId }) => trackId === null || shown.has(trackId));
	const slots = day.slots.filter(({ trackId }) => shown.has(trackId));
	if (tracks.length === 0 || slots.length + specials.length === 0) return [];
	const free = new Map<string, { kind: "free"; end: string }>();
	const times = [...new Set([...slots, ...specials].map(({ time }) => time))].sort();
	const rows = times.map((time) => ({ time, cells: merged(tracks.map(({ id }) => cellAt(id, time))) }));
	return [{ id: day.id, date: day.date, label: formatDate(day.date, locale, "whole"), tracks, rows }];

	function cellAt(trackId: string, time: string) {
		const slot = slots.find((one) => one.trackId === trackId && one.time === time);
		if (slot) return slotCell(slot);
		const special = specialAt({ specials }, { trackId, time, minutes: 1 });
		if (!special || special.time !== time) return null;
		const title = eventTitle(special, locale);
		return { kind: "special" as const, id: special.id, end: endOf(special), title, span: 1 };
	}

	function slotCell(slot: GridSlot) {
		const end = endOf(slot);
		const talk = slot.entryId === null ? undefined : talks.get(slot.entryId);
		if (!talk) return freeUntil(end);
		const { id, name: speaker, placeable } = talk;
		const title = talk.title || untitled;
		const known = { id, reference: referenceOf(id), title, speaker };
		return { kind: "entry" as const, end, ...known, placeable, clashes: clashing.has(id) };
	}

	/** One object for all that are alike: browsers are sent it once. */
	function freeUntil(end: string) {
		const cell = free.get(end) ?? { kind: "free" as const, end };
		free.set(end, cell);
		return cell;
	}
}

type Row = ({ kind: "special"; id: number; span: number } | { kind: "free" | "entry" } | null)[];

/** What takes place in all columns is one cell across them. */
function merged<R extends Row>(cells: R): R {
	const [first] = cells;
	const isOne = first?.kind === "special" && cells.every((cell) => cell?.kind === "special" && cell.id === first.id);
	return isOne ? ([{ ...first, span: cells.length }] as R) : cells;
}

/** Places, removes or undoes, as one button or one drop asked for. */
export async function takeBoard(context: AppLoadContext, search: URLSearchParams): Promise<Report> {
	const { services, actor, form, t } = context;
	const { undo, remove, entry, to } = boardOrder(form);
	try {
		if (undo > 0) return said(context, await services.schedule.undo(actor, undo), t("scheduleSaid.updatedPlain"));
		if (remove) return said(context, await services.schedule.place(actor, remove), t("scheduleSaid.removed"));
		if (!to) return refused(t("schedule.chooseSlot"));
		if (!entry) return refused(t("scheduleSaid.chooseEntry"));
		const talk = services.schedule.board(actor).talks.get(entry.entryId);
		const state = readBoard(search, services.tracks.ids());
		// Of an entry that is not accepted any more the service says so.
		const fits = !talk || talk.placed || talk.trackId === state.entries;
		if (state.track !== state.entries || state.track !== to.trackId || !fits) return refused(t("schedule.sameTrack"));
		const outcome = await services.schedule.place(actor, { ...entry, to });
		return said(
			context,
			outcome,
			t("scheduleSaid.updated", { title: talk?.title || t("entry.untitled"), time: to.time }),
		);
	} catch (error) {
		const { status, message, code } = context.explain(error);
		const why = undo > 0 && code === "CONFLICT" ? t("scheduleSaid.undoGone") : message;
		return { status, lines: [t("scheduleSaid.updateFailedWhy", { message: why })], wrong: true };
	}
}

type Placed = Awaited<ReturnType<AppLoadContext["services"]["schedule"]["place"]>>;

function said(context: AppLoadContext, outcome: Placed, done: string): Report {
	const { t } = context;
	if (outcome.ok) return { status: 200, lines: [done], wrong: false };
	const { refusal } = outcome;
	const message = refusalText(t, refusal, scheduleWords(context).placeOf);
	if (refusal.reason === "special") return refused(message);
	return { status: 409, lines: [t("scheduleSaid.updateFailedWhy", { message })], wrong: true };
}

function refused(line: string): Report {
	return { status: 422, lines: [line], wrong: true };
}
