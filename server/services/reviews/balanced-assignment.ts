import { minCostFlow, NO_ARC } from "./min-cost-flow.ts";
import { spreadGroups } from "./repeated-groups.ts";

/** One entry for one reviewer. */
export interface AssignedPair {
	entryId: number;
	reviewerId: number;
}

export interface AssignmentInput {
	/**
	 * `wanted`: how many reviewers the entry shall have, those it has included. `fits`: for each reviewer, in their order, how
	 * badly the entry fits, as a whole number from 0 (best) to DEAREST_FIT; undefined if it does not fit at all.
	 */
	entries: readonly { id: number; wanted: number; fits: readonly (number | undefined)[] }[];
	/** `most`: how many entries the reviewer may have, those already there included; no limit without it. */
	reviewers: readonly { id: number; most?: number }[];
	/**
	 * What has been assigned. It is kept even where it does not fit or is beyond a limit. Pairs whose entry is not among
	 * `entries` count as load of their reviewer, and those whose reviewer is not among `reviewers` as a review of their entry.
	 */
	existing: readonly AssignedPair[];
	/** Never assigned. */
	conflicts: readonly AssignedPair[];
}

/** Why an entry gets fewer reviewers than it wants: what keeps each of those from it who do not have it. */
export interface UnmetWish {
	entryId: number;
	/** Reviews that nobody was found for. */
	missing: number;
	/** Numbers of reviewers. Each is counted once, by the first that applies. */
	inConflict: number;
	notFitting: number;
	/** Those who could, but have as many as they may. */
	atLimit: number;
}

export interface BalancedAssignment {
	/** Sorted by entry, then reviewer. */
	added: AssignedPair[];
	/** Existing pairs that are in conflict: not kept, so neither load nor review. Sorted like `added`. */
	inConflict: AssignedPair[];
	/** Entries of each reviewer, sorted by reviewer. */
	loads: { reviewerId: number; before: number; added: number }[];
	/** Sorted by entry; empty if every wish is met. */
	unmet: UnmetWish[];
}

export const DEAREST_FIT = 1_000;

/**
 * Finds reviewers for entries. What is there stays; what is added follows these rules, each as far as those before it allow:
 * 1. as many of the wanted reviews as possible, never against a conflict, a fit or a limit; those that are missing are
 *    shared out (the least sum of their squares), so that no entry goes without while others have all;
 * 2. equal loads (the least sum of their squares), so that they differ by one at most where the fits allow it;
 * 3. the best fits (the least sum of costs);
 * 4. different groups: see `spreadGroups`, which is not always the best there is.
 *
 * The order of the input changes nothing, and another run on the result adds nothing.
 * @throws RangeError for numbers that appear twice, fits that are none, or counts that are not whole numbers from 0
 */
export function balanceAssignments(input: AssignmentInput): BalancedAssignment {
	const entries = inOrder(input.entries);
	const reviewers = inOrder(input.reviewers);
	const entryAt = new Map(entries.map(({ id }, at) => [id, at]));
	const reviewerAt = new Map(reviewers.map(({ id }, at) => [id, at]));
	const count = reviewers.length;

	const costs = costsOf(input, entries, reviewers);
	const conflicts = new Map(input.conflicts.map((pair) => [keyOf(pair), pair]));
	const existing = [...new Map(input.existing.map((pair) => [keyOf(pair), pair])).values()].sort(byEntry);
	const keeping = existing.filter((pair) => !conflicts.has(keyOf(pair)));

	const kept: number[][] = entries.map(() => []);
	const has = entries.map(() => 0);
	const before = reviewers.map(() => 0);
	for (const { entryId, reviewerId } of keeping) {
		const entry = entryAt.get(entryId);
		const reviewer = reviewerAt.get(reviewerId);
		if (entry !== undefined) has[entry] = (has[entry] ?? 0) + 1;
		if (reviewer !== undefined) before[reviewer] = (before[reviewer] ?? 0) + 1;
		if (entry !== undefined && reviewer !== undefined) kept[entry]?.push(reviewer);
	}

	const barred = new Set<number>();
	for (const { entryId, reviewerId } of conflicts.values()) {
		const entry = entryAt.get(entryId);
		const reviewer = reviewerAt.get(reviewerId);
		if (entry !== undefined && reviewer !== undefined) barred.add(entry * count + reviewer);
	}
	const isFitting = costs.map((cost) => (cost === NO_ARC ? 0 : 1));
	for (const place of barred) costs[place] = NO_ARC;
	for (const [entry, own] of kept.entries()) for (const reviewer of own) costs[entry * count + reviewer] = NO_ARC;

	const missing = entries.map(({ wanted }, entry) => Math.max(0, wanted - (has[entry] ?? 0)));
	const room = reviewers.map(({ most }, at) =>
		Math.max(0, (most ?? entries.length + existing.length) - (before[at] ?? 0)),
	);
	const given = minCostFlow({ wanted: missing, loads: before, room, costs });
	spreadGroups({ given, kept, reviewers: count, costs });

	const addedTo = reviewers.map(() => 0);
	for (const reviewer of given.flat()) addedTo[reviewer] = (addedTo[reviewer] ?? 0) + 1;
	return {
		added: entries
			.flatMap(({ id }, at) => (given[at] ?? []).map((one) => ({ entryId: id, reviewerId: reviewers[one]?.id ?? 0 })))
			.sort(byEntry),
		inConflict: existing.filter((pair) => conflicts.has(keyOf(pair))),
		loads: reviewers.map(({ id }, at) => ({ reviewerId: id, before: before[at] ?? 0, added: addedTo[at] ?? 0 })),
		unmet: entries.flatMap(({ id }, entry) => {
			const lacking = (missing[entry] ?? 0) - (given[entry]?.length ?? 0);
			if (lacking === 0) return [];
			const wish: UnmetWish = { entryId: id, missing: lacking, inConflict: 0, notFitting: 0, atLimit: 0 };
			const assigned = new Set([...(kept[entry] ?? []), ...(given[entry] ?? [])]);
			for (const reviewer of reviewers.keys()) {
				if (assigned.has(reviewer)) continue;
				const place = entry * count + reviewer;
				if (barred.has(place)) wish.inConflict += 1;
				else if (isFitting[place] === 0) wish.notFitting += 1;
				// One with room who fits would have got it: the flow is the largest there is.
				else wish.atLimit += 1;
			}
			return [wish];
		}),
	};
}

/** What each reviewer costs for each entry, both in order of their numbers, as `minCostFlow` reads it. */
function costsOf(
	input: AssignmentInput,
	entries: AssignmentInput["entries"],
	reviewers: AssignmentInput["reviewers"],
): Int32Array {
	const given = new Map(input.reviewers.map(({ id }, at) => [id, at]));
	const order = reviewers.map(({ id, most }) => {
		if (most !== undefined) checkCount(most);
		return given.get(id) ?? 0;
	});
	const costs = new Int32Array(entries.length * reviewers.length).fill(NO_ARC);
	for (const [entry, { wanted, fits }] of entries.entries()) {
		checkCount(wanted);
		for (const [reviewer, at] of order.entries()) {
			const fit = fits[at];
			if (fit === undefined) continue;
			checkCount(fit);
			if (fit > DEAREST_FIT) throw new RangeError(`a fit of ${fit}`);
			costs[entry * reviewers.length + reviewer] = fit;
		}
	}
	return costs;
}

function checkCount(count: number): void {
	if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is no count`);
}

function inOrder<Item extends { id: number }>(items: readonly Item[]): Item[] {
	const sorted = [...items].sort((one, other) => one.id - other.id);
	for (const [at, { id }] of sorted.entries())
		if (sorted[at + 1]?.id === id) throw new RangeError(`${id} appears twice`);
	return sorted;
}

const keyOf = ({ entryId, reviewerId }: AssignedPair) => `${entryId} ${reviewerId}`;
const byEntry = (one: AssignedPair, other: AssignedPair) =>
	one.entryId - other.entryId || one.reviewerId - other.reviewerId;
