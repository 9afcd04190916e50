import pLimit from "p-limit";
import { AppError } from "../errors.ts";

/** Runs a costly function at most `concurrency` at a time. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Hashing and image work freeze a server that starts them without bound (one thread pool serves everything).
 * More than `queue` waiting, or a wait of more than `patienceMs`, is answered BUSY instead of piling up.
 */
export function createLimited(options: { concurrency: number; queue: number; patienceMs: number }): Limited {
	const limit = pLimit(options.concurrency);
	return (work) => {
		if (limit.pendingCount >= options.queue) throw new AppError("BUSY", { retryAfter: 5 });
		const asked = Date.now();
		return limit(() => {
			if (Date.now() - asked > options.patienceMs) throw new AppError("BUSY", { retryAfter: 5 });
			return work();
		});
	};
}
