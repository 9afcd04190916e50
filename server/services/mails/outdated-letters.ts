import { and, eq, exists, inArray, isNotNull, notInArray, or, type SQL, sql } from "drizzle-orm";
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

/**
 * Cancels unsent mails that no longer match their entry's status, presence or answer.
 * @param which only those about an entry, or only these mails; without it all are read, which takes a while for thousands
 */
export function cancelOutdated(tx: Orm, which: { entryId: number | null } | { ids: readonly number[] } | "all"): void {
	const silent = tx.select({ id: entries.id }).from(entries).where(isSilent);
	const outdated = tx
		.select({ id: entries.id })
		.from(entries)
		.where(and(eq(entries.id, outbox.entryId), isUntrue));
	const these = amongThese(which);
	cancelWaiting(tx, NOT_SENT.spam, and(inArray(outbox.entryId, silent), these));
	cancelWaiting(tx, NOT_SENT.entry, and(these, exists(outdated)));
}

/** Whether a mail says what is not so of its entry any more. */
const isUntrue = or(
	...TRUE_OF.map(([kind, statuses]) =>
		and(
			eq(outbox.kind, kind),
			or(
				notInArray(entries.presence, ACTIVE),
				statuses.length > 0 ? notInArray(entries.status, [...statuses]) : undefined,
				kind === "attendance" ? isNotNull(entries.confirmedAt) : undefined,
			),
		),
	),
);

/** Cancels all unsent mails about an entry that is removed as spam, those to organisers included. */
export function cancelAllAbout(tx: Orm, entryId: number): void {
	cancelWaiting(tx, NOT_SENT.spam, or(eq(outbox.entryId, entryId), ofThread(`incoming:${entryId}:`)));
}

/** The index of entries that are kept apart finds them. */
const isSilent = and(isNotNull(entries.apartAt), inArray(entries.presence, SILENT));

function amongThese(which: Parameters<typeof cancelOutdated>[1]): SQL | undefined {
	if (which === "all") return;
	if ("ids" in which) return inArray(outbox.id, [...which.ids]);
	return which.entryId === null ? sql`false` : eq(outbox.entryId, which.entryId);
}

/** Cancels unsent mails. @param lastError why, of `NOT_SENT` */
export function cancelWaiting(tx: Orm, lastError: string, which: SQL | undefined): void {
	tx.update(outbox)
		.set({ state: "cancelled", lastError })
		.where(and(inArray(outbox.state, ["pending", "failed"]), which))
		.run();
}
