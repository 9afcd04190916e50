import { and, count, eq, gt, inArray, sql, sum } from "drizzle-orm";
import type { PublicTalks } from "../../../app/enumerations.ts";
import { ENTRY_KINDS, type EntryKind, kindsThat } from "../../../app/kinds.ts";
import { STATUSES, type Status } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { dayAfter, dayOf } from "../../../app/programmes/window.ts";
import { entryCounts, sessions } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf } from "../schedule/calendar-files.ts";
import { countedInLists } from "./entry-facets.ts";
import type { EntryLists } from "./entry-lists.ts";
import { createReceived } from "./received.ts";
import type { Todos } from "./todos.ts";

const WITH_TRACKS = kindsThat(({ hasTracks }) => hasTracks);
const DAYS_SHOWN = 30;

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
		const today = dayOf(now(), event.zone());
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

	const received = createReceived({ db, event });
	/** Counted again after a write: most people look at the overview more than once between two. */
	const within = db.remembering((last: string): Bar[] => {
		const days = Array.from({ length: DAYS_SHOWN }, (_, index) => dayAfter(last, index + 1 - DAYS_SHOWN));
		const periods = received.within(days.map((day) => ({ first: day, last: day })));
		return periods.map(({ first, value }) => ({ label: first, value }));
	});

	/** Entries of all kinds by the day they came, where the event is: the last thirty days up to the newest entry. */
	function perDay(actor: Actor): Bar[] {
		requireCan(actor, "entries.read");
		const newest = ENTRY_KINDS.map((kind) => lists.lastReceived(actor, kind) ?? 0).reduce((a, b) => Math.max(a, b), 0);
		if (newest === 0) return [];
		return within(dayOf(newest, event.zone()));
	}

	/** Talks by track, the most first. Those without any are with those whose track was left open. */
	function perTrack(actor: Actor, locale: Locale): (Bar & { id: string })[] {
		requireCan(actor, "entries.read");
		const labelOf = tracks.labeller(locale);
		const id = sql<string>`coalesce(nullif(${entryCounts.trackId}, ''), ${UNSELECTED_TRACK})`;
		return db.orm
			.select({ id, value: sum(entryCounts.n).mapWith(Number) })
			.from(entryCounts)
			.where(and(eq(entryCounts.eventId, event.id()), inArray(entryCounts.kind, WITH_TRACKS), countedInLists))
			.groupBy(id)
			.all()
			.filter(({ value }) => value > 0)
			.map(({ id, value }) => ({ id, label: labelOf(id), value }))
			.sort((a, b) => b.value - a.value);
	}

	/** Which talks visitors see. */
	const publicTalks = () => event.row().publicTalks as PublicTalks;

	return { todos, sessionsToday, totals, perDay, perTrack, publicTalks };
}
