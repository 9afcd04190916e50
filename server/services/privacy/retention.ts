import { TZDate } from "@date-fns/tz";
import { and, asc, desc, inArray, lte, notInArray, or, sql } from "drizzle-orm";
import { ACTIVE, KEPT, presencesThat } from "../../../app/lifecycle.ts";
import { invitationsLike } from "../../../app/programmes/forum.ts";
import type { Orm } from "../../../db/client.ts";
import { days, drafts, entries } from "../../../db/schema.ts";
import { draftsOf } from "../entries/submission.ts";
import { lateChangesOf, mailsAbout, type Person } from "./personal-records.ts";

const CONFIRMED = invitationsLike("是");
const invitation = sql`coalesce(${entries.answers} ->> '$.invitationConfirmed', '')`;
const PURGED = presencesThat(({ purged }) => purged);
/** How long after the event entries that were not accepted are kept. */
const KEPT_YEARS = 1;

export interface Outdated extends Person {
	/** The last day of the event, `2025-09-14`; undefined for none. */
	lastDay: string | undefined;
}

/**
 * Outdated entries, with the mails about them and the drafts of edits: not accepted (a registration: its invitation
 * not confirmed) or withdrawn, while both they and the last day of the event are twelve months old. Without days
 * there was no event yet.
 * @param now milliseconds since the epoch
 * @param zone the event's
 */
export function outdatedIn(tx: Orm, now: number, zone: string, most: number): Outdated {
	const limit = new TZDate(now, zone);
	limit.setFullYear(limit.getFullYear() - KEPT_YEARS);
	const last = tx.select().from(days).orderBy(desc(days.date)).limit(1).get();
	const isOver = last !== undefined && last.date < limit.toISOString().slice(0, 10);
	const rows = tx
		.select()
		.from(entries)
		.where(
			and(
				isOver ? lte(entries.createdAt, limit.getTime()) : sql`false`,
				or(
					and(inArray(entries.presence, ACTIVE), notInArray(entries.status, KEPT), notInArray(invitation, CONFIRMED)),
					inArray(entries.presence, PURGED),
				),
			),
		)
		.orderBy(asc(entries.id))
		.limit(most)
		.all();
	const editing = inArray(drafts.form, rows.flatMap(draftsOf));
	return {
		account: undefined,
		address: "",
		lastDay: last?.date,
		entries: rows,
		late: lateChangesOf(tx, rows),
		drafts: tx.select().from(drafts).where(editing).all(),
		mails: mailsAbout(tx, rows),
	};
}
