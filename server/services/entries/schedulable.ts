import { and, inArray, type SQL, sql } from "drizzle-orm";
import { rulesOfKind } from "../../../app/kinds.ts";
import { isActive, SCHEDULABLE } from "../../../app/lifecycle.ts";
import { type Facets, OF_ENTRIES } from "../lists/entry-query.ts";
import type { EntryRow } from "./entry-rows.ts";

/** Whether an entry may have a place in the schedule now. */
export function maySchedule(entry: Pick<EntryRow, "kind" | "status" | "presence">): boolean {
	return rulesOfKind(entry.kind).schedulable && SCHEDULABLE.includes(entry.status) && isActive(entry);
}

/** Entries that may have a place in the schedule if their kind may: a condition of a query on entries or their counts. */
export function schedulableOf(of: Facets): SQL | undefined {
	return and(inArray(of.status, SCHEDULABLE), sql`not ${of.isWithdrawn}`);
}

export const schedulable = schedulableOf(OF_ENTRIES);
