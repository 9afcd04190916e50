import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Programme } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { entryLog } from "../../../db/schema.ts";
import { readNames } from "./reviewed-entry.ts";

// Written out: of one table alone, drizzle names columns without it, also within a query about another.
const isEdit = sql`entry_log.type = 'Edited'`;

/** The condition that a line of the log is an edit of something that the reviewers of a call read. */
export function isReadEdit(programme: Programme, blind: boolean): SQL {
	const names = JSON.stringify(readNames(programme, blind));
	const changes = sql`select 1 from edited_answers where log_id = entry_log.id and field in (select value from json_each(${names}))`;
	return sql`${isEdit} and exists (${changes})`;
}

/**
 * The version of an entry: the last line of its log about an edit; 0: as it was submitted.
 * @param edits which edits count; all by default @param until the latest that does
 */
export function versionOf(
	tx: Orm,
	entryId: number,
	{ edits = isEdit, until }: { edits?: SQL; until?: number } = {},
): number {
	const earlier = until === undefined ? undefined : sql`${entryLog.id} <= ${until}`;
	const last = tx
		.select({ id: sql<number | null>`max(${entryLog.id})` })
		.from(entryLog)
		.where(and(eq(entryLog.entryId, entryId), edits, earlier))
		.get();
	return last?.id ?? 0;
}
