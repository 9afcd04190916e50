import { TZDate } from "@date-fns/tz";
import { and, count, eq, gt, inArray, isNull } from "drizzle-orm";
import { STATUSES, type Status } from "../../app/enumerations.ts";
import type { EntryKind, Locale } from "../../app/programmes/define.ts";
import { categoriesOf } from "../../app/programmes/index.ts";
import { entries, outbox, sessions } from "../../db/schema.ts";
import { type Actor, requireAdmin } from "./actor.ts";
import { instantOf } from "./calendar.ts";
import { ALL, type EntryLists } from "./entry-lists.ts";
import type { Runtime } from "./runtime.ts";
import type { Tracks } from "./tracks.ts";

const KINDS: readonly EntryKind[] = ["talk", "nomination", "aigc", "forum"];
const DAYS_SHOWN = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Bar {
	label: string;
	value: number;
}

export type Overview = ReturnType<typeof createOverview>;

/** What an organiser looks at first: what needs attention, what came in, where things stand. */
export function createOverview({ db, config, now }: Runtime, { lists, tracks }: { lists: EntryLists; tracks: Tracks }) {
	/** Numbers that ask for something to be done, each with the list it counts. */
	function attention(actor: Actor) {
		requireAdmin(actor);
		const talks = (need: "incomplete" | "unmailed" | "unplaced" | "changed") =>
			lists.list(actor, "talk", { ...ALL, need }).total;
		const failedMails = db.orm.select({ n: count() }).from(outbox).where(eq(outbox.state, "failed")).get()?.n ?? 0;
		const incompleteWorks = lists.list(actor, "aigc", { ...ALL, need: "incomplete" }).total;
		return {
			incomplete: talks("incomplete"),
			incompleteWorks,
			unmailed: talks("unmailed"),
			unplaced: talks("unplaced"),
			changed: talks("changed"),
			failedMails,
		};
	}

	/** Sign-ins since midnight where the event is. */
	function sessionsToday(actor: Actor): number {
		requireAdmin(actor);
		const today = dayOf(now());
		const begin = instantOf({ date: today, time: "00:00" }, config.zone);
		return db.orm.select({ n: count() }).from(sessions).where(gt(sessions.createdAt, begin)).get()?.n ?? 0;
	}

	/** How many entries of each kind have each status; what was taken back is not counted. */
	function totals(actor: Actor): { kind: EntryKind; total: number; by: Record<Status, number> }[] {
		return KINDS.map((kind) => {
			const by = lists.statusCounts(actor, kind);
			return { kind, by, total: STATUSES.reduce((sum, status) => sum + by[status], 0) };
		});
	}

	/** Entries of all kinds by the day they came, where the event is: the last thirty days up to the newest entry. */
	function perDay(actor: Actor): Bar[] {
		requireAdmin(actor);
		const newest = KINDS.map((kind) => lists.lastReceived(actor, kind) ?? 0).reduce((a, b) => Math.max(a, b), 0);
		if (newest === 0) return [];
		const days = Array.from({ length: DAYS_SHOWN }, (_, index) => dayOf(newest - (DAYS_SHOWN - 1 - index) * DAY_MS));
		const counts = new Map(days.map((day) => [day, 0]));
		const since = newest - DAYS_SHOWN * DAY_MS;
		const rows = db.orm.select({ at: entries.createdAt }).from(entries).where(gt(entries.createdAt, since)).all();
		for (const { at } of rows) {
			const day = dayOf(at);
			if (counts.has(day)) counts.set(day, (counts.get(day) ?? 0) + 1);
		}
		return [...counts].map(([label, value]) => ({ label, value }));
	}

	/** Talks by track, the most first. */
	function perTrack(actor: Actor, locale: Locale): (Bar & { id: string })[] {
		requireAdmin(actor);
		const labelOf = tracks.labeller(locale);
		return db.orm
			.select({ id: entries.trackId, value: count() })
			.from(entries)
			.where(and(inArray(entries.category, categoriesOf("talk")), isNull(entries.withdrawnAt)))
			.groupBy(entries.trackId)
			.all()
			.map(({ id, value }) => ({ id: id ?? "", label: labelOf(id), value }))
			.sort((a, b) => b.value - a.value);
	}

	function dayOf(instant: number): string {
		return new TZDate(instant, config.zone).toISOString().slice(0, 10);
	}

	return { attention, sessionsToday, totals, perDay, perTrack };
}
