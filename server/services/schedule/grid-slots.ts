import { DAY_MINUTES, type GridDay, minutesOf, overlap, type SlotName, specialAt } from "../../../app/schedule/grid.ts";
import { type GridFault, MOST_SLOTS } from "../../../app/schedule/grid-fault.ts";
import {
	type PlannedColumn,
	planSeries,
	type Series,
	type Span,
	slotsWithin,
	timesOf,
} from "../../../app/schedule/series.ts";
import type { Orm } from "../../../db/client.ts";
import { slots } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid, slotNamed } from "./grid.ts";
import { type Dropped, dropSlots, type Edited, edit, refuseFor } from "./grid-removal.ts";

/** The slots of the grid. Those of one track overlap neither each other nor a special event. */
export function createGridSlots({ db, now }: Pick<Runtime, "db" | "now">) {
	/** Preview of a series, with its problems. @throws AppError NOT_FOUND for an unknown day or track */
	function planned(actor: Actor, series: Series): { columns: PlannedColumn[]; faults: GridFault[] } {
		requireCan(actor, "schedule.manage");
		return plan(db.orm, series);
	}

	/**
	 * Adds the slots of a series, skipping those that do not fit.
	 * @param count how many were previewed
	 * @throws AppError NOT_FOUND; CONFLICT if the number differs by now
	 */
	async function lay(actor: Actor, series: Series, count: number): Promise<Edited<{ added: number }>> {
		requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const { columns, faults } = plan(tx, series);
			refuseFor(...faults);
			const added = columns.reduce((sum, column) => sum + column.added.length, 0);
			if (added !== count) throw new AppError("CONFLICT");
			for (const { dayId, trackId, added: times } of columns) {
				const rows = times.map((time) => ({ dayId, trackId, time, minutes: series.minutes }));
				if (rows.length > 0) tx.insert(slots).values(rows).run();
			}
			return { added };
		});
	}

	/**
	 * Removes slots, by name or by time. Missing ones are no error.
	 * @param sure the entries confirmed to be unscheduled
	 * @throws AppError NOT_FOUND for a track without a column
	 */
	async function remove(
		actor: Actor,
		what: readonly SlotName[] | Span,
		sure: ReadonlySet<number>,
	): Promise<Edited<Dropped>> {
		const admin = requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const grid = readGrid(tx);
			if ("from" in what) assertKnown(grid.days, what);
			else for (const slot of what) assertColumn(grid.days, slot);
			const names = "from" in what ? slotsWithin(grid, what) : what;
			return dropSlots(tx, names, { actorId: admin.id, at: now(), sure });
		});
	}

	/**
	 * Changes the length of slots, with or without an entry.
	 * @throws AppError NOT_FOUND for a track without a column; CONFLICT for a missing slot
	 */
	async function resize(actor: Actor, names: readonly SlotName[], minutes: number): Promise<Edited<{ count: number }>> {
		requireCan(actor, "schedule.manage");
		return edit(db, (tx) => {
			const grid = readGrid(tx);
			for (const { dayId, trackId, time } of names) {
				assertColumn(grid.days, { dayId, trackId });
				const resized = tx.update(slots).set({ minutes }).where(slotNamed({ dayId, trackId, time }));
				if (resized.run().changes === 0) throw new AppError("CONFLICT");
			}
			refuseFor(...clashes(readGrid(tx).days, names, minutes).slice(0, 1));
			return { count: names.length };
		});
	}

	return { planned, lay, remove, resize };
}

function plan(tx: Orm, series: Series): { columns: PlannedColumn[]; faults: GridFault[] } {
	const grid = readGrid(tx);
	assertKnown(grid.days, series);
	if (series.minutes > series.every) {
		return { columns: [], faults: [{ field: "minutes", reason: "longerThanStep" }] };
	}
	const last = timesOf(series).at(-1) ?? series.from;
	if (minutesOf(last) + series.minutes > DAY_MINUTES)
		return { columns: [], faults: [{ field: "to", reason: "midnight" }] };
	const columns = planSeries(grid, series);
	const full = columns.find(({ total }) => total > MOST_SLOTS);
	const faults: GridFault[] = full ? [{ field: "every", reason: "tooManySlots", column: full, count: full.total }] : [];
	return { columns, faults };
}

/** @throws AppError NOT_FOUND for a day that is not there, or a track that has a column on no day */
function assertKnown(days: readonly GridDay[], { dayIds, trackIds }: Pick<Span, "dayIds" | "trackIds">): void {
	const columns = new Set(days.flatMap(({ tracks }) => tracks.map(({ id }) => id)));
	const isKnown = dayIds.every((id) => days.some((day) => day.id === id)) && trackIds.every((id) => columns.has(id));
	if (!isKnown) throw new AppError("NOT_FOUND");
}

function assertColumn(days: readonly GridDay[], { dayId, trackId }: Omit<SlotName, "time">): void {
	const day = days.find(({ id }) => id === dayId);
	if (!day?.tracks.some(({ id }) => id === trackId)) throw new AppError("NOT_FOUND");
}

/** What slots would reach into with their new length. */
function clashes(days: readonly GridDay[], names: readonly SlotName[], minutes: number): GridFault[] {
	return names.flatMap((slot): GridFault[] => {
		const day = days.find(({ id }) => id === slot.dayId);
		const changed = { ...slot, minutes };
		if (!day) return [];
		if (minutesOf(slot.time) + minutes > DAY_MINUTES) return [{ field: "minutes", reason: "midnight" }];
		const event = specialAt(day, changed);
		if (event) return [{ field: "minutes", reason: "overlapsSpecial", slot, event }];
		const next = day.slots.find(
			(one) => one.trackId === slot.trackId && one.time !== slot.time && overlap(one, changed),
		);
		return next ? [{ field: "minutes", reason: "overlapsSlot", slot, next: next.time }] : [];
	});
}
