import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Facets, OF_ENTRIES } from "../lists/entry-query.ts";
import type { EntryRow } from "./entry-rows.ts";

/** Whether an entry may have a place in the schedule: it was accepted, and its author has not taken it back. */
export function isAccepted({ status, withdrawnAt }: Pick<EntryRow, "status" | "withdrawnAt">): boolean {
	return status === "Accept" && withdrawnAt === null;
}

/** The same as a condition of a query on entries or on their counts. */
export function acceptedOf(of: Facets): SQL | undefined {
	return and(eq(of.status, "Accept"), sql`not ${of.isWithdrawn}`);
}

export const accepted = acceptedOf(OF_ENTRIES);
