import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";

/** Submissions per minute, all together (reliability 3.7); a burst of this size passes at once. */
const ENTRIES_PER_MINUTE = 900;
/** Maximum wait before BUSY. */
const PATIENCE_MS = 5_000;

export type SubmissionPace = ReturnType<typeof createSubmissionPace>;

/**
 * Paces submissions to a rate the server can sustain: excess ones wait in order; those that would wait too long get
 * BUSY. Failures are not counted.
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
