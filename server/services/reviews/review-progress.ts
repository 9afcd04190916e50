import type { HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Criterion, reviewPhase } from "../../../app/reviews/criteria.ts";
import { type Committee, pairKey } from "./committee.ts";
import { conflictsIn } from "./conflict-reasons.ts";
import type { OwnState } from "./own-reviews.ts";
import { isForTrack, type Reviewer } from "./reviewer-scope.ts";
import { meanOf, reviewScore, spreadOf } from "./scores.ts";

/** How far someone is, and how they mark. */
export interface Progress {
	reviewer: Pick<Reviewer, "id" | "name" | "address" | "onlyReviews">;
	/** They do not review this call any more. */
	isGone: boolean;
	/** Entries that are theirs to review, without those they have a conflict of interest with. */
	total: number;
	/** Of these, the ones they are done with or abstained from. */
	finished: number;
	/** Entries assigned to them that they have a conflict of interest with. */
	inConflict: number;
	/** When they last saved a review. */
	lastAt: number | undefined;
	/** Mean and standard deviation of their done reviews that count, in points from 1 to 5. */
	mean: number | undefined;
	spread: number | undefined;
}

/**
 * How far the reviewers of a call are, in their order; then those who have assignments, but do not review it any more.
 * Organisers may review every call: they are here with what is assigned to them or they have begun, or not at all.
 * @param versions lists of criteria that the call has had
 * @param hidden entries that are left out of every figure, because the reader must not learn who reviews them
 */
export function progressIn(
	committee: Committee,
	versions: ReadonlyMap<number, readonly Criterion[]>,
	hidden: HiddenEntries,
): Progress[] {
	const { reviewers, isAnyAssigned, rules } = committee;
	const entries = committee.entries.filter(({ id }) => !hidden.has(id));
	const assignments = committee.assignments.filter(({ entryId }) => !hidden.has(entryId));
	const reviews = committee.reviews.filter(({ entryId }) => !hidden.has(entryId));
	const conflicts = conflictsIn(committee);
	const weights = new Map(rules?.criteria.map(({ id, weight }) => [id, weight]));
	const assigned = new Map<number, number[]>();
	for (const { reviewerId, entryId } of assignments)
		assigned.set(reviewerId, [...(assigned.get(reviewerId) ?? []), entryId]);
	const said = new Map<number, Committee["reviews"]>();
	for (const review of reviews)
		if (review.reviewerId !== null) said.set(review.reviewerId, [...(said.get(review.reviewerId) ?? []), review]);

	const known = new Set(reviewers.map(({ id }) => id));
	const gone = new Map(
		assignments.flatMap(({ reviewerId: id, name, email }) =>
			known.has(id) ? [] : [[id, { id, name, address: email ?? "", onlyReviews: false }] as const],
		),
	);
	return [
		...reviewers.map((reviewer) => ({ reviewer, isGone: false, tracks: reviewer.tracks })),
		...[...gone.values()].map((reviewer) => ({ reviewer, isGone: true, tracks: [] })),
	].flatMap(({ reviewer, isGone, tracks }) => {
		const { id: reviewerId, onlyReviews } = reviewer;
		const mayReview = onlyReviews
			? entries.flatMap(({ id, trackId }) => (isForTrack({ tracks }, trackId) ? id : []))
			: (said.get(reviewerId) ?? []).map(({ entryId }) => entryId);
		const theirs = isAnyAssigned ? (assigned.get(reviewerId) ?? []) : mayReview;
		const open = theirs.filter((entryId) => !conflicts.has(pairKey({ entryId, reviewerId })));
		const own = said.get(reviewerId) ?? [];
		if (!onlyReviews && theirs.length === 0 && own.length === 0) return [];
		const finished = new Set(own.flatMap(({ entryId, state }) => (isFinished(state) ? entryId : [])));
		const points = own.flatMap((review) =>
			isDone(review.state) && !conflicts.has(pairKey(review))
				? (reviewScore(review, versions.get(review.rulesVersion) ?? [], weights) ?? [])
				: [],
		);
		const { name, address } = reviewer;
		return {
			reviewer: { id: reviewerId, name, address, onlyReviews },
			isGone,
			total: open.length,
			finished: open.filter((entryId) => finished.has(entryId)).length,
			inConflict: isAnyAssigned ? theirs.length - open.length : 0,
			lastAt: own.length > 0 ? Math.max(...own.map(({ at }) => at)) : undefined,
			mean: meanOf(points),
			spread: spreadOf(points),
		};
	});
}

export const isDone = (state: OwnState) => state === "done";

/** Whether someone takes part in the discussion of an entry: after their own review, or once reviewing has ended. */
export const mayDiscuss = (state: OwnState, phase: ReturnType<typeof reviewPhase>) =>
	isDone(state) || (phase === "closed" && state !== "conflict");

/** Done, or abstained from: nothing more is expected. */
export const isFinished = (state: Committee["reviews"][number]["state"]) => state !== "open";
