import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../secrets.ts";
import { createLimiter, type Limiter } from "../limits/rate-limiter.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import type { Device, Devices } from "./devices.ts";

const QUARTER_HOUR = 15 * 60;
const SLOWED_MS = 1_000;
/** Stricter limit per account from a network with many failures (a conference shares one address). */
const FEW = 3;

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

/**
 * Limits password attempts wherever a password is asked for: ten failures for one account from one network, and
 * thirty from one network for all accounts; after that each account has three. So nobody is locked out by failures of
 * others nearby, and someone who tries one password on many accounts is stopped. A browser that has logged in to the
 * account before has ten attempts of its own.
 */
export function createPasswordAttempts({ config }: Pick<Runtime, "config">, { devices }: { devices: Devices }) {
	const limiter = (points: number, seconds: number) => createLimiter(points, seconds, config.rateLimitScale);
	const failures = {
		pair: limiter(10, QUARTER_HOUR),
		network: limiter(30, QUARTER_HOUR),
		device: limiter(10, QUARTER_HOUR),
		person: limiter(100, 4 * QUARTER_HOUR),
	};
	const few = Math.max(1, Math.floor(FEW * config.rateLimitScale));

	/**
	 * Runs a check of a password or code, with limits.
	 * @param email as typed
	 * @param look returns undefined if wrong; thrown errors do not count as failures
	 * @throws AppError TOO_MANY
	 */
	async function attempt<T>(email: string, device: Device, look: () => Promise<T | undefined>): Promise<T | undefined> {
		// Addresses people tried are not kept in memory as they are.
		const person = sha256(foldEmail(email)).toString("base64");
		const known = device.secret !== undefined && devices.isKnown(email, device.secret);
		const own = known ? failures.device : failures.pair;
		const key = `${known ? sha256(device.secret ?? "").toString("base64") : device.network} ${person}`;
		// Counted before checking, so that parallel attempts do not slip through; refunded on success.
		const mine = await take(own, key);
		const { consumedPoints } = await failures.person.penalty(person);
		const around = known ? undefined : await failures.network.penalty(device.network);
		const giveBack = async () => {
			await own.reward(key);
			await failures.person.reward(person);
			if (around) await failures.network.reward(device.network);
		};
		if (around && around.consumedPoints > failures.network.points && mine.consumedPoints > few) {
			await giveBack();
			throw tooMany(around);
		}
		// Attempts from many networks slow an account down but never lock it.
		if (consumedPoints > failures.person.points) await sleep(SLOWED_MS);
		try {
			const found = await look();
			if (found === undefined) return;
			await giveBack();
			await own.delete(key);
			return found;
		} catch (error) {
			// Refunds an attempt: not checked, or correct.
			await giveBack();
			throw error;
		}
	}

	return { attempt };
}

/** Uses up one of the tries. @throws AppError TOO_MANY when there is none left */
async function take(limiter: Limiter, key: string): Promise<RateLimiterRes> {
	try {
		return await limiter.consume(key);
	} catch (error) {
		if (!(error instanceof RateLimiterRes)) throw error;
		throw tooMany(error);
	}
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
	return new AppError("TOO_MANY", { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}
