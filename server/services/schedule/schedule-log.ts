import { type SlotName, slotKey } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { entryLog } from "../../../db/schema.ts";

/**
 * What the log says happened to an entry's place; "undone" takes back the last change before it that was not. An entry
 * "left" when its author withdrew or declined.
 */
export type Happened = "placed" | "moved" | "removed" | "undone" | "left";

interface Line {
	entryId: number;
	/** Milliseconds since the epoch. */
	at: number;
	actorId: number | null;
	state: Happened;
	from: SlotName | undefined;
	to: SlotName | undefined;
}

/** Writes the line of an entry that got, changed or lost its place. @returns its number */
export function logPlacement(tx: Orm, { entryId, at, actorId, state, from, to }: Line): number {
	const changes = { slot: { from: keyOf(from), to: keyOf(to) } };
	const line = { entryId, at, actorId, type: "Schedule", state, changes } as const;
	return tx.insert(entryLog).values(line).returning({ id: entryLog.id }).get().id;
}

/** The key of a slot; "" for none. */
export function keyOf(slot: SlotName | undefined): string {
	return slot ? slotKey(slot) : "";
}
