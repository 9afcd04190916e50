import { eq, sql } from "drizzle-orm";
import { permissionOf } from "../../../app/roles.ts";
import { sessions, users } from "../../../db/schema.ts";
import type { SignedIn } from "../actor.ts";
import type { Runtime } from "../runtime.ts";

/** How long ended sessions are remembered, to find their drafts and recognise returning people. */
export const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;
/** Display name of accounts without an address (specification section 3). */
const NO_ADDRESS = "github-user";

/** What a client may know and keep of a session (specification section 3), without the secret. */
export interface SessionRecord {
	/** Seconds since the epoch. */
	exp: number;
	email: string;
	permission: "admin" | "user";
	/** This is the first session of the account. */
	isNewUser: boolean;
}

/** What the clients of sessions may be told about them. */
export function createSessionRecords({ db, now }: Pick<Runtime, "db" | "now">) {
	const firstOf = db.orm
		.select({ idHash: sessions.idHash, userSince: users.createdAt })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(eq(sessions.userId, sql.placeholder("userId")))
		.orderBy(sessions.createdAt, sql`${sessions}.rowid`)
		.limit(1)
		.prepare();

	/** Whether this is the account's first session; false for an old account whose earlier sessions were forgotten. */
	function isFirst(userId: number, sessionHash: string): boolean {
		const first = firstOf.get({ userId });
		return (
			first !== undefined && first.userSince >= now() - REMEMBERED_MS && first.idHash.toString("hex") === sessionHash
		);
	}

	return function recordOf(
		session: Pick<SignedIn, "id" | "email" | "role" | "expiresAt" | "sessionHash">,
	): SessionRecord {
		return {
			exp: Math.floor(session.expiresAt / 1000),
			email: session.email || NO_ADDRESS,
			permission: permissionOf(session.role),
			isNewUser: isFirst(session.id, session.sessionHash),
		};
	};
}
