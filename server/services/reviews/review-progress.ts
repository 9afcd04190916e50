import { type SQLWrapper, sql } from "drizzle-orm";
import type { reviewPhase } from "../../../app/reviews/criteria.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, conflicts, entries, reviews, users } from "../../../db/schema.ts";
import { grouped } from "../grouped.ts";
import { type Begun, type Committee, isBarred, type ReviewedCall, reviewedIn, withTrack } from "./committee.ts";
import type { OwnState } from "./own-reviews.ts";
import { isForTrack, type Reviewer } from "./reviewer-scope.ts";
import { criteriaOf } from "./rule-rows.ts";
import { meanOf, reviewScore, spreadOf } from "./scores.ts";

/** How far someone is. */
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
}

/** Entries of a reviewer: how many there are, and of how many of them the review is finished. */
interface Counted {
	reviewerId: number;
	/** 1: they have a conflict of interest with these. */
	isBarred: 0 | 1;
	n: number;
	finished: number;
}

/**
 * How far the reviewers of a call are, in their order; then those who have assignments, but do not review it any more.
 * Organisers may review every call: they are here with what is assigned to them or they have begun, or not at all.
 * @param begun of the reader: entries that they have a conflict of interest with are left out of every figure
 */
export function progressIn(tx: Orm, call: ReviewedCall, begun: Begun): Progress[] {
	const { reviewers, isAnyAssigned } = call;
	const said = grouped(saidIn(tx, begun, call), ({ reviewerId }) => reviewerId);
	const assigned = grouped(isAnyAssigned ? assignedIn(tx, begun) : [], ({ reviewerId }) => reviewerId);
	const inTracks = isAnyAssigned ? [] : entriesByTrack(tx, begun, call);
	const barredBy = grouped(isAnyAssigned ? [] : barredByTrack(tx, begun, call), ({ reviewerId }) => reviewerId);

	function loadOf({ id, onlyReviews, tracks }: Pick<Reviewer, "id" | "onlyReviews" | "tracks">) {
		const own = said.get(id) ?? [];
		if (isAnyAssigned || !onlyReviews) {
			const theirs: readonly Counted[] = isAnyAssigned ? (assigned.get(id) ?? []) : own;
			const open = theirs.filter(({ isBarred }) => !isBarred);
			return { all: sumOf(theirs, "n"), total: sumOf(open, "n"), finished: sumOf(open, "finished") };
		}
		const theirs = <Row extends { trackId: string | null }>(rows: readonly Row[]) =>
			rows.filter(({ trackId }) => isForTrack({ tracks }, trackId));
		const all = sumOf(theirs(inTracks), "n");
		const open = theirs(own).filter(({ isBarred }) => !isBarred);
		return { all, total: all - sumOf(theirs(barredBy.get(id) ?? []), "n"), finished: sumOf(open, "finished") };
	}

	const known = new Set(reviewers.map(({ id }) => id));
	const gone = [...assigned.values()].flatMap(([first]) =>
		first && !known.has(first.reviewerId)
			? { id: first.reviewerId, name: first.name, address: first.email ?? "", onlyReviews: false, tracks: [] }
			: [],
	);
	return [
		...reviewers.map((reviewer) => ({ reviewer, isGone: false })),
		...gone.map((reviewer) => ({ reviewer, isGone: true })),
	].flatMap(({ reviewer, isGone }) => {
		const { id, name, address, onlyReviews } = reviewer;
		const own = said.get(id) ?? [];
		const { all, total, finished } = loadOf(reviewer);
		if (!onlyReviews && all === 0 && own.length === 0) return [];
		return {
			reviewer: { id, name, address, onlyReviews },
			isGone,
			total,
			finished,
			inConflict: isAnyAssigned ? all - total : 0,
			lastAt: own.length > 0 ? Math.max(...own.map(({ at }) => at)) : undefined,
		};
	});
}

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
	rows.reduce((sum, row) => sum + row[key], 0);

/**
 * How reviewers mark, by their numbers: mean and standard deviation of their done reviews that count, in points from 1 to 5;
 * undefined for too few.
 */
export function marksIn(tx: Orm, call: ReviewedCall, begun: Begun) {
	// Equal marks are read once.
	const rows = tx.all<{ reviewerId: number; version: number; marks: string; n: number }>(sql`
		${begun}
		select ${reviews.reviewerId} as reviewerId, ${reviews.rulesVersion} as version, ${reviews.marks} as marks, count(*) as n
		from ${reviews}
		where ${reviews.reviewerId} is not null and ${reviews.state} = 'done' and ${isKnown(reviews.entryId)} and not ${isReviewBarred}
		group by 1, 2, 3`);
	const versions = criteriaOf(tx, call.category);
	const weights = new Map(call.rules?.criteria.map(({ id, weight }) => [id, weight]));
	return new Map(
		[...grouped(rows, ({ reviewerId }) => reviewerId)].map(([id, own]) => {
			const points = own.flatMap(({ marks, version, n }): number[] => {
				const score = reviewScore({ marks: JSON.parse(marks) }, versions.get(version) ?? [], weights);
				return score === undefined ? [] : Array(n).fill(score);
			});
			return [id, { mean: meanOf(points), spread: spreadOf(points) }] as const;
		}),
	);
}

// The plus keeps SQLite from looking for the reviews of each entry: the index of the reviewers has all that is counted.
const isKnown = (id: SQLWrapper) => sql`+${id} in (select id from reviewed)`;
const isReviewBarred = isBarred(reviews.entryId, reviews.reviewerId);

/** Reviews of whatever state, counted. */
const saidIn = (tx: Orm, begun: Begun, call: ReviewedCall) =>
	tx.all<Counted & { trackId: string | null; at: number }>(sql`
		${begun}
		select ${reviews.reviewerId} as reviewerId, ${entries.trackId} as trackId, ${isReviewBarred} as isBarred, count(*) as n,
			sum(${reviews.state} <> 'open') as finished, max(${reviews.at}) as at
		from ${reviews} ${withTrack(call, reviews.entryId)}
		where ${reviews.reviewerId} is not null and ${isKnown(reviews.entryId)} group by 1, 2, 3`);

/** Assignments, counted. */
function assignedIn(tx: Orm, begun: Begun) {
	const isFinished = sql`exists (select 1 from ${reviews} where ${reviews.reviewerId} = ${assignments.reviewerId}
		and ${reviews.entryId} = ${assignments.entryId} and ${reviews.state} <> 'open')`;
	return tx.all<Counted & { name: string; email: string | null }>(sql`
		${begun}
		select ${assignments.reviewerId} as reviewerId, ${isBarred(assignments.entryId, assignments.reviewerId)} as isBarred,
			${users.name} as name, ${users.email} as email, count(*) as n, sum(${isFinished}) as finished
		from ${assignments} cross join ${users} on ${users.id} = ${assignments.reviewerId}
		where ${isKnown(assignments.entryId)} group by 1, 2`);
}

const entriesByTrack = (tx: Orm, begun: Begun, call: ReviewedCall) =>
	tx.all<{ trackId: string | null; n: number }>(sql`
		${begun}
		select ${entries.trackId} as trackId, count(*) as n from ${entries}
		where ${reviewedIn(call)} and ${entries.id} in (select id from reviewed) group by 1`);

/** Conflicts of interest, counted. */
const barredByTrack = (tx: Orm, begun: Begun, call: ReviewedCall) =>
	tx.all<{ reviewerId: number; trackId: string | null; n: number }>(sql`
		${begun}, barred as (
			select entry_id, reviewer_id from ${conflicts} where state <> 'dismissed' union select entry_id, reviewer_id from own
		)
		select reviewer_id as reviewerId, ${entries.trackId} as trackId, count(*) as n
		from barred ${withTrack(call, sql`entry_id`)} where ${isKnown(sql`entry_id`)} group by 1, 2`);

export const isDone = (state: OwnState) => state === "done";

/** Whether someone takes part in the discussion of an entry: after their own review, or once reviewing has ended. */
export const mayDiscuss = (state: OwnState, phase: ReturnType<typeof reviewPhase>) =>
	isDone(state) || (phase === "closed" && state !== "conflict");

/** Done, or abstained from: nothing more is expected. */
export const isFinished = (state: Committee["reviews"][number]["state"]) => state !== "open";
