import { and, inArray, type SQL } from "drizzle-orm";
import { rulesOfKind } from "../../../app/kinds.ts";
import { ACTIVE, isActive, SCHEDULABLE } from "../../../app/lifecycle.ts";
import { type Facets, OF_ENTRIES } from "../lists/entry-facets.ts";
import type { EntryRow } from "./entry-rows.ts";

/** Whether an entry may have a place in the schedule now. */
export function maySchedule(entry: Pick<EntryRow, "kind" | "status" | "presence">): boolean {
	return rulesOfKind(entry.kind).schedulable && SCHEDULABLE.includes(entry.status) && isActive(entry);
}

/** SQL condition: active with a schedulable status (the kind is checked elsewhere). On entries or their counts. */
export function schedulableOf(of: Facets): SQL | undefined {
	return and(inArray(of.status, SCHEDULABLE), inArray(of.presence, ACTIVE));
}

/** The same of those whose authors know that they are accepted. */
export function acceptedAndToldOf(of: Facets): SQL | undefined {
	return and(schedulableOf(of), inArray(of.toldStatus, SCHEDULABLE));
}

export const schedulable = schedulableOf(OF_ENTRIES);
