import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { MOST_WAITING_SHOWN } from "../../../app/enumerations.ts";
import { ACTIVE, SCHEDULABLE, type Status, WAITING } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import { type Move, reordered } from "../../../app/programmes/order.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { Triage } from "../entries/triage.ts";
import { grouped } from "../grouped.ts";
import type { Letters } from "../mails/letters.ts";
import type { Runtime } from "../runtime.ts";
import { type DecidedEntry, type DueDecision, decisionOn, fingerprintOf, withoutKey } from "./due-decisions.ts";
import type { TellDecision } from "./telling.ts";
import { acceptedByTrack, slotsByTrack, trackOf, WITH_TRACKS } from "./track-places.ts";

/** Entries that wait for a place in one track, in their order. */
export interface WaitingList {
	trackId: string;
	entries: EntryRow[];
	/** Accepted entries of the track, and its slots: none where the grid has none yet. */
	accepted: number;
	slots: number;
}

/** A decision before it is made, and what approves exactly that. */
export interface Promotion {
	decision: DueDecision;
	seen: string;
}

/** The status that a place in the schedule goes with. */
const PROMOTED: Status | undefined = SCHEDULABLE[0];

export type WaitingLists = ReturnType<typeof createWaitingLists>;

/** The waiting list of each track. Organisers order it, and promote entries when places become free. */
export function createWaitingLists(
	{ db, event }: Runtime,
	{
		letters,
		tellDecision,
		triage,
	}: { letters: Pick<Letters, "textFor">; tellDecision: TellDecision; triage: Pick<Triage, "changeIn"> },
) {
	const waiting = () =>
		and(
			eq(entries.eventId, event.id()),
			inArray(entries.kind, WITH_TRACKS),
			inArray(entries.status, WAITING),
			inArray(entries.presence, ACTIVE),
		);

	const inOrder = (tx: Orm, track?: string) =>
		tx
			.select()
			.from(entries)
			.where(and(waiting(), track === undefined ? undefined : eq(trackOf, track)))
			.orderBy(sql`${entries.waitingPlace} is null`, asc(entries.waitingPlace), asc(entries.id))
			.all();

	const lists = db.remembering((): WaitingList[] => {
		const all = grouped(inOrder(db.orm), trackIn);
		const [accepted, places] = [acceptedByTrack(db.orm, event.id()), slotsByTrack(db.orm)];
		return [...all].map(([trackId, some]) => ({
			trackId,
			entries: some,
			accepted: accepted.get(trackId) ?? 0,
			slots: places.get(trackId) ?? 0,
		}));
	});

	/** The lists of the tracks in which entries wait. */
	function list(actor: Actor): readonly WaitingList[] {
		requireCan(actor, "entries.read");
		return lists();
	}

	/** Who gets the next place that becomes free in a track, if anyone waits. */
	function next(actor: Actor, trackId: string): EntryRow | undefined {
		return list(actor).find((one) => one.trackId === trackId)?.entries[0];
	}

	/**
	 * Moves an entry on the list of its track, among those that are shown. A place that does not exist changes nothing.
	 * @throws AppError CONFLICT if it does not wait any more
	 */
	async function move(actor: Actor, id: number, to: Move): Promise<void> {
		requireCan(actor, "entries.manage");
		await db.write((tx) => {
			const ids = inOrder(tx, trackIn(waitingEntry(tx, id)))
				.slice(0, MOST_WAITING_SHOWN)
				.map((entry) => String(entry.id));
			keepOrder(tx, (reordered(ids, String(id), to) ?? []).map(Number));
		});
	}

	/**
	 * Orders the whole list of a track by scores, the highest first. Those without one follow as they stand.
	 * @param scores by the numbers of entries
	 */
	async function orderBy(actor: Actor, trackId: string, scores: ReadonlyMap<number, number>): Promise<void> {
		requireCan(actor, "entries.manage");
		const scoreOf = ({ id }: EntryRow) => scores.get(id) ?? 0;
		await db.write((tx) => {
			const all = inOrder(tx, trackId);
			const scored = all.filter(({ id }) => scores.has(id)).sort((one, other) => scoreOf(other) - scoreOf(one));
			const rest = all.filter(({ id }) => !scores.has(id));
			keepOrder(
				tx,
				[...scored, ...rest].map(({ id }) => id),
			);
		});
	}

	function keepOrder(tx: Orm, ids: readonly number[]): void {
		const set = tx.update(entries).set({ waitingPlace: sql`${sql.placeholder("place")}` });
		const place = set.where(eq(entries.id, sql.placeholder("id"))).prepare();
		for (const [at, id] of ids.entries()) place.run({ id, place: at + 1 });
	}

	/** What a promotion would tell, as organisers may see it. @throws AppError CONFLICT if the entry does not wait any more */
	function promotion(actor: Actor, id: number): Promotion {
		requireCan(actor, "mails.manage");
		const { decision, seen } = promotionOf(waitingEntry(db.orm, id));
		return { decision: withoutKey(decision), seen };
	}

	function promotionOf(entry: EntryRow): Promotion {
		const decision = decisionOn({ ...entry, status: PROMOTED ?? entry.status }, letters);
		return { decision, seen: fingerprintOf(undefined, [decision]) };
	}

	/**
	 * Gives an entry a place and tells its author, as it was looked at.
	 * @param seen of the page that was approved
	 * @throws AppError CONFLICT if it does not wait any more, or what is told has changed
	 */
	async function promote(actor: Actor, id: number, seen: string): Promise<DecidedEntry> {
		const { id: actorId } = requireCan(actor, "mails.manage");
		return db.write((tx) => {
			const entry = waitingEntry(tx, id);
			const promotion = promotionOf(entry);
			if (promotion.seen !== seen) throw new AppError("CONFLICT");
			const { status } = promotion.decision.entry;
			triage.changeIn(tx, [{ id, kind: "status", was: entry.status, to: status }], actorId);
			tellDecision(tx, promotion.decision, { actorId });
			return promotion.decision.entry;
		});
	}

	function waitingEntry(tx: Orm, id: number): EntryRow {
		const row = tx
			.select()
			.from(entries)
			.where(and(waiting(), eq(entries.id, id)))
			.get();
		if (!row) throw new AppError("CONFLICT");
		return row;
	}

	return { list, next, move, orderBy, promotion, promote };
}

const trackIn = ({ trackId }: EntryRow) => trackId ?? UNSELECTED_TRACK;
