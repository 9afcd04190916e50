import { argon2id, hash, needsRehash, verify } from "argon2";
import { createFairQueue } from "../limits/fair-queue.ts";

/** OWASP's minimum for argon2id; the library's default is four times slower and saturates two cores. */
const COST = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Checked if there is no account or password, to take equally long. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$nYcQJUxPYSkUxRLXvlEGAaXW5D5Lf0XrPBlXHJKeZyM";

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes two passwords at a time: unbounded, a hundred logins would block the server for a second. `network`: /24 or
 * /48 of the request, undefined for the operator.
 */
export function createPasswords(scale: number) {
	const limited = createFairQueue({ concurrency: 2, queue: 64, patienceMs: 5_000, scale });
	return {
		/** @throws AppError BUSY */
		hash: (password: string, network: string | undefined): Promise<string> =>
			limited({ network }, () => hash(password, COST)),
		/** Whether the password is right; a missing hash is never matched, and takes as long to find out. @throws AppError BUSY */
		matches: async (stored: string | null | undefined, password: string, network: string | undefined) => {
			const right = await limited({ network }, () => verify(stored ?? DUMMY_HASH, password));
			return right && typeof stored === "string";
		},
		/** Whether a hash was made at another cost than today's. */
		isOutdated: (stored: string): boolean => needsRehash(stored, COST),
	};
}
