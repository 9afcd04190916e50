import { and, desc, eq, isNull, notInArray } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import { ACTIVE, APART, FIRST_PRESENCE, type Presence } from "../../../app/lifecycle.ts";
import { type SlotName, slotOf } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, slots } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { slotNamed } from "./grid.ts";
import { logPlacement } from "./schedule-log.ts";

/** How many lines of the log are looked at. */
const MOST_LOOKED_AT = 100;

/** A place that is free because its author withdrew or declined. */
export interface LeftSlot {
	entryId: number;
	kind: EntryKind;
	title: string;
	presence: Exclude<Presence, typeof FIRST_PRESENCE>;
	slot: SlotName;
	/** Milliseconds since the epoch. */
	at: number;
}

/** Frees the place of an entry whose author does not take part, with a line in its log. */
export function leaveSlot(tx: Orm, entryId: number, by: { at: number; actorId: number | null }): void {
	const { dayId, trackId, time } = slots;
	const from = tx.select({ dayId, trackId, time }).from(slots).where(eq(slots.entryId, entryId)).get();
	if (!from) return;
	tx.update(slots).set({ entryId: null }).where(eq(slots.entryId, entryId)).run();
	logPlacement(tx, { entryId, ...by, state: "left", from, to: undefined });
}

/** The places that authors left, while they are free: the last first. */
export function createLeftSlots({ db, event }: Pick<Runtime, "db" | "event">) {
	const found = db.remembering((): LeftSlot[] => {
		const { id, kind, title, presence } = entries;
		const left = and(
			eq(entries.eventId, event.id()),
			notInArray(presence, [...ACTIVE, ...APART]),
			eq(entryLog.type, "Schedule"),
			eq(entryLog.state, "left"),
		);
		const lines = db.orm
			.select({ entryId: id, kind, title, presence, changes: entryLog.changes, at: entryLog.at })
			.from(entryLog)
			.innerJoin(entries, eq(id, entryLog.entryId))
			.where(left)
			.orderBy(desc(entryLog.id))
			.limit(MOST_LOOKED_AT)
			.all();
		const known = new Set<number>();
		return lines.flatMap(({ changes, presence, ...line }) => {
			const slot = slotOf(String(changes?.slot?.from));
			const isLast = !known.has(line.entryId);
			known.add(line.entryId);
			return presence !== FIRST_PRESENCE && slot && isLast && isFree(slot) ? [{ ...line, presence, slot }] : [];
		});
	});

	function isFree(slot: SlotName): boolean {
		const free = and(slotNamed(slot), isNull(slots.entryId));
		return db.orm.select({ time: slots.time }).from(slots).where(free).get() !== undefined;
	}

	return function left(actor: Actor): readonly LeftSlot[] {
		requireCan(actor, "entries.read");
		return found();
	};
}
