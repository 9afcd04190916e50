import { RateLimiterMemory } from "rate-limiter-flexible";

/** Keys remembered at a time. Beyond this the least recently used ones are dropped. */
const MOST_KEYS = 10_000;

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * Counts by key, `points` in so many seconds. Strangers can make any number of keys, so those that were used longest ago
 * are forgotten where there are too many.
 */
export function createLimiter(points: number, seconds: number, scale: number) {
	const memory = new RateLimiterMemory({ points: Math.max(1, Math.floor(points * scale)), duration: seconds });
	const known = new Set<string>();

	function used(key: string): string {
		known.delete(key);
		known.add(key);
		if (known.size > MOST_KEYS) {
			const [oldest = ""] = known;
			known.delete(oldest);
			void memory.delete(oldest);
		}
		return key;
	}

	return {
		points: memory.points,
		/** @throws RateLimiterRes when there is no point left */
		consume: (key: string) => memory.consume(used(key)),
		penalty: (key: string) => memory.penalty(used(key)),
		reward: (key: string) => memory.reward(used(key)),
		delete: (key: string) => memory.delete(key),
	};
}
