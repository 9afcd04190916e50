/** The score of one review, in points. */
export interface Scored {
	entryId: number;
	reviewer: string;
	score: number;
}

/** A figure, and the ends between which it lies at about 95 %. */
export interface Interval {
	value: number;
	low: number;
	high: number;
}

/** How much scores differ by entries, by reviewers, and by chance: variances, in points squared. */
export interface Variances {
	entry: number;
	reviewer: number;
	chance: number;
}

/**
 * What is taken for the variances while there are too few reviews to tell them: entries differ as much as two opinions
 * of one entry do, and reviewers by half of that.
 */
const ASSUMED: Variances = { entry: 0.5, reviewer: 0.25, chance: 0.5 };
/** Reviews from which on the variances are estimated. With fewer, the estimates are mostly chance. */
export const ENOUGH = 30;
/** Degrees of freedom that are left for chance, from which on the variances are estimated. */
const ENOUGH_LEFT = 10;
/** No estimate is smaller: entries are never all alike, nor two opinions always the same. Points squared. */
const LEAST = 0.01;
/** Standard deviations to each side of a figure that 95 % of a normal distribution lie between. */
const WIDTH = 1.96;
/** The fit ends after a round that changes nothing by more points than this, or after so many rounds. */
const SETTLED = 1e-6;
const MOST_ROUNDS = 500;

/**
 * The scores of entries without what is owed to harsh and mild reviewers. A score is taken to be the sum of an overall
 * level m, of the entry's own e(i), of how mild its reviewer is r(j), and of chance. The effects are the best linear
 * unbiased predictions, that is, the solution of Henderson's mixed model equations
 *
 *     m    = mean of (y(ij) - e(i) - r(j))
 *     e(i) = sum over its reviews   of (y(ij) - m - r(j)) / (n(i) + chance / entry)
 *     r(j) = sum over their reviews of (y(ij) - m - e(i)) / (n(j) + chance / reviewer)
 *
 * which are solved one after the other until they settle. The terms added to the numbers of reviews n shrink the effects
 * of entries and reviewers with few. The adjusted score is m + e(i). Its variance is taken as chance / (n(i) + chance /
 * entry), and of each of its reviewers chance / (n(j) + chance / reviewer) divided by the square of that divisor: so the
 * interval is wide for entries with few reviews, and by reviewers with few. The uncertainty of m is left out.
 *
 * Sources: C. R. Henderson, "Best linear unbiased estimation and prediction under a selection model", Biometrics 31
 * (1975); S. R. Searle, G. Casella, C. E. McCulloch, "Variance Components" (Wiley, 1992), chapter 7.
 *
 * @returns by the numbers of entries, within the bounds of the scale
 */
export function adjustedBy(
	reviews: readonly Scored[],
	{ lowest, highest }: { lowest: number; highest: number },
): ReadonlyMap<number, Interval> {
	const arrangement = arranged(reviews);
	const { entries, reviewers } = arrangement;
	const { chance, ...variance } = variancesOf(arrangement);
	const added = { entry: chance / variance.entry, reviewer: chance / variance.reviewer };
	const { overall, ofEntries } = solved(arrangement, added);
	const unsure = new Float64Array(entries.counts.length);
	for (const at of reviews.keys()) {
		const [entry = 0, reviewer = 0] = [entries.of[at], reviewers.of[at]];
		unsure[entry] = (unsure[entry] ?? 0) + chance / ((reviewers.counts[reviewer] ?? 0) + added.reviewer);
	}
	const within = (value: number) => Math.min(highest, Math.max(lowest, value));
	return new Map(
		[...entries.places].map(([entryId, at]) => {
			const divisor = (entries.counts[at] ?? 0) + added.entry;
			const value = overall + (ofEntries[at] ?? 0);
			const half = WIDTH * Math.sqrt(chance / divisor + (unsure[at] ?? 0) / divisor ** 2);
			return [entryId, { value: within(value), low: within(value - half), high: within(value + half) }];
		}),
	);
}

/** What the reviews belong to, numbered from 0 in the order it is met, and how many reviews each has. */
interface Numbered<Key> {
	places: ReadonlyMap<Key, number>;
	of: Int32Array;
	counts: readonly number[];
}

/** Reviews as they are calculated with. */
interface Arrangement {
	scores: Float64Array;
	entries: Numbered<number>;
	reviewers: Numbered<string>;
}

export function arranged(reviews: readonly Scored[]): Arrangement {
	return {
		scores: Float64Array.from(reviews, ({ score }) => score),
		entries: numbered(reviews, ({ entryId }) => entryId),
		reviewers: numbered(reviews, ({ reviewer }) => reviewer),
	};
}

function numbered<Key>(reviews: readonly Scored[], keyOf: (review: Scored) => Key): Numbered<Key> {
	const places = new Map<Key, number>();
	const counts: number[] = [];
	const of = Int32Array.from(reviews, (review) => {
		const key = keyOf(review);
		const place = places.get(key) ?? places.size;
		places.set(key, place);
		counts[place] = (counts[place] ?? 0) + 1;
		return place;
	});
	return { places, of, counts };
}

/**
 * Solves the equations in turn (Gauss-Seidel), which always settles: their matrix is positive definite. With nothing
 * added they are those of least squares, which are semidefinite, and settle too. In the solution the effects of entries
 * sum to 0, and those of reviewers too, as the sums of the equations say. Without moving what they sum to into the overall
 * level in each round, this alone would take thousands of rounds.
 */
function solved({ scores, entries, reviewers }: Arrangement, added: { entry: number; reviewer: number }) {
	const ofEntries = new Float64Array(entries.counts.length);
	const ofReviewers = new Float64Array(reviewers.counts.length);
	let overall = 0;
	for (let round = 0; round < MOST_ROUNDS; round += 1) {
		const before = overall;
		overall += meanLeft(scores, overall, [entries, ofEntries], [reviewers, ofReviewers]);
		const moved = Math.max(
			Math.abs(overall - before),
			solveFor([entries, ofEntries], added.entry, scores, overall, [reviewers, ofReviewers]),
			solveFor([reviewers, ofReviewers], added.reviewer, scores, overall, [entries, ofEntries]),
		);
		overall += centred(ofEntries) + centred(ofReviewers);
		if (moved < SETTLED) break;
	}
	return { overall, ofEntries, ofReviewers };
}

/** Takes their mean off effects. @returns the mean */
function centred(effects: Float64Array): number {
	const mean = effects.length > 0 ? effects.reduce((sum, effect) => sum + effect, 0) / effects.length : 0;
	for (let place = 0; place < effects.length; place += 1) effects[place] = (effects[place] ?? 0) - mean;
	return mean;
}

/** Entries or reviewers with their present effects. */
type Effects = [own: Numbered<unknown>, effects: Float64Array];

/** The mean of what is left of the scores without all present effects. */
function meanLeft(scores: Float64Array, overall: number, [a, ofA]: Effects, [b, ofB]: Effects): number {
	let sum = 0;
	for (let at = 0; at < scores.length; at += 1)
		sum += (scores[at] ?? 0) - overall - (ofA[a.of[at] ?? 0] ?? 0) - (ofB[b.of[at] ?? 0] ?? 0);
	return scores.length > 0 ? sum / scores.length : 0;
}

/** Sets effects by the others. Plain loops: this runs some hundred times over all reviews. @returns the greatest change */
function solveFor(
	[own, effects]: Effects,
	added: number,
	scores: Float64Array,
	overall: number,
	[other, ofOthers]: Effects,
): number {
	const sums = new Float64Array(effects.length);
	for (let at = 0; at < scores.length; at += 1) {
		const place = own.of[at] ?? 0;
		sums[place] = (sums[place] ?? 0) + (scores[at] ?? 0) - overall - (ofOthers[other.of[at] ?? 0] ?? 0);
	}
	let moved = 0;
	for (let place = 0; place < sums.length; place += 1) {
		const effect = (sums[place] ?? 0) / ((own.counts[place] ?? 0) + added);
		moved = Math.max(moved, Math.abs(effect - (effects[place] ?? 0)));
		effects[place] = effect;
	}
	return moved;
}

/**
 * Estimates the variances by fitting constants: with the sums of squares around the means of entries (E) and of reviewers
 * (R), and what is left (S) when entries and reviewers are fitted by least squares, N reviews, I entries, J reviewers, in
 * C parts that no review connects,
 *
 *     S / (N - I - J + C) = chance
 *     E / (N - I)         = reviewer + chance
 *     R / (N - J)         = entry + chance
 *
 * Estimates of chance that are differences of sums of squares fail with a small committee: they depend on how far its few
 * members differ, and come out far too small in one call and too large in the next.
 *
 * Source: C. R. Henderson, "Estimation of variance and covariance components", Biometrics 9 (1953), method 3. Where too
 * little is left (nobody reviewed two entries, or no entry has two reviews) and below ENOUGH reviews, the assumed ones are
 * taken.
 */
export function variancesOf(arrangement: Arrangement): Variances {
	const { scores, entries, reviewers } = arrangement;
	const [n, ofEntries, ofReviewers] = [scores.length, entries.counts.length, reviewers.counts.length];
	const left = n - ofEntries - ofReviewers + partsOf(arrangement);
	if (n < ENOUGH || left < ENOUGH_LEFT || ofReviewers < 2) return ASSUMED;
	const chance = Math.max(LEAST, unexplained(arrangement) / left);
	const byReviewer = around(scores, entries) / (n - ofEntries) - chance;
	const byEntry = around(scores, reviewers) / (n - ofReviewers) - chance;
	return { chance, entry: Math.max(LEAST, byEntry), reviewer: Math.max(LEAST, byReviewer) };
}

/** The sum of the squares of what is left of scores when entries and reviewers are fitted by least squares. */
function unexplained(arrangement: Arrangement): number {
	const { scores, entries, reviewers } = arrangement;
	const { overall, ofEntries, ofReviewers } = solved(arrangement, { entry: 0, reviewer: 0 });
	return scores.reduce((sum, score, at) => {
		const fitted = overall + (ofEntries[entries.of[at] ?? 0] ?? 0) + (ofReviewers[reviewers.of[at] ?? 0] ?? 0);
		return sum + (score - fitted) ** 2;
	}, 0);
}

/** Into how many parts entries and reviewers fall that no review connects. */
function partsOf({ entries, reviewers }: Arrangement): number {
	const first = entries.counts.length;
	const above = Int32Array.from({ length: first + reviewers.counts.length }, (_, at) => at);
	const topOf = (place: number): number => {
		let at = place;
		for (let next = above[at] ?? at; next !== at; next = above[at] ?? at) at = above[at] = above[next] ?? next;
		return at;
	};
	for (const [at, entry] of entries.of.entries()) above[topOf(entry)] = topOf(first + (reviewers.of[at] ?? 0));
	return above.filter((next, at) => next === at).length;
}

/** The sum of the squares of scores around the means of their entries, or reviewers. */
function around(scores: Float64Array, own: Numbered<unknown>): number {
	const sums = new Float64Array(own.counts.length);
	for (const [at, score] of scores.entries()) {
		const place = own.of[at] ?? 0;
		sums[place] = (sums[place] ?? 0) + score;
	}
	return scores.reduce((squares, score, at) => {
		const place = own.of[at] ?? 0;
		return squares + (score - (sums[place] ?? 0) / (own.counts[place] ?? 1)) ** 2;
	}, 0);
}
