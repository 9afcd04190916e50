import { eq } from "drizzle-orm";
import { DAY_MINUTES, endOf, type GridDay, minutesOf, overlap, type SpecialEvent } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { specialEvents } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type Dropped, type Dropper, dayIn, dropSlots, type Edited, edit, refuseFor } from "./grid-removal.ts";

/** A special event as an organiser states it. */
export type SpecialDetails = Omit<SpecialEvent, "id"> & { dayId: string };

/** Special events. Nothing else takes place in their tracks meanwhile. */
export function createSpecialEvents({ db, now }: Pick<Runtime, "db" | "now">) {
	/**
	 * Adds an event and removes the slots in its time. @param sure the entries that are known to lose their place by it
	 * @throws AppError NOT_FOUND for a day that is not there
	 */
	async function addSpecial(
		actor: Actor,
		details: SpecialDetails,
		sure: ReadonlySet<number>,
	): Promise<Edited<Dropped & { id: number }>> {
		const admin = requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const dropped = makeRoom(tx, details, { actorId: admin.id, at: now(), sure });
			return { ...dropped, id: Number(tx.insert(specialEvents).values(details).run().lastInsertRowid) };
		});
	}

	/**
	 * Changes an event and removes the slots in its new time; the old time stays empty. @param given.was as it was seen
	 * @throws AppError NOT_FOUND; CONFLICT where it is different by now
	 */
	async function changeSpecial(
		actor: Actor,
		id: number,
		given: { details: SpecialDetails; was: SpecialDetails },
		sure: ReadonlySet<number>,
	): Promise<Edited<Dropped>> {
		const admin = requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			assertSeen(tx, id, given.was);
			const dropped = makeRoom(tx, given.details, { actorId: admin.id, at: now(), sure }, id);
			tx.update(specialEvents).set(given.details).where(eq(specialEvents.id, id)).run();
			return dropped;
		});
	}

	/** Removes an event; its time stays empty. @throws AppError NOT_FOUND; CONFLICT where it is different by now */
	async function removeSpecial(actor: Actor, id: number, was: SpecialDetails): Promise<Edited> {
		requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			assertSeen(tx, id, was);
			tx.delete(specialEvents).where(eq(specialEvents.id, id)).run();
			return {};
		});
	}

	return { addSpecial, changeSpecial, removeSpecial };
}

function assertSeen(tx: Orm, id: number, was: SpecialDetails): void {
	const row = tx.select().from(specialEvents).where(eq(specialEvents.id, id)).get();
	if (!row) throw new AppError("NOT_FOUND");
	const names = Object.keys(row).filter((name) => name !== "id") as (keyof SpecialDetails)[];
	if (names.some((name) => row[name] !== was[name])) throw new AppError("CONFLICT");
}

/** Removes the slots in an event's time. @param id the event itself, where it is there already */
function makeRoom(tx: Orm, event: SpecialDetails, by: Dropper, id?: number): Dropped {
	const day = dayIn(tx, event.dayId);
	if (event.trackId !== null && !day.tracks.some((track) => track.id === event.trackId)) {
		refuseFor({ field: "track", reason: "noColumn" });
	}
	if (minutesOf(event.time) + event.minutes > DAY_MINUTES) refuseFor({ field: "minutes", reason: "midnight" });
	const other = otherAt(day, event, id);
	if (other) refuseFor({ field: "time", reason: "specialThere", event: other, from: other.time, to: endOf(other) });
	const covered = day.slots.filter(
		(slot) => (event.trackId === null || event.trackId === slot.trackId) && overlap(slot, event),
	);
	return dropSlots(
		tx,
		covered.map(({ trackId, time }) => ({ dayId: day.id, trackId, time })),
		by,
	);
}

function otherAt({ specials }: GridDay, event: SpecialDetails, id: number | undefined): SpecialEvent | undefined {
	return specials.find((other) => {
		const inOneTrack = event.trackId === null || other.trackId === null || event.trackId === other.trackId;
		return other.id !== id && inOneTrack && overlap(other, event);
	});
}
