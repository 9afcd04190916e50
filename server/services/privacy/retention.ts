import { TZDate } from "@date-fns/tz";
import { and, asc, eq, inArray, lte, notInArray, or, sql } from "drizzle-orm";
import { ACTIVE, KEPT, PRESENCE_AFTER, presencesThat } from "../../../app/lifecycle.ts";
import { invitationsLike } from "../../../app/programmes/forum.ts";
import { dayOf } from "../../../app/programmes/window.ts";
import type { Orm } from "../../../db/client.ts";
import { days, drafts, entries, events } from "../../../db/schema.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { draftsOf } from "../entries/submission.ts";
import { lateChangesOf, mailsAbout, type Person } from "./personal-records.ts";

const CONFIRMED = invitationsLike("是");
const invitation = sql`coalesce(${entries.answers} ->> '$.invitationConfirmed', '')`;
const PURGED = presencesThat(({ purged }) => purged);
/** How long after the event entries that were not accepted are kept. */
const KEPT_YEARS = 1;
/** How long an entry that was removed as spam can be had back. */
export const SPAM_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface Outdated extends Person {
	/** The last day of the current event, `2025-09-14`; undefined for none. */
	lastDay: string | undefined;
}

/**
 * Outdated entries, with the mails about them and the drafts of edits: not accepted (a registration: its invitation
 * not confirmed) or withdrawn, while both they and the last day of their event are twelve months old. An archived event
 * without days ended when it was archived; a current one without days has not taken place yet.
 * @param now milliseconds since the epoch
 */
export function outdatedIn(tx: Orm, now: number, most: number): Outdated {
	const ends = lastDaysIn(tx);
	const over = ends.flatMap((event) => {
		const limit = new TZDate(now, event.zone);
		limit.setFullYear(limit.getFullYear() - KEPT_YEARS);
		if (event.lastDay === undefined || event.lastDay >= limit.toISOString().slice(0, 10)) return [];
		return [and(eq(entries.eventId, event.id), lte(entries.createdAt, limit.getTime()))];
	});
	const rows = tx
		.select()
		.from(entries)
		.where(
			and(
				or(...over) ?? sql`false`,
				or(
					and(inArray(entries.presence, ACTIVE), notInArray(entries.status, KEPT), notInArray(invitation, CONFIRMED)),
					inArray(entries.presence, PURGED),
				),
			),
		)
		.orderBy(asc(entries.id))
		.limit(most)
		.all();
	return { ...recordsAbout(tx, rows), lastDay: ends.find(({ state }) => state === "current")?.lastDay };
}

/** Entries that were removed as spam a month ago, with the mails about them and the drafts of edits. */
export function spamIn(tx: Orm, now: number, most: number): Person {
	const isOver = and(eq(entries.presence, PRESENCE_AFTER.removingAsSpam), lte(entries.apartAt, now - SPAM_KEPT_MS));
	const rows = tx.select().from(entries).where(isOver).orderBy(asc(entries.id)).limit(most).all();
	return recordsAbout(tx, rows);
}

function recordsAbout(tx: Orm, rows: EntryRow[]): Person {
	const editing = inArray(drafts.form, rows.flatMap(draftsOf));
	return {
		account: undefined,
		address: "",
		entries: rows,
		late: lateChangesOf(tx, rows),
		drafts: tx.select().from(drafts).where(editing).all(),
		mails: mailsAbout(tx, rows),
	};
}

/** Every event with its last day by the grid. */
function lastDaysIn(tx: Orm) {
	const present = tx.select({ date: days.date }).from(days).all();
	return tx
		.select({
			id: events.id,
			state: events.state,
			zone: events.zone,
			grid: events.grid,
			archivedAt: events.archivedAt,
		})
		.from(events)
		.all()
		.map(({ grid, archivedAt, ...event }) => {
			const dates = (event.state === "current" ? present : (grid?.days ?? [])).map(({ date }) => date);
			const archived = archivedAt === null ? undefined : dayOf(archivedAt, event.zone);
			return { ...event, lastDay: dates.sort().at(-1) ?? archived };
		});
}
