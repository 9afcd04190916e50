import { and, eq, gt, inArray, isNull, lt, or } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { oneTimeSecrets } from "../../../db/schema.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";

export type SecretRow = typeof oneTimeSecrets.$inferSelect;
export type SecretKind = SecretRow["kind"];

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** How long each works, in milliseconds. */
export const LIFETIME: Record<SecretKind, number> = {
	setup: 60 * MINUTE,
	verify: 3 * DAY,
	reset: 60 * MINUTE,
	"hand-over": MINUTE,
	oauth: 10 * MINUTE,
	confirm: 15 * MINUTE,
	invite: 7 * DAY,
};
/** An expired link can still be told from a wrong one for this long. */
const REMEMBERED_MS = 7 * DAY;

export type OneTimeSecrets = ReturnType<typeof createOneTimeSecrets>;

/** Secrets that work once and for a limited time. Only their hashes are stored, so a stolen database opens nothing. */
export function createOneTimeSecrets({ db, now }: Pick<Runtime, "db" | "now">) {
	/** Makes a secret inside the caller's transaction, of 256 bits unless it is given. @returns what goes into the link or cookie */
	function issue(
		tx: Orm,
		kind: SecretKind,
		about: { userId?: number | null; email?: string | null; detail?: string | null } = {},
		secret = randomToken(),
	): string {
		const row = { secretHash: sha256(secret), kind, createdAt: now(), expiresAt: now() + LIFETIME[kind] };
		tx.insert(oneTimeSecrets)
			.values({ ...row, ...about })
			.run();
		return secret;
	}

	const live = (kind: SecretKind, secret: string) =>
		and(
			eq(oneTimeSecrets.secretHash, sha256(secret)),
			eq(oneTimeSecrets.kind, kind),
			isNull(oneTimeSecrets.usedAt),
			gt(oneTimeSecrets.expiresAt, now()),
		);

	/** Checks a secret without using it up: mail scanners open links. */
	function look(kind: SecretKind, secret: string): SecretRow | undefined {
		return db.orm.select().from(oneTimeSecrets).where(live(kind, secret)).get();
	}

	/** Whether this secret was valid and unused but has expired. Only its holder can learn this. */
	function isExpired(kind: SecretKind, secret: string, email: string): boolean {
		const row = db.orm
			.select()
			.from(oneTimeSecrets)
			.where(and(eq(oneTimeSecrets.secretHash, sha256(secret)), eq(oneTimeSecrets.kind, kind)))
			.get();
		return row !== undefined && row.usedAt === null && row.email === email && row.expiresAt <= now();
	}

	/** Uses a secret up in one statement: of two concurrent calls, one gets undefined. */
	function consume(tx: Orm, kind: SecretKind, secret: string): SecretRow | undefined {
		return tx.update(oneTimeSecrets).set({ usedAt: now() }).where(live(kind, secret)).returning().get();
	}

	/** Invalidates the unused secrets of a kind, for one user or (setup) for all. */
	function revoke(tx: Orm, kind: SecretKind, userId: number | null): void {
		const whose = userId === null ? isNull(oneTimeSecrets.userId) : eq(oneTimeSecrets.userId, userId);
		tx.update(oneTimeSecrets)
			.set({ usedAt: now() })
			.where(and(eq(oneTimeSecrets.kind, kind), whose, isNull(oneTimeSecrets.usedAt)))
			.run();
	}

	async function sweep(): Promise<void> {
		await db.settle((tx) =>
			tx
				.delete(oneTimeSecrets)
				.where(
					or(
						lt(oneTimeSecrets.expiresAt, now() - REMEMBERED_MS),
						// Kinds for which an expired secret need not be distinguished from a wrong one.
						and(inArray(oneTimeSecrets.kind, ["oauth", "hand-over"]), lt(oneTimeSecrets.expiresAt, now())),
					),
				)
				.run(),
		);
	}

	return { issue, look, isExpired, consume, revoke, sweep };
}
