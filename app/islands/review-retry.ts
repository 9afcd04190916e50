/** Until what failed is tried again: longer each time, then each minute. */
const PAUSES_MS = [5_000, 10_000, 20_000, 40_000];
const LONGEST_MS = 60_000;

let tries = 0;
let timer = 0;

/**
 * Tries again after a while what is still needed; where nothing is, the next time begins with the shortest pause. A server
 * that starts again is no event that browsers know.
 */
export function tryLater(isNeeded: boolean, attempt: () => void): void {
	clearTimeout(timer);
	if (!isNeeded) tries = 0;
	else
		timer = window.setTimeout(() => {
			tries += 1;
			attempt();
		}, PAUSES_MS[tries] ?? LONGEST_MS);
}
