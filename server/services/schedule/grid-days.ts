import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { slotOf } from "../../../app/schedule/grid.ts";
import { MOST_DAYS } from "../../../app/schedule/grid-fault.ts";
import type { Orm } from "../../../db/client.ts";
import { days, dayTracks, entryLog, releases, specialEvents, tracks } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type Dropped, dayIn, dropSlots, type Edited, edit, refuseFor } from "./grid-removal.ts";

/** A track that has a column on a day, and where it takes place ("" where that is not known). */
export interface Column {
	id: string;
	room: string;
}

/** The days of the event, and which tracks have a column on each. */
export function createGridDays({ db, now }: Pick<Runtime, "db" | "now">) {
	/** @param date `2025-09-13` @returns the id it got */
	async function addDay(actor: Actor, date: string): Promise<Edited<{ id: string }>> {
		requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			if (tx.select().from(days).all().length >= MOST_DAYS) refuseFor({ field: "date", reason: "tooManyDays" });
			assertFree(tx, date);
			const id = freeDayId(tx);
			tx.insert(days).values({ id, date }).run();
			return { id };
		});
	}

	/**
	 * Moves a day with all its content.
	 * @param given.was its date when seen
	 * @throws AppError NOT_FOUND; CONFLICT if changed since
	 */
	async function changeDate(actor: Actor, id: string, given: { date: string; was: string }): Promise<Edited> {
		requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const day = dayIn(tx, id);
			if (day.date !== given.was) throw new AppError("CONFLICT");
			if (given.date !== day.date) {
				assertFree(tx, given.date);
				tx.update(days).set({ date: given.date }).where(eq(days.id, id)).run();
			}
			return {};
		});
	}

	/**
	 * Removes a day with its columns, slots and special events.
	 * @param sure the entries that are known to lose their place @throws AppError NOT_FOUND
	 */
	async function removeDay(actor: Actor, id: string, sure: ReadonlySet<number>): Promise<Edited<Dropped>> {
		const admin = requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const day = dayIn(tx, id);
			const all = day.slots.map(({ trackId, time }) => ({ dayId: id, trackId, time }));
			const dropped = dropSlots(tx, all, { actorId: admin.id, at: now(), sure });
			tx.delete(specialEvents).where(eq(specialEvents.dayId, id)).run();
			tx.delete(dayTracks).where(eq(dayTracks.dayId, id)).run();
			tx.delete(days).where(eq(days.id, id)).run();
			return dropped;
		});
	}

	/**
	 * Sets the tracks of a day. Removed tracks lose their slots and special events.
	 * @param given.was the columns when seen
	 * @param sure as in `removeDay`
	 * @throws AppError NOT_FOUND for a day, or a track that cannot have a column; CONFLICT if changed since
	 */
	async function setColumns(
		actor: Actor,
		id: string,
		given: { columns: readonly Column[]; was: readonly Column[] },
		sure: ReadonlySet<number>,
	): Promise<Edited<Dropped>> {
		const admin = requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const day = dayIn(tx, id);
			if (textOf(day.tracks) !== textOf(given.was)) throw new AppError("CONFLICT");
			const kept = new Set(given.columns.map((column) => column.id));
			const gone = day.tracks.filter((column) => !kept.has(column.id));
			const lost = day.slots.filter(({ trackId }) => !kept.has(trackId));
			const names = lost.map(({ trackId, time }) => ({ dayId: id, trackId, time }));
			const dropped = dropSlots(tx, names, { actorId: admin.id, at: now(), sure });
			for (const { id: trackId } of gone) {
				tx.delete(specialEvents)
					.where(and(eq(specialEvents.dayId, id), eq(specialEvents.trackId, trackId)))
					.run();
				tx.delete(dayTracks)
					.where(and(eq(dayTracks.dayId, id), eq(dayTracks.trackId, trackId)))
					.run();
			}
			for (const { id: trackId, room } of given.columns) {
				if (!day.tracks.some((column) => column.id === trackId)) assertOffered(tx, trackId);
				tx.insert(dayTracks)
					.values({ dayId: id, trackId, room })
					.onConflictDoUpdate({ target: [dayTracks.dayId, dayTracks.trackId], set: { room } })
					.run();
			}
			return dropped;
		});
	}

	return { addDay, changeDate, removeDay, setColumns };
}

function assertFree(tx: Orm, date: string): void {
	if (tx.select().from(days).where(eq(days.date, date)).get()) refuseFor({ field: "date", reason: "dateTaken" });
}

/** Only active tracks get a new column; retired ones may keep the one they have. */
function assertOffered(tx: Orm, trackId: string): void {
	const track = tx.select().from(tracks).where(eq(tracks.id, trackId)).get();
	if (track?.kind !== "track" || !track.active) throw new AppError("NOT_FOUND");
}

function textOf(columns: readonly Column[]): string {
	return JSON.stringify(columns.map(({ id, room }) => `${id} ${room}`).sort());
}

/** The next day number, never reused: releases and logs refer to it. */
export function freeDayId(tx: Orm): string {
	const used = tx.select({ id: days.id }).from(days).all();
	const released = tx.all<{ id: string }>(
		sql`select distinct day.value ->> 'id' as id from ${releases}, json_each(${releases.grid}, '$.days') as day`,
	);
	const [from, to] = [
		sql<string>`${entryLog.changes} ->> '$.slot.from'`,
		sql<string>`${entryLog.changes} ->> '$.slot.to'`,
	];
	const logged = tx
		.selectDistinct({ from, to })
		.from(entryLog)
		.where(and(eq(entryLog.type, "Schedule"), or(isNotNull(from), isNotNull(to))))
		.all()
		.flatMap((line) => [line.from, line.to].flatMap((key) => slotOf(key ?? "")?.dayId ?? []));
	const numbers = [...used.map(({ id }) => id), ...released.map(({ id }) => id), ...logged].map((id) =>
		Number(/^day(\d{1,6})$/.exec(id)?.[1] ?? 0),
	);
	return `day${Math.max(0, ...numbers) + 1}`;
}
