import { and, inArray, type SQL, sql } from "drizzle-orm";
import { SCHEDULABLE } from "../../../app/lifecycle.ts";
import { type Facets, OF_ENTRIES } from "../lists/entry-query.ts";

/** Entries that may have a place in the schedule if their kind may: a condition of a query on entries or their counts. */
export function schedulableOf(of: Facets): SQL | undefined {
	return and(inArray(of.status, SCHEDULABLE), sql`not ${of.isWithdrawn}`);
}

export const schedulable = schedulableOf(OF_ENTRIES);
