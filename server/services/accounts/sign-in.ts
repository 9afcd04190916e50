import type { Locale } from "../../../app/programmes/define.ts";
import { formatInstant } from "../../../app/programmes/window.ts";
import { AppError } from "../../errors.ts";
import { adminSignInLetter } from "../../mail/account-letters.ts";
import { sha256 } from "../../secrets.ts";
import type { SecurityEvents } from "../../security-log.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { type Account, type Accounts, accountOf, type Proof } from "./accounts.ts";
import type { Device, Devices } from "./devices.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import type { OpenedSession, Sessions } from "./sessions.ts";

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
	devices: Devices;
	mailing: Mailing;
	sessions: Sessions;
	tries: PasswordAttempts;
}

/** Login, for pages and REST alike: limits, the check, the session, the notice to administrators. */
export function createSignIn({ db, event, security, now }: Runtime, parts: Parts) {
	const { accounts, devices, mailing, sessions, tries } = parts;

	/** @returns undefined for wrong words, whatever is wrong with them. @throws AppError TOO_MANY or BUSY */
	async function withPassword(email: string, password: string, options: Options): Promise<SignedInSession | undefined> {
		const signedIn = await tries.attempt(email, options.device, async () => {
			const proof = await accounts.authenticate(email, password, options.device.ipPrefix);
			return proof && openFor(proof, options, "password");
		});
		if (!signedIn) security.note("sign-in.failed", { by: "password", account: security.nameOf(foldEmail(email)) });
		return signedIn;
	}

	/**
	 * Opens a session for someone whom GitHub or a link vouches for.
	 * @throws AppError NOT_SIGNED_IN if the account is disabled
	 */
	async function open({ id }: Account, options: Options, by: By = "github"): Promise<OpenedSession> {
		const signedIn = await openFor({ id }, options, by);
		if (!signedIn) throw new AppError("NOT_SIGNED_IN");
		return signedIn.session;
	}

	/**
	 * Session, notice and guest entries in one transaction that checks the proof again, so that "log out everywhere"
	 * cannot miss this session.
	 */
	async function openFor(proof: Proof, options: Options, by: By): Promise<SignedInSession | undefined> {
		// Allowed on a full disk: operators must be able to log in.
		const signedIn = await db.settle((tx) => {
			const row = accounts.stillProven(tx, proof);
			if (!row) return;
			const account = accountOf(tx, row);
			accounts.claim(tx, account.id);
			const session = sessions.open(tx, account, options);
			if (options.kind === "cookie" && options.device.secret) devices.remember(tx, account.id, options.device.secret);
			if (account.role && account.email) {
				const time = formatInstant(now(), event.zone(), options.locale);
				const dedupeKey = `notice:sign-in:${account.id}:${sha256(session.secret).toString("hex").slice(0, 32)}`;
				const letter = adminSignInLetter(options.locale, event.brand(options.locale), time);
				mailing.enqueue(tx, { kind: "notice", dedupeKey, to: account.email, ...letter });
			}
			return { account, session };
		});
		if (signedIn)
			security.note("sign-in.ok", { user: signedIn.account.id, by, admin: signedIn.account.role !== undefined });
		return signedIn;
	}

	return { withPassword, open };
}
