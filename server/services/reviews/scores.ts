import type { Recommendation } from "../../../app/enumerations.ts";
import { type Criterion, marksOf } from "../../../app/reviews/criteria.ts";
import { grouped } from "../grouped.ts";
import { adjustedBy, type Interval } from "./harshness.ts";

/** A review that is done, as far as figures need it. */
export interface CountedReview {
	entryId: number;
	/** Two reviews with the same one are of the same reviewer. */
	reviewer: string;
	/** By the ids of criteria. */
	marks: Readonly<Record<string, number>>;
	recommendation: Recommendation | null;
	/** Version of the criteria that it was made under. */
	rulesVersion: number;
}

/** What reviews say of an entry. Marks are points from 1 to 5; undefined where there are too few reviews to say. */
export interface Score {
	/** Reviews that are done. */
	number: number;
	mean: number | undefined;
	median: number | undefined;
	/** Standard deviation, with n - 1; undefined below two reviews. */
	spread: number | undefined;
	/** Part of the reviews that recommend to accept, from 0 to 1. */
	yes: number | undefined;
	/** The mean without what is owed to harsh and mild reviewers (`harshness.ts`), and where it lies at about 95 %. */
	adjusted: Interval | undefined;
	/** One review says yes, another no. */
	isSplit: boolean;
}

/** The points of the lowest and the highest mark of any scale. */
export const POINTS = { lowest: 1, highest: 5 } as const;

/**
 * A mark in points: the lowest of its scale is 1 and the highest 5, the others lie evenly between. So 1 to 5 stays as it
 * is, and 0, 1, 2, 3 become 1, 2.33, 3.67, 5.
 */
function pointsOf(mark: number, { scale }: Pick<Criterion, "scale">): number {
	const marks = marksOf(scale);
	const [lowest = 0] = marks;
	const part = (mark - lowest) / ((marks.at(-1) ?? 1) - lowest);
	return POINTS.lowest + part * (POINTS.highest - POINTS.lowest);
}

/**
 * The weighted mean of a review's marks, in points. It counts with the criteria that those in force share with those it
 * was made under: the marks are read by the scale they were given in, and weighed as now. Undefined where none is shared.
 * @param made criteria that it was made under
 * @param weights by the ids of the criteria in force
 */
export function reviewScore(
	{ marks }: Pick<CountedReview, "marks">,
	made: readonly Criterion[],
	weights: ReadonlyMap<string, number>,
): number | undefined {
	let [sum, whole] = [0, 0];
	for (const criterion of made) {
		const [mark, weight = 0] = [marks[criterion.id], weights.get(criterion.id)];
		if (mark === undefined) continue;
		sum += weight * pointsOf(mark, criterion);
		whole += weight;
	}
	return whole > 0 ? sum / whole : undefined;
}

/**
 * The figures of each entry that has reviews, by its number.
 * @param versions the lists of criteria that the call has had
 * @param weights by the ids of the criteria in force
 */
export function scoresOf(
	reviews: readonly CountedReview[],
	versions: ReadonlyMap<number, readonly Criterion[]>,
	weights: ReadonlyMap<string, number>,
): ReadonlyMap<number, Score> {
	const scored = reviews.map((review) => ({
		...review,
		score: reviewScore(review, versions.get(review.rulesVersion) ?? [], weights),
	}));
	const adjusted = adjustedBy(
		scored.flatMap(({ entryId, reviewer, score }) => (score === undefined ? [] : { entryId, reviewer, score })),
		POINTS,
	);
	return new Map(
		[...grouped(scored, ({ entryId }) => entryId)].map(([entryId, own]) => {
			const points = own.flatMap(({ score }) => score ?? []).sort((a, b) => a - b);
			const saying = (word: Recommendation) => own.filter(({ recommendation }) => recommendation === word).length;
			return [
				entryId,
				{
					number: own.length,
					mean: meanOf(points),
					median: medianOf(points),
					spread: spreadOf(points),
					yes: own.length > 0 ? saying("yes") / own.length : undefined,
					adjusted: adjusted.get(entryId),
					isSplit: saying("yes") > 0 && saying("no") > 0,
				},
			];
		}),
	);
}

/** Undefined for no values. */
export function meanOf(values: readonly number[]): number | undefined {
	return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
}

/** @param sorted the smallest first */
function medianOf(sorted: readonly number[]): number | undefined {
	return meanOf(sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1));
}

/** Standard deviation, with n - 1; undefined below two values. */
export function spreadOf(values: readonly number[]): number | undefined {
	const mean = meanOf(values);
	if (mean === undefined || values.length < 2) return;
	return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
