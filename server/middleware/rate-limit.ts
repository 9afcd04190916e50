import type { RequestHandler } from "express";
import { RateLimiterRes } from "rate-limiter-flexible";
import { type Allowance, takesForm } from "../access.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { createLimiter } from "../services/limits/rate-limiter.ts";
import { ipPrefix, networkOf } from "./network.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Requests and seconds per address. Universities share an address, so submissions also have an hourly limit. */
const ALLOWANCES: Record<Allowance, readonly (readonly [points: number, seconds: number])[]> = {
	page: [[600, MINUTE]],
	list: [[60, MINUTE]],
	submit: [
		[20, MINUTE],
		[120, HOUR],
	],
	// Failed logins are limited by the sign-in service; this bounds the hashing work only.
	"sign-in": [[600, 15 * MINUTE]],
	github: [[30, 15 * MINUTE]],
	reset: [[30, 15 * MINUTE]],
	register: [[10, HOUR]],
	forgot: [[10, HOUR]],
	mail: [[60, MINUTE]],
};
/** Multiple of the per-address limit that a /24 or /48 gets. */
const ADDRESSES_OF_A_NETWORK = 10;
/**
 * Up to this multiple of a limit, refusals show the form again; above it, a small page. Neighbours must not take the
 * form from someone who posts for the first time.
 */
const FORMS_FOR = { address: 2, network: 10 };

/**
 * Answers 429 with Retry-After above the row's limit, per address and per network. There is no global limit, which
 * would punish everyone for one sender.
 */
export function createRateLimit({ rateLimitScale }: Config): RequestHandler {
	const rulesOf = ([points, seconds]: readonly [number, number]) => [
		// Address first: refused requests do not count for the network.
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
