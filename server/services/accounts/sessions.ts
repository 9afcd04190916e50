import { and, desc, eq, gt, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { memberships, sessions, users } from "../../../db/schema.ts";
import { LONGEST_TOKEN_MS, randomToken, sha256 } from "../../secrets.ts";
import { type Actor, requireUser, type SignedIn } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type Account, roleIn } from "./accounts.ts";
import { createBearer } from "./bearer-tokens.ts";
import type { Device } from "./devices.ts";
import { createSessionRecords, REMEMBERED_MS, type SessionRecord } from "./session-records.ts";

const HOUR = 60 * 60 * 1000;
const SHORT_MS = 12 * HOUR;
const LONG_MS = 7 * 24 * HOUR;
/** However often a session is extended, it ends this long after it began. */
const LONGEST_MS = { user: LONGEST_TOKEN_MS, team: SHORT_MS };
/** How long a proof of identity counts as recent. */
const FRESH_MS = HOUR / 4;
const IDLE_MS = { user: 24 * HOUR, remembered: LONG_MS, team: 2 * HOUR };
const TOUCH_EVERY_MS = 5 * 60 * 1000;
const MOST_ENDED = 100;
const MOST_PER_USER = 10;

export interface SessionLifetime {
	/** Remaining lifetime, which the browser uses because its clock may be wrong. */
	lifetimeMs: number;
	remember: boolean;
}

export interface OpenedSession extends SessionLifetime {
	/** The secret the client holds: a cookie value, or a bearer token. */
	secret: string;
	record: SessionRecord;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * One table of sessions for both transports: pages hold the id in a cookie, REST clients hold it inside a signed
 * token. Roles are read from the database at each request, so a change or a log-out acts at once.
 */
export function createSessions({ db, secrets, now }: Runtime) {
	const recordOf = createSessionRecords({ db, now });
	const bearer = createBearer({ secrets, now });

	/**
	 * Opens a session, in the transaction that looks once more whether it may. Remembered: 7 days, else 12 h;
	 * the team always 12 h. Of more than ten the oldest end.
	 */
	function open(
		tx: Orm,
		account: Account,
		options: { kind: "cookie" | "bearer"; remember: boolean; device: Device },
	): OpenedSession {
		tx.update(users).set({ signedInAt: now() }).where(eq(users.id, account.id)).run();
		const id = randomToken();
		const idHash = sha256(id);
		const remember = options.remember && !account.role;
		const expiresAt = now() + (remember ? LONG_MS : SHORT_MS);
		tx.insert(sessions)
			.values({
				idHash,
				userId: account.id,
				kind: options.kind,
				remember,
				createdAt: now(),
				lastSeenAt: now(),
				expiresAt,
				ipPrefix: options.device.ipPrefix,
				userAgent: options.device.userAgent,
			})
			.run();
		const surplus = tx
			.select({ idHash: sessions.idHash })
			.from(sessions)
			.where(and(eq(sessions.userId, account.id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now())))
			.orderBy(desc(sessions.createdAt), desc(sql`rowid`))
			.all()
			.slice(MOST_PER_USER);
		for (const old of surplus) end(tx, old.idHash);
		forgetEnded(tx, account.id);
		const secret = options.kind === "cookie" ? id : bearer.sign(id, account, expiresAt);
		const record = recordOf({ ...account, expiresAt, sessionHash: idHash.toString("hex") });
		return { secret, record, lifetimeMs: expiresAt - now(), remember };
	}

	/** Keeps each account's last hundred ended sessions, and its first, by which later ones are known not to be. */
	function forgetEnded(tx: Orm, userId: number): void {
		const ended = and(eq(sessions.userId, userId), isNotNull(sessions.revokedAt));
		const rowid = sql<number>`rowid`;
		const first = tx.select({ rowid: sql`min(rowid)` }).from(sessions).where(eq(sessions.userId, userId));
		const latest = tx.select({ rowid }).from(sessions).where(ended).orderBy(desc(rowid)).limit(MOST_ENDED);
		tx.delete(sessions)
			.where(and(ended, sql`rowid <> ${first}`, sql`rowid not in ${latest}`))
			.run();
	}

	/** The user of a session cookie; undefined if it is unknown, ended, idle too long or its account is disabled. */
	function fromCookie(id: string): SignedIn | undefined {
		return find(id, "cookie");
	}

	/** The user of a bearer token. The token only carries the session's id: the row decides. */
	function fromBearer(token: string): SignedIn | undefined {
		const id = bearer.read(token);
		return id === undefined ? undefined : find(id, "bearer");
	}

	const lookup = db.orm
		.select()
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.leftJoin(memberships, eq(memberships.userId, users.id))
		.where(and(eq(sessions.idHash, sql.placeholder("idHash")), isNull(sessions.revokedAt), isNull(users.disabledAt)))
		.prepare();

	function find(id: string, kind: "cookie" | "bearer"): SignedIn | undefined {
		const idHash = sha256(id);
		const row = lookup.get({ idHash });
		if (!row || row.sessions.kind !== kind) return;
		const role = roleIn(row.users, row.memberships);
		const idle = role ? IDLE_MS.team : row.sessions.remember ? IDLE_MS.remembered : IDLE_MS.user;
		const expiresAt = Math.min(row.sessions.expiresAt, row.sessions.createdAt + longestOf({ role }));
		if (expiresAt <= now() || row.sessions.lastSeenAt + idle <= now()) return;
		if (row.sessions.lastSeenAt + TOUCH_EVERY_MS <= now()) void touch(idHash);
		return {
			id: row.users.id,
			email: row.users.email ?? "",
			name: row.users.name,
			role,
			isVerified: row.users.verifiedAt !== null,
			expiresAt,
			isFresh: (row.sessions.provenAt ?? row.sessions.createdAt) + FRESH_MS > now(),
			sessionHash: idHash.toString("hex"),
			byToken: kind === "bearer",
		};
	}

	/** Failures are ignored: readers need not wait for the timestamp. */
	async function touch(idHash: Buffer): Promise<void> {
		await db
			.settle((tx) => tx.update(sessions).set({ lastSeenAt: now() }).where(eq(sessions.idHash, idHash)).run())
			.catch(() => undefined);
	}

	/** Account of a session, even if expired (for its drafts); undefined if it was ended. */
	function ownerOf(sessionHash: string): number | undefined {
		return lookup.get({ idHash: Buffer.from(sessionHash, "hex") })?.users.id;
	}

	/** Account of a session, also of one that was ended: whoever has a form that was made in it. */
	function madeFor(sessionHash: string): number | undefined {
		const idHash = Buffer.from(sessionHash, "hex");
		return db.orm.select({ id: sessions.userId }).from(sessions).where(eq(sessions.idHash, idHash)).get()?.id;
	}

	/** Ends one session. Ending it twice is no fault. */
	async function close(user: SignedIn): Promise<void> {
		const idHash = Buffer.from(user.sessionHash, "hex");
		await db.settle((tx) => end(tx, idHash));
	}

	function end(tx: Orm, idHash: Buffer): void {
		tx.update(sessions).set({ revokedAt: now() }).where(eq(sessions.idHash, idHash)).run();
	}

	/** Forgets sessions that ended a month ago. */
	async function sweep(): Promise<void> {
		await db.settle((tx) =>
			tx
				.delete(sessions)
				.where(lt(sessions.expiresAt, now() - REMEMBERED_MS))
				.run(),
		);
	}

	/** Ends all sessions of a user except `but`, in the caller's transaction. */
	function closeAll(tx: Orm, userId: number, except?: string): void {
		const idHash = except ? Buffer.from(except, "hex") : Buffer.alloc(0);
		tx.update(sessions)
			.set({ revokedAt: now() })
			.where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.idHash, idHash)))
			.run();
	}

	/** Ends every session of the person who asks. */
	async function endEverywhere(actor: Actor): Promise<void> {
		const { id } = requireUser(actor);
		await db.settle((tx) => closeAll(tx, id));
	}

	/** Notes that the session's user has proven their identity again. */
	function refresh(tx: Orm, sessionHash: string): void {
		tx.update(sessions)
			.set({ provenAt: now() })
			.where(eq(sessions.idHash, Buffer.from(sessionHash, "hex")))
			.run();
	}

	/** Renews a session to its full length from now, within the maximum. Returns what the browser must be told. */
	async function extend(actor: Actor): Promise<SessionLifetime> {
		const user = requireUser(actor);
		const idHash = Buffer.from(user.sessionHash, "hex");
		return db.settle((tx) => {
			const row = tx.select().from(sessions).where(eq(sessions.idHash, idHash)).get();
			const wished = now() + (row?.remember ? LONG_MS : SHORT_MS);
			const expiresAt = Math.min(wished, (row?.createdAt ?? now()) + longestOf(user));
			tx.update(sessions).set({ expiresAt, lastSeenAt: now() }).where(eq(sessions.idHash, idHash)).run();
			return { lifetimeMs: expiresAt - now(), remember: row?.remember === true };
		});
	}

	return {
		open,
		recordOf,
		fromCookie,
		fromBearer,
		ownerOf,
		madeFor,
		close,
		closeAll,
		endEverywhere,
		extend,
		refresh,
		sweep,
	};
}

const longestOf = ({ role }: Pick<Account, "role">) => (role ? LONGEST_MS.team : LONGEST_MS.user);
