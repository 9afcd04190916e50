import { and, eq, exists, inArray, ne, notInArray, or } from "drizzle-orm";
import { LETTER_KINDS, NOT_SENT } from "../../../app/enumerations.ts";
import { SCHEDULABLE, type Status, statusesOf } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";

/** The statuses each kind of letter is true of; a letter that tells of none is true of all. */
const TRUE_OF: readonly (readonly [kind: string, statuses: readonly Status[]])[] = [
	...LETTER_KINDS.map((kind) => [kind, statusesOf(kind)] as const),
	["slot", SCHEDULABLE],
];

/**
 * Cancels letters that did not leave and are not true of their entry any more: it has another status, or was withdrawn.
 * @param entryId only those of this entry
 */
export function cancelOutdated(tx: Orm, entryId?: number): void {
	for (const [kind, statuses] of TRUE_OF) {
		const outdated = tx
			.select({ id: entries.id })
			.from(entries)
			.where(
				and(
					eq(entries.id, outbox.entryId),
					or(
						ne(entries.presence, "active"),
						statuses.length > 0 ? notInArray(entries.status, [...statuses]) : undefined,
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
