import { eq } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import { users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { passwordChangedHereLetter, passwordChangedLetter, resetLetter } from "../../mail/account-letters.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireUser } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Asker } from "../mails/mail-limits.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import type { Accounts } from "./accounts.ts";
import type { Device, Devices } from "./devices.ts";
import { LIFETIME, type OneTimeSecrets } from "./one-time-secrets.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import type { Passwords } from "./password-hashing.ts";
import type { Sessions } from "./sessions.ts";

/** The specification distinguishes expired links from invalid ones (section 4). */
export type LinkFault = "EXPIRED_TOKEN" | "INVALID_TOKEN";

/** Account id that does not exist, so that unknown addresses run the same statements. */
const NOBODY = 0;

export type PasswordReset = ReturnType<typeof createPasswordReset>;

interface Parts {
	accounts: Accounts;
	links: PrivateLinks;
	mailing: Mailing;
	devices: Devices;
	passwords: Passwords;
	secrets: OneTimeSecrets;
	sessions: Sessions;
	tries: PasswordAttempts;
}

export function createPasswordReset({ db, event, security, now }: Runtime, parts: Parts) {
	const { accounts, devices, links, mailing, passwords, secrets, sessions, tries } = parts;

	/**
	 * Sends a link for a new password, if there is such an account and it may get another mail; further requests are
	 * ignored, so that a stranger can neither flood the mailbox nor invalidate the latest link. One transaction with the
	 * same writes either way, so that neither the answer nor its time tells whether the address is known.
	 * @param device without it, the request counts like one from a network of its own
	 */
	async function request(email: string, locale: Locale, device?: Pick<Device, "network" | "secret">): Promise<void> {
		const to = foldEmail(email);
		const asker = askerOf(to, device);
		const isRefused = await db.write((tx) => {
			const row = accounts.byEmail(tx, email);
			const mayGo = mailing.mayBeAsked(tx, "reset", to, asker);
			const userId = mayGo && row && row.disabledAt === null ? row.id : null;
			secrets.revoke(tx, "reset", userId ?? NOBODY);
			const secret = secrets.issue(tx, "reset", { userId, email: to });
			const link = `${links.origin()}/reset-password?${new URLSearchParams({ token: secret, email: to })}`;
			const letter = {
				kind: "reset" as const,
				dedupeKey: `reset:${sha256(secret).toString("hex").slice(0, 32)}`,
				askedBy: mailing.askerOf(asker, to),
				expiresAt: now() + LIFETIME.reset,
				...resetLetter(locale, event.brand(locale), link),
			};
			if (userId === null) mailing.enqueueNothing(tx, letter);
			else mailing.enqueue(tx, { ...letter, to });
			return !mayGo;
		});
		if (isRefused) security.note("limit.hit", { account: security.nameOf(to) });
	}

	/**
	 * A browser that has signed in to an account asks as its owner. Until the address is confirmed all such browsers are one:
	 * anybody can open an account with a stranger's address, and sign in to it from many.
	 */
	function askerOf(email: string, device: Pick<Device, "network" | "secret"> | undefined): Asker {
		const { network = "", secret } = device ?? {};
		if (secret === undefined || !devices.isKnown(email, secret)) return { isOwner: false, of: network };
		const isConfirmed = (accounts.byEmail(db.orm, email)?.verifiedAt ?? null) !== null;
		return { isOwner: true, of: isConfirmed ? secret : "unconfirmed" };
	}

	/**
	 * Whether a browser has signed in to the account with this address before, and has mails left of its own. It is not
	 * refused for what others in its network ask.
	 */
	function hasOwnLeft(email: string, device: Device): boolean {
		const asker = askerOf(email, device);
		return asker.isOwner && mailing.mayBeAsked(db.orm, "reset", foldEmail(email), asker);
	}

	/** Why a link does not work, or undefined if it does. Checking does not use it up. */
	function faultOf(token: string, email: string): LinkFault | undefined {
		const row = secrets.look("reset", token);
		if (row?.userId && row.email === foldEmail(email)) return;
		return secrets.isExpired("reset", token, foldEmail(email)) ? "EXPIRED_TOKEN" : "INVALID_TOKEN";
	}

	/**
	 * Sets a new password, ends all sessions, marks the email address as confirmed and notifies the owner by mail. Does
	 * not log in.
	 * @returns why the link does not work, or undefined when done
	 */
	async function reset(
		actor: Actor,
		{ token, email, password }: { token: string; email: string; password: string },
		locale: Locale,
	): Promise<LinkFault | undefined> {
		const fault = faultOf(token, email);
		if (fault) return fault;
		const passwordHash = await passwords.hash(password, actor.network);
		const subject = await db.write((tx) => {
			const used = secrets.consume(tx, "reset", token);
			if (!used?.userId || used.email !== foldEmail(email)) return;
			tx.update(users).set({ passwordHash }).where(eq(users.id, used.userId)).run();
			accounts.markVerified(tx, used.userId);
			sessions.closeAll(tx, used.userId);
			devices.forget(tx, used.userId);
			const dedupeKey = `notice:password:${used.userId}:${now()}`;
			mailing.enqueue(tx, {
				kind: "notice",
				dedupeKey,
				to: used.email,
				...passwordChangedLetter(locale, event.brand(locale)),
			});
			return used.userId;
		});
		if (subject === undefined) return "INVALID_TOKEN";
		security.note("password.reset", { subject });
	}

	/**
	 * Changes the password of someone logged in, who stays logged in; all other sessions and reset links end, and a
	 * mail notifies the owner. Anyone can open an account with any address, so unconfirmed addresses get few such
	 * mails.
	 * @returns false if the current password is wrong
	 * @throws AppError NOT_SIGNED_IN if the session ended in the meantime, TOO_MANY
	 */
	async function change(
		actor: Actor,
		given: { current: string; password: string },
		{ device, locale }: { device: Device; locale: Locale },
	): Promise<boolean> {
		const { id, email, isVerified, sessionHash } = requireUser(actor);
		const proof = await tries.attempt(email, device, () =>
			accounts.authenticate(email, given.current, device.ipPrefix),
		);
		if (proof?.id !== id) {
			security.note("proof.failed", { user: id });
			return false;
		}
		const passwordHash = await passwords.hash(given.password, device.ipPrefix);
		await db.write((tx) => {
			if (!accounts.stillProven(tx, proof)) throw new AppError("NOT_SIGNED_IN");
			tx.update(users).set({ passwordHash }).where(eq(users.id, id)).run();
			sessions.closeAll(tx, id, sessionHash);
			sessions.refresh(tx, sessionHash);
			devices.forget(tx, id, device.secret);
			secrets.revoke(tx, "reset", id);
			if (!isVerified && !mailing.mayGo(tx, "notice", email)) return;
			const letter = passwordChangedHereLetter(locale, event.brand(locale));
			mailing.enqueue(tx, { kind: "notice", dedupeKey: `notice:password:${id}:${now()}`, to: email, ...letter });
		});
		security.note("password.changed", { subject: id });
		return true;
	}

	return { request, hasOwnLeft, faultOf, reset, change };
}
