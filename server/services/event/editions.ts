import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { PRESENCE_AFTER, presencesThat } from "../../../app/lifecycle.ts";
import { freeName, slugOf } from "../../../app/programmes/slugs.ts";
import { type Grid, placesIn } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, events, lateEntries, programmes, releases } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { isUndecided } from "../entries/late-decisions.ts";
import { isInUse } from "../programmes/call-use.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid } from "../schedule/grid.ts";
import { freeDayIds } from "../schedule/grid-days.ts";
import type { EventRow } from "./current-event.ts";
import { copySetup, removeSetup } from "./edition-copies.ts";
import { clearGrid, layGrid, movedTo } from "./edition-grid.ts";

/** What organisers say of the next edition. */
export interface NextEdition {
	name: string;
	nameZh: string;
	/** First day of its grid, `2026-09-12`; the others move with it. */
	firstDay: string;
}

/** Why the next edition cannot begin now, or cannot be taken back. */
export type EditionRefusal = "stale" | "undecided" | "unchecked" | "inUse";

/** Most events of an installation. */
const MOST_EVENTS = 50;

/** The next edition of the conference: begins it, or takes it back while nobody has used it. */
export function createEditions({ db, event, log, now }: Pick<Runtime, "db" | "event" | "log" | "now">) {
	/** The current event with the days of its grid, and the one that was current before it. */
	function present(actor: Actor) {
		requireCan(actor, "programmes.manage");
		const { id, name, nameZh } = event.row();
		const days = readGrid(db.orm).days.map(({ date }) => date);
		return {
			id,
			name,
			nameZh,
			firstDay: days[0],
			lastDay: days.at(-1),
			before: lastArchived(db.orm)?.name,
			isUsed: isUsed(db.orm, id),
		};
	}

	/**
	 * Archives the current event with its grid, and makes the next one current: copies of brand, tracks, calls (closed) and
	 * grid, and no entries. @param was number of the event that the organiser saw
	 * @throws AppError BAD_REQUEST if there are too many events
	 */
	async function begin(actor: Actor, was: number, next: NextEdition): Promise<EditionRefusal | undefined> {
		const { id: user } = requireCan(actor, "programmes.manage");
		const refusal = await db.write((tx): EditionRefusal | undefined => {
			const last = event.row();
			if (last.id !== was) return "stale";
			if (tx.select({ id: lateEntries.id }).from(lateEntries).where(isUndecided).limit(1).get()) return "undecided";
			if (hasUnchecked(tx, last.id)) return "unchecked";
			archive(tx, last, next, user);
		});
		if (!refusal) log.info({ event: "edition begun", user }, "edition begun");
		return refusal;
	}

	function archive(tx: Orm, last: EventRow, { name, nameZh, firstDay }: NextEdition, actorId: number): void {
		const slugs = tx.select({ slug: events.slug }).from(events).all();
		if (slugs.length >= MOST_EVENTS) throw new AppError("BAD_REQUEST");
		const grid = readGrid(tx);
		tx.update(events).set({ state: "archived", grid, archivedAt: now() }).where(eq(events.id, last.id)).run();
		const slug = freeName(slugOf(name) || "event", new Set(slugs.map((one) => one.slug)));
		const { id: _, grid: __, checkedTexts: ___, ...brand } = last;
		const { id: to } = tx
			.insert(events)
			// The template's dates and its public list are those of the specified event. The link announces a call, and calls
			// begin closed.
			.values({ ...brand, template: "blank", publicTalks: "accepted", spotlightSite: "", name, nameZh, slug })
			.returning({ id: events.id })
			.get();
		const trackIds = copySetup(tx, { from: last.id, to, year: firstDay.slice(0, 4), at: now(), actorId });
		const dayIds = freeDayIds(tx, grid.days.length);
		clearGrid(tx);
		layGrid(tx, movedTo(grid, { firstDay, dayIds, trackIds }));
	}

	/** Makes the event before current again, and removes the present one, which nobody has used yet. */
	async function undo(actor: Actor, was: number): Promise<EditionRefusal | undefined> {
		const { id: user } = requireCan(actor, "programmes.manage");
		const refusal = await db.write((tx): EditionRefusal | undefined => {
			const present = event.row();
			const last = lastArchived(tx);
			if (present.id !== was || !last) return "stale";
			if (isUsed(tx, present.id)) return "inUse";
			clearGrid(tx);
			removeSetup(tx, present.id);
			tx.delete(events).where(eq(events.id, present.id)).run();
			tx.update(events).set({ state: "current", grid: null, archivedAt: null }).where(eq(events.id, last.id)).run();
			layGrid(tx, withoutErased(tx, last.grid ?? { days: [] }), true);
		});
		if (!refusal) log.info({ event: "edition undone", user }, "edition undone");
		return refusal;
	}

	return { present, begin, undo };
}

/** The event that was current before this one. */
export const lastArchived = (tx: Orm): EventRow | undefined =>
	tx.select().from(events).where(eq(events.state, "archived")).orderBy(desc(events.id)).limit(1).get();

/** Whether people have used an event: it has entries, late or unsent forms, or a released schedule. */
function isUsed(tx: Orm, eventId: number): boolean {
	const calls = tx.select({ category: programmes.category }).from(programmes).where(eq(programmes.eventId, eventId));
	return (
		tx.select({ id: entries.id }).from(entries).where(eq(entries.eventId, eventId)).limit(1).get() !== undefined ||
		tx.select({ id: releases.version }).from(releases).where(eq(releases.eventId, eventId)).limit(1).get() !==
			undefined ||
		calls.all().some(({ category }) => isInUse(tx, category))
	);
}

/** Whether entries wait for a check: nobody can decide about them once their event is archived. */
function hasUnchecked(tx: Orm, eventId: number): boolean {
	const waits = and(
		isNotNull(entries.apartAt),
		eq(entries.eventId, eventId),
		eq(entries.presence, PRESENCE_AFTER.holding),
	);
	return tx.select({ id: entries.id }).from(entries).where(waits).limit(1).get() !== undefined;
}

const NOT_ERASED = presencesThat(({ active, restorable }) => active || restorable);

/** A kept grid without the entries of people whose data was erased since. */
function withoutErased(tx: Orm, grid: Grid): Grid {
	const placed = [...placesIn(grid).keys()];
	const there = new Set(
		tx
			.select({ id: entries.id })
			.from(entries)
			.where(and(inArray(entries.id, placed), inArray(entries.presence, NOT_ERASED)))
			.all()
			.map(({ id }) => id),
	);
	const isGone = (id: number | null) => id !== null && !there.has(id);
	return {
		days: grid.days.map((day) => ({
			...day,
			slots: day.slots.map((slot) => (isGone(slot.entryId) ? { ...slot, entryId: null } : slot)),
		})),
	};
}
