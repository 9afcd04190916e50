/**
 * How likely two samples of one distribution differ at least as much as these: the two-sided p of the Mann-Whitney U test
 * by its normal approximation, good from twenty values each. Equal values share their mean rank.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
	const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
	all.sort((a, b) => a.value - b.value);
	let [ranks, start] = [0, 0];
	while (start < all.length) {
		let end = start;
		while (end + 1 < all.length && all[end + 1]?.value === all[start]?.value) end += 1;
		const rank = (start + end) / 2 + 1;
		ranks += rank * all.slice(start, end + 1).filter(({ isOne }) => isOne).length;
		start = end + 1;
	}
	const [n, m] = [one.length, other.length];
	const u = ranks - (n * (n + 1)) / 2;
	const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
	return Math.min(1, 2 * upperTail(z));
}

/** Of the normal distribution beyond z >= 0 (Abramowitz and Stegun 26.2.17; the error is below 1e-7). */
function upperTail(z: number): number {
	const t = 1 / (1 + 0.2316419 * z);
	const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
	const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0);
	return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** The straight line with the least squares through some points, and the standard error of its slope. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]) {
	const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [x, mean] = [meanOf(points.map(([one]) => one)), meanOf(points.map(([, one]) => one))];
	const sumOf = (part: (dx: number, dy: number) => number) =>
		points.reduce((sum, [px, py]) => sum + part(px - x, py - mean), 0);
	const spreadOfX = sumOf((dx) => dx * dx);
	const slope = sumOf((dx, dy) => dx * dy) / spreadOfX;
	const rest = sumOf((dx, dy) => (dy - slope * dx) ** 2);
	return { slope, mean, error: Math.sqrt(rest / Math.max(1, points.length - 2) / spreadOfX) };
}
