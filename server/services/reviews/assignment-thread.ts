import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { createFairQueue } from "../limits/fair-queue.ts";
import type { AssignmentInput, BalancedAssignment } from "./balanced-assignment.ts";

export const MOST_ENTRIES = 5_000;
export const MOST_REVIEWERS = 300;
/** Of one entry. */
export const MOST_WANTED = 10;
/** Existing assignments and conflicts, each. */
export const MOST_PAIRS = 100_000;

/** 5,000 entries, 300 reviewers and 3 reviews each took 32 s on two cores that had other work as well. */
const MOST_MS = 60_000;
const MOST_WAIT_MS = 60_000;
/** Of objects; the arrays of the calculation are beside them, a few bytes for each entry and reviewer. */
const MOST_HEAP_MB = 192;

/** `too-many`: beyond a limit of numbers or memory; `too-slow`: ended before it was done. */
export type Calculated = { ok: true; assignment: BalancedAssignment } | { ok: false; problem: "too-many" | "too-slow" };

interface Options {
	/** As in `createFairQueue`. */
	scale: number;
	/** Milliseconds until a calculation is ended. */
	mostMs?: number;
	mostHeapMb?: number;
}

/** Runs `balanceAssignments` in a thread, one calculation at a time, while requests are answered as always. */
export function createAssignmentThread({ scale, mostMs = MOST_MS, mostHeapMb = MOST_HEAP_MB }: Options) {
	const inTurn = createFairQueue({ concurrency: 1, queue: 4, patienceMs: MOST_WAIT_MS, scale });

	/**
	 * @param network as in `Turn`
	 * @throws AppError BUSY if others wait already, or for too long
	 * @throws RangeError as `balanceAssignments` does
	 */
	return async function calculate(input: AssignmentInput, network: string | undefined): Promise<Calculated> {
		if (!isWithinLimits(input)) return { ok: false, problem: "too-many" };
		return inTurn({ network }, () => calculateApart(input, { mostMs, mostHeapMb }));
	};
}

function isWithinLimits({ entries, reviewers, existing, conflicts }: AssignmentInput): boolean {
	return (
		entries.length <= MOST_ENTRIES &&
		reviewers.length <= MOST_REVIEWERS &&
		existing.length <= MOST_PAIRS &&
		conflicts.length <= MOST_PAIRS &&
		entries.every(({ wanted, fits }) => wanted <= MOST_WANTED && fits.length <= reviewers.length)
	);
}

function calculateApart(
	workerData: AssignmentInput,
	{ mostMs, mostHeapMb }: { mostMs: number; mostHeapMb: number },
): Promise<Calculated> {
	return new Promise((done, fail) => {
		const worker = new Worker(WORKER, {
			workerData,
			execArgv: [],
			// It calculates: no setting or key is its business.
			env: {},
			resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
		});
		const patience = setTimeout(() => finish({ ok: false, problem: "too-slow" }), mostMs);
		function finish(calculated: Calculated): void {
			clearTimeout(patience);
			// The next one starts when the memory of this one is free.
			void worker.terminate().then(() => done(calculated));
		}
		worker.once("message", (assignment: BalancedAssignment) => finish({ ok: true, assignment }));
		worker.once("error", (error) => {
			clearTimeout(patience);
			if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") done({ ok: false, problem: "too-many" });
			else fail(error);
		});
	});
}

/** The program of the thread is beside this file, in the sources and in the build. */
const WORKER = new URL(`./assignment-worker${extname(import.meta.url)}`, import.meta.url);
