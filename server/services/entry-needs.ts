import { and, eq, gt, isNotNull, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { Need } from "../../app/enumerations.ts";
import { entries, entryLog, outbox, slots } from "../../db/schema.ts";
import { accepted } from "./accepted.ts";
import type { Runtime } from "./runtime.ts";

/** What of an entry needs somebody, as conditions and columns of a query on entries. */
export function createEntryNeeds({ db }: Pick<Runtime, "db">) {
	const acceptance = db.orm
		.select({ id: sql`max(${entryLog.id})` })
		.from(entryLog)
		.where(and(eq(entryLog.entryId, entries.id), eq(entryLog.type, "Status"), eq(entryLog.state, "Accept")));
	const editedSince = sql<number>`(${entries.status} = 'Accept' and exists (select 1 from ${entryLog} where ${and(
		eq(entryLog.entryId, entries.id),
		eq(entryLog.type, "Edited"),
		gt(entryLog.id, sql`(${acceptance})`),
	)}))`;
	const mailState = sql<string | null>`(select ${outbox.state} from ${outbox} where ${and(
		eq(outbox.entryId, entries.id),
		eq(outbox.kind, "accept"),
		ne(outbox.state, "cancelled"),
	)} order by ${outbox.id} desc limit 1)`;

	function needs(need: Need): SQL | undefined {
		switch (need) {
			case "incomplete":
				return and(sql`${entries.incomplete} <> '[]'`, isNull(entries.withdrawnAt));
			case "unmailed":
				return and(accepted, isNull(mailState));
			case "unplaced": {
				const placed = db.orm.select({ id: slots.entryId }).from(slots).where(eq(slots.entryId, entries.id));
				return and(accepted, notExists(placed));
			}
			case "changed":
				return editedSince;
			case "withdrawn":
				return isNotNull(entries.withdrawnAt);
		}
	}

	return { editedSince, mailState, needs };
}
