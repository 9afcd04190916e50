import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";

/** What everybody together may store in a minute (reliability 3.7). A burst of as many passes without a wait. */
const ENTRIES_PER_MINUTE = 900;
/** A browser shows that it waits; nobody looks at that for longer. */
const PATIENCE_MS = 5_000;

export type SubmissionPace = ReturnType<typeof createSubmissionPace>;

/**
 * Lets work through as fast as the server can take it for long. Too much of it waits for its turn, in the order in which
 * it came; only what would wait too long is answered BUSY. What fails in the end counts for nobody.
 */
export function createSubmissionPace(scale: number) {
	const perMinute = Math.max(1, ENTRIES_PER_MINUTE * scale);
	const intervalMs = 60_000 / perMinute;
	/** When everything let through so far would be done, at one each interval. */
	let doneBy = 0;

	/** @throws AppError BUSY */
	async function inTurn<T>(work: () => Promise<T>): Promise<T> {
		const now = performance.now();
		const mine = Math.max(doneBy, now) + intervalMs;
		const waitMs = mine - now - 60_000;
		if (waitMs > PATIENCE_MS) throw new AppError("BUSY", { retryAfter: Math.ceil((waitMs - PATIENCE_MS) / 1_000) });
		doneBy = mine;
		if (waitMs > 0) await sleep(waitMs);
		try {
			return await work();
		} catch (error) {
			doneBy -= intervalMs;
			throw error;
		}
	}

	return { inTurn };
}
