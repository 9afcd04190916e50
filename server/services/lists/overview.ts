import { TZDate } from "@date-fns/tz";
import { and, count, eq, gt, gte, inArray, lt, sql, sum } from "drizzle-orm";
import { ENTRY_KINDS, type EntryKind, kindsThat } from "../../../app/kinds.ts";
import { STATUSES, type Status } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { entries, entryCounts, sessions } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf } from "../schedule/calendar-files.ts";
import type { EntryLists } from "./entry-lists.ts";
import type { Todos } from "./todos.ts";

const WITH_TRACKS = kindsThat(({ hasTracks }) => hasTracks);
const DAYS_SHOWN = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Bar {
	label: string;
	value: number;
}

export type Overview = ReturnType<typeof createOverview>;

/** The overview: what is to be done, what came in, current numbers. */
export function createOverview(
	{ db, event, now, registry }: Runtime,
	{ lists, tracks, todos }: { lists: EntryLists; tracks: Tracks; todos: Todos },
) {
	/** Sign-ins since midnight where the event is. */
	function sessionsToday(actor: Actor): number {
		requireCan(actor, "entries.read");
		const today = dayOf(now());
		const begin = instantOf({ date: today, time: "00:00" }, event.zone());
		return db.orm.select({ n: count() }).from(sessions).where(gt(sessions.createdAt, begin)).get()?.n ?? 0;
	}

	/** How many entries of each kind have each status: of those that the event has a call for, or entries. */
	function totals(actor: Actor): { kind: EntryKind; total: number; by: Record<Status, number> }[] {
		return ENTRY_KINDS.map((kind) => {
			const by = lists.statusCounts(actor, kind);
			return { kind, by, total: STATUSES.reduce((sum, status) => sum + by[status], 0) };
		}).filter(({ kind, total }) => total > 0 || registry().categoriesOf(kind).length > 0);
	}

	const received = db.orm
		.select({ n: count() })
		.from(entries)
		.where(
			and(
				eq(entries.eventId, sql.placeholder("event")),
				gte(entries.createdAt, sql.placeholder("begin")),
				lt(entries.createdAt, sql.placeholder("end")),
			),
		)
		.prepare();

	/** Entries of all kinds by the day they came, where the event is: the last thirty days up to the newest entry. */
	function perDay(actor: Actor): Bar[] {
		requireCan(actor, "entries.read");
		const newest = ENTRY_KINDS.map((kind) => lists.lastReceived(actor, kind) ?? 0).reduce((a, b) => Math.max(a, b), 0);
		if (newest === 0) return [];
		const last = Date.parse(dayOf(newest));
		// Days of the calendar: a day of the clock has an hour more or less twice a year.
		const day = (back: number) => new Date(last - back * DAY_MS).toISOString().slice(0, 10);
		const midnight = (back: number) => instantOf({ date: day(back), time: "00:00" }, event.zone());
		return Array.from({ length: DAYS_SHOWN }, (_, index) => {
			const back = DAYS_SHOWN - 1 - index;
			const value = received.get({ event: event.id(), begin: midnight(back), end: midnight(back - 1) })?.n ?? 0;
			return { label: day(back), value };
		});
	}

	/** Talks by track, the most first. */
	function perTrack(actor: Actor, locale: Locale): (Bar & { id: string })[] {
		requireCan(actor, "entries.read");
		const labelOf = tracks.labeller(locale);
		return db.orm
			.select({ id: entryCounts.trackId, value: sum(entryCounts.n).mapWith(Number) })
			.from(entryCounts)
			.where(and(eq(entryCounts.eventId, event.id()), inArray(entryCounts.kind, WITH_TRACKS)))
			.groupBy(entryCounts.trackId)
			.all()
			.filter(({ value }) => value > 0)
			.map(({ id, value }) => ({ id, label: labelOf(id || null), value }))
			.sort((a, b) => b.value - a.value);
	}

	function dayOf(instant: number): string {
		return new TZDate(instant, event.zone()).toISOString().slice(0, 10);
	}

	return { todos, sessionsToday, totals, perDay, perTrack };
}
