import pLimit from "p-limit";
import { AppError } from "../../errors.ts";

export interface Turn {
	/**
	 * The /24 or /48 of the request; undefined for the portal's own work and the operator's, which may use every place.
	 */
	network: string | undefined;
	/** Runs alone. */
	alone?: boolean;
}

/** Runs a costly function in its turn. @throws AppError BUSY */
export type FairQueue = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;

interface Options {
	concurrency: number;
	queue: number;
	patienceMs: number;
	scale: number;
}

/**
 * Bounds expensive work (hashing, images), which would block the thread pool: `concurrency` run, `queue` wait. BUSY
 * if the queue is full or the wait exceeds `patienceMs`. A network never has more places than it leaves free (times
 * `scale`), so a new network always finds one.
 */
export function createFairQueue(options: Options): FairQueue {
	const limit = pLimit(options.concurrency);
	const places = options.concurrency + options.queue;
	const taken = new Map<string, number>();

	function count(network: string | undefined, change: 1 | -1): void {
		if (network === undefined) return;
		const now = (taken.get(network) ?? 0) + change;
		if (now > 0) taken.set(network, now);
		else taken.delete(network);
	}

	return async ({ network, alone = false }, work) => {
		const free = places - limit.activeCount - limit.pendingCount;
		const mine = network === undefined ? 0 : (taken.get(network) ?? 0);
		if (free <= 0 || mine >= Math.max(1, free * options.scale)) throw new AppError("BUSY", { retryAfter: 5 });
		const asked = Date.now();
		let end = (): void => undefined;
		const over = new Promise<void>((done) => {
			end = done;
		});
		// In order: when this one's turn comes, the others wait for its end.
		for (let held = 1; alone && held < options.concurrency; held += 1) void limit(() => over);
		count(network, 1);
		try {
			return await limit(() => {
				if (Date.now() - asked > options.patienceMs) throw new AppError("BUSY", { retryAfter: 5 });
				return work();
			});
		} finally {
			count(network, -1);
			end();
		}
	};
}

/**
 * Bounds work that is less urgent than that of another queue. One piece at a time enters that queue, at its end, so
 * urgent work never waits for more than one piece, however many wait here.
 */
export function createQueueBehind(urgent: FairQueue, options: Omit<Options, "concurrency">): FairQueue {
	const limited = createFairQueue({ ...options, concurrency: 1 });
	// A network is counted here only: its photos keep their places in the urgent queue.
	return (turn, work) => limited(turn, () => urgent({ network: undefined }, work));
}
