import type { HiddenEntries } from "../../../app/reviews/conflicts.ts";
import { sha256 } from "../../secrets.ts";
import type { AssignedPair, AssignmentInput, BalancedAssignment, UnmetWish } from "./balanced-assignment.ts";
import { type Committee, pairKey, type ReviewableEntry } from "./committee.ts";
import { conflictsIn, inConflictOf } from "./conflict-reasons.ts";
import { isDone, isFinished } from "./review-progress.ts";
import { isForTrack, type Reviewer } from "./reviewer-scope.ts";

/** How entries are given to reviewers, and to whom. */
export interface PlanRequest {
	way: "panel" | "balance";
	/** Numbers of the reviewers who get entries. */
	reviewers: readonly number[];
	/** Entries that each of them may have, those they have included; undefined: any number. Balanced only. */
	most: number | undefined;
}

/** How badly an entry fits a reviewer: its panel names their track, it is of their track, or they are for all. */
const FITS = { panel: 0, track: 1, all: 2 } as const;

/** @returns undefined where the entry is of no track that the reviewer is for */
function fitOf({ panelists, trackId }: ReviewableEntry, { tracks }: Reviewer): number | undefined {
	if (panelists.some((track) => tracks.includes(track))) return FITS.panel;
	if (trackId !== null && tracks.includes(trackId)) return FITS.track;
	return tracks.length === 0 ? FITS.all : undefined;
}

/** What a plan is calculated from. */
export interface PlanBasis {
	input: AssignmentInput;
	/** See `begunIn`. */
	begun: AssignedPair[];
	/** Entries whose reviewers the organiser is not told. */
	hidden: HiddenEntries;
	/** The same for the same basis. */
	seen: string;
}

/**
 * Reviews that were begun while the call had no assignments. With the first assignment they are assigned, too, or their
 * reviewers would lose them. Without those that were abstained from, whose reviewer
 * has a conflict of interest, or that are in a track their reviewer is not for any more.
 */
export function begunIn(committee: Committee): AssignedPair[] {
	if (committee.isAnyAssigned) return [];
	const tracks = new Map(committee.entries.map(({ id, trackId }) => [id, trackId]));
	const reviewers = new Map(committee.reviewers.map((one) => [one.id, one]));
	return notAssigned(committee).filter(({ entryId, reviewerId }) => {
		const reviewer = reviewers.get(reviewerId);
		return reviewer && isForTrack(reviewer, tracks.get(entryId) ?? null);
	});
}

/** Reviews whose assignment organisers removed. */
const removedIn = (committee: Committee): AssignedPair[] => (committee.isAnyAssigned ? notAssigned(committee) : []);

function notAssigned(committee: Committee): AssignedPair[] {
	const ids = new Set(committee.reviewers.map(({ id }) => id));
	const known = new Set([...committee.assignments.map(pairKey), ...conflictsIn(committee).keys()]);
	return committee.reviews.flatMap(({ entryId, reviewerId, state }) =>
		reviewerId !== null && ids.has(reviewerId) && state !== "abstained" && !known.has(pairKey({ entryId, reviewerId }))
			? { entryId, reviewerId }
			: [],
	);
}

/**
 * What is there stays: assignments, and reviews that were begun. Reviews that were abstained from or whose assignment was
 * removed count as a conflict of interest. Done ones of people who were removed or do not review any more count.
 */
export function planBasis(
	committee: Committee,
	organiserId: number,
	{ way, reviewers: chosen, most }: PlanRequest,
): PlanBasis {
	const { rules, entries, assignments, reviews } = committee;
	const reviewers = committee.reviewers.filter(({ id }) => chosen.includes(id));
	const ids = new Set(committee.reviewers.map(({ id }) => id));
	const abstained = new Set(
		reviews.flatMap((one) => (isFinished(one.state) && !isDone(one.state) ? pairKey(one) : [])),
	);
	const barred = conflictsIn(committee);
	const begun = begunIn(committee);
	const hidden = inConflictOf(committee, organiserId);
	const removed = new Set(removedIn(committee).map(pairKey));
	/** Their numbers are below all of accounts: each counts as one review of its entry, and as nobody's load. */
	const ofOthers = reviews.flatMap(({ id, state, ...pair }): AssignedPair[] => {
		const isOfOther = pair.reviewerId === null || !ids.has(pair.reviewerId) || removed.has(pairKey(pair));
		return isOfOther && isDone(state) ? [{ entryId: pair.entryId, reviewerId: -id }] : [];
	});
	const kept = assignments.flatMap(({ entryId, reviewerId }) => {
		const pair = { entryId, reviewerId };
		return ids.has(reviewerId) && !abstained.has(pairKey(pair)) ? pair : [];
	});
	const conflicts = [...barred.keys(), ...abstained, ...removed].map((key) => {
		const [entryId = 0, reviewerId = 0] = key.split(" ").map(Number);
		return { entryId, reviewerId };
	});
	const input: AssignmentInput = {
		entries: entries.map((entry) => ({
			id: entry.id,
			wanted: rules?.wanted ?? 0,
			fits: reviewers.map((reviewer) => fitOf(entry, reviewer)),
		})),
		reviewers: reviewers.map(({ id }) => (most === undefined ? { id } : { id, most })),
		existing: [...kept, ...begun, ...ofOthers],
		conflicts,
	};
	const seen = sha256(JSON.stringify([way, rules?.revision, input, begun, [...hidden.keys()]])).toString("base64url");
	return { input, begun, hidden, seen };
}

/** Gives every entry to all reviewers whose tracks its panel or its track names, however many are wanted. */
export function assignByPanel({ entries, reviewers, existing, conflicts }: AssignmentInput): BalancedAssignment {
	const barred = new Set(conflicts.map(pairKey));
	const keeping = existing.filter((pair) => !barred.has(pairKey(pair)));
	const there = new Set(keeping.map(pairKey));
	const has = countBy(keeping, ({ entryId }) => entryId);
	const added: AssignedPair[] = [];
	const unmet: UnmetWish[] = [];
	for (const { id: entryId, wanted, fits } of entries) {
		const wish: UnmetWish = { entryId, missing: 0, inConflict: 0, notFitting: 0, atLimit: 0 };
		let given = has.get(entryId) ?? 0;
		for (const [at, { id: reviewerId }] of reviewers.entries()) {
			const pair = { entryId, reviewerId };
			const fit = fits[at];
			if (there.has(pairKey(pair))) continue;
			if (barred.has(pairKey(pair))) wish.inConflict += 1;
			else if (fit === undefined || fit === FITS.all) wish.notFitting += 1;
			else {
				added.push(pair);
				given += 1;
			}
		}
		if (given < wanted) unmet.push({ ...wish, missing: wanted - given });
	}
	const before = countBy(keeping, ({ reviewerId }) => reviewerId);
	const more = countBy(added, ({ reviewerId }) => reviewerId);
	return {
		added,
		inConflict: existing.filter((pair) => barred.has(pairKey(pair))),
		loads: reviewers.map(({ id }) => ({ reviewerId: id, before: before.get(id) ?? 0, added: more.get(id) ?? 0 })),
		unmet,
	};
}

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, number> {
	const counts = new Map<number, number>();
	for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
	return counts;
}
