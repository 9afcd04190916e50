import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { Locale } from "../../app/programmes/define.ts";
import { formatInstant } from "../../app/programmes/window.ts";
import { AppError } from "../errors.ts";
import { adminSignInLetter } from "../mail/account-letters.ts";
import { sha256 } from "../secrets.ts";
import type { SecurityEvents } from "../security-log.ts";
import { type Account, type Accounts, accountOf, type Proof } from "./accounts.ts";
import { foldEmail } from "./fold.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import type { Mailing } from "./mailing.ts";
import type { Runtime } from "./runtime.ts";
import type { Device, OpenedSession, Sessions } from "./sessions.ts";

const QUARTER_HOUR = 15 * 60;
const SLOWED_MS = 1_000;

export interface SignedInSession {
	account: Account;
	session: OpenedSession;
}

export type SignIn = ReturnType<typeof createSignIn>;

type By = SecurityEvents["sign-in.ok"]["by"];

interface Options {
	kind: "cookie" | "bearer";
	remember: boolean;
	device: Device;
	locale: Locale;
}

interface Parts {
	accounts: Accounts;
	mailing: Mailing;
	sessions: Sessions;
}

/** Signing in, for pages and REST alike: limits, the check, the session, the notice to administrators. */
export function createSignIn({ db, config, security, now }: Runtime, { accounts, mailing, sessions }: Parts) {
	const limiter = (points: number, seconds: number) => createLimiter(points, seconds, config.rateLimitScale);
	const failures = {
		pair: limiter(10, QUARTER_HOUR),
		network: limiter(30, QUARTER_HOUR),
		person: limiter(100, 4 * QUARTER_HOUR),
	};

	/** @returns undefined for wrong words, whatever is wrong with them. @throws AppError TOO_MANY or BUSY */
	async function withPassword(email: string, password: string, options: Options): Promise<SignedInSession | undefined> {
		const { network } = options.device;
		// Addresses people tried are not kept in memory as they are.
		const pair = `${network} ${sha256(foldEmail(email)).toString("base64")}`;
		const person = sha256(foldEmail(email)).toString("base64");
		// Counted before the work, so that many tries at once do not slip through; given back when one is no failure.
		await take(failures.pair, pair);
		await take(failures.network, network);
		const { consumedPoints } = await failures.person.penalty(person);
		// From many places at once an account is slowed, never locked: its owner must still get in.
		if (consumedPoints > failures.person.points) await sleep(SLOWED_MS);
		const giveBack = async () => {
			await failures.pair.reward(pair);
			await failures.network.reward(network);
			await failures.person.reward(person);
		};
		try {
			const proof = await accounts.authenticate(email, password);
			const signedIn = proof && (await openFor(proof, options, "password"));
			if (!signedIn) {
				security.note("sign-in.failed", { by: "password", account: security.nameOf(foldEmail(email)) });
				return;
			}
			await giveBack();
			await failures.pair.delete(pair);
			return signedIn;
		} catch (error) {
			// Nobody has looked at the password, or nothing came of a right one.
			await giveBack();
			throw error;
		}
	}

	/** Opens a session for somebody others vouch for. @throws AppError NOT_SIGNED_IN when the account is disabled */
	async function open({ id }: Account, options: Options, by: By = "github"): Promise<OpenedSession> {
		const signedIn = await openFor({ id }, options, by);
		if (!signedIn) throw new AppError("NOT_SIGNED_IN");
		return signedIn.session;
	}

	/**
	 * The session, the notice to an administrator, and what was sent as a guest meanwhile: one transaction, in which the
	 * proof must still hold, so that nothing that ends all sessions is overtaken by one more.
	 */
	async function openFor(proof: Proof, options: Options, by: By): Promise<SignedInSession | undefined> {
		// On a full disk, too: somebody has to be able to look.
		const signedIn = await db.settle((tx) => {
			const row = accounts.stillProven(tx, proof);
			if (!row) return;
			const account = accountOf(row);
			accounts.claim(tx, account.id);
			const session = sessions.open(tx, account, options);
			if (account.isAdmin && account.email) {
				const time = formatInstant(now(), config.zone, options.locale);
				const dedupeKey = `notice:sign-in:${account.id}:${sha256(session.secret).toString("hex").slice(0, 32)}`;
				const letter = adminSignInLetter(options.locale, config.brand, time);
				mailing.enqueue(tx, { kind: "notice", dedupeKey, to: account.email, ...letter });
			}
			return { account, session };
		});
		if (signedIn) security.note("sign-in.ok", { user: signedIn.account.id, by, admin: signedIn.account.isAdmin });
		return signedIn;
	}

	return { withPassword, open };
}

/** Uses up one of the tries. @throws AppError TOO_MANY when there is none left */
async function take(limiter: Limiter, key: string): Promise<void> {
	try {
		await limiter.consume(key);
	} catch (error) {
		if (!(error instanceof RateLimiterRes)) throw error;
		throw new AppError("TOO_MANY", { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
	}
}
