import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { KEYWORDS } from "../../../app/enumerations.ts";
import { rulesOfKind } from "../../../app/kinds.ts";
import { FIRST_PRESENCE, isApart, isSilent, SCHEDULABLE } from "../../../app/lifecycle.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, slots, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { randomToken } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import { cancelAllAbout, cancelOutdated } from "../mails/outdated-letters.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import {
	type Change,
	type ChangeKind,
	changeOf,
	kindLogged,
	needsOffered,
	reversed,
	valueLogged,
} from "./entry-changes.ts";
import { type AnswerEdit, editsOf } from "./entry-edits.ts";
import { lastBy } from "./entry-log.ts";
import { type EntryRow, presentAnswers } from "./entry-rows.ts";
import { knownStatus, setting, tellDue } from "./told.ts";
import { placeLost } from "./waiting-place.ts";

/** A change that was skipped because someone else was faster. `now`: the parts of the current value. */
export interface Stale {
	id: number;
	kind: ChangeKind | "invitation";
	now: readonly string[];
	by: string;
}

/** An entry that is scheduled under another track than its own. */
export interface Misplaced {
	id: number;
	title: string;
	/** Track of its slot. */
	under: string;
}

/** An entry that people reckon with, which is not removed as spam. */
export interface Kept {
	title: string;
	why: "placed" | "accepted";
}

export interface Outcome {
	saved: number[];
	stale: Stale[];
	misplaced: Misplaced[];
	kept: Kept[];
}

/** An organiser's last bulk change, while it can be undone. */
export interface LastBatch {
	batch: string;
	kind: ChangeKind;
	entries: number;
	/** The parts of the value they were all set to. */
	value: readonly string[];
	/** Milliseconds since the epoch. */
	at: number;
}

/** What a line of the log says beside answers, one by one. */
const changesIn = (changes: (typeof entryLog.$inferSelect)["changes"]): readonly AnswerEdit[] =>
	Object.entries(changes ?? {}).map(([field, { from, to }]) => ({ field, from, to }));

/** Lines of the history of an entry on one page. */
const HISTORY_PAGE = 30;

/** What the log lines of one bulk change have in common. */
interface Bulk {
	batch: string;
	/** The batch that it undoes. */
	undoes: string | null;
}

export type Triage = ReturnType<typeof createTriage>;

/** Changes of entries by organisers, each logged. */
export function createTriage({ db, event, now, registry }: Runtime, { tracks }: { tracks: Tracks }) {
	const entryOf = db.orm
		.select()
		.from(entries)
		.where(eq(entries.id, sql.placeholder("id")))
		.prepare();
	const logOf = db.orm
		.select({
			id: entryLog.id,
			at: entryLog.at,
			type: entryLog.type,
			state: entryLog.state,
			changes: entryLog.changes,
			by: users.email,
		})
		.from(entryLog)
		.leftJoin(users, eq(users.id, entryLog.actorId))
		.where(and(eq(entryLog.entryId, sql.placeholder("id")), lt(entryLog.id, sql.placeholder("before"))))
		.orderBy(desc(entryLog.id))
		.limit(HISTORY_PAGE + 1)
		.prepare();

	/** An entry for organisers. @throws AppError NOT_FOUND */
	function entry(actor: Actor, id: number): EntryRow {
		requireCan(actor, "entries.read");
		const found = entryOf.get({ id });
		if (!found) throw new AppError("NOT_FOUND");
		return found;
	}

	/**
	 * A page of the history of an entry, in the order in which it happened. @param before only lines before this one
	 * @returns `older`: the line before which there are more
	 */
	function history(actor: Actor, of: EntryRow, before = Number.MAX_SAFE_INTEGER) {
		requireCan(actor, "entries.read");
		const found = logOf.all({ id: of.id, before });
		const lines = found.slice(0, HISTORY_PAGE).reverse();
		const edits = editsOf(
			db.orm,
			lines.map(({ id }) => id),
			presentAnswers(registry(), of),
		);
		return {
			log: lines.map(({ changes, ...line }) => ({ ...line, changes: edits.get(line.id) ?? changesIn(changes) })),
			older: found.length > HISTORY_PAGE ? lines[0]?.id : undefined,
		};
	}

	/** Everything about one entry, with the newest part of its history. @throws AppError NOT_FOUND */
	function details(actor: Actor, id: number) {
		const found = entry(actor, id);
		return { entry: found, ...history(actor, found) };
	}

	/**
	 * Applies changes independently: if `was` does not match, the entry is skipped and listed in `stale`; unknown ids
	 * are ignored.
	 * @param together one bulk change that can be undone; it skips entries that it does not change
	 * @throws AppError TRACK_UNKNOWN, TRACK_INACTIVE or KEYWORD_UNKNOWN unless the entry already has them; BAD_REQUEST
	 * for a track or panel of an entry without tracks; STATUS_NOT_ALLOWED
	 */
	async function change(actor: Actor, changes: readonly Change[], together = false): Promise<Outcome> {
		const admin = requireCan(actor, "entries.manage");
		const bulk = together ? { batch: randomToken(), undoes: null } : undefined;
		return db.write((tx) => {
			for (const one of changes) requireOffered(tx, one);
			return makeAll(tx, changes, admin.id, bulk);
		});
	}

	/** The same in the caller's transaction, for values that are known to be offered. */
	const changeIn = (tx: Orm, changes: readonly Change[], actorId: number) => makeAll(tx, changes, actorId, undefined);

	/** Values the entry already has stay valid. */
	function requireOffered(tx: Orm, one: Change): void {
		const needs = needsOffered(one);
		if (needs.tracks.length === 0 && needs.keywords.length === 0) return;
		const held = tx.select().from(entries).where(eq(entries.id, one.id)).get();
		const own = new Set([held?.trackId, ...(held?.panelists ?? []), ...(held?.keywords ?? [])]);
		const [known, active] = [tracks.ids(), tracks.activeIds()];
		for (const id of needs.tracks) {
			if (own.has(id)) continue;
			if (!known.has(id)) throw new AppError("TRACK_UNKNOWN");
			if (!active.has(id)) throw new AppError("TRACK_INACTIVE");
		}
		const listed: readonly string[] = KEYWORDS;
		if (!needs.keywords.every((word) => own.has(word) || listed.includes(word))) throw new AppError("KEYWORD_UNKNOWN");
	}

	function makeAll(tx: Orm, changes: readonly Change[], actorId: number, bulk: Bulk | undefined): Outcome {
		const outcome: Outcome = { saved: [], stale: [], misplaced: [], kept: [] };
		for (const one of changes) {
			const present = tx.select().from(entries).where(eq(entries.id, one.id)).get();
			if (present?.eventId !== event.id()) continue;
			const change = changeOf(one, present, now());
			if (!change.isOpen) continue;
			if (change.needsTracks && !rulesOfKind(present.kind).hasTracks) throw new AppError("BAD_REQUEST");
			if (change.isStale) {
				outcome.stale.push({ id: one.id, kind: one.kind, now: change.now, by: lastBy(tx, one.id, change.logType) });
				continue;
			}
			// An undo restores, whatever may follow what.
			if (!bulk?.undoes && !change.mayFollow) throw new AppError("STATUS_NOT_ALLOWED");
			// A double click must not create an empty bulk change, which would hide the undo of the first.
			if (bulk && change.changesNothing) continue;
			const why = isApart({ presence: change.columns.presence ?? FIRST_PRESENCE })
				? reckonedWith(tx, present)
				: undefined;
			if (why) {
				outcome.kept.push({ title: present.title || present.name || spotId(present), why });
				continue;
			}
			apply(tx, present, change, actorId, bulk);
			outcome.saved.push(one.id);
			if (one.kind === "track") outcome.misplaced.push(...misplacedBy(tx, one, present));
		}
		return outcome;
	}

	function apply(
		tx: Orm,
		present: EntryRow,
		{ columns, logType: type, logged }: ReturnType<typeof changeOf>,
		actorId: number,
		bulk: Bulk | undefined,
	): void {
		const { id: entryId } = present;
		const { toldStatus, told = null } = columns.status ? setting(tx, present, columns.status) : {};
		const entry = tx
			.update(entries)
			.set({ ...columns, toldStatus, ...placeLost(present, columns, Boolean(bulk?.undoes)) })
			.where(eq(entries.id, entryId))
			.returning()
			.get();
		if ("status" in columns) cancelOutdated(tx, { entryId });
		if (isSilent(entry)) cancelAllAbout(tx, entryId);
		tx.insert(entryLog)
			.values({ entryId, at: now(), actorId, type, state: entry.status, told, changes: logged, ...bulk })
			.run();
		if (isApart(present) && !isApart(entry)) tellDue(tx, { entryId, actorId, at: now() });
	}

	/** Why an entry must not go without a word: it is in the schedule, or its author was told that it is accepted. */
	function reckonedWith(tx: Orm, entry: EntryRow): Kept["why"] | undefined {
		const placed = tx.select({ id: slots.entryId }).from(slots).where(eq(slots.entryId, entry.id)).get();
		if (placed) return "placed";
		return SCHEDULABLE.includes(knownStatus(entry)) ? "accepted" : undefined;
	}

	function misplacedBy(tx: Orm, { id, to }: Change & { kind: "track" }, { title }: EntryRow): Misplaced[] {
		const slot = tx.select({ under: slots.trackId }).from(slots).where(eq(slots.entryId, id)).get();
		return slot && slot.under !== to ? [{ id, title, under: slot.under }] : [];
	}

	const newestBatch = db.orm
		.select()
		.from(entryLog)
		.where(and(eq(entryLog.actorId, sql.placeholder("actorId")), isNotNull(entryLog.batch)))
		.orderBy(desc(entryLog.id))
		.limit(1)
		.prepare();

	/** The actor's latest bulk change, unless it was undone. */
	function lastBatch(actor: Actor): LastBatch | undefined {
		const admin = requireCan(actor, "entries.read");
		const newest = newestBatch.get({ actorId: admin.id });
		if (!newest?.batch || newest.undoes) return;
		const kind = kindLogged(newest.type);
		if (!kind) return;
		const lines = db.orm.select().from(entryLog).where(eq(entryLog.batch, newest.batch)).all();
		return { batch: newest.batch, kind, entries: lines.length, value: valueLogged(kind, newest), at: newest.at };
	}

	/** Undoes that change for entries that have not been changed since. */
	async function undo(actor: Actor, batch: string): Promise<Outcome> {
		const admin = requireCan(actor, "entries.manage");
		if (lastBatch(actor)?.batch !== batch) return { saved: [], stale: [], misplaced: [], kept: [] };
		return db.write((tx) => {
			const lines = tx.select().from(entryLog).where(eq(entryLog.batch, batch)).all();
			return makeAll(tx, lines.flatMap(reversed), admin.id, { batch: randomToken(), undoes: batch });
		});
	}

	return { entry, details, history, change, changeIn, lastBatch, undo };
}
