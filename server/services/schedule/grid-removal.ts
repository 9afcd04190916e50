import { inArray } from "drizzle-orm";
import { type GridDay, type SlotName, slotKey } from "../../../app/schedule/grid.ts";
import type { GridFault } from "../../../app/schedule/grid-fault.ts";
import type { Database, Orm } from "../../../db/client.ts";
import { entries, slots } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { readGrid, slotNamed } from "./grid.ts";
import { logPlacement } from "./schedule-log.ts";

/** An entry that would lose its place. */
export interface Held {
	id: number;
	title: string;
	slot: SlotName;
}

/** The result of an edit: done, or nothing changed because of faults or scheduled entries. */
export type Edited<Done extends object = object> =
	| ({ ok: true } & Done)
	| { ok: false; faults: GridFault[]; held: Held[] };

/** Thrown to roll back an edit's transaction, with the entries in the way. */
class Unfit extends Error {
	readonly faults: GridFault[];
	readonly held: Held[];

	constructor(faults: GridFault[], held: Held[]) {
		super("unfit");
		this.faults = faults;
		this.held = held;
	}
}

/** Runs an edit in one transaction. */
export async function edit<Done extends object>(
	db: Pick<Database, "write">,
	work: (tx: Orm) => Done,
): Promise<Edited<Done>> {
	try {
		return { ok: true, ...(await db.write(work)) };
	} catch (error) {
		if (error instanceof Unfit) return { ok: false, faults: error.faults, held: error.held };
		throw error;
	}
}

/** Ends an edit that has faults. */
export function refuseFor(...faults: GridFault[]): void {
	if (faults.length > 0) throw new Unfit(faults, []);
}

/** @throws AppError NOT_FOUND */
export function dayIn(tx: Orm, id: string): GridDay {
	const day = readGrid(tx).days.find((one) => one.id === id);
	if (!day) throw new AppError("NOT_FOUND");
	return day;
}

/** Who removes slots, when, and which entries were confirmed to lose their slot. */
export interface Dropper {
	actorId: number;
	at: number;
	sure: ReadonlySet<number>;
}

export interface Dropped {
	slots: number;
	entries: number;
}

/**
 * Removes slots; missing ones are no error. Their entries are unscheduled, each with a line in its log. If one of
 * them was not confirmed, the edit is rolled back and all are named.
 */
export function dropSlots(tx: Orm, dropped: readonly SlotName[], { actorId, at, sure }: Dropper): Dropped {
	const holders = holdersOf(tx, dropped);
	if (holders.some(({ id }) => !sure.has(id))) throw new Unfit([], holders);
	let count = 0;
	for (const slot of dropped) count += tx.delete(slots).where(slotNamed(slot)).run().changes;
	for (const { id, slot } of holders) {
		logPlacement(tx, { entryId: id, at, actorId, state: "removed", from: slot, to: undefined });
	}
	return { slots: count, entries: holders.length };
}

/** By day, time and track, as the grid has them. */
function holdersOf(tx: Orm, wanted: readonly SlotName[]): Held[] {
	const keys = new Set(wanted.map(slotKey));
	const held = readGrid(tx).days.flatMap(({ id: dayId, slots: own }) =>
		own.flatMap(({ trackId, time, entryId }) => {
			const slot = { dayId, trackId, time };
			return entryId !== null && keys.has(slotKey(slot)) ? [{ id: entryId, slot }] : [];
		}),
	);
	const ids = held.map(({ id }) => id);
	const rows = tx.select({ id: entries.id, title: entries.title }).from(entries).where(inArray(entries.id, ids)).all();
	const titles = new Map(rows.map(({ id, title }) => [id, title]));
	return held.map(({ id, slot }) => ({ id, title: titles.get(id) ?? "", slot }));
}
