import PQueue from "p-queue";
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
 * Bounds expensive work (hashing, images, pages): `concurrency` run, `queue` wait. Networks take turns: one that asks for a
 * single piece does not wait for all the pieces that another has asked for. BUSY if the queue is full, if the wait exceeds
 * `patienceMs`, or if a network would have more places than it leaves free (times `scale`), so no network takes all.
 */
export function createFairQueue(options: Options): FairQueue {
	const queue = new PQueue({ concurrency: options.concurrency });
	const places = options.concurrency + options.queue;
	/** The networks with work here: how many pieces, and the round of the last one. */
	const networks = new Map<string, { pieces: number; round: number }>();
	/** Round of the newest started piece. Each round has one piece of each network (start-time fair queuing). */
	let round = 0;
	const running = new Set<Promise<unknown>>();

	/** Enters a piece of work. @returns its round */
	function enter(network: string | undefined): number {
		if (network === undefined) return round;
		const last = networks.get(network);
		const own = last ? Math.max(round, last.round + 1) : round;
		networks.set(network, { pieces: (last?.pieces ?? 0) + 1, round: own });
		return own;
	}

	function leave(network: string | undefined): void {
		if (network === undefined) return;
		const entered = networks.get(network);
		if (entered && entered.pieces > 1) entered.pieces -= 1;
		else networks.delete(network);
	}

	async function runAlone<T>(work: () => Promise<T>): Promise<T> {
		queue.pause();
		try {
			await Promise.allSettled(running);
			return await work();
		} finally {
			queue.start();
		}
	}

	return async <T>({ network, alone = false }: Turn, work: () => Promise<T>) => {
		const free = places - queue.pending - queue.size;
		const mine = network === undefined ? 0 : (networks.get(network)?.pieces ?? 0);
		if (free <= 0 || mine >= Math.max(1, free * options.scale)) throw new AppError("BUSY", { retryAfter: 5 });
		// Monotonic: changes of the system clock do not count.
		const asked = performance.now();
		const own = enter(network);
		try {
			return await queue.add(
				async () => {
					round = Math.max(round, own);
					if (performance.now() - asked > options.patienceMs) throw new AppError("BUSY", { retryAfter: 5 });
					const piece = alone ? runAlone(work) : work();
					running.add(piece);
					return piece.finally(() => running.delete(piece));
				},
				{ priority: -own },
			);
		} finally {
			leave(network);
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
