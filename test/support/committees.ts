/** Small committees of any kind, and the best assignment of each by trying all. */
import fc from "fast-check";
import {
	type AssignedPair,
	type AssignmentInput,
	DEAREST_FIT,
} from "../../server/services/reviews/balanced-assignment.ts";

/** @param most numbers of both */
export function anyCommittee(most: { entries: number; reviewers: number }): fc.Arbitrary<AssignmentInput> {
	const ids = (length: number) => fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: length });
	// Few different costs make many assignments equally good.
	const cost = fc.oneof(fc.constantFrom(0, 1, 5), fc.nat(DEAREST_FIT));
	return fc.tuple(ids(most.entries), ids(most.reviewers)).chain(([entryIds, reviewerIds]) => {
		const fits = fc.array(fc.option(cost, { nil: undefined, freq: 4 }), {
			minLength: reviewerIds.length,
			maxLength: reviewerIds.length,
		});
		const pairs =
			entryIds.length > 0 && reviewerIds.length > 0
				? fc.uniqueArray(
						fc.record({ entryId: fc.constantFrom(...entryIds), reviewerId: fc.constantFrom(...reviewerIds) }),
						{ maxLength: 6, selector: ({ entryId, reviewerId }) => `${entryId} ${reviewerId}` },
					)
				: fc.constant([]);
		return fc.record({
			entries: fc.tuple(...entryIds.map((id) => fc.record({ id: fc.constant(id), wanted: fc.nat(3), fits }))),
			reviewers: fc.tuple(
				...reviewerIds.map((id) =>
					fc.record({ id: fc.constant(id), most: fc.option(fc.nat(4), { nil: undefined, freq: 2 }) }),
				),
			),
			existing: pairs,
			conflicts: pairs,
		});
	});
}

/** The same input in another order. @param numbers decide about it */
export function shuffledBy(input: AssignmentInput, numbers: fc.Stream<number>): AssignmentInput {
	const shuffled = <Item>(items: readonly Item[]): Item[] =>
		items
			.map((item) => ({ item, rank: numbers.next().value ?? 0 }))
			.sort((one, other) => one.rank - other.rank)
			.map(({ item }) => item);
	const order = shuffled([...input.reviewers.keys()]);
	return {
		entries: shuffled(input.entries).map((entry) => ({ ...entry, fits: order.map((at) => entry.fits[at]) })),
		reviewers: order.flatMap((at) => input.reviewers[at] ?? []),
		existing: shuffled(input.existing),
		conflicts: shuffled(input.conflicts),
	};
}

/** Reviews, sum of squares of those that are missing, sum of squares of the loads, sum of costs. */
type Value = readonly [reviews: number, missing: number, squares: number, costs: number];

function isBetter([reviews, ...one]: Value, [others, ...other]: Value): boolean {
	if (reviews !== others) return reviews > others;
	const at = one.findIndex((value, place) => value !== other[place]);
	return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

const square = (number: number) => number * number;

/** What stays of the existing pairs, as numbers of entries and reviewers. */
function keptIn({ existing, conflicts }: AssignmentInput): AssignedPair[] {
	return existing.filter(
		(pair) => !conflicts.some((one) => one.entryId === pair.entryId && one.reviewerId === pair.reviewerId),
	);
}

/** What an assignment is worth. */
export function worthOf(input: AssignmentInput, added: readonly AssignedPair[]): Value {
	const all = [...keptIn(input), ...added];
	const loads = input.reviewers.map(({ id }) => all.filter(({ reviewerId }) => reviewerId === id).length);
	const costs = added.map(({ entryId, reviewerId }) => {
		const at = input.reviewers.findIndex(({ id }) => id === reviewerId);
		return input.entries.find(({ id }) => id === entryId)?.fits[at] ?? 0;
	});
	const missing = input.entries.map(({ id, wanted }) =>
		Math.max(0, wanted - all.filter(({ entryId }) => entryId === id).length),
	);
	return [added.length, sum(missing.map(square)), sum(loads.map(square)), sum(costs)];
}

/**
 * The best value there is: tries for each entry every group of reviewers that it may get. What comes after an entry depends
 * on the loads alone, so of several ways to the same loads only the best goes on.
 */
export function bestOf(input: AssignmentInput): Value {
	const kept = keptIn(input);
	const barred = [...kept, ...input.conflicts];
	const isIn = (pairs: readonly AssignedPair[], entryId: number, reviewerId: number) =>
		pairs.some((pair) => pair.entryId === entryId && pair.reviewerId === reviewerId);
	const start = input.reviewers.map(({ id }) => kept.filter(({ reviewerId }) => reviewerId === id).length);
	const limits = input.reviewers.map(({ most = Number.POSITIVE_INFINITY }) => most);
	let ways = new Map([[start.join(), { loads: start, reviews: 0, missing: 0, costs: 0 }]]);
	for (const { id, wanted, fits } of input.entries) {
		const missing = wanted - kept.filter(({ entryId }) => entryId === id).length;
		const groups = groupsOf(
			input.reviewers.flatMap((reviewer, at) => (fits[at] !== undefined && !isIn(barred, id, reviewer.id) ? [at] : [])),
		).filter(({ length }) => length <= Math.max(0, missing));
		const next: typeof ways = new Map();
		for (const way of ways.values()) {
			for (const group of groups) {
				if (group.some((at) => (way.loads[at] ?? 0) >= (limits[at] ?? 0))) continue;
				const loads = way.loads.map((load, at) => (group.includes(at) ? load + 1 : load));
				const costs = way.costs + sum(group.map((at) => fits[at] ?? 0));
				const reviews = way.reviews + group.length;
				const lacking = way.missing + square(Math.max(0, missing - group.length));
				const known = next.get(loads.join());
				if (!known || isBetter([reviews, lacking, 0, costs], [known.reviews, known.missing, 0, known.costs]))
					next.set(loads.join(), { loads, reviews, missing: lacking, costs });
			}
		}
		ways = next;
	}
	return [...ways.values()]
		.map(({ loads, reviews, missing, costs }): Value => [reviews, missing, sum(loads.map(square)), costs])
		.reduce((best, value) => (isBetter(value, best) ? value : best));
}

/** Every subset. */
function groupsOf(members: readonly number[]): number[][] {
	const [first, ...others] = members;
	if (first === undefined) return [[]];
	const without = groupsOf(others);
	return without.concat(without.map((group) => [first, ...group]));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
