import { deflateRawSync, inflateRawSync } from "node:zlib";
import { and, asc, desc, eq, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { SCHEDULABLE } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { editedAnswers, entries, entryLog, releases, reviews } from "../../../db/schema.ts";
import type { differences } from "./entry-rows.ts";

/** Bytes of earlier answers that an entry keeps, each counted with those of its row. */
export const MOST_EDIT_BYTES = 256 * 1024;
/** About what a row and its index take beside the text. */
const ROW_BYTES = 64;
/** Above so many bytes of JSON an answer is deflated, and what an edit wrote is read from the next edit. */
const SHORT = 200;
/** First byte of a deflated answer. No JSON begins with it. */
const DEFLATED = 0;

/** What an edit did to one answer. A value is undefined where its text is no longer kept. */
export interface AnswerEdit {
	field: string;
	from: unknown;
	to: unknown;
}

type Line = Pick<typeof entryLog.$inferInsert, "entryId" | "at" | "actorId" | "state">;

/** Writes the line of an edit, with the answers that it changed. */
export function logEdit(tx: Orm, line: Line, changes: ReturnType<typeof differences>): void {
	const { id: logId } = tx
		.insert(entryLog)
		.values({ ...line, type: "Edited" })
		.returning({ id: entryLog.id })
		.get();
	const { entryId } = line;
	const rows = Object.entries(changes).map(([field, { from, to }]) => ({
		logId,
		field,
		entryId,
		before: packed(from),
		after: shortText(to),
	}));
	if (rows.length === 0) return;
	tx.insert(editedAnswers).values(rows).run();
	giveUpOldest(tx, entryId);
}

/**
 * What the edits among these lines changed, by line.
 * @param present the answers of the entry, by the names of their questions
 */
export function editsOf(
	tx: Orm,
	lines: readonly number[],
	present: Readonly<Record<string, unknown>>,
): ReadonlyMap<number, readonly AnswerEdit[]> {
	const rows = tx
		.select({
			logId: editedAnswers.logId,
			field: editedAnswers.field,
			before: editedAnswers.before,
			after: editedAnswers.after,
			isNewest: sql<number>`not exists (${nextOf(sql`1`)})`,
			nextBefore: sql<Buffer | null>`(${nextOf(sql`next.before`)})`,
		})
		.from(editedAnswers)
		.where(inArray(editedAnswers.logId, [...lines]))
		.orderBy(asc(editedAnswers.logId))
		.all();
	const edits = new Map<number, AnswerEdit[]>();
	for (const { logId, field, before, after, isNewest, nextBefore } of rows) {
		const written = () => (isNewest ? (present[field] ?? null) : unpacked(nextBefore));
		const to = after === null ? written() : JSON.parse(after);
		const others = edits.get(logId) ?? [];
		edits.set(logId, [...others, { field, from: unpacked(before), to }]);
	}
	return edits;
}

/** The next edit of the same question: it found what this edit wrote, if that is long. */
const nextOf = (wanted: SQL) => sql`select ${wanted} from ${editedAnswers} next
	where ${editedAnswers.after} is null and next.entry_id = ${editedAnswers.entryId} and next.field = ${editedAnswers.field}
		and next.log_id > ${editedAnswers.logId} order by next.log_id limit 1`;

/** What the answers to these questions were before each edit, oldest first, as far as it is kept. */
export function earlierAnswers(tx: Orm, entryId: number, fields: readonly string[]): unknown[] {
	return tx
		.select({ before: editedAnswers.before })
		.from(editedAnswers)
		.where(and(eq(editedAnswers.entryId, entryId), inArray(editedAnswers.field, [...fields])))
		.orderBy(asc(editedAnswers.logId))
		.all()
		.map(({ before }) => unpacked(before));
}

/**
 * Gives up the oldest texts of an entry that keeps too many, to half of what it may keep, so that not every edit has to.
 * What somebody relied on can be read for ever: the entry as it was submitted, accepted, told, last printed in the
 * schedule, and as each reviewer last read it. Such a state is made of the first text found after it, for each question.
 */
function giveUpOldest(tx: Orm, entryId: number): void {
	const isKept = and(eq(editedAnswers.entryId, entryId), isNotNull(editedAnswers.before));
	const bytes = sql<number>`length(${editedAnswers.before}) + ${ROW_BYTES}`;
	const total = tx
		.select({ bytes: sql<number>`coalesce(sum(${bytes}), 0)` })
		.from(editedAnswers)
		.where(isKept)
		.get();
	if ((total?.bytes ?? 0) <= MOST_EDIT_BYTES) return;
	const rows = tx
		.select({ logId: editedAnswers.logId, field: editedAnswers.field, bytes })
		.from(editedAnswers)
		.where(isKept)
		.orderBy(asc(editedAnswers.logId))
		.all();
	const needed = new Set(statesOf(tx, entryId).flatMap((state) => firstAfter(rows, state)));
	let over = (total?.bytes ?? 0) - MOST_EDIT_BYTES / 2;
	for (const row of rows) {
		if (over <= 0) break;
		if (needed.has(row)) continue;
		const { logId, field } = row;
		tx.update(editedAnswers)
			.set({ before: null })
			.where(and(eq(editedAnswers.logId, logId), eq(editedAnswers.field, field)))
			.run();
		over -= row.bytes;
	}
}

/** The first row after a line of the log, for each question. @param rows in the order of the log */
function firstAfter<R extends { logId: number; field: string }>(rows: readonly R[], state: number): R[] {
	const first = new Map<string, R>();
	for (const row of rows) if (row.logId > state && !first.has(row.field)) first.set(row.field, row);
	return [...first.values()];
}

/** The states of an entry that can be read for ever, each by the last line of the log before it. 0: as submitted. */
function statesOf(tx: Orm, entryId: number): number[] {
	const last = (which: SQL | undefined) =>
		tx
			.select({ id: entryLog.id })
			.from(entryLog)
			.where(and(eq(entryLog.entryId, entryId), which))
			.orderBy(desc(entryLog.id))
			.limit(1)
			.get()?.id ?? 0;
	const event = tx.select({ id: entries.eventId }).from(entries).where(eq(entries.id, entryId));
	const printed = tx
		.select({ at: sql<number>`max(${releases.at})` })
		.from(releases)
		.where(eq(releases.eventId, event));
	const read = tx
		.selectDistinct({ version: reviews.entryVersion })
		.from(reviews)
		.where(eq(reviews.entryId, entryId))
		.all();
	return [
		0,
		last(and(eq(entryLog.type, "Status"), inArray(entryLog.state, SCHEDULABLE))),
		last(isNotNull(entryLog.told)),
		last(lte(entryLog.at, printed)),
		...read.map(({ version }) => version),
	];
}

/** An answer as it is stored: JSON, deflated if it is long. */
export function packed(value: unknown): Buffer {
	const json = Buffer.from(JSON.stringify(value ?? null));
	return json.length <= SHORT ? json : Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(json)]);
}

/** The answer of such bytes. */
export function unpacked(bytes: Buffer | null): unknown {
	if (bytes === null) return;
	return JSON.parse(String(bytes[0] === DEFLATED ? inflateRawSync(bytes.subarray(1)) : bytes));
}

function shortText(value: unknown): string | null {
	const json = JSON.stringify(value ?? null);
	return Buffer.byteLength(json) <= SHORT ? json : null;
}
