import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { NOT_SENT } from "../../../app/enumerations.ts";
import type { Orm } from "../../../db/client.ts";
import { oneTimeSecrets, outbox } from "../../../db/schema.ts";

/** Invitations to the team that were neither accepted nor withdrawn. */
export const openInvitations = and(eq(oneTimeSecrets.kind, "invite"), isNull(oneTimeSecrets.usedAt));

/** Those that one administrator sent. */
export function sentBy(userId: number): SQL {
	return sql`${oneTimeSecrets.detail} ->> '$.by' = ${userId}`;
}

/**
 * Makes open invitations void and cancels their unsent emails, for good if an organiser had cancelled them before.
 * @returns how many there were
 */
export function endInvitations(tx: Orm, which: SQL, now: number): number {
	const ended = tx.update(oneTimeSecrets).set({ usedAt: now }).where(and(openInvitations, which)).returning().all();
	for (const { email } of ended) {
		const unsent = and(
			eq(outbox.kind, "invite"),
			eq(outbox.toAddress, email ?? ""),
			inArray(outbox.state, ["pending", "cancelled"]),
		);
		tx.update(outbox).set({ state: "cancelled", lastError: NOT_SENT.invitation, body: "" }).where(unsent).run();
	}
	return ended.length;
}
