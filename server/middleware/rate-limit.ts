import type { RequestHandler } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Allowance } from "../access.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { networkOf } from "./network.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Calls per address and seconds. Universities share one address, so submissions are counted by the hour too. */
const ALLOWANCES: Record<Allowance, readonly (readonly [points: number, seconds: number])[]> = {
	page: [[600, MINUTE]],
	list: [[60, MINUTE]],
	submit: [
		[20, MINUTE],
		[120, HOUR],
	],
	// Failures are counted by the sign-in service; this only bounds the work of a university that signs in at once.
	"sign-in": [[600, 15 * MINUTE]],
	github: [[30, 15 * MINUTE]],
	reset: [[30, 15 * MINUTE]],
	register: [[10, HOUR]],
	forgot: [[10, HOUR]],
	mail: [[60, MINUTE]],
};
const SUBMISSIONS_OF_ALL_PER_MINUTE = 900;

/** Refuses with 429 and Retry-After what exceeds the allowance of the access row, counted per address. */
export function createRateLimit({ rateLimitScale }: Config): RequestHandler {
	const limiter = (points: number, seconds: number) =>
		new RateLimiterMemory({ points: Math.max(1, Math.floor(points * rateLimitScale)), duration: seconds });
	const limiters = Object.fromEntries(
		Object.entries(ALLOWANCES).map(([name, rules]) => [
			name,
			rules.map(([points, seconds]) => limiter(points, seconds)),
		]),
	) as Record<Allowance, RateLimiterMemory[]>;
	const everybody = limiter(SUBMISSIONS_OF_ALL_PER_MINUTE, MINUTE);

	return async (req, _res, next) => {
		const row = req.access;
		const allowance = row?.allowance ?? "page";
		const rules = limiters[allowance].map((limiter) => ({ limiter, key: networkOf(req.ip) }));
		if (allowance === "submit") rules.push({ limiter: everybody, key: "all" });
		let most = 0;
		try {
			for (const { limiter, key } of rules) {
				most = limiter.points;
				await limiter.consume(key);
			}
			next();
		} catch (error) {
			if (!(error instanceof RateLimiterRes)) return next(error);
			const refusal = new AppError("TOO_MANY", { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
			// A person gets the form back. Whoever goes on and on gets an answer that costs nothing.
			const keepsForm = row?.kind === "page" && row.body !== undefined && error.consumedPoints <= 2 * most;
			if (keepsForm) req.refusal = refusal;
			next(keepsForm ? undefined : refusal);
		}
	};
}
