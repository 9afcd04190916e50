import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, entries, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { begunIn } from "./assignment-plan.ts";
import {
	type Committee,
	committeeIn,
	countReviewed,
	IS_REVIEWED,
	mayKnow,
	NOT_ERASED,
	pairKey,
	type ReviewableEntry,
	reviewedCallIn,
	reviewedIn,
	withConflicts,
} from "./committee.ts";
import { conflictsIn, inConflictOf } from "./conflict-reasons.ts";
import { isFinished, marksIn, progressIn } from "./review-progress.ts";
import { callIn, idsIn, ofCall } from "./reviewer-scope.ts";

/** Entries on one page. */
export const ASSIGNMENT_PAGE = 50;

/** Which assignments are removed: those of one reviewer, or all that nobody has begun. */
export type Removal = number | "open";

/** Why an assignment by hand was not kept. */
export type AssignmentRefusal = "conflict" | "unassigned" | "gone";

/** Who reviews which entry, for organisers. While a call has no assignments, its reviewers review all they are for. */
export function createAssignments({ db, log, registry, now }: Pick<Runtime, "db" | "log" | "registry" | "now">) {
	/** A page of the entries of a call with who reviews them, and how far everyone is. @throws AppError NOT_FOUND */
	function overview(actor: Actor, category: string, wanted: number) {
		const { id } = requireCan(actor, "reviews.manage");
		const call = reviewedCallIn(db.orm, registry(), category);
		const all = countReviewed(db.orm, call);
		const pages = Math.max(1, Math.ceil(all / ASSIGNMENT_PAGE));
		const page = Math.min(wanted, pages);
		const shown = idsIn(db.orm, reviewedIn(call))
			.orderBy(asc(entries.id))
			.limit(ASSIGNMENT_PAGE)
			.offset((page - 1) * ASSIGNMENT_PAGE)
			.all()
			.map((entry) => entry.id);
		const committee = committeeIn(db.orm, registry(), category, inArray(entries.id, shown));
		const removable = removableOf(actor, category);
		const begun = withConflicts(db.orm, registry(), call, { id });
		const marks = marksIn(db.orm, call, begun);
		return {
			rules: call.rules,
			reviewers: call.reviewers,
			count: all,
			isAnyAssigned: call.isAnyAssigned,
			openAssignments: removable.reduce((sum, { open }) => sum + open, 0),
			/** How many assignments of each reviewer can be removed. */
			removable: new Map(removable.map(({ reviewerId, n }) => [reviewerId, n])),
			progress: progressIn(db.orm, call, begun).map((one) => ({
				...one,
				...(marks.get(one.reviewer.id) ?? { mean: undefined, spread: undefined }),
			})),
			page,
			pages,
			entries: assignedTo(committee, inConflictOf(committee, id)),
		};
	}

	/**
	 * An entry with everyone who may review it; assigned are also those whose reviews the first assignment assigns.
	 * @throws AppError NOT_FOUND for one that is not reviewed in this call, or that the organiser has a conflict of interest
	 * with
	 */
	function one(actor: Actor, category: string, spot: string) {
		const { id } = requireCan(actor, "reviews.manage");
		const committee = committeeOf(db.orm, category, spot);
		const entry = entryAt(committee, spot, id);
		const conflicts = conflictsIn(committee);
		const there = new Set([...committee.assignments, ...begunIn(committee)].map(pairKey));
		const said = new Map(committee.reviews.map((review) => [pairKey(review), review.state]));
		return {
			entry,
			rules: committee.rules,
			isAnyAssigned: committee.isAnyAssigned,
			reviewers: committee.reviewers.map((reviewer) => {
				const key = pairKey({ entryId: entry.id, reviewerId: reviewer.id });
				return { ...reviewer, isAssigned: there.has(key), conflict: conflicts.get(key), review: said.get(key) };
			}),
		};
	}

	/**
	 * Assigns an entry by hand: adds and removes what differs from what the organiser saw, so that others' changes stay. The
	 * first assignment of a call keeps all reviews that were begun (`begunIn`).
	 * @returns why nothing changes: a reviewer has a conflict of interest or does not review this call, or a call without
	 * assignments has none to remove
	 * @throws AppError NOT_FOUND for an entry as in `one`
	 */
	async function assign(
		actor: Actor,
		category: string,
		spot: string,
		{ had, chosen }: { had: readonly number[]; chosen: readonly number[] },
	): Promise<AssignmentRefusal | undefined> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		const refusal = await db.write((tx): AssignmentRefusal | undefined => {
			const committee = committeeOf(tx, category, spot);
			const { id: entryId } = entryAt(committee, spot, actorId);
			const ids = new Set(committee.reviewers.map(({ id }) => id));
			const added = chosen.filter((id) => !had.includes(id));
			if (!committee.rules) throw new AppError("NOT_FOUND");
			if (!added.every((id) => ids.has(id))) return "gone";
			const conflicts = conflictsIn(committee);
			if (added.some((reviewerId) => conflicts.has(pairKey({ entryId, reviewerId })))) return "conflict";
			const removed = had.filter((id) => !chosen.includes(id));
			if (!committee.isAnyAssigned && added.length === 0 && removed.length > 0) return "unassigned";
			const isFirst = !committee.isAnyAssigned && added.length > 0;
			const begun = isFirst ? begunIn(committeeIn(tx, registry(), category, NOT_ERASED)) : [];
			for (const pair of [...begun, ...added.map((reviewerId) => ({ entryId, reviewerId }))])
				tx.insert(assignments)
					.values({ ...pair, madeBy: "hand", at: now(), actorId })
					.onConflictDoNothing()
					.run();
			tx.delete(assignments)
				.where(and(eq(assignments.entryId, entryId), inArray(assignments.reviewerId, removed)))
				.run();
		});
		if (!refusal) log.info({ event: "entry assigned", entry: spot, user: actorId }, "an entry was assigned by hand");
		return refusal;
	}

	/**
	 * Checks numbers of people that a program named.
	 * @param formerToo also those who do not review the call any more, and have assignments in it
	 * @throws AppError NOT_FOUND if one of them does not review the call
	 */
	function assertReviewers(actor: Actor, category: string, ids: readonly number[], formerToo = false): void {
		const known = new Set(reviewedCallIn(db.orm, registry(), category).reviewers.map(({ id }) => id));
		if (formerToo) for (const { reviewerId } of removableOf(actor, category)) known.add(reviewerId);
		if (!ids.every((id) => known.has(id))) throw new AppError("NOT_FOUND");
	}

	/**
	 * How many assignments a removal would end, and whether the call would have none any more. Reviews stay in any case.
	 * @throws AppError NOT_FOUND
	 */
	function removal(actor: Actor, category: string, what: Removal) {
		const removed = removedBy(db.orm, actor, category, what);
		const person =
			what === "open"
				? undefined
				: db.orm.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, what)).get();
		const found = countOf(db.orm, removed);
		return {
			count: found,
			isLast: found > 0 && found === countOf(db.orm, ofEntries(db.orm, category)),
			name: found > 0 && person ? person.name || (person.email ?? "") : "",
		};
	}

	/**
	 * Ends assignments. @param wanted how many the organiser was asked about
	 * @returns false, and nothing changes, where it would be another number now
	 */
	async function remove(actor: Actor, category: string, what: Removal, wanted: number): Promise<boolean> {
		const { id: user } = requireCan(actor, "reviews.manage");
		const isDone = await db.settle((tx) => {
			const removed = removedBy(tx, actor, category, what);
			if (countOf(tx, removed) !== wanted) return false;
			tx.delete(assignments).where(removed).run();
			return true;
		});
		if (isDone)
			log.info({ event: "assignments removed", call: category, what, count: wanted, user }, "assignments removed");
		return isDone;
	}

	/** An entry of a call, and everyone who has to do with it. @throws AppError NOT_FOUND for a call without a form */
	const committeeOf = (tx: Orm, category: string, spot: string) =>
		committeeIn(tx, registry(), category, and(IS_REVIEWED, eq(entries.id, idFromSpot(spot))));

	/** The condition that an assignment is of some entries of a call, whether they are reviewed now or not. */
	const ofEntries = (tx: Orm, category: string, which?: SQL) =>
		sql`+${assignments.entryId} in ${idsIn(tx, and(ofCall(callIn(tx, registry(), category)), which))}`;

	/** The condition that an assignment is of a call and the organiser may know of it. @throws AppError NOT_FOUND */
	function knownTo(tx: Orm, actor: Actor, category: string): SQL {
		const { id, email: address } = requireCan(actor, "reviews.manage");
		if (!registry().find(category)) throw new AppError("NOT_FOUND");
		return ofEntries(tx, category, mayKnow(registry(), { id, address }, category));
	}

	/** The condition that a removal ends an assignment. @throws AppError NOT_FOUND */
	const removedBy = (tx: Orm, actor: Actor, category: string, what: Removal) =>
		and(knownTo(tx, actor, category), what === "open" ? sql`not ${isBegun}` : eq(assignments.reviewerId, what));

	/** How many assignments of each reviewer can be removed, and how many of them nobody has begun. */
	const removableOf = (actor: Actor, category: string) =>
		db.orm
			.select({ reviewerId: assignments.reviewerId, n: count(), open: sql<number>`sum(not ${isBegun})` })
			.from(assignments)
			.where(knownTo(db.orm, actor, category))
			.groupBy(assignments.reviewerId)
			.all();

	return { overview, one, assign, assertReviewers, removal, remove };
}

/** @throws AppError NOT_FOUND */
function entryAt(committee: Committee, spot: string, organiserId: number): ReviewableEntry {
	const entry = committee.entries.find(({ id }) => id === idFromSpot(spot));
	if (!entry || spotId(entry) !== spot) throw new AppError("NOT_FOUND");
	if (inConflictOf(committee, organiserId).has(entry.id)) throw new AppError("NOT_FOUND");
	return entry;
}

// Written out: of one table alone, drizzle names columns without it, also within a query about another.
const isBegun = sql`exists (select 1 from reviews where reviews.reviewer_id = assignments.reviewer_id and reviews.entry_id = assignments.entry_id)`;

const countOf = (tx: Orm, which: SQL | undefined): number =>
	tx.select({ n: count() }).from(assignments).where(which).get()?.n ?? 0;

/** Entries with those who review them: whether they are done, and whether a conflict of interest or leaving keeps them from it. */
function assignedTo(committee: Committee, hidden: HiddenEntries) {
	const conflicts = conflictsIn(committee);
	const finished = new Set(committee.reviews.flatMap((one) => (isFinished(one.state) ? pairKey(one) : [])));
	const may = new Set(committee.reviewers.map(({ id }) => id));
	return committee.entries.map((entry) => ({
		entry,
		/** Why the organiser has a conflict of interest, if they do. */
		hidden: hidden.get(entry.id),
		reviewers: committee.assignments
			.filter(({ entryId }) => entryId === entry.id && !hidden.has(entryId))
			.map(({ reviewerId, name, email }) => {
				const key = pairKey({ entryId: entry.id, reviewerId });
				return {
					id: reviewerId,
					name: name || (email ?? ""),
					conflict: conflicts.get(key),
					isFinished: finished.has(key),
					isGone: !may.has(reviewerId),
				};
			}),
	}));
}
