import { and, eq, exists, inArray, isNotNull, notInArray, or, type SQL } from "drizzle-orm";
import { LETTER_KINDS, NOT_SENT } from "../../../app/enumerations.ts";
import { ACTIVE, SCHEDULABLE, SILENT, type Status, statusesOf } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";
import { ofThread } from "./mail-limits.ts";

/** Statuses each kind of mail matches; mails without a status match all. */
const TRUE_OF: readonly (readonly [kind: string, statuses: readonly Status[]])[] = [
	...LETTER_KINDS.map((kind) => [kind, statusesOf(kind)] as const),
	["slot", SCHEDULABLE],
	["attendance", SCHEDULABLE],
];

/** Cancels unsent mails that no longer match their entry's status, presence or answer. @param entryId only of this entry */
export function cancelOutdated(tx: Orm, entryId?: number): void {
	const silent = tx.select({ id: entries.id }).from(entries).where(isSilent);
	cancelWaiting(tx, NOT_SENT.spam, and(inArray(outbox.entryId, silent), ofEntry(entryId)));
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
		cancelWaiting(tx, NOT_SENT.entry, and(eq(outbox.kind, kind), ofEntry(entryId), exists(outdated)));
	}
}

/** Cancels all unsent mails about an entry that is removed as spam, those to organisers included. */
export function cancelAllAbout(tx: Orm, entryId: number): void {
	cancelWaiting(tx, NOT_SENT.spam, or(eq(outbox.entryId, entryId), ofThread(`incoming:${entryId}:`)));
}

/** The index of entries that are kept apart finds them. */
const isSilent = and(isNotNull(entries.apartAt), inArray(entries.presence, SILENT));

const ofEntry = (entryId: number | undefined) => (entryId === undefined ? undefined : eq(outbox.entryId, entryId));

function cancelWaiting(tx: Orm, lastError: string, which: SQL | undefined): void {
	tx.update(outbox)
		.set({ state: "cancelled", lastError })
		.where(and(inArray(outbox.state, ["pending", "failed"]), which))
		.run();
}
