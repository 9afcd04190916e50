import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Locale } from "../../app/programmes/define.ts";
import { formatInstant } from "../../app/programmes/window.ts";
import { AppError } from "../errors.ts";
import { adminSignInLetter } from "../mail/account-letters.ts";
import { sha256 } from "../secrets.ts";
import type { Account, Accounts } from "./accounts.ts";
import { foldEmail } from "./fold.ts";
import type { Mailing } from "./mailing.ts";
import type { Runtime } from "./runtime.ts";
import type { Device, OpenedSession, Sessions } from "./sessions.ts";

const QUARTER_HOUR = 15 * 60;

export interface SignedInSession {
	account: Account;
	session: OpenedSession;
}

export type SignIn = ReturnType<typeof createSignIn>;

interface Parts {
	accounts: Accounts;
	mailing: Mailing;
	sessions: Sessions;
}

/** Signing in, for pages and REST alike: limits, the check, the session, the notice to administrators. */
export function createSignIn({ db, config, now }: Runtime, { accounts, mailing, sessions }: Parts) {
	const limiter = (points: number) =>
		new RateLimiterMemory({ points: Math.max(1, Math.floor(points * config.rateLimitScale)), duration: QUARTER_HOUR });
	const failures = { pair: limiter(10), network: limiter(30) };

	/** @returns undefined for wrong words, whatever is wrong with them. @throws AppError TOO_MANY or BUSY */
	async function withPassword(
		email: string,
		password: string,
		options: { kind: "cookie" | "bearer"; remember: boolean; device: Device; locale: Locale },
	): Promise<SignedInSession | undefined> {
		const { network } = options.device;
		// Addresses people tried are not kept in memory as they are.
		const pair = `${network} ${sha256(foldEmail(email)).toString("base64")}`;
		await assertAllowed(failures.pair, pair);
		await assertAllowed(failures.network, network);
		const account = await accounts.authenticate(email, password);
		if (!account) {
			await failures.pair.penalty(pair);
			await failures.network.penalty(network);
			return;
		}
		await failures.pair.delete(pair);
		return { account, session: await open(account, options) };
	}

	/** Opens a session for somebody who has proven who they are. */
	async function open(
		account: Account,
		options: { kind: "cookie" | "bearer"; remember: boolean; device: Device; locale: Locale },
	): Promise<OpenedSession> {
		const session = await sessions.open(account, options);
		if (account.isAdmin && account.email) {
			const letter = adminSignInLetter(options.locale, config.brand, formatInstant(now(), config.zone, options.locale));
			const dedupeKey = `notice:sign-in:${account.id}:${sha256(session.secret).toString("hex").slice(0, 32)}`;
			await db.write((tx) => mailing.enqueue(tx, { kind: "notice", dedupeKey, to: account.email, ...letter }));
		}
		return session;
	}

	return { withPassword, open };
}

async function assertAllowed(limiter: RateLimiterMemory, key: string): Promise<void> {
	const used = await limiter.get(key);
	if (used && used.consumedPoints >= limiter.points) {
		throw new AppError("TOO_MANY", { retryAfter: Math.max(1, Math.ceil(used.msBeforeNext / 1000)) });
	}
}
