import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import { letterAnnouncing, type Status } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { decisionReleases, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { newestRows } from "../lists/result-pages.ts";
import type { Letters } from "../mails/letters.ts";
import type { MailBatches, MailCounts } from "../mails/mail-batches.ts";
import type { Runtime } from "../runtime.ts";
import { decisionChecks } from "./decision-checks.ts";
import { type DecisionFilter, dueDecisions, fingerprintOf, withoutKey } from "./due-decisions.ts";
import type { TellDecision } from "./telling.ts";

/** Releases in the list of those that were made. */
const LIST = 20;

/** A release of decisions. */
export interface DecisionRelease {
	id: number;
	filter: DecisionFilter;
	/** Milliseconds since the epoch. */
	at: number;
	/** Address of who released it; "" for an account that is gone. */
	by: string;
	/** Decisions that were told on their authors' pages only. */
	unmailed: number;
}

/** How far it is. */
export interface ReleaseProgress extends DecisionRelease {
	/** Its mails by their state. */
	mails: MailCounts;
	/** Its mails by the status that they tell: what was decided then. */
	decided: (status: Status) => number;
}

interface Parts {
	batches: MailBatches;
	letters: Pick<Letters, "textFor">;
	tellDecision: TellDecision;
}

export type Decisions = ReturnType<typeof createDecisions>;

/**
 * Releases of decisions: many authors are told at once. Each mail is a row of the outbox, written together with the
 * release, so that a crash loses none and repeats none; a status that is held back becomes known when its mail has left.
 */
export function createDecisions({ db, event, registry, now }: Runtime, { batches, letters, tellDecision }: Parts) {
	function dueIn(tx: Orm, filter: DecisionFilter) {
		const { kind } = registry().programmeOf(filter.category);
		return dueDecisions(tx, filter, { eventId: event.id(), kind, letters });
	}

	/**
	 * What a release would tell, with every mail as it would leave but for the keys of private links, and what to look at
	 * first. `seen` approves exactly that.
	 */
	function pending(actor: Actor, filter: DecisionFilter) {
		requireCan(actor, "mails.manage");
		const { due, hasMore } = dueIn(db.orm, filter);
		const { kind } = registry().programmeOf(filter.category);
		const checks = decisionChecks(db.orm, due, { eventId: event.id(), kind });
		return { due: due.map(withoutKey), hasMore, checks, seen: fingerprintOf(filter, due) };
	}

	/**
	 * Tells what was looked at: writes the mails, and tells those that get none on their pages. Where no mail leaves the
	 * machine, all are told on their pages.
	 * @param seen of the page that was approved
	 * @returns the number of the release; that of the first click for a second one
	 * @throws AppError CONFLICT if the decisions or texts have changed since
	 */
	async function release(actor: Actor, filter: DecisionFilter, seen: string): Promise<number> {
		const { id: actorId } = requireCan(actor, "mails.manage");
		return db.write((tx) => {
			const { due } = dueIn(tx, filter);
			if (due.length === 0 || fingerprintOf(filter, due) !== seen) {
				const same = and(eq(decisionReleases.seen, seen), eq(decisionReleases.actorId, actorId));
				const done = tx.select().from(decisionReleases).where(same).orderBy(desc(decisionReleases.id)).limit(1).get();
				if (done) return done.id;
				throw new AppError("CONFLICT");
			}
			const { category, statuses, tracks } = filter;
			const { id } = tx
				.insert(decisionReleases)
				.values({
					category,
					statuses: [...statuses],
					tracks: [...tracks],
					eventId: event.id(),
					seen,
					unmailed: due.filter(({ letter }) => !letter).length,
					at: now(),
					actorId,
				})
				.returning()
				.get();
			for (const one of due) tellDecision(tx, one, { actorId, decisionRelease: id });
			return id;
		});
	}

	const released = (where: SQL | undefined, most: number) =>
		db.orm
			.select({ row: decisionReleases, by: users.email })
			.from(decisionReleases)
			.leftJoin(users, eq(users.id, decisionReleases.actorId))
			.where(and(eq(decisionReleases.eventId, event.id()), where))
			.orderBy(desc(decisionReleases.id))
			.limit(most)
			.all()
			.map(({ row, by }): DecisionRelease => {
				const { id, category, statuses, tracks, at, unmailed } = row;
				return { id, filter: { category, statuses, tracks }, at, by: by ?? "", unmailed };
			});

	/**
	 * A page of the releases of a call in the current event, the newest first.
	 * @param before only those before this number
	 * @returns `older`: the number before which there are more
	 */
	function list(actor: Actor, category: string, before = Number.MAX_SAFE_INTEGER) {
		requireCan(actor, "mails.manage");
		const wanted = and(eq(decisionReleases.category, category), lt(decisionReleases.id, before));
		return newestRows(released(wanted, LIST + 1), LIST);
	}

	/** How far one of them is. @throws AppError NOT_FOUND */
	function progress(actor: Actor, id: number): ReleaseProgress {
		requireCan(actor, "mails.manage");
		const [one] = released(eq(decisionReleases.id, id), 1);
		if (!one) throw new AppError("NOT_FOUND");
		const kinds = batches.kindsOf({ decisionRelease: id });
		const decided = (status: Status) => kinds.get(letterAnnouncing(status) ?? "") ?? 0;
		return { ...one, mails: batches.countsOf({ decisionRelease: id }), decided };
	}

	/** A page of its mails, those that failed first; a page beyond the end gives the last one. @throws AppError NOT_FOUND */
	function mailsIn(actor: Actor, id: number, page: number) {
		progress(actor, id);
		return batches.pageOf({ decisionRelease: id }, page);
	}

	return { pending, release, list, progress, mailsIn };
}
