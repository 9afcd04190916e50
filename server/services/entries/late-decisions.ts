import { and, asc, count, desc, eq, isNotNull, isNull, not, notExists, type SQL, sql } from "drizzle-orm";
import { isActive } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, lateEntries, programmes } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { notApart } from "../lists/entry-facets.ts";
import { ofCurrentEvent } from "../programmes/current-programmes.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import type { EntryRow } from "./entry-rows.ts";
import type { EntryWriting } from "./entry-writing.ts";
import { contentOf, type LateRow, MOST_SHOWN } from "./late-entries.ts";
import { shownEntry } from "./shown-entry.ts";

/** A late form as organisers see it. */
export interface ShownLate {
	id: number;
	name: string;
	email: string;
	title: string;
	arrivedAt: number;
	declined: boolean;
	/** Spot id of the entry it changes. */
	changes: string | undefined;
	shown: ReturnType<typeof shownEntry>;
}

export type LateDecisions = ReturnType<typeof createLateDecisions>;

/** The calls of an archived event take no late form, and neither does an entry that organisers keep apart. */
const ofCalls = and(
	notExists(
		sql`(select 1 from ${programmes} where ${programmes.category} = ${lateEntries.category} and ${not(ofCurrentEvent)})`,
	),
	notApart(sql`coalesce(${lateEntries.entryId}, 0)`),
);

/** The late forms that organisers have yet to decide about. */
export const isUndecided = and(isNull(lateEntries.declinedAt), ofCalls);

/** The late submissions as organisers see them, and what they decide: let in, or declined. */
export function createLateDecisions(
	{ db, log, now, registry }: Runtime,
	{ tracks, writing }: { tracks: Tracks; writing: EntryWriting },
) {
	/** How many organisers have not decided about. */
	function waiting(actor: Actor): number {
		requireCan(actor, "entries.manage");
		return db.orm.select({ n: count() }).from(lateEntries).where(isUndecided).get()?.n ?? 0;
	}

	/** Those that wait in the order in which they came, then those that were declined, the last first. */
	function list(actor: Actor, locale: Locale): ShownLate[] {
		requireCan(actor, "entries.manage");
		const all = (state: SQL, order: SQL) =>
			db.orm.select().from(lateEntries).where(and(state, ofCalls)).orderBy(order).limit(MOST_SHOWN).all();
		const labels = tracks.labels(locale);
		const waiting = all(isNull(lateEntries.declinedAt), asc(lateEntries.id));
		return [...waiting, ...all(isNotNull(lateEntries.declinedAt), desc(lateEntries.declinedAt))].map((row) => {
			const columns = contentOf(row);
			const { name, email, title, kind, trackId } = columns;
			const reader = { audience: "admin" as const, locale, track: labels.get(trackId) };
			return {
				id: row.id,
				name,
				email,
				title,
				arrivedAt: row.arrivedAt,
				declined: row.declinedAt !== null,
				changes: row.entryId === null ? undefined : spotId({ kind, id: row.entryId }),
				shown: shownEntry(registry(), { ...columns, category: row.category }, reader),
			};
		});
	}

	/**
	 * Lets a form in: creates or updates the entry and sends the receipt.
	 * @param seen arrival time of the version the organiser saw
	 * @returns the entry, or why not: already decided, sent again, or its entry was withdrawn
	 */
	async function letIn(actor: Actor, id: number, seen: number): Promise<EntryRow | "gone" | "changed" | "withdrawn"> {
		const organiser = requireCan(actor, "entries.manage");
		const outcome = await db.write((tx) => {
			const late = asSeen(tx, id, seen);
			if (typeof late === "string") return late;
			const row = late.entryId === null ? insert(tx, late) : change(tx, late, late.entryId);
			if (!row) return "withdrawn";
			tx.delete(lateEntries).where(eq(lateEntries.id, id)).run();
			tx.insert(entryLog)
				.values({ entryId: row.id, at: now(), actorId: organiser.id, type: "Late", state: row.status })
				.run();
			return row;
		});
		if (typeof outcome !== "string")
			log.info({ event: "late entry let in", entry: outcome.id, user: organiser.id }, "a late form was let in");
		return outcome;
	}

	function insert(tx: Orm, late: LateRow): EntryRow {
		const { category, userId, locale, submissionKey, arrivedAt } = late;
		const columns = contentOf(late);
		return writing.insert(tx, { id: userId }, { category, userId, locale, submissionKey, arrivedAt, columns });
	}

	function change(tx: Orm, late: LateRow, entryId: number): EntryRow | undefined {
		const present = tx.select().from(entries).where(eq(entries.id, entryId)).get();
		if (!present || !isActive(present)) return;
		return writing.update(tx, { id: late.userId }, present, contentOf(late), { editor: false, silent: false });
	}

	/** Decides against a form, which can still be let in later. Repeating it succeeds. @param seen as for `letIn` */
	async function decline(actor: Actor, id: number, seen: number): Promise<"declined" | "gone" | "changed"> {
		const organiser = requireCan(actor, "entries.manage");
		const outcome = await db.write((tx) => {
			const late = asSeen(tx, id, seen);
			if (typeof late === "string") return late;
			tx.update(lateEntries).set({ declinedAt: now() }).where(eq(lateEntries.id, id)).run();
			return "declined";
		});
		if (outcome === "declined")
			log.info({ event: "late entry declined", late: id, user: organiser.id }, "a late form was declined");
		return outcome;
	}

	/** The version the organiser saw; a newer one must be read first. */
	function asSeen(tx: Orm, id: number, seen: number): LateRow | "gone" | "changed" {
		const late = tx
			.select()
			.from(lateEntries)
			.where(and(eq(lateEntries.id, id), ofCalls))
			.get();
		if (!late) return "gone";
		return late.arrivedAt === seen ? late : "changed";
	}

	return { waiting, list, letIn, decline };
}
