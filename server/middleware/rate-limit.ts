import type { RequestHandler } from "express";
import { RateLimiterRes } from "rate-limiter-flexible";
import { type Allowance, takesForm } from "../access.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { createLimiter } from "../services/limits/rate-limiter.ts";
import { ipPrefix, networkOf } from "./network.ts";

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
/** A /24 or /48 may do as much as so many of its addresses. One has 256 addresses, the other 65,536 networks. */
const ADDRESSES_OF_A_NETWORK = 10;
/**
 * Up to this multiple of a limit, a refusal shows the form again; above it, a cheap answer. Requests of neighbours
 * must not take the form from someone who posts for the first time.
 */
const FORMS_FOR = { address: 2, network: 10 };

/**
 * Answers 429 with Retry-After above the limit of the access row, counted per address and per network. There is no
 * limit for everyone together: it would punish people for requests of others.
 */
export function createRateLimit({ rateLimitScale }: Config): RequestHandler {
	const rulesOf = ([points, seconds]: readonly [number, number]) => [
		// The address first: what it is refused costs its neighbours nothing.
		{ limiter: createLimiter(points, seconds, rateLimitScale), keyOf: networkOf, formsFor: FORMS_FOR.address },
		{
			limiter: createLimiter(points * ADDRESSES_OF_A_NETWORK, seconds, rateLimitScale),
			keyOf: ipPrefix,
			formsFor: FORMS_FOR.network,
		},
	];
	const rules = Object.fromEntries(
		Object.entries(ALLOWANCES).map(([name, allowed]) => [name, allowed.flatMap(rulesOf)]),
	) as Record<Allowance, ReturnType<typeof rulesOf>>;

	return async (req, _res, next) => {
		const row = req.access;
		let most = 0;
		try {
			for (const { limiter, keyOf, formsFor } of rules[row?.allowance ?? "page"]) {
				most = limiter.points * formsFor;
				await limiter.consume(keyOf(req.ip));
			}
			next();
		} catch (error) {
			if (!(error instanceof RateLimiterRes)) return next(error);
			const refusal = new AppError("TOO_MANY", { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
			const keepsForm = takesForm(row) && error.consumedPoints <= most;
			if (keepsForm) req.refusal = refusal;
			next(keepsForm ? undefined : refusal);
		}
	};
}
