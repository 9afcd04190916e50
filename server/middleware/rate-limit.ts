import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { RateLimiterRes } from "rate-limiter-flexible";
import { textOf } from "../../app/programmes/answers.ts";
import { type Allowance, takesForm } from "../access.ts";
import type { Config } from "../config.ts";
import { AppError, toAppError } from "../errors.ts";
import type { Services } from "../services/index.ts";
import { createLimiter, type Limiter } from "../services/limits/rate-limiter.ts";
import { deviceCookie } from "./cookies.ts";
import { ipPrefix, networkOf } from "./network.ts";
import { isCacheable } from "./page-cache.ts";
import { deviceOf } from "./request-log.ts";

const MINUTE = 60;
const HOUR = 3_600;

/**
 * Requests and seconds per address. Universities share an address, so submissions also have an hourly limit. So do the
 * people at a venue, who read the schedule: each of its pages is rendered once for all of them and then comes from the
 * cache, like photos from the disk. Those answers cost next to nothing and are limited to 500 a second.
 */
const ALLOWANCES: Record<Allowance, readonly (readonly [points: number, seconds: number])[]> = {
	page: [[600, MINUTE]],
	// Rendered for the page cache.
	shared: [[1_800, MINUTE]],
	cached: [[30_000, MINUTE]],
	list: [[60, MINUTE]],
	// Of all data about somebody, with every edit.
	copy: [[10, MINUTE]],
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

/** Counts a request. @returns the refusal above a limit */
export type CountsRequest = (req: Request, allowance: Allowance) => Promise<AppError | undefined>;

interface RateLimit {
	limit: RequestHandler;
	/** Counts what was refused before `limit`: a method, host or origin. */
	countRefused: ErrorRequestHandler;
	/**
	 * Once the body is read: counts a button that only changed language or theme like the page it asks for, and lets the
	 * owner of an account ask for a link whoever else has asked in this network.
	 */
	recount: RequestHandler;
	/** For the page cache, which `limit` leaves its pages to. */
	count: CountsRequest;
}

/**
 * Answers 429 with Retry-After above the row's limit, per address and per network. There is no global limit, which
 * would punish everyone for one sender.
 */
export function createRateLimit(
	config: Config,
	{ passwordReset }: { passwordReset: Pick<Services["passwordReset"], "hasOwnLeft"> },
): RateLimit {
	const { rateLimitScale } = config;
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

	/** What each form was counted with. */
	const counted = new WeakMap<Request, { limiter: Limiter; key: string }[]>();

	/** @returns the refusal above a limit, and whether the form may be shown with it */
	async function count(req: Request, allowance: Allowance) {
		const used: { limiter: Limiter; key: string }[] = [];
		counted.set(req, used);
		let most = 0;
		try {
			for (const { limiter, keyOf, formsFor } of rules[allowance]) {
				most = limiter.points * formsFor;
				const key = keyOf(req.ip);
				used.push({ limiter, key });
				await limiter.consume(key);
			}
			return;
		} catch (error) {
			if (!(error instanceof RateLimiterRes)) throw error;
			const refusal = new AppError("TOO_MANY", { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
			return { refusal, showsForm: error.consumedPoints <= most };
		}
	}

	const limit: RequestHandler = async (req, _res, next) => {
		try {
			req.isCacheable = isCacheable(req, config);
			if (req.isCacheable) return next();
			const above = await count(req, req.access?.allowance ?? "page");
			const keepsForm = above && takesForm(req.access) && (above.showsForm || (await mayBeOwner(req)));
			if (keepsForm) req.refusal = above.refusal;
			next(keepsForm ? undefined : above?.refusal);
		} catch (error) {
			next(error);
		}
	};

	/** Whether a browser that has signed in to some account asks for a link. For which one, only the form says. */
	const mayBeOwner = async (req: Request): Promise<boolean> =>
		req.access?.allowance === "forgot" &&
		deviceCookie(req, config) !== undefined &&
		(await count(req, "page")) === undefined;

	const isOwner = (req: Request): boolean =>
		req.access?.allowance === "forgot" && passwordReset.hasOwnLeft(textOf(req.form, "email"), deviceOf(req, config));

	const recount: RequestHandler = async (req, _res, next) => {
		try {
			if (req.refusal?.code === "TOO_MANY" && isOwner(req)) req.refusal = undefined;
			// Reading a photo is costly, whatever button was pressed.
			if (!req.prefers || req.upload || req.access?.allowance === "page") return next();
			for (const { limiter, key } of counted.get(req) ?? []) await limiter.reward(key);
			if (req.refusal?.code === "TOO_MANY") req.refusal = undefined;
			next((await count(req, "page"))?.refusal);
		} catch (error) {
			next(error);
		}
	};

	const countRefused: ErrorRequestHandler = (error, req, _res, next) => {
		// What `limit` itself refuses has been counted. A fault of ours is nobody's visit.
		if (req.isCacheable !== undefined || toAppError(error).status >= 500) return next(error);
		count(req, "page").then((above) => next(above?.refusal ?? error), next);
	};

	return { limit, countRefused, recount, count: async (req, allowance) => (await count(req, allowance))?.refusal };
}
