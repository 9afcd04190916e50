/** The grid of the schedule as its editor shows it. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { notFound } from "../http.ts";
import { endOf, type GridDay } from "../schedule/grid.ts";
import { gridQuery } from "../schemas/grid.ts";
import { scheduleWords } from "./board.server.ts";
import { dayOf } from "./board-days.server.ts";

export type GridPage = ReturnType<typeof gridPage>;
export type Part<Kind extends GridPage["kind"]> = Extract<GridPage, { kind: Kind }>;

/** What slots cannot be created without, and where it is added. */
export interface Missing {
	text: string;
	to: string;
}

/** The address of a day in the editor. */
export const gridDay = (id: string) => `/admin/schedule/grid?day=${id}`;

/** The part of the editor that an address asks for. @throws Response 404 for a day or an event that is not there */
export function gridPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor } = context;
	const asked = gridQuery.parse(Object.fromEntries(search));
	const board = services.schedule.board(actor);
	const { days } = board.grid;
	const words = scheduleWords(context);
	const listed = days.map(({ id, date }) => ({ id, date, label: words.dayOf(id) }));
	const columns = new Set(days.flatMap(({ tracks }) => tracks.map(({ id }) => id)));
	/** Tracks that have a column on some day. */
	const used = services.tracks.all().flatMap(({ id }) => (columns.has(id) ? [{ id, label: words.trackOf(id) }] : []));

	if (asked.day !== "") return dayPart(context, asked.day);
	if (asked.special !== "") return specialPart(asked.special);
	/** Whether any track can have a column. */
	const hasTracks = services.tracks.all().some(({ kind, active }) => kind === "track" && active);
	const bare = days.find(({ tracks }) => tracks.length === 0);
	const noTracks = hasTracks ? bare && noTracksOn(bare) : noTracksYet();
	if (asked.lay) {
		const laid = search.getAll("laid");
		return { kind: "series" as const, days: listed, tracks: used, noTracks, laid };
	}
	return {
		kind: "whole" as const,
		noTracks,
		days: days.map(({ id, date, tracks, slots }) => ({
			id,
			date,
			label: words.dayOf(id),
			tracks: tracks.length,
			slots: slots.length,
			entries: slots.filter(({ entryId }) => entryId !== null).length,
		})),
		specials: days.flatMap(({ id, specials }) =>
			specials.map((event) => ({
				id: event.id,
				day: words.dayOf(id),
				time: event.time,
				end: endOf(event),
				title: words.titleOf(event),
				track: event.trackId === null ? undefined : words.trackOf(event.trackId),
			})),
		),
	};

	function noTracksYet(): Missing {
		return { text: context.t("gridMessages.noTracksYet"), to: "/admin/tracks" };
	}

	function noTracksOn({ id }: GridDay): Missing {
		return {
			text: context.t("gridMessages.noTracksOn", { day: words.dayOf(id) }),
			to: gridDay(id),
		};
	}

	function dayPart({ locale, t }: AppLoadContext, id: string) {
		const day = days.find((one) => one.id === id);
		if (!day) throw notFound(context);
		const shown = {
			labelOf: words.trackOf,
			clashing: new Set<number>(),
			locale,
			untitled: t("entry.untitled"),
		};
		return {
			kind: "day" as const,
			id,
			date: day.date,
			label: words.dayOf(id),
			was: JSON.stringify(day.tracks),
			tracks: offered(day),
			noTracks: noTracksYet(),
			table: dayOf(day, "", board, shown)[0],
			slots: day.slots.length,
			specials: day.specials.length,
		};
	}

	/** Active tracks, and retired ones that still have a column. */
	function offered(day: GridDay) {
		return services.tracks.all().flatMap(({ id, kind, active }) => {
			const column = day.tracks.find((track) => track.id === id);
			if (kind !== "track" || !(active || column)) return [];
			return [{ id, label: words.trackOf(id), hasColumn: column !== undefined, room: column?.room ?? "" }];
		});
	}

	function specialPart(asked: string) {
		const day = days.find(({ specials }) => specials.some(({ id }) => String(id) === asked));
		const event = day?.specials.find(({ id }) => String(id) === asked);
		if (asked !== "new" && !(day && event)) throw notFound(context);
		const { id, ...details } = { ...event, dayId: day?.id ?? "" };
		return {
			kind: "special" as const,
			id,
			details: event && details,
			was: event ? JSON.stringify(details) : "",
			days: listed,
			tracks: used,
			title: event && words.titleOf(event),
		};
	}
}
