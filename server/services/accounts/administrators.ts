import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { memberships, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { type Account, type Accounts, accountOf } from "./accounts.ts";
import type { Devices } from "./devices.ts";
import type { OneTimeSecrets } from "./one-time-secrets.ts";
import { endInvitations, sentBy } from "./open-invitations.ts";
import type { Passwords } from "./password-hashing.ts";
import type { Sessions } from "./sessions.ts";

export type Administrators = ReturnType<typeof createAdministrators>;

interface Parts {
	accounts: Accounts;
	devices: Devices;
	passwords: Passwords;
	secrets: OneTimeSecrets;
	sessions: Sessions;
}

/** Administrators. Only the operator grants this: by command, environment or first link. */
export function createAdministrators(
	{ db, security, now }: Runtime,
	{ accounts, devices, passwords, secrets, sessions }: Parts,
) {
	/** Creates an administrator, or makes the account with this address one; its mailbox counts as proven. */
	async function create(email: string, password: string): Promise<Account> {
		const passwordHash = await passwords.hash(password, undefined);
		return granted(await db.settle((tx) => grant(tx, email, passwordHash)));
	}

	function granted(account: Account): Account {
		security.note("role.granted", { subject: account.id });
		security.note("password.changed", { subject: account.id });
		return account;
	}

	function grant(tx: Orm, email: string, passwordHash: string): Account {
		const rights = { passwordHash, isAdmin: true, disabledAt: null };
		const adminSince = sql`coalesce(${users.adminSince}, ${now()})`;
		const row = tx
			.insert(users)
			.values({ ...rights, adminSince: now(), email: foldEmail(email), createdAt: now() })
			.onConflictDoUpdate({ target: users.email, set: { ...rights, adminSince } })
			.returning()
			.get();
		tx.delete(memberships).where(eq(memberships.userId, row.id)).run();
		accounts.markVerified(tx, row.id);
		sessions.closeAll(tx, row.id);
		devices.forget(tx, row.id);
		return accountOf(tx, row);
	}

	/** Takes the rights away, and ends the sessions and open invitations. @returns false when there is no such administrator */
	async function revoke(email: string): Promise<boolean> {
		const row = await db.settle((tx) => {
			const row = tx
				.update(users)
				.set({ isAdmin: false, adminSince: null })
				.where(and(eq(users.email, foldEmail(email)), eq(users.isAdmin, true)))
				.returning()
				.get();
			if (!row) return;
			sessions.closeAll(tx, row.id);
			endInvitations(tx, sentBy(row.id), now());
			return row;
		});
		if (row) security.note("role.revoked", { subject: row.id });
		return row !== undefined;
	}

	function list(): Account[] {
		return db.orm
			.select()
			.from(users)
			.where(eq(users.isAdmin, true))
			.orderBy(asc(users.email))
			.all()
			.map((row) => accountOf(db.orm, row));
	}

	function exist(): boolean {
		return (db.orm.select({ n: count() }).from(users).where(eq(users.isAdmin, true)).get()?.n ?? 0) > 0;
	}

	/** Whether this account has been an administrator for longer than all others who still are. */
	function isFirst(userId: number): boolean {
		const first = db.orm
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.isAdmin, true), isNull(users.disabledAt)))
			.orderBy(asc(users.adminSince), asc(users.id))
			.limit(1)
			.get();
		return first?.id === userId;
	}

	/** A new one-time token for the first administrator, or undefined once there is one. Only the newest works. */
	async function newSetupToken(): Promise<string | undefined> {
		if (exist()) return;
		return db.settle((tx) => {
			secrets.revoke(tx, "setup", null);
			return secrets.issue(tx, "setup");
		});
	}

	/** Whether that link would still work. Looking does not use it up. */
	function isSetupOpen(token: string): boolean {
		return !exist() && secrets.look("setup", token) !== undefined;
	}

	/** Uses the link and makes its holder the first administrator. @throws AppError NOT_FOUND when it is spent */
	async function completeSetup(
		actor: Actor,
		{ token, email, password }: { token: string; email: string; password: string },
	): Promise<Account> {
		if (!isSetupOpen(token)) throw new AppError("NOT_FOUND");
		const passwordHash = await passwords.hash(password, actor.network);
		const account = await db.settle((tx) => {
			if (exist() || !secrets.consume(tx, "setup", token)) throw new AppError("NOT_FOUND");
			return grant(tx, email, passwordHash);
		});
		return granted(account);
	}

	return { create, revoke, list, exist, isFirst, newSetupToken, isSetupOpen, completeSetup };
}
