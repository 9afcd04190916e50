import { and, eq, exists, inArray, isNotNull, ne, or } from "drizzle-orm";
import { LETTER_KINDS, LETTER_STATUS, NOT_SENT, type Status } from "../../../app/enumerations.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";

/** The status each kind of letter tells of; a place in the schedule is for accepted entries. */
const TOLD: readonly (readonly [kind: string, status: Status | undefined])[] = [
	...LETTER_KINDS.map((kind) => [kind, LETTER_STATUS[kind]] as const),
	["slot", "Accept"],
];

/**
 * Cancels letters that did not leave and tell of a status their entry has no more, or of an entry that was taken back.
 * @param entryId only those of this entry
 */
export function cancelOutdated(tx: Orm, entryId?: number): void {
	for (const [kind, status] of TOLD) {
		const outdated = tx
			.select({ id: entries.id })
			.from(entries)
			.where(
				and(
					eq(entries.id, outbox.entryId),
					or(isNotNull(entries.withdrawnAt), status ? ne(entries.status, status) : undefined),
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
