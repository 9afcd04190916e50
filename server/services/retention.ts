import { TZDate } from "@date-fns/tz";
import { and, asc, desc, isNotNull, lte, ne, or, sql } from "drizzle-orm";
import type { Orm } from "../../db/client.ts";
import { days, entries } from "../../db/schema.ts";
import { isErased } from "./erased-rows.ts";
import { mailsAbout, type Person } from "./person.ts";

/** How long after the event is kept what was not accepted. */
const KEPT_YEARS = 1;

/**
 * Entries that nobody needs any more, with the mails about them: not accepted or withdrawn, and both they and the last
 * day of the event twelve months old. Without days there was no event yet.
 * @param now milliseconds since the epoch @param zone the event's
 */
export function outdatedIn(tx: Orm, now: number, zone: string, most: number): Person {
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
				or(ne(entries.status, "Accept"), isNotNull(entries.withdrawnAt)),
				sql`not ${isErased}`,
			),
		)
		.orderBy(asc(entries.id))
		.limit(most)
		.all();
	return { account: undefined, address: "", entries: rows, drafts: [], mails: mailsAbout(tx, rows) };
}
