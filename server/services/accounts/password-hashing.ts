import { argon2id, hash, needsRehash, verify } from "argon2";
import { createFairQueue } from "../limits/fair-queue.ts";

export interface HashingCost {
	/** In KiB. */
	memoryCost: number;
	/** Passes over the memory. */
	timeCost: number;
}

/** OWASP's minimum for argon2id; the library's default is four times slower and saturates two cores. */
const COST: HashingCost = { memoryCost: 19_456, timeCost: 2 };

/** Checked if there is no account or password, to take equally long. */
const dummyOf = ({ memoryCost, timeCost }: HashingCost) =>
	`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$c29tZXNhbHRzb21lc2FsdA$nYcQJUxPYSkUxRLXvlEGAaXW5D5Lf0XrPBlXHJKeZyM`;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes two passwords at a time: unbounded, a hundred logins would block the server for a second. `network`: /24 or
 * /48 of the request, undefined for the operator.
 */
export function createPasswords(scale: number, cost = COST) {
	const how = { ...cost, type: argon2id, parallelism: 1 } as const;
	const dummy = dummyOf(cost);
	const limited = createFairQueue({ concurrency: 2, queue: 64, patienceMs: 5_000, scale });
	return {
		/** @throws AppError BUSY */
		hash: (password: string, network: string | undefined): Promise<string> =>
			limited({ network }, () => hash(password, how)),
		/** Whether the password is right; a missing hash is never matched, and takes as long to find out. @throws AppError BUSY */
		matches: async (stored: string | null | undefined, password: string, network: string | undefined) => {
			const right = await limited({ network }, () => verify(stored ?? dummy, password));
			return right && typeof stored === "string";
		},
		/** Whether a hash was made at another cost than today's. */
		isOutdated: (stored: string): boolean => needsRehash(stored, how),
	};
}
