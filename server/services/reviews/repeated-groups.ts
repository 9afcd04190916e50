import { NO_ARC } from "./min-cost-flow.ts";

/** Pairs of assignments that are looked at: about a second. */
const MOST_LOOKS = 15_000_000;

interface Groups {
	/** What each entry has been given: changed in place. */
	given: readonly number[][];
	/** What each had beforehand. */
	kept: readonly (readonly number[])[];
	reviewers: number;
	/** As in `FlowProblem`. */
	costs: Int32Array;
}

/**
 * Lets two entries exchange reviewers wherever the same people would then meet less often, all loads and the sum of costs
 * staying what they are. Meetings beyond the first are counted, `n (n - 1) / 2` for two who meet `n` times. They are no sum
 * over single assignments, so the flow cannot know them: this is a local improvement in a fixed order, until no exchange helps
 * or MOST_LOOKS is reached, and not always the best there is.
 */
export function spreadGroups({ given, kept, reviewers, costs }: Groups): void {
	const met = new Int32Array(reviewers * reviewers);
	const groups = given.map((own, entry) => [...(kept[entry] ?? []), ...own]);
	const isIn = new Uint8Array(costs.length);
	for (const [entry, group] of groups.entries()) {
		for (const one of group) {
			isIn[entry * reviewers + one] = 1;
			for (const other of group) if (other !== one) countMeeting(one, other, 1);
		}
	}

	function countMeeting(one: number, other: number, by: 1 | -1): void {
		met[one * reviewers + other] = (met[one * reviewers + other] ?? 0) + by;
	}

	/** How often a reviewer has met those of a group, without themselves and one more. */
	function meetings(reviewer: number, group: readonly number[], without: number): number {
		let sum = 0;
		for (const other of group) {
			if (other !== reviewer && other !== without) sum += met[reviewer * reviewers + other] ?? 0;
		}
		return sum;
	}

	function replace(entry: number, reviewer: number, by: number): void {
		const group = groups[entry] ?? [];
		for (const other of group) {
			if (other === reviewer) continue;
			countMeeting(reviewer, other, -1);
			countMeeting(other, reviewer, -1);
			countMeeting(by, other, 1);
			countMeeting(other, by, 1);
		}
		group[group.indexOf(reviewer)] = by;
		isIn[entry * reviewers + reviewer] = 0;
		isIn[entry * reviewers + by] = 1;
	}

	/** Both may have what the other has, at the same cost. */
	function isEven(entry: number, reviewer: number, other: number, theirs: number): boolean {
		const here = entry * reviewers;
		const there = other * reviewers;
		const mine = costs[here + theirs] ?? NO_ARC;
		const yours = costs[there + reviewer] ?? NO_ARC;
		if (mine === NO_ARC || yours === NO_ARC || isIn[here + theirs] === 1 || isIn[there + reviewer] === 1) return false;
		return mine + yours === (costs[here + reviewer] ?? 0) + (costs[there + theirs] ?? 0);
	}

	let looks = 0;

	/** Exchanges one assignment for the first that helps; those of the entries after it are tried first. */
	function improve(entry: number, place: number): boolean {
		const own = given[entry] ?? [];
		const group = groups[entry] ?? [];
		const reviewer = own[place] ?? 0;
		/** What would be gone here, and for each other reviewer what would come. */
		const gone = meetings(reviewer, group, reviewer) - (group.length - 1);
		if (gone === 0) return false;
		const comes = new Int32Array(reviewers);
		for (let other = 0; other < reviewers; other += 1) comes[other] = meetings(other, group, reviewer);
		for (let step = 1; step < given.length; step += 1) {
			const other = (entry + step) % given.length;
			const others = given[other] ?? [];
			looks += others.length;
			for (let at = 0; at < others.length; at += 1) {
				const theirs = others[at] ?? 0;
				if (!isEven(entry, reviewer, other, theirs)) continue;
				const around = groups[other] ?? [];
				const goes = gone + meetings(theirs, around, theirs) - (around.length - 1);
				// Someone who is in both groups counts as met twice here, so that the sum is never better than the truth.
				if ((comes[theirs] ?? 0) + meetings(reviewer, around, theirs) >= goes) continue;
				replace(entry, reviewer, theirs);
				replace(other, theirs, reviewer);
				own[place] = theirs;
				others[at] = reviewer;
				return true;
			}
		}
		return false;
	}

	for (let hasImproved = true; hasImproved; ) {
		hasImproved = false;
		for (const [entry, own] of given.entries()) {
			for (const place of own.keys()) if (looks < MOST_LOOKS && improve(entry, place)) hasImproved = true;
		}
	}
}
