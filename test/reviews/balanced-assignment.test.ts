import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type AssignmentInput,
	balanceAssignments,
	DEAREST_FIT,
} from "../../server/services/reviews/balanced-assignment.ts";
import { anyCommittee, bestOf, shuffledBy, worthOf } from "../support/committees.ts";

const keyOf = ({ entryId, reviewerId }: { entryId: number; reviewerId: number }) => `${entryId} ${reviewerId}`;

describe("a balanced assignment", () => {
	test("never assigns a pair in conflict, one that does not fit, one twice, or beyond a wish or a limit", () => {
		fc.assert(
			fc.property(anyCommittee({ entries: 12, reviewers: 8 }), (input) => {
				const { added, loads } = balanceAssignments(input);
				const never = new Set([...input.conflicts, ...input.existing].map(keyOf));
				expect(added.filter((pair) => never.has(keyOf(pair)))).toEqual([]);
				expect(new Set(added.map(keyOf)).size).toBe(added.length);
				const at = new Map(input.reviewers.map(({ id }, place) => [id, place]));
				for (const { id, wanted, fits } of input.entries) {
					const own = added.filter(({ entryId }) => entryId === id);
					expect(own.filter(({ reviewerId }) => fits[at.get(reviewerId) ?? -1] === undefined)).toEqual([]);
					expect(own.length).toBeLessThanOrEqual(wanted);
				}
				for (const { id, most = Number.POSITIVE_INFINITY } of input.reviewers) {
					const load = loads.find(({ reviewerId }) => reviewerId === id);
					expect(load?.added).toBe(added.filter(({ reviewerId }) => reviewerId === id).length);
					if (load?.added) expect(load.before + load.added).toBeLessThanOrEqual(most);
				}
			}),
		);
	});

	test("is the best of all that are possible: most reviews, what is missing shared out, then equal loads, then best fits", () => {
		fc.assert(
			fc.property(anyCommittee({ entries: 6, reviewers: 6 }), (input) => {
				expect(worthOf(input, balanceAssignments(input).added)).toEqual(bestOf(input));
			}),
			{ numRuns: 400 },
		);
	});

	test("is the same whatever the order of the input", () => {
		fc.assert(
			fc.property(anyCommittee({ entries: 12, reviewers: 8 }), fc.infiniteStream(fc.nat()), (input, numbers) => {
				expect(balanceAssignments(shuffledBy(input, numbers))).toEqual(balanceAssignments(input));
			}),
		);
	});

	test("counts what is there as load and as reviews, and another run adds nothing", () => {
		fc.assert(
			fc.property(anyCommittee({ entries: 12, reviewers: 8 }), (input) => {
				const first = balanceAssignments(input);
				const dropped = new Set(first.inConflict.map(keyOf));
				expect(dropped).toEqual(
					new Set(input.existing.map(keyOf).filter((key) => input.conflicts.some((pair) => keyOf(pair) === key))),
				);
				const kept = input.existing.filter((pair) => !dropped.has(keyOf(pair)));
				const second = balanceAssignments({ ...input, existing: [...kept, ...first.added] });
				expect(second).toEqual({
					added: [],
					inConflict: [],
					loads: first.loads.map(({ reviewerId, before, added }) => ({
						reviewerId,
						before: before + added,
						added: 0,
					})),
					unmet: first.unmet,
				});
			}),
		);
	});

	test("differs by one at most between reviewers where everyone fits", () => {
		const size = fc.record({ entries: fc.nat(30), reviewers: fc.integer({ min: 1, max: 9 }), wanted: fc.nat(4) });
		fc.assert(
			fc.property(size, fc.infiniteStream(fc.nat(DEAREST_FIT)), ({ entries, reviewers, wanted }, costs) => {
				const { loads, unmet } = balanceAssignments({
					entries: Array.from({ length: entries }, (_, at) => ({ id: at, wanted, fits: [...costs.take(reviewers)] })),
					reviewers: Array.from({ length: reviewers }, (_, at) => ({ id: at })),
					existing: [],
					conflicts: [],
				});
				const numbers = loads.map(({ added }) => added);
				expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(1);
				expect(unmet).toHaveLength(wanted > reviewers ? entries : 0);
			}),
		);
	});

	test("says for each wish that is not met what keeps each reviewer from it", () => {
		const input: AssignmentInput = {
			entries: [
				{ id: 7, wanted: 4, fits: [0, 0, undefined, 0, 0] },
				{ id: 9, wanted: 1, fits: [undefined, undefined, undefined, undefined, undefined] },
			],
			reviewers: [{ id: 1 }, { id: 2, most: 1 }, { id: 3 }, { id: 4 }, { id: 5, most: 0 }],
			existing: [
				{ entryId: 7, reviewerId: 4 },
				{ entryId: 7, reviewerId: 1 },
				{ entryId: 8, reviewerId: 2 },
			],
			conflicts: [{ entryId: 7, reviewerId: 4 }],
		};
		expect(balanceAssignments(input)).toEqual({
			added: [],
			inConflict: [{ entryId: 7, reviewerId: 4 }],
			loads: [
				{ reviewerId: 1, before: 1, added: 0 },
				{ reviewerId: 2, before: 1, added: 0 },
				{ reviewerId: 3, before: 0, added: 0 },
				{ reviewerId: 4, before: 0, added: 0 },
				{ reviewerId: 5, before: 0, added: 0 },
			],
			unmet: [
				{ entryId: 7, missing: 3, inConflict: 1, notFitting: 1, atLimit: 2 },
				{ entryId: 9, missing: 1, inConflict: 0, notFitting: 5, atLimit: 0 },
			],
		});
	});

	test("shares out what is missing where reviewers are too few, whatever is there already", () => {
		const { unmet } = balanceAssignments({
			entries: Array.from({ length: 12 }, (_, at) => ({ id: at, wanted: 3, fits: [0, 0, 0, 0] })),
			reviewers: [1, 2, 3, 4].map((id) => ({ id, most: 5 })),
			existing: [
				{ entryId: 0, reviewerId: 1 },
				{ entryId: 0, reviewerId: 2 },
			],
			conflicts: [],
		});
		// 20 of 36: eight entries get two, and four get one.
		expect(unmet.map(({ missing }) => missing).sort()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
	});

	test("counts assignments of entries and reviewers that are not in the list", () => {
		const { added, loads, unmet } = balanceAssignments({
			entries: [{ id: 1, wanted: 2, fits: [0, 0] }],
			reviewers: [{ id: 1 }, { id: 2 }],
			existing: [
				{ entryId: 99, reviewerId: 1 },
				{ entryId: 1, reviewerId: 99 },
			],
			conflicts: [],
		});
		expect(added).toEqual([{ entryId: 1, reviewerId: 2 }]);
		expect(loads).toEqual([
			{ reviewerId: 1, before: 1, added: 0 },
			{ reviewerId: 2, before: 0, added: 1 },
		]);
		expect(unmet).toEqual([]);
	});

	test("lets each pair of reviewers meet equally often where all are alike", () => {
		const { added } = balanceAssignments({
			entries: Array.from({ length: 30 }, (_, at) => ({ id: at, wanted: 2, fits: [0, 0, 0, 0, 0, 0] })),
			reviewers: Array.from({ length: 6 }, (_, at) => ({ id: at })),
			existing: [],
			conflicts: [],
		});
		const pairs = Array.from({ length: 30 }, (_, at) =>
			added
				.filter(({ entryId }) => entryId === at)
				.map(({ reviewerId }) => reviewerId)
				.join(" "),
		);
		const different = [...new Set(pairs)];
		expect(different.map((pair) => pairs.filter((one) => one === pair).length)).toEqual(
			Array.from({ length: 15 }, () => 2),
		);
	});

	test("lets the same reviewers meet again where another group would fit worse", () => {
		const own = (entry: number, reviewer: number) => entry % 2 === reviewer % 2;
		const { added } = balanceAssignments({
			entries: Array.from({ length: 20 }, (_, entry) => ({
				id: entry,
				wanted: 3,
				fits: Array.from({ length: 6 }, (_, reviewer) => (own(entry, reviewer) ? 0 : 5)),
			})),
			reviewers: Array.from({ length: 6 }, (_, at) => ({ id: at })),
			existing: [],
			conflicts: [],
		});
		expect(added).toHaveLength(60);
		expect(added.filter(({ entryId, reviewerId }) => !own(entryId, reviewerId))).toEqual([]);
	});

	test("refuses numbers that appear twice, and counts and fits that are none", () => {
		const input = (wanted: number, fit: number, most = 1, id = 2) => ({
			entries: [{ id: 1, wanted, fits: [fit, fit] }],
			reviewers: [
				{ id: 1, most },
				{ id, most },
			],
			existing: [],
			conflicts: [],
		});
		expect(() => balanceAssignments(input(1, DEAREST_FIT))).not.toThrow();
		for (const wrong of [input(-1, 0), input(0.5, 0), input(1, -1), input(1, DEAREST_FIT + 1), input(1, 0, -1)]) {
			expect(() => balanceAssignments(wrong)).toThrow(RangeError);
		}
		expect(() => balanceAssignments(input(1, 0, 1, 1))).toThrow("1 appears twice");
	});
});
