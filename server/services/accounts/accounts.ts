import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { oneLine } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { ACCOUNT_ROLE, type Role } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, memberships, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { verifyLetter } from "../../mail/account-letters.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireUser } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import type { Device } from "./devices.ts";
import type { OneTimeSecrets } from "./one-time-secrets.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import type { Passwords } from "./password-hashing.ts";

export type UserRow = typeof users.$inferSelect;

export interface Account {
	id: number;
	email: string;
	name: string;
	/** The role on the team; undefined for everyone else. */
	role: Role | undefined;
}

/**
 * The account whose credentials matched, with the password hash they matched; no hash if GitHub or a link vouched for
 * it.
 */
export interface Proof {
	id: number;
	passwordHash?: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

interface Parts {
	links: PrivateLinks;
	mailing: Mailing;
	passwords: Passwords;
	secrets: OneTimeSecrets;
	tries: PasswordAttempts;
}

/** The role of an account: its own, or that of its membership. */
export function roleOf(tx: Orm, user: Pick<UserRow, "id" | "isAdmin">): Role | undefined {
	return roleIn(user, tx.select().from(memberships).where(eq(memberships.userId, user.id)).get());
}

/** The same, of rows already read. */
export function roleIn({ isAdmin }: Pick<UserRow, "isAdmin">, membership: { role: Role } | null | undefined) {
	return isAdmin ? ACCOUNT_ROLE : membership?.role;
}

export function accountOf(tx: Orm, row: UserRow): Account {
	const { id, email, name } = row;
	return { id, email: email ?? "", name, role: roleOf(tx, row) };
}

/** Refuses someone without a confirmed address, and says what to do. @param address of their account; "" for none */
export const unconfirmed = (address: string): AppError =>
	new AppError("UNCONFIRMED", address === "" ? { text: "NO_ADDRESS" } : {});

function holds({ id, passwordHash }: Proof) {
	const unchanged = passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash);
	return and(eq(users.id, id), isNull(users.disabledAt), unchanged);
}

export function createAccounts({ db, event, now }: Runtime, { links, mailing, passwords, secrets, tries }: Parts) {
	function byEmail(tx: Orm, email: string): UserRow | undefined {
		return tx
			.select()
			.from(users)
			.where(eq(users.email, foldEmail(email)))
			.get();
	}

	/**
	 * The account these credentials belong to, or undefined; takes equally long for unknown addresses. Hashing takes
	 * time, so pass the result to `stillProven` before relying on it.
	 * @param network of the request, a /24 or /48
	 */
	async function authenticate(
		email: string,
		password: string,
		network: string | undefined,
	): Promise<Proof | undefined> {
		const row = byEmail(db.orm, email);
		const right = await passwords.matches(row?.passwordHash, password, network);
		if (!row?.passwordHash || !right || row.disabledAt !== null) return;
		const proof = { id: row.id, passwordHash: row.passwordHash };
		if (!passwords.isOutdated(row.passwordHash)) return proof;
		const passwordHash = await passwords.hash(password, network);
		const { changes } = await db.write((tx) => tx.update(users).set({ passwordHash }).where(holds(proof)).run());
		// The hash changed during hashing, perhaps only by a concurrent rehash: check again.
		return changes > 0 ? { ...proof, passwordHash } : authenticate(email, password, network);
	}

	/** The account, if what was proven still holds in the caller's transaction. Without a hash it must only be enabled. */
	function stillProven(tx: Orm, proof: Proof): UserRow | undefined {
		return tx.select().from(users).where(holds(proof)).get();
	}

	/**
	 * Opens an account and sends the mail that proves the mailbox. @returns false when the address is taken; the caller
	 * must say so without saying more.
	 */
	async function register(
		actor: Actor,
		given: { name: string; email: string; password: string; locale: Locale },
	): Promise<boolean> {
		const passwordHash = await passwords.hash(given.password, actor.network);
		return db.write((tx) => {
			const row = tx
				.insert(users)
				.values({ email: foldEmail(given.email), name: oneLine(given.name), passwordHash, createdAt: now() })
				.onConflictDoNothing({ target: users.email })
				.returning()
				.get();
			if (row) sendVerification(tx, row, given.locale);
			return row !== undefined;
		});
	}

	/**
	 * Sends the mail that proves the mailbox once more; the link of the one before ends. @returns false when it was not
	 * sent, because the account needs none or had one a short while ago
	 */
	async function verifyAgain(actor: Actor, locale: Locale): Promise<boolean> {
		const { id } = requireUser(actor);
		return db.write((tx) => {
			const row = tx.select().from(users).where(eq(users.id, id)).get();
			return row !== undefined && row.verifiedAt === null && sendVerification(tx, row, locale);
		});
	}

	function sendVerification(tx: Orm, { id, email }: UserRow, locale: Locale): boolean {
		if (!email || !mailing.mayGo(tx, "verify", email)) return false;
		secrets.revoke(tx, "verify", id);
		const secret = secrets.issue(tx, "verify", { userId: id, email });
		const link = `${links.origin()}/verify?token=${secret}`;
		const dedupeKey = `verify:${sha256(secret).toString("hex").slice(0, 32)}`;
		mailing.enqueue(tx, { kind: "verify", dedupeKey, to: email, ...verifyLetter(locale, event.brand(locale), link) });
		return true;
	}

	/** Whether the confirmation link works and belongs to the account logged in, so that no password is needed. */
	function lookAtLink(actor: Actor, secret: string): "own" | "other" | undefined {
		const known = secrets.look("verify", secret);
		return known && (known.userId === actor.user?.id ? "own" : "other");
	}

	/**
	 * Uses the link of that mail. Anyone can register any address, so the reader of the mail must also be the person
	 * who registered: logged in to that account, or knowing its password. Others set a new password instead, which ends
	 * the stranger's sessions.
	 * @throws AppError TOO_MANY
	 */
	async function verifyMailbox(
		actor: Actor,
		secret: string,
		password: string,
		device: Device,
	): Promise<"done" | "bad link" | "wrong password"> {
		const known = secrets.look("verify", secret);
		if (!known?.userId) return "bad link";
		if (known.userId !== actor.user?.id) {
			// No attempt: nothing was tried.
			if (password === "") return "wrong password";
			const row = db.orm.select().from(users).where(eq(users.id, known.userId)).get();
			const look = async () => (await passwords.matches(row?.passwordHash, password, device.ipPrefix)) || undefined;
			if (!(await tries.attempt(row?.email ?? "", device, look))) return "wrong password";
		}
		return db.write((tx) => {
			const used = secrets.consume(tx, "verify", secret);
			const row = used?.userId ? tx.select().from(users).where(eq(users.id, used.userId)).get() : undefined;
			if (!row || row.email !== used?.email) return "bad link";
			markVerified(tx, row.id);
			return "done";
		});
	}

	/** Marks the email address as confirmed, and gives the account the guest entries sent with it. */
	function markVerified(tx: Orm, userId: number): void {
		tx.update(users)
			.set({ verifiedAt: now() })
			.where(and(eq(users.id, userId), isNull(users.verifiedAt)))
			.run();
		claim(tx, userId);
	}

	/**
	 * Gives an account with a confirmed email address the guest entries sent with it. Their private links stop working:
	 * the account takes their place.
	 */
	function claim(tx: Orm, userId: number): void {
		const row = tx.select().from(users).where(eq(users.id, userId)).get();
		if (!row?.email || row.verifiedAt === null) return;
		const claimed = tx
			.update(entries)
			.set({ userId })
			.where(and(isNull(entries.userId), eq(entries.emailFolded, row.email)))
			.returning({ id: entries.id, status: entries.status })
			.all();
		for (const { id: entryId, status: state } of claimed) {
			tx.insert(entryLog).values({ entryId, at: now(), actorId: userId, type: "Claimed", state }).run();
		}
	}

	/** The accounts whose proven mailboxes these are, by folded address: only they are given what others enter for them. */
	function provenOwners(tx: Orm, emails: readonly string[]): ReadonlyMap<string, number> {
		const rows = tx
			.select({ id: users.id, email: users.email })
			.from(users)
			.where(and(inArray(users.email, emails.map(foldEmail)), isNotNull(users.verifiedAt), isNull(users.disabledAt)))
			.all();
		return new Map(rows.map(({ id, email }) => [email ?? "", id]));
	}

	/** The same for one address, or null. */
	function provenOwner(tx: Orm, email: string): number | null {
		return provenOwners(tx, [email]).get(foldEmail(email)) ?? null;
	}

	return {
		provenOwner,
		provenOwners,
		byEmail,
		authenticate,
		stillProven,
		register,
		verifyAgain,
		lookAtLink,
		verifyMailbox,
		markVerified,
		claim,
	};
}
