import { and, count, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import { ACTIVE, APART, isApart, type Presence, SCHEDULABLE, type Status } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, programmes } from "../../../db/schema.ts";
import type { EntryRow } from "./entry-rows.ts";

/**
 * The status and presence that the author and visitors of an entry know. Organisers set `status` at any time. A call tells
 * it at once, or holds it back until it is released (`programmes.tells`). Outside the console and the calls of organisers
 * only the told one exists. While organisers keep an entry apart, its author knows the presence of before
 * (`entries.told_presence`), and is told no status.
 */

type Held = Pick<EntryRow, "status" | "toldStatus"> & Partial<Pick<EntryRow, "presence" | "toldPresence">>;

/** The status that the author and visitors know. */
export const knownStatus = ({ status, toldStatus }: Held): Status => toldStatus ?? status;

/** `knownStatus` in SQL, written as in its index. */
export const KNOWN_STATUS = sql<Status>`coalesce(${entries.toldStatus}, ${entries.status})`;

/** The presence that the author knows, in SQL. */
export const KNOWN_PRESENCE = sql<Presence>`coalesce(${entries.toldPresence}, ${entries.presence})`;

/** An entry as its author and visitors may know it. */
export function asTold<Row extends Held>(row: Row): Row {
	const { toldPresence } = row;
	const known = toldPresence && { presence: toldPresence, toldPresence: null };
	return { ...row, status: knownStatus(row), toldStatus: null, ...known };
}

/** Whether a call tells statuses as they are set. A call that is gone holds nothing back. */
export function tellsAtOnce(tx: Orm, category: string): boolean {
	const call = tx.select({ tells: programmes.tells }).from(programmes).where(eq(programmes.category, category)).get();
	return call?.tells !== "when released";
}

/**
 * The consequences of setting a status, for the columns of the entry and its line in the log.
 * @returns `toldStatus`: what is known meanwhile; `told`: the status that is told by setting it
 */
export function setting(tx: Orm, entry: Held & Pick<EntryRow, "category">, to: Status) {
	if (tellsAtOnce(tx, entry.category)) return { toldStatus: null, told: to };
	const known = knownStatus(entry);
	return { toldStatus: known === to ? null : known, told: null };
}

/** How many statuses of a call are held back of active entries: organisers release or take back these first. */
export function untoldIn(tx: Orm, category: string): number {
	const untold = and(isNotNull(entries.toldStatus), inArray(entries.presence, ACTIVE));
	const found = tx
		.select({ n: count() })
		.from(entries)
		.where(and(eq(entries.category, category), untold));
	return found.get()?.n ?? 0;
}

/**
 * Holds nothing back any more, for a call that tells at once from now on and has nothing untold (`untoldIn`): tells the
 * authors of withdrawn and declined entries. An entry that is kept apart stays untold until it is let in (`tellDue`).
 */
export function tellRest(tx: Orm, category: string): void {
	const isUntold = and(isNotNull(entries.toldStatus), notInArray(entries.presence, APART));
	tx.update(entries)
		.set({ toldStatus: null })
		.where(and(eq(entries.category, category), isUntold))
		.run();
}

/**
 * Tells the author of an entry that is let in the status that is held back, if its call has come to tell at once while the
 * entry was kept apart. No mail is written: the author's pages show the status.
 */
export function tellDue(tx: Orm, { entryId, ...by }: { entryId: number; actorId: number | null; at: number }): void {
	const entry = tx.select().from(entries).where(eq(entries.id, entryId)).get();
	if (!entry || entry.toldStatus === null || isApart(entry) || !tellsAtOnce(tx, entry.category)) return;
	const { status } = entry;
	const isOver = !SCHEDULABLE.includes(status);
	tx.update(entries)
		.set({ toldStatus: null, ...(isOver && { confirmedAt: null }) })
		.where(eq(entries.id, entryId))
		.run();
	tx.insert(entryLog)
		.values({ entryId, ...by, type: "Told", state: status, told: status })
		.run();
}

/**
 * Tells the author of an entry a status, where its call holds back; elsewhere they know the present one. A confirmation
 * ends for who is told that there is no place: accepted again, they are asked again. A status that was only set, which an
 * undo takes back, ends none.
 * @returns the status, if it was told
 */
export function tell(tx: Orm, entryId: number, status: Status): Status | undefined {
	if (!SCHEDULABLE.includes(status)) tx.update(entries).set({ confirmedAt: null }).where(eq(entries.id, entryId)).run();
	const entry = tx.select().from(entries).where(eq(entries.id, entryId)).get();
	if (!entry || tellsAtOnce(tx, entry.category)) return;
	const toldStatus = entry.status === status ? null : status;
	tx.update(entries).set({ toldStatus }).where(eq(entries.id, entryId)).run();
	return status;
}

/** Tells it on the author's pages only, with a line of its own in the log; a mail has one already. */
export function tellOnPages(
	tx: Orm,
	{ entryId, status, ...by }: { entryId: number; status: Status; actorId: number | null; at: number },
): void {
	const told = tell(tx, entryId, status);
	if (told)
		tx.insert(entryLog)
			.values({ entryId, ...by, type: "Told", state: told, told })
			.run();
}
