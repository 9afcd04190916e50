import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";

/** Submissions of everyone together in a minute (reliability 3.7). A burst of that size passes without waiting. */
const ENTRIES_PER_MINUTE = 900;
/** Longest wait: a browser shows that it is waiting, but people do not wait longer. */
const PATIENCE_MS = 5_000;

export type SubmissionPace = ReturnType<typeof createSubmissionPace>;

/**
 * Lets work through at a rate the server can sustain. Excess work waits its turn, first come, first served; only what
 * would wait too long is answered BUSY. Work that fails is not counted.
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
