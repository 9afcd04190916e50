import { and, eq, exists, inArray, isNotNull, notInArray, or } from "drizzle-orm";
import { LETTER_KINDS, NOT_SENT } from "../../../app/enumerations.ts";
import { ACTIVE, SCHEDULABLE, type Status, statusesOf } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";

/** Statuses each kind of mail matches; mails without a status match all. */
const TRUE_OF: readonly (readonly [kind: string, statuses: readonly Status[]])[] = [
	...LETTER_KINDS.map((kind) => [kind, statusesOf(kind)] as const),
	["slot", SCHEDULABLE],
	["attendance", SCHEDULABLE],
];

/** Cancels unsent mails that no longer match their entry's status, presence or answer. @param entryId only of this entry */
export function cancelOutdated(tx: Orm, entryId?: number): void {
	for (const [kind, statuses] of TRUE_OF) {
		const outdated = tx
			.select({ id: entries.id })
			.from(entries)
			.where(
				and(
					eq(entries.id, outbox.entryId),
					or(
						notInArray(entries.presence, ACTIVE),
						statuses.length > 0 ? notInArray(entries.status, [...statuses]) : undefined,
						kind === "attendance" ? isNotNull(entries.confirmedAt) : undefined,
					),
				),
			);
		tx.update(outbox)
			.set({ state: "cancelled", lastError: NOT_SENT.entry })
			.where(
				and(
					eq(outbox.kind, kind),
					inArray(outbox.state, ["pending", "failed"]),
					entryId === undefined ? undefined : eq(outbox.entryId, entryId),
					exists(outdated),
				),
			)
			.run();
	}
}
