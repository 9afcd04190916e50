import { and, count, eq, inArray, sql } from "drizzle-orm";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, entries, reviews, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { begunIn, countBy } from "./assignment-plan.ts";
import { type Committee, committeeIn, NOT_ERASED, pairKey, type ReviewableEntry } from "./committee.ts";
import { conflictsIn, inConflictOf } from "./conflict-reasons.ts";
import { hiddenFrom } from "./result-rows.ts";
import { isFinished, progressIn } from "./review-progress.ts";
import { criteriaOf } from "./rule-rows.ts";

/** Entries on one page. */
export const ASSIGNMENT_PAGE = 50;

/** Which assignments are removed: those of one reviewer, or all that nobody has begun. */
export type Removal = number | "open";

/** Why an assignment by hand was not kept. */
export type AssignmentRefusal = "conflict" | "unassigned" | "gone";

/** Who reviews which entry, for organisers. While a call has no assignments, its reviewers review all they are for. */
export function createAssignments({
	db,
	event,
	log,
	registry,
	now,
}: Pick<Runtime, "db" | "event" | "log" | "registry" | "now">) {
	/** A page of the entries of a call with who reviews them, and how far everyone is. @throws AppError NOT_FOUND */
	function overview(actor: Actor, category: string, wanted: number) {
		const { id } = requireCan(actor, "reviews.manage");
		const committee = committeeIn(db.orm, registry(), category);
		const hidden = inConflictOf(committee, id);
		const all = allOf(db.orm, actor, category);
		const pages = Math.max(1, Math.ceil(committee.entries.length / ASSIGNMENT_PAGE));
		const page = Math.min(wanted, pages);
		const shown = committee.entries.slice((page - 1) * ASSIGNMENT_PAGE, page * ASSIGNMENT_PAGE);
		return {
			rules: committee.rules,
			reviewers: committee.reviewers,
			count: committee.entries.length,
			isAnyAssigned: committee.isAnyAssigned,
			openAssignments: removedBy(all, "open").length,
			/** How many assignments of each reviewer can be removed. */
			removable: countBy(all, ({ reviewerId }) => reviewerId),
			progress: progressIn(committee, criteriaOf(db.orm, category), hidden),
			page,
			pages,
			entries: assignedTo(committee, shown, hidden),
		};
	}

	/**
	 * An entry with everyone who may review it; assigned are also those whose reviews the first assignment assigns.
	 * @throws AppError NOT_FOUND for one that is not reviewed in this call, or that the organiser has a conflict of interest
	 * with
	 */
	function one(actor: Actor, category: string, spot: string) {
		const { id } = requireCan(actor, "reviews.manage");
		const committee = committeeIn(db.orm, registry(), category);
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
			const committee = committeeIn(tx, registry(), category);
			const { id: entryId } = entryAt(committee, spot, actorId);
			const ids = new Set(committee.reviewers.map(({ id }) => id));
			const added = chosen.filter((id) => !had.includes(id));
			if (!committee.rules) throw new AppError("NOT_FOUND");
			if (!added.every((id) => ids.has(id))) return "gone";
			const conflicts = conflictsIn(committee);
			if (added.some((reviewerId) => conflicts.has(pairKey({ entryId, reviewerId })))) return "conflict";
			const removed = had.filter((id) => !chosen.includes(id));
			if (!committee.isAnyAssigned && added.length === 0 && removed.length > 0) return "unassigned";
			const begun = added.length > 0 ? begunIn(committeeIn(tx, registry(), category, NOT_ERASED)) : [];
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
	 * How many assignments a removal would end, and whether the call would have none any more. Reviews stay in any case.
	 * @throws AppError NOT_FOUND
	 */
	function removal(actor: Actor, category: string, what: Removal) {
		requireCan(actor, "reviews.manage");
		const found = removedBy(allOf(db.orm, actor, category), what);
		const person = found.find(({ reviewerId }) => reviewerId === what);
		const ofCall = db.orm
			.select({ n: count() })
			.from(assignments)
			.innerJoin(entries, eq(entries.id, assignments.entryId))
			.where(eq(entries.category, category))
			.get();
		return {
			count: found.length,
			isLast: found.length > 0 && found.length === ofCall?.n,
			name: person ? person.name || (person.email ?? "") : "",
		};
	}

	/**
	 * Ends assignments. @param wanted how many the organiser was asked about
	 * @returns false, and nothing changes, where it would be another number now
	 */
	async function remove(actor: Actor, category: string, what: Removal, wanted: number): Promise<boolean> {
		const { id: user } = requireCan(actor, "reviews.manage");
		const isDone = await db.settle((tx) => {
			const found = removedBy(allOf(tx, actor, category), what);
			if (found.length !== wanted) return false;
			for (const { entryId, reviewerId } of found)
				tx.delete(assignments)
					.where(and(eq(assignments.entryId, entryId), eq(assignments.reviewerId, reviewerId)))
					.run();
			return true;
		});
		if (isDone)
			log.info({ event: "assignments removed", call: category, what, count: wanted, user }, "assignments removed");
		return isDone;
	}

	/**
	 * Every assignment of a call that the organiser may know of, also of entries that are not reviewed now.
	 * @throws AppError NOT_FOUND
	 */
	function allOf(tx: Orm, actor: Actor, category: string) {
		const { id, email } = requireCan(actor, "reviews.manage");
		const kind = registry().find(category)?.kind;
		if (!kind) throw new AppError("NOT_FOUND");
		const hidden = hiddenFrom(tx, registry(), { id, address: email }, { eventId: event.id(), kind, category });
		return tx
			.select({
				entryId: assignments.entryId,
				reviewerId: assignments.reviewerId,
				name: users.name,
				email: users.email,
				isBegun: sql<number>`${reviews.id} is not null`,
			})
			.from(assignments)
			.innerJoin(entries, and(eq(entries.id, assignments.entryId), eq(entries.category, category)))
			.innerJoin(users, eq(users.id, assignments.reviewerId))
			.leftJoin(reviews, and(eq(reviews.entryId, assignments.entryId), eq(reviews.reviewerId, assignments.reviewerId)))
			.all()
			.filter(({ entryId }) => !hidden.has(entryId));
	}

	return { overview, one, assign, removal, remove };
}

/** @throws AppError NOT_FOUND */
function entryAt(committee: Committee, spot: string, organiserId: number): ReviewableEntry {
	const entry = committee.entries.find(({ id }) => id === idFromSpot(spot));
	if (!entry || spotId(entry) !== spot) throw new AppError("NOT_FOUND");
	if (inConflictOf(committee, organiserId).has(entry.id)) throw new AppError("NOT_FOUND");
	return entry;
}

function removedBy<One extends { reviewerId: number; isBegun: number }>(all: readonly One[], what: Removal): One[] {
	return all.filter(({ reviewerId, isBegun }) => (what === "open" ? isBegun === 0 : reviewerId === what));
}

/** Entries with those who review them: whether they are done, and whether a conflict of interest or leaving keeps them from it. */
function assignedTo(committee: Committee, shown: readonly ReviewableEntry[], hidden: HiddenEntries) {
	const conflicts = conflictsIn(committee);
	const finished = new Set(committee.reviews.flatMap((one) => (isFinished(one.state) ? pairKey(one) : [])));
	const may = new Set(committee.reviewers.map(({ id }) => id));
	return shown.map((entry) => ({
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
