/** The organisers' schedule as its screen shows it, and what its buttons do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { boardPath } from "../components/schedule/board-url.ts";
import { consolePath } from "../kinds.ts";
import { CHOSEN } from "../open-in-list.ts";
import { chosenTrack, UNSELECTED_TRACK } from "../programmes/answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatDate } from "../programmes/window.ts";
import { entryNamed } from "../schedule/board-buttons.ts";
import { readBoard, scheduleTrack } from "../schedule/board-filters.ts";
import { entryAt, placesIn } from "../schedule/grid.ts";
import { otherTrackText, refusalText } from "../schedule/refusal.ts";
import { boardOrder } from "../schemas/board.ts";
import { dayOf } from "./board-days.server.ts";
import type { Report } from "./proposal-actions.server.ts";
import { promotePath } from "./waiting.server.ts";

export type BoardPage = ReturnType<typeof boardPage>;

/** An entry that waits for a place. */
export interface BoardEntry {
	id: number;
	reference: string;
	title: string;
	name: string;
	org: string;
	trackId: string | null;
	/** What its track is called. */
	track: string;
	/**
	 * Number of free slots in its track, and of further ones during which its speaker has another talk; unknown for an
	 * entry just removed.
	 */
	possible?: number;
	clashing?: number;
}

/** What places and events are called in the language of the page. */
export function scheduleWords({ services, actor, locale }: AppLoadContext) {
	return services.schedule.words(actor, locale);
}

export function boardPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, locale, t } = context;
	const board = services.schedule.board(actor);
	const { days } = board.grid;
	const state = readBoard(search, services.tracks.ids(), days);
	const { trackOf: labelOf, placeOf } = scheduleWords(context);
	const conflicts = services.schedule.conflicts(actor);
	const clashing = new Set(
		conflicts.flatMap((one) => (one.kind === "person" ? one.sessions : [one.session]).map(({ id }) => id)),
	);
	const track = scheduleTrack(state);
	const available = board.waiting.flatMap(({ id, possible, clashing }): BoardEntry[] => {
		const talk = board.talks.get(id);
		if (!talk || (state.entries !== "" && (talk.trackId ?? UNSELECTED_TRACK) !== state.entries)) return [];
		const { name, org } = talk;
		const trackId = chosenTrack(talk);
		const words = { title: talk.title || t("entry.untitled"), track: trackId ? labelOf(trackId) : "" };
		return [{ id, name, org, trackId, reference: spotId(talk), ...words, possible, clashing }];
	});
	const used = [state.entries, track, ...days.flatMap(({ tracks }) => tracks.map(({ id }) => id))];
	const pending = services.releases.pending(actor);
	return {
		state,
		chosen: chosenTalk(context, board, search.get(CHOSEN) ?? ""),
		tracks: services.tracks
			.options(locale, used)
			.filter(({ divider }) => !divider)
			.map(({ id }) => ({ id, label: labelOf(id), hasSlots: id !== UNSELECTED_TRACK })),
		total: board.waiting.length,
		entries: available,
		hasSlots: days.some(({ slots, specials }) => slots.length + specials.length > 0),
		dayLinks: days.map(({ id, date }) => ({ id, label: formatDate(date, locale, "whole") })),
		days: days
			.filter(({ id }) => state.day === "" || id === state.day)
			.flatMap((day) => dayOf(day, track, board, { labelOf, clashing, locale, untitled: t("entry.untitled") })),
		left: services.schedule.left(actor).map(({ entryId, kind, title, presence, slot }) => ({
			path: consolePath({ id: entryId, kind }, boardPath(state)),
			title: title || t("entry.untitled"),
			next: nextOf(context, slot.trackId),
			said: t("scheduleMessages.left", { place: placeOf(slot), why: t(`entry.presence.${presence}`) }),
		})),
		undo: stepOf(context, services.schedule.last(actor)),
		conflicts: conflicts.length,
		pending: pending.changes.length,
		version: pending.version - 1,
	};
}

/** An entry that an address names as chosen, as long as it can be placed and is where the address says. */
function chosenTalk({ t }: AppLoadContext, { talks, grid }: Board, value: string) {
	const { id, from } = entryNamed(value);
	const talk = talks.get(Number(id));
	if (!talk?.placeable) return;
	const place = placesIn(grid).get(talk.id);
	if (value !== (place ? entryAt(talk.id, place) : String(talk.id))) return;
	return { value, title: talk.title || t("entry.untitled"), trackId: chosenTrack(talk), from };
}

/** Who gets the next free place of a track, if anyone waits. */
function nextOf({ services, actor, t }: AppLoadContext, trackId: string) {
	const next = services.waitingLists.next(actor, trackId);
	return next && { path: promotePath(next.id), text: t("waiting.nextIs", { title: next.title || spotId(next) }) };
}

type Board = ReturnType<AppLoadContext["services"]["schedule"]["board"]>;

type LastPlacement = NonNullable<ReturnType<AppLoadContext["services"]["schedule"]["last"]>>;

/** A change of the schedule that can be undone, and what the button says that does. */
export interface Step {
	id: number;
	text: string;
}

function stepOf(context: AppLoadContext, last: LastPlacement | undefined): Step | undefined {
	const { t } = context;
	if (!last) return;
	const { id, title, from, to } = last;
	const { placeOf } = scheduleWords(context);
	const named = { title: title || t("entry.untitled"), place: to && placeOf(to) };
	return { id, text: t(`scheduleMessages.last.${!to ? "removed" : from ? "moved" : "placed"}`, named) };
}

/** Places, removes or undoes, as one button or one drop asked for. */
export async function takeBoard(context: AppLoadContext, search: URLSearchParams): Promise<Report> {
	const { services, actor, form, t } = context;
	const { undo, remove, entry, to } = boardOrder(form);
	try {
		if (undo > 0) {
			const outcome = await services.schedule.undo(actor, undo);
			const report = said(context, outcome, (title) => t("scheduleMessages.undone", { title }));
			return report.wrong ? report : { ...report, before: stepOf(context, services.schedule.lastLeft(actor)) };
		}
		if (remove) return said(context, await services.schedule.place(actor, remove), () => t("scheduleMessages.removed"));
		if (!to) return refused(t("schedule.chooseSlot"));
		if (!entry) return refused(t("scheduleMessages.chooseEntry"));
		const filters = readBoard(search, services.tracks.ids(), services.schedule.board(actor).grid.days);
		const outcome = await services.schedule.placeFiltered(actor, { ...entry, to }, filters);
		if ("trackId" in outcome) {
			const own = chosenTrack(outcome);
			const track = own === null ? null : services.tracks.labels(context.locale).get(own);
			return refused(otherTrackText(t, filters, track));
		}
		return said(context, outcome, (title) => t("scheduleMessages.updated", { title, time: to.time }));
	} catch (error) {
		const { status, message, code } = context.explain(error);
		const why = undo > 0 && code === "CONFLICT" ? t("scheduleMessages.undoGone") : message;
		return { status, lines: [t("scheduleMessages.updateFailedWhy", { message: why })], wrong: true };
	}
}

type Placed = Awaited<ReturnType<AppLoadContext["services"]["schedule"]["place"]>>;

/** @param done says what was done with the entry of this title */
function said(context: AppLoadContext, outcome: Placed, done: (title: string) => string): Report {
	const { t } = context;
	if (outcome.ok) {
		const last = context.services.schedule.last(context.actor);
		const step = last?.id === outcome.line ? stepOf(context, last) : undefined;
		const warnings = outcome.to ? clashesOf(context, outcome.entry.id) : [];
		const lines = [done(outcome.entry.title || t("entry.untitled"))];
		return { status: 200, lines, warnings, wrong: false, step };
	}
	const { refusal } = outcome;
	const message = refusalText(t, refusal, scheduleWords(context).placeOf);
	if (refusal.reason === "special") return refused(message);
	return { status: 409, lines: [t("scheduleMessages.updateFailedWhy", { message })], wrong: true };
}

/** That the speaker of a talk has another one at the same time, for each of those. */
function clashesOf(context: AppLoadContext, entryId: number): string[] {
	const { services, actor, t } = context;
	const { placeOf } = scheduleWords(context);
	return services.schedule.conflicts(actor).flatMap((conflict) => {
		if (conflict.kind !== "person" || !conflict.sessions.some(({ id }) => id === entryId)) return [];
		return conflict.sessions
			.filter(({ id }) => id !== entryId)
			.map(({ title, place }) =>
				t("scheduleMessages.clash", {
					name: conflict.name,
					title: title || t("entry.untitled"),
					place: placeOf(place),
				}),
			);
	});
}

function refused(line: string): Report {
	return { status: 422, lines: [line], wrong: true };
}
