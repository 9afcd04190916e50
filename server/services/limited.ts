import pLimit from "p-limit";
import { AppError } from "../errors.ts";

/** Runs a costly function at most `concurrency` at a time; `alone` while no other is running. */
export type Limited = <T>(work: () => Promise<T>, alone?: boolean) => Promise<T>;

/**
 * Hashing and image work freeze a server that starts them without bound (one thread pool serves everything).
 * More than `queue` waiting, or a wait of more than `patienceMs`, is answered BUSY instead of piling up.
 */
export function createLimited(options: { concurrency: number; queue: number; patienceMs: number }): Limited {
	const limit = pLimit(options.concurrency);
	return (work, alone = false) => {
		if (limit.pendingCount >= options.queue) throw new AppError("BUSY", { retryAfter: 5 });
		const asked = Date.now();
		let end = (): void => undefined;
		const over = new Promise<void>((done) => {
			end = done;
		});
		// Turns are taken in order: when it is this one's, the others are held by it and wait for its end.
		for (let held = 1; alone && held < options.concurrency; held += 1) void limit(() => over);
		const running = limit(() => {
			if (Date.now() - asked > options.patienceMs) throw new AppError("BUSY", { retryAfter: 5 });
			return work();
		});
		return running.finally(() => end());
	};
}
