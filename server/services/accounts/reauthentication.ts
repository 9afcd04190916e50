import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import { confirmLetter } from "../../mail/account-letters.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import { type Actor, requireUser } from "../actor.ts";
import { createLimiter } from "../limits/rate-limiter.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import type { Accounts } from "./accounts.ts";
import type { Device } from "./devices.ts";
import { LIFETIME, type OneTimeSecrets } from "./one-time-secrets.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import type { Sessions } from "./sessions.ts";

/** Maximum number of codes for one address while the first is valid, and a day: more would only fill a mailbox. */
const MOST_CODES = 3;
const MOST_CODES_A_DAY = 20;

/** How someone logged in can prove their identity again; `github`: only by logging in there again. */
export type WayToProve = "password" | "code" | "github" | "none";

export type Reauthentication = ReturnType<typeof createReauthentication>;

interface Parts {
	accounts: Accounts;
	mailing: Mailing;
	secrets: OneTimeSecrets;
	sessions: Sessions;
	tries: PasswordAttempts;
}

/**
 * Proves that the person using a session is still the one who logged in; actions that export or delete a lot need it
 * (`requireFresh`). Failures count like failed logins.
 */
export function createReauthentication({ db, config, event, security, now }: Runtime, parts: Parts) {
	const { accounts, mailing, secrets, sessions, tries } = parts;
	const codes = createLimiter(MOST_CODES, LIFETIME.confirm / 1000, config.rateLimitScale);

	function accountOf(tx: Orm, id: number) {
		return tx.select().from(users).where(eq(users.id, id)).get();
	}

	function wayOf(actor: Actor): WayToProve {
		const row = accountOf(db.orm, requireUser(actor).id);
		if (row?.passwordHash) return "password";
		if (row?.email && row.verifiedAt !== null && config.smtpUrl !== undefined) return "code";
		return config.github ? "github" : "none";
	}

	/**
	 * Sends a code to an account without a password. It is valid in this session only. @returns false if none was sent:
	 * there is another way, or three were sent a short while ago, or 20 within a day
	 */
	async function sendCode(actor: Actor, locale: Locale): Promise<boolean> {
		const { id, email, sessionHash } = requireUser(actor);
		if (wayOf(actor) !== "code") return false;
		const isAllowed = await codes.consume(sha256(foldEmail(email)).toString("base64")).then(
			() => true,
			() => false,
		);
		if (!isAllowed) return false;
		return db.write((tx) => {
			if (mailing.writtenToday(tx, "confirm", email).length >= MOST_CODES_A_DAY * config.rateLimitScale) return false;
			secrets.revoke(tx, "confirm", id);
			const digits = String(randomInt(100_000_000)).padStart(8, "0");
			secrets.issue(tx, "confirm", { userId: id, email }, secretOf(sessionHash, digits));
			const code = `${digits.slice(0, 4)} ${digits.slice(4)}`;
			const letter = confirmLetter(locale, event.brand(locale), code);
			const dedupeKey = `confirm:${randomToken()}`;
			mailing.enqueue(tx, { kind: "confirm", dedupeKey, to: email, expiresAt: now() + LIFETIME.confirm, ...letter });
			return true;
		});
	}

	/**
	 * Checks the password, or the code of an account without one. @returns whether it was right; the session is fresh
	 * then @throws AppError TOO_MANY
	 */
	async function prove(actor: Actor, typed: string, device: Device): Promise<boolean> {
		const user = requireUser(actor);
		// No attempt: nothing was tried.
		if (typed.trim() === "") return false;
		const way = wayOf(actor);
		const done = await tries.attempt(user.email, device, async () => {
			const proof =
				way === "password" ? await accounts.authenticate(user.email, typed, device.ipPrefix) : { id: user.id };
			if (proof?.id !== user.id) return;
			return db.settle((tx) => {
				const secret = secretOf(user.sessionHash, typed.replace(/\s/g, ""));
				const holds = way === "password" || (way === "code" && secrets.consume(tx, "confirm", secret) !== undefined);
				if (!holds || !accounts.stillProven(tx, proof)) return;
				sessions.refresh(tx, user.sessionHash);
				return true;
			});
		});
		if (!done) security.note("proof.failed", { user: user.id });
		return done === true;
	}

	return { wayOf, sendCode, prove };
}

/** The stored secret of a code, which includes the session. */
function secretOf(sessionHash: string, digits: string): string {
	return sha256(`${sessionHash} ${digits}`).toString("base64url");
}
