/** So many of someone's last reviews tell their pace. */
export const PACE_OF = 30;

const FEWEST = 5;
const MINUTE_MS = 60_000;
/** Longer than that is a pause. */
const LONGEST_MS = 15 * MINUTE_MS;

/**
 * How long someone takes for a review, in milliseconds: the median of the times between one and the next, without pauses.
 * @param ends when reviews were ended, in milliseconds, the last first
 * @returns undefined where there are too few
 */
export function paceOf(ends: readonly number[]): number | undefined {
	if (ends.length < FEWEST) return;
	const gaps = ends
		.flatMap((end, at) => {
			const before = ends[at + 1];
			return before === undefined || end - before > LONGEST_MS ? [] : end - before;
		})
		.sort((one, other) => one - other);
	return gaps[Math.floor(gaps.length / 2)];
}

/** How long so many reviews take at a pace, to be said: no more precise than it is known. */
export function timeFor(reviews: number, paceMs: number): { unit: "minutes" | "hours"; count: number } {
	const minutes = Math.max(1, Math.round((reviews * paceMs) / MINUTE_MS));
	if (minutes >= 120) return { unit: "hours", count: Math.round(minutes / 60) };
	return { unit: "minutes", count: minutes < 10 ? minutes : Math.round(minutes / 5) * 5 };
}
