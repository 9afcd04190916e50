import { createThread } from "../threads/thread.ts";
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
/** The arrays of the calculation are beside it, a few bytes for each entry and reviewer. */
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

/** Runs `balanceAssignments` in a thread. */
export function createAssignmentThread({ scale, mostMs = MOST_MS, mostHeapMb = MOST_HEAP_MB }: Options) {
	const calculateApart = createThread("assignment", { scale, mostMs, mostWaitMs: MOST_WAIT_MS, mostHeapMb });

	/**
	 * @param network as in `Turn`
	 * @throws AppError BUSY if others wait already, or for too long
	 * @throws RangeError as `balanceAssignments` does
	 */
	return async function calculate(input: AssignmentInput, network: string | undefined): Promise<Calculated> {
		if (!isWithinLimits(input)) return { ok: false, problem: "too-many" };
		const calculated = await calculateApart(input, network);
		return calculated.ok ? { ok: true, assignment: calculated.result } : calculated;
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
