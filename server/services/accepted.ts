import { and, eq, isNull } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import type { EntryRow } from "./entry-store.ts";

/** Whether an entry may have a place in the schedule: it was accepted, and its author has not taken it back. */
export function isAccepted({ status, withdrawnAt }: Pick<EntryRow, "status" | "withdrawnAt">): boolean {
	return status === "Accept" && withdrawnAt === null;
}

/** The same as a condition of a query. */
export const accepted = and(eq(entries.status, "Accept"), isNull(entries.withdrawnAt));
