import { and, eq, exists, inArray, isNotNull, ne, or } from "drizzle-orm";
import { LETTER_KINDS, LETTER_STATUS } from "../../app/enumerations.ts";
import type { Orm } from "../../db/client.ts";
import { entries, outbox } from "../../db/schema.ts";

/**
 * Cancels letters that did not leave and tell of a status their entry has no more, or of an entry that was taken back.
 * @param entryId only those of this entry
 */
export function cancelOutdated(tx: Orm, entryId?: number): void {
	for (const kind of LETTER_KINDS) {
		const status = LETTER_STATUS[kind];
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
			.set({ state: "cancelled", lastError: "the entry has changed since the letter was written" })
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
