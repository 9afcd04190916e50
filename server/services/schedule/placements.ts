import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { type BoardFilters, takesEntry } from "../../../app/schedule/board-filters.ts";
import { type SlotName, slotOf, specialAt } from "../../../app/schedule/grid.ts";
import type { Refusal } from "../../../app/schedule/refusal.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, slots } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { lastBy } from "../entries/entry-log.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { maySchedule } from "../entries/schedulable.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid, slotNamed } from "./grid.ts";
import { type Happened, keyOf, logPlacement } from "./schedule-log.ts";

/** Schedules an entry, or (without `to`) unschedules it. `from` is where the caller saw it. */
export interface Placement {
	entryId: number;
	from?: SlotName | undefined;
	to?: SlotName | undefined;
}

export type Placed =
	| {
			ok: true;
			entry: { id: number; title: string };
			from: SlotName | undefined;
			to: SlotName | undefined;
			/** Number of its line in the log; undefined if nothing changed. */
			line?: number;
	  }
	| { ok: false; refusal: Refusal };

/** The filters of the board do not let the entry be placed there. `trackId`: the entry's own track. */
export interface OtherTrack {
	ok: false;
	trackId: string | null;
}

/** An organiser's last placement, while it can be undone. */
export interface LastPlacement {
	/** Number of its line in the log. */
	id: number;
	entryId: number;
	title: string;
	from: SlotName | undefined;
	to: SlotName | undefined;
}

/** How far back changes are looked for, those that were undone and the undoing included. */
const MOST_STEPS = 200;

/** A line of the log about a placement, with the title of its entry. */
type Line = Pick<typeof entryLog.$inferSelect, "id" | "entryId" | "state" | "changes"> & { title: string };

/** Thrown to roll back a transaction with a refusal. */
class Refused extends Error {
	readonly refusal: Refusal;

	constructor(refusal: Refusal) {
		super(refusal.reason);
		this.refusal = refusal;
	}
}

export type Schedule = ReturnType<typeof createSchedule>;

/** Which entry takes place when and where. Each placement is one transaction and one line of the entry's log. */
export function createSchedule({ db, event, now }: Runtime) {
	/**
	 * Places, moves or removes an entry, whatever its track. Repeating a placement succeeds.
	 * @throws AppError NOT_FOUND for an unknown entry or slot
	 */
	async function place(actor: Actor, placement: Placement): Promise<Placed> {
		const admin = requireCan(actor, "schedule.manage");
		return inOne((tx) => move(tx, placement, admin.id));
	}

	/**
	 * Places or moves an entry as the board does: only where its filters allow it.
	 * @throws AppError NOT_FOUND for an unknown entry or slot
	 */
	async function placeFiltered(
		actor: Actor,
		placement: Placement & { to: SlotName },
		filters: BoardFilters,
	): Promise<Placed | OtherTrack> {
		const admin = requireCan(actor, "schedule.manage");
		return inOne((tx) => otherTrack(tx, placement, filters) ?? move(tx, placement, admin.id));
	}

	async function inOne<Outcome>(work: (tx: Orm) => Placed | Outcome): Promise<Placed | Outcome> {
		try {
			return await db.write(work);
		} catch (error) {
			if (error instanceof Refused) return { ok: false, refusal: error.refusal };
			throw error;
		}
	}

	function move(tx: Orm, { entryId, from, to }: Placement, actorId: number, as?: Happened): Placed {
		const entry = tx
			.select()
			.from(entries)
			.where(and(eq(entries.id, entryId), eq(entries.eventId, event.id())))
			.get();
		if (!entry) throw new AppError("NOT_FOUND");
		const present = placeOf(tx, entryId);
		const done: Placed = { ok: true, entry: { id: entryId, title: entry.title }, from: present, to };
		if (keyOf(present) === keyOf(to)) return done;
		if (keyOf(present) !== keyOf(from)) {
			throw new Refused({ reason: "elsewhere", at: present, by: lastBy(tx, entryId, "Schedule") });
		}
		if (present) tx.update(slots).set({ entryId: null }).where(slotNamed(present)).run();
		if (to) take(tx, entry, to);
		const happened: Happened = as ?? (!to ? "removed" : present ? "moved" : "placed");
		const line = logPlacement(tx, { entryId, at: now(), actorId, state: happened, from: present, to });
		return { ...done, line };
	}

	/** Undefined if the filters allow a placement, and if it fails for another reason or changes nothing. */
	function otherTrack(
		tx: Orm,
		{ entryId, from, to }: Placement & { to: SlotName },
		filters: BoardFilters,
	): OtherTrack | undefined {
		const entry = tx.select().from(entries).where(eq(entries.id, entryId)).get();
		const isSlot = tx.select({ time: slots.time }).from(slots).where(slotNamed(to)).get() !== undefined;
		if (!entry || !maySchedule(entry) || !isSlot || keyOf(placeOf(tx, entryId)) === keyOf(to)) return;
		const { trackId } = entry;
		return takesEntry(filters, { trackId, from }, to) ? undefined : { ok: false, trackId };
	}

	/** @throws Refused if the entry may not be placed there */
	function take(tx: Orm, entry: EntryRow, to: SlotName): void {
		if (!maySchedule(entry)) throw new Refused({ reason: "not-accepted" });
		const free = and(slotNamed(to), isNull(slots.entryId));
		if (tx.update(slots).set({ entryId: entry.id }).where(free).run().changes === 1) return;
		const holder = tx
			.select({ id: entries.id, title: entries.title })
			.from(slots)
			.innerJoin(entries, eq(entries.id, slots.entryId))
			.where(slotNamed(to))
			.get();
		if (holder) throw new Refused({ reason: "taken", holder, by: lastBy(tx, holder.id, "Schedule") });
		const day = readGrid(tx).days.find(({ id }) => id === to.dayId);
		const isShown = day?.tracks.some(({ id }) => id === to.trackId);
		if (isShown && day && specialAt(day, { ...to, minutes: 1 })) throw new Refused({ reason: "special" });
		throw new AppError("NOT_FOUND");
	}

	/** The caller's last change, unless it was undone or the grid has changed since. */
	function last(actor: Actor): LastPlacement | undefined {
		const [line] = linesOf(requireCan(actor, "schedule.manage").id, 1);
		return line?.state === "undone" ? undefined : undoable(line);
	}

	/** The caller's last change of those that were not undone, unless the grid has changed since. */
	function lastLeft(actor: Actor): LastPlacement | undefined {
		return undoable(notUndone(linesOf(requireCan(actor, "schedule.manage").id, MOST_STEPS)));
	}

	/** Undoes it. @param id which change was meant @returns a refusal when the entry or its old slot is not as it was */
	async function undo(actor: Actor, id: number): Promise<Placed> {
		const admin = requireCan(actor, "schedule.manage");
		return inOne((tx) => {
			const line = lastLeft(actor);
			if (line?.id !== id) throw new AppError("CONFLICT");
			return move(tx, { entryId: line.entryId, from: line.to, to: line.from }, admin.id, "undone");
		});
	}

	/** What an organiser changed, the last first. */
	function linesOf(actorId: number, limit: number): Line[] {
		return db.orm
			.select({
				id: entryLog.id,
				entryId: entryLog.entryId,
				state: entryLog.state,
				changes: entryLog.changes,
				title: entries.title,
			})
			.from(entryLog)
			.innerJoin(entries, eq(entries.id, entryLog.entryId))
			.where(and(eq(entryLog.actorId, actorId), eq(entryLog.type, "Schedule"), ne(entryLog.state, "left")))
			.orderBy(desc(entryLog.id))
			.limit(limit)
			.all();
	}

	/** A change of the log as one that can be undone; undefined if its old slot is gone or its entry was moved since. */
	function undoable(line: Line | undefined): LastPlacement | undefined {
		if (!line) return;
		const { id, entryId, title } = line;
		const slot = line.changes?.slot;
		const from = slotOf(String(slot?.from));
		const isThere = !from || db.orm.select({ time: slots.time }).from(slots).where(slotNamed(from)).get() !== undefined;
		const to = slotOf(String(slot?.to));
		const isSo = keyOf(placeOf(db.orm, entryId)) === keyOf(to);
		return isThere && isSo ? { id, entryId, title, from, to } : undefined;
	}

	return { place, placeFiltered, last, lastLeft, undo };
}

/** The last of these changes that was not undone. Each that was undone is followed by a line that says so. */
function notUndone(lines: readonly Line[]): Line | undefined {
	let undone = 0;
	for (const line of lines) {
		if (line.state === "undone") undone += 1;
		else if (undone === 0) return line;
		else undone -= 1;
	}
	return;
}

function placeOf(tx: Orm, entryId: number): SlotName | undefined {
	return tx
		.select({ dayId: slots.dayId, trackId: slots.trackId, time: slots.time })
		.from(slots)
		.where(eq(slots.entryId, entryId))
		.get();
}
