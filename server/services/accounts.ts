import { argon2id, hash, verify } from "argon2";
import { and, count, eq, gt, isNull } from "drizzle-orm";
import { sessions, setupLinks, users } from "../../db/schema.ts";
import { AppError } from "../errors.ts";
import { randomToken, sha256 } from "../secrets.ts";
import { createLimited } from "./limited.ts";
import type { Runtime } from "./runtime.ts";

/** OWASP's minimum for argon2id; the library's default is four times dearer and floods two cores. */
const COST = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const SETUP_LINK_MS = 60 * 60 * 1000;

/** Checked when an address is unknown, so that both answers take the same time. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$nYcQJUxPYSkUxRLXvlEGAaXW5D5Lf0XrPBlXHJKeZyM";

export interface Account {
	id: number;
	email: string;
	isAdmin: boolean;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ db, now }: Runtime) {
	const limited = createLimited({ concurrency: 2, queue: 64, patienceMs: 5_000 });
	const fold = (email: string) => email.trim().toLowerCase();

	function hasAdmin(): boolean {
		const row = db.orm.select({ n: count() }).from(users).where(eq(users.isAdmin, true)).get();
		return (row?.n ?? 0) > 0;
	}

	/** Creates an administrator, or makes the account with this address one. Sessions from before the new password end. */
	async function createAdmin(email: string, password: string): Promise<Account> {
		const passwordHash = await limited(() => hash(password, COST));
		return db.write((tx) => {
			const row = tx
				.insert(users)
				.values({ email: fold(email), passwordHash, isAdmin: true, createdAt: now() })
				.onConflictDoUpdate({ target: users.email, set: { passwordHash, isAdmin: true, disabledAt: null } })
				.returning()
				.get();
			tx.delete(sessions).where(eq(sessions.userId, row.id)).run();
			return { id: row.id, email: fold(email), isAdmin: true };
		});
	}

	/**
	 * A new one-time link token for the first administrator, valid 60 minutes, or undefined once there is one.
	 * Only the newest token works.
	 */
	async function newSetupToken(): Promise<string | undefined> {
		if (hasAdmin()) return;
		const token = randomToken();
		await db.write((tx) => {
			tx.delete(setupLinks).run();
			tx.insert(setupLinks)
				.values({ tokenHash: sha256(token), createdAt: now(), expiresAt: now() + SETUP_LINK_MS })
				.run();
		});
		return token;
	}

	const liveLink = (token: string) =>
		and(eq(setupLinks.tokenHash, sha256(token)), isNull(setupLinks.usedAt), gt(setupLinks.expiresAt, now()));

	/** Whether a set-up link would still work. Looking does not use it up. */
	function isSetupOpen(token: string): boolean {
		return !hasAdmin() && db.orm.select().from(setupLinks).where(liveLink(token)).get() !== undefined;
	}

	/** Uses the link up and makes its holder the first administrator. @throws AppError NOT_FOUND when it is spent. */
	async function completeSetup(token: string, email: string, password: string): Promise<Account> {
		if (!isSetupOpen(token)) throw new AppError("NOT_FOUND");
		const passwordHash = await limited(() => hash(password, COST));
		return db.write((tx) => {
			const used = tx.update(setupLinks).set({ usedAt: now() }).where(liveLink(token)).returning().get();
			if (!used || hasAdmin()) throw new AppError("NOT_FOUND");
			const row = tx
				.insert(users)
				.values({ email: fold(email), passwordHash, isAdmin: true, createdAt: now() })
				.returning()
				.get();
			return { id: row.id, email: fold(email), isAdmin: true };
		});
	}

	/** The account these words belong to, or undefined. Takes as long for an unknown address as for a known one. */
	async function authenticate(email: string, password: string): Promise<Account | undefined> {
		const row = db.orm
			.select()
			.from(users)
			.where(eq(users.email, fold(email)))
			.get();
		const right = await limited(() => verify(row?.passwordHash ?? DUMMY_HASH, password));
		if (!row?.passwordHash || !right || row.disabledAt !== null) return;
		return { id: row.id, email: row.email ?? "", isAdmin: row.isAdmin };
	}

	return { hasAdmin, createAdmin, newSetupToken, isSetupOpen, completeSetup, authenticate };
}
