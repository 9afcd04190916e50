import { describe, expect, it } from "vitest";
import type { Scale } from "../../app/enumerations.ts";
import type { Criterion } from "../../app/reviews/criteria.ts";
import {
	adjustedBy,
	arranged,
	ENOUGH,
	type Scored,
	variancesOf as variancesIn,
} from "../../server/services/reviews/harshness.ts";
import { type CountedReview, POINTS, reviewScore, scoresOf } from "../../server/services/reviews/scores.ts";

const criterion = (id: string, scale: Scale, weight = 1): Criterion => ({
	...{ id, scale, weight },
	label: { en: id, zh: id },
	help: { en: "", zh: "" },
});
const weightsOf = (criteria: readonly Criterion[]) => new Map(criteria.map(({ id, weight }) => [id, weight]));
const ONE = [criterion("a", "1-5")];
const review = (
	entryId: number,
	reviewer: string,
	a: number,
	recommendation: CountedReview["recommendation"] = null,
) => ({
	...{ entryId, reviewer, recommendation },
	marks: { a },
	rulesVersion: 1,
});
const scored = (...given: [entryId: number, reviewer: string, score: number][]): Scored[] =>
	given.map(([entryId, reviewer, score]) => ({ entryId, reviewer, score }));
const width = ({ low, high }: { low: number; high: number }) => high - low;

describe("the score of a review", () => {
	it("is the weighted mean of its marks, with every scale in points from 1 to 5", () => {
		const criteria = [criterion("a", "1-5", 1), criterion("b", "0-3", 2)];
		const of = (a: number, b: number) => reviewScore({ marks: { a, b } }, criteria, weightsOf(criteria));
		// b: 3 of 0 to 3 is 5 points; (1 x 3 + 2 x 5) / 3 = 13/3.
		expect(of(3, 3)).toBeCloseTo(13 / 3, 9);
		// b: 1 is 1 + 4/3 = 7/3 points; (1 x 5 + 2 x 7/3) / 3 = 29/9.
		expect(of(5, 1)).toBeCloseTo(29 / 9, 9);
		expect([of(1, 0), of(5, 3)]).toEqual([1, 5]);
	});

	it("counts with the criteria that both rules have, by the scale of then and the weights of now", () => {
		const made = [criterion("a", "0-3", 9), criterion("gone", "1-5", 9)];
		const now = [criterion("a", "1-5", 1), criterion("new", "1-5", 5)];
		// a: 3 of 0 to 3 was the best mark, 5 points; "gone" is not asked any more, "new" was not asked then.
		expect(reviewScore({ marks: { a: 3, gone: 1 } }, made, weightsOf(now))).toBe(5);
		expect(reviewScore({ marks: { gone: 1 } }, made, weightsOf(now))).toBeUndefined();
		expect(reviewScore({ marks: { a: 3 } }, made, new Map([["a", 0]]))).toBeUndefined();
	});
});

describe("the figures of an entry", () => {
	const figures = (...reviews: CountedReview[]) => scoresOf(reviews, new Map([[1, ONE]]), weightsOf(ONE));

	it("are mean, median, standard deviation with n - 1, and the share of those who recommend to accept", () => {
		const score = figures(
			review(1, "x", 2, "no"),
			review(1, "y", 3, "yes"),
			review(1, "z", 5, "yes"),
			review(1, "u", 4, "maybe"),
		).get(1);
		// Mean (2 + 3 + 5 + 4) / 4 = 3.5; median between 3 and 4; squares 2.25 + 0.25 + 2.25 + 0.25 = 5, over 3.
		expect(score).toMatchObject({ number: 4, mean: 3.5, median: 3.5, yes: 0.5, isSplit: true });
		expect(score?.spread).toBeCloseTo(Math.sqrt(5 / 3), 9);
		expect(figures(review(1, "x", 1), review(1, "y", 5), review(1, "z", 2)).get(1)?.median).toBe(2);
	});

	it("leave out what one review cannot say, and count a review without shared criteria by its recommendation alone", () => {
		expect(figures(review(1, "x", 4, "yes")).get(1)).toMatchObject({ number: 1, mean: 4, spread: undefined, yes: 1 });
		const other = { ...review(1, "x", 4, "yes"), rulesVersion: 7 };
		expect(figures(other).get(1)).toMatchObject({ number: 1, mean: undefined, adjusted: undefined, yes: 1 });
		expect(figures().size).toBe(0);
	});
});

/**
 * Below ENOUGH reviews the variances are 0.5 (entries), 0.25 (reviewers), 0.5 (chance), so 0.5 / 0.5 = 1 is added to the
 * number of reviews of an entry, and 0.5 / 0.25 = 2 to that of a reviewer.
 */
describe("the adjusted mean", () => {
	it("is what the equations say where everyone reviews everything", () => {
		const adjusted = adjustedBy(scored([1, "x", 5], [1, "y", 3], [2, "x", 4], [2, "y", 2]), POINTS);
		// m = 3.5; e(1) = 2 (4 - 3.5) / (2 + 1) = 1/3, e(2) = -1/3.
		expect(adjusted.get(1)?.value).toBeCloseTo(3.5 + 1 / 3, 5);
		expect(adjusted.get(2)?.value).toBeCloseTo(3.5 - 1 / 3, 5);
		// Variance 0.5 / 3 + 2 x 0.5 / (2 + 2) / 3^2 = 0.1667 + 0.0278 = 0.1944; 1.96 x 0.441 = 0.8643.
		expect(adjusted.get(1)?.low).toBeCloseTo(3.8333 - 0.8643, 3);
		expect(adjusted.get(1)?.high).toBeCloseTo(3.8333 + 0.8643, 3);
	});

	it("solves the equations where reviewers have different entries", () => {
		// m = 41/11, e(1) = 2/11, e(2) = -2/11, r(x) = 4/11, r(y) = -4/11, which can be put into the equations:
		// 3 m + 2 e(1) + e(2) + r(x) + 2 r(y) = (123 + 4 - 2 + 4 - 8) / 11 = 11 = 5 + 3 + 3
		// e(1) = (5 - 45/11 + 3 - 37/11) / 3 = (6/11) / 3; e(2) = (3 - 37/11) / 2
		// r(x) = (5 - 43/11) / 3 = (12/11) / 3; r(y) = (3 - 43/11 + 3 - 39/11) / 4 = (-16/11) / 4
		const adjusted = adjustedBy(scored([1, "x", 5], [1, "y", 3], [2, "y", 3]), POINTS);
		expect(adjusted.get(1)?.value).toBeCloseTo(43 / 11, 4);
		expect(adjusted.get(2)?.value).toBeCloseTo(39 / 11, 4);
	});

	it("lifts what a harsh reviewer marked above what a mild one did, where the raw means say the opposite", () => {
		const both = [3, 4, 5, 6, 7, 8].flatMap((entry) => scored([entry, "mild", 5], [entry, "harsh", 3]));
		const reviews = [...both, ...scored([1, "mild", 4], [2, "harsh", 3.5])];
		const adjusted = adjustedBy(reviews, POINTS);
		expect(adjusted.get(2)?.value).toBeGreaterThan(adjusted.get(1)?.value ?? 5);
		const turned = adjustedBy(reviews.toReversed(), POINTS);
		expect(turned.get(2)?.value).toBeCloseTo(adjusted.get(2)?.value ?? 0, 4);
	});

	it("has a wider interval the fewer reviews there are, and stays within the scale", () => {
		const adjusted = adjustedBy(scored([1, "x", 5], [2, "x", 5], [2, "y", 5], [3, "x", 5], [3, "y", 5], [3, "z", 5]), {
			lowest: -100,
			highest: 100,
		});
		const widths = [1, 2, 3].map((id) => width(adjusted.get(id) ?? { low: 0, high: 0 }));
		expect(widths).toEqual(widths.toSorted((a, b) => b - a));
		expect(new Set(widths).size).toBe(3);
		const best = adjustedBy(scored([1, "x", 5], [1, "y", 5]), POINTS).get(1);
		expect([best?.value, best?.high]).toEqual([5, 5]);
		expect(best?.low).toBeLessThan(5);
		expect(adjustedBy([], POINTS).size).toBe(0);
	});
});

describe("the variances", () => {
	const variancesOf = (reviews: readonly Scored[]) => variancesIn(arranged(reviews));
	const entries = [1, 1.5, 2, 2.5, 3];
	const everyone = (reviewers: readonly number[]) =>
		entries.flatMap((own, id) =>
			scored(...reviewers.map((mild, at): [number, string, number] => [id, `${at}`, own + mild])),
		);

	it("are estimated from enough reviews", () => {
		// 5 entries x 6 reviewers, without chance: nothing is left, for which 0.01 is taken. Reviewers differ by 0, 0.2 … 1:
		// squares around their mean 0.7, so E / 25 = 5 x 0.7 / 25 = 0.14. Entries: squares 2.5, R / 24 = 6 x 2.5 / 24 = 0.625.
		const { entry, reviewer, chance } = variancesOf(everyone([0, 0.2, 0.4, 0.6, 0.8, 1]));
		expect(chance).toBe(0.01);
		expect(entry).toBeCloseTo(0.615, 9);
		expect(reviewer).toBeCloseTo(0.13, 9);
	});

	it("take for chance what neither entries nor reviewers explain", () => {
		// The same with ±0.3 in a chessboard, whose rows of six and columns of four sum to 0: 24 x 0.09 are left, for
		// 24 - 4 - 6 + 1 = 15 degrees of freedom.
		const board = (name: string) =>
			everyone([0, 0.2, 0.4, 0.6, 0.8, 1])
				.filter(({ entryId }) => entryId < 4)
				.map(({ entryId, reviewer, score }) => ({
					entryId,
					reviewer: `${name}${reviewer}`,
					score: score + ((entryId + Number(reviewer)) % 2 === 0 ? 0.3 : -0.3),
				}));
		// Two committees that have no entry in common: 48 - 8 - 12 + 2 = 30.
		const apart = [...board("a"), ...board("b").map((one) => ({ ...one, entryId: one.entryId + 9 }))];
		expect(variancesOf(apart).chance).toBeCloseTo((48 * 0.09) / 30, 5);
	});

	it("tell chance from reviewers in a committee of seven with harsh and mild members, too", () => {
		let state = 1;
		const random = () => {
			state = (state * 48271) % 2147483647;
			return state / 2147483647;
		};
		// A uniform distribution as wide as its variance asks: (width squared) / 12.
		const spread = (variance: number) => (random() - 0.5) * Math.sqrt(12 * variance);
		const found = Array.from({ length: 40 }, () => {
			const mild = [0, 1, -1, 0, 0, 1, 0];
			const reviews = Array.from({ length: 60 }, (_, id) => {
				const own = spread(0.6);
				const first = Math.floor(random() * 7);
				return [0, 1, 3].slice(0, 1 + (id % 3)).map((step): [number, string, number] => {
					const at = (first + step) % 7;
					return [id, `${at}`, 3 + own + (mild[at] ?? 0) + spread(0.25)];
				});
			});
			return variancesOf(scored(...reviews.flat())).chance;
		});
		expect(found.reduce((sum, one) => sum + one, 0) / found.length).toBeCloseTo(0.25, 1);
		expect(Math.min(...found)).toBeGreaterThan(0.1);
		expect(Math.max(...found)).toBeLessThan(0.45);
	});

	it("are assumed where reviews cannot tell them: too few, or nobody can be compared", () => {
		const assumed = { entry: 0.5, reviewer: 0.25, chance: 0.5 };
		expect(variancesOf(everyone([0, 1, 2, 3, 4]).slice(0, ENOUGH - 1))).toEqual(assumed);
		const many = Array.from({ length: 2 * ENOUGH }, (_, at) => at);
		expect(variancesOf(many.flatMap((id) => scored([id, `${id % 4}`, 3])))).toEqual(assumed);
		expect(variancesOf(many.flatMap((id) => scored([id >> 1, `${id}`, 3])))).toEqual(assumed);
		expect(variancesOf(many.flatMap((id) => scored([id >> 1, "x", 3])))).toEqual(assumed);
	});
});
