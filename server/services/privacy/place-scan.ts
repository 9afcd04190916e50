import { type SQL, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { packed, unpacked } from "../entries/entry-edits.ts";
import { BATCH_SIZE, yieldToOthers } from "../limits/batches.ts";
import { CODED_SIGNS, TYPED_SIGNS, withoutAddresses } from "./addresses-in-text.ts";
import { columnsWith, type Holds, PLACES, type Place } from "./places.ts";

/** A row as it is stored, with those of its columns that are searched. */
export interface StoredRow {
	table: string;
	/** Its number in the table. */
	rowid: number;
	/** The entry it is about; NULL for none. */
	entryId: number | null;
	/** The account that wrote it, where that is known. */
	author: number | null;
	/** The values that decide which page shows the row. */
	shownBy: Readonly<Record<string, string>>;
	values: Readonly<Record<string, string | Buffer | null>>;
}

/** One text of a row. */
export interface Piece {
	holds: Holds;
	/** Name of the question, or of the column. */
	question: string;
	text: string;
	/** Texts that were given with it, by their names. */
	beside: Readonly<Record<string, unknown>>;
}

interface Wanted {
	holds: ReadonlySet<Holds>;
	/** Only rows that can have an address. */
	withSign?: true;
	which?: (place: Place) => boolean;
	/** How far the search is. */
	onProgress?: ((done: number, total: number) => void) | undefined;
}

/** How long other requests wait for one part of a search, in milliseconds. */
const PATIENCE_MS = 5;

/** The rows of all places, a few at a time, in the order of their numbers. Other requests run in between. */
export async function* rowsIn(orm: Orm, { holds, withSign, which, onProgress }: Wanted): AsyncGenerator<StoredRow> {
	const places = Object.entries(PLACES).flatMap(([table, place]) => {
		const columns = columnsWith(place, holds);
		return columns.length > 0 && (which?.(place) ?? true) ? [{ table, place, columns }] : [];
	});
	const lastOf = (table: string) =>
		orm.get<{ n: number | null }>(sql`select max(rowid) as n from ${sql.identifier(table)}`)?.n ?? 0;
	const total = onProgress ? places.reduce((sum, { table }) => sum + lastOf(table), 0) : 0;
	let before = 0;
	let began = performance.now();
	for (const { table, place, columns } of places) {
		const filter = withSign && sql.join(columns.flatMap(hasSign), sql` or `);
		let after = Number.MIN_SAFE_INTEGER;
		for (;;) {
			const last = lastOfBatch(orm, table, after);
			if (last === null) break;
			for (const row of read(orm, { table, place, columns, filter, after, last })) {
				yield row;
				if (performance.now() - began < PATIENCE_MS) continue;
				await yieldToOthers();
				began = performance.now();
			}
			after = last;
			onProgress?.(before + last, total);
			await yieldToOthers();
			began = performance.now();
		}
		before += Math.max(0, after);
	}
}

function hasSign([name, holds]: readonly [string, Holds]): SQL[] {
	const column = sql.identifier(name);
	// An earlier answer may be deflated.
	if (holds === "edit") return [sql`${column} is not null`];
	const coded = CODED_SIGNS.map((sign) => sql`instr(lower(${column}), ${sign}) > 0`);
	return [
		...TYPED_SIGNS.map((sign) => sql`instr(${column}, ${sign}) > 0`),
		// Few texts have a percent sign, so that few are copied for the comparison without case.
		sql`(instr(${column}, '%') > 0 and (${sql.join(coded, sql` or `)}))`,
	];
}

function lastOfBatch(orm: Orm, table: string, after: number): number | null {
	const some = sql`select rowid as r from ${sql.identifier(table)} where rowid > ${after} order by rowid limit ${BATCH_SIZE}`;
	return orm.get<{ last: number | null }>(sql`select max(r) as last from (${some})`)?.last ?? null;
}

interface Batch {
	table: string;
	place: Place;
	columns: readonly (readonly [string, Holds])[];
	filter: SQL | undefined | false;
	after: number;
	last: number;
}

function read(orm: Orm, { table, place, columns, filter, after, last }: Batch): StoredRow[] {
	const where = sql`rowid > ${after} and rowid <= ${last}`;
	const rows = orm.all<Record<string, unknown>>(
		sql`select ${selected(place, columns)} from ${sql.identifier(table)} where ${where} ${filter ? sql`and (${filter})` : sql``} order by rowid`,
	);
	return rows.map((row) => stored(table, place, columns, row));
}

/** The present columns of one row that hold something of people. @returns undefined where it is gone */
function rowAt(orm: Orm, table: string, rowid: number, holds: ReadonlySet<Holds>): StoredRow | undefined {
	const place = PLACES[table];
	if (!place) return;
	const columns = columnsWith(place, holds);
	const row = orm.get<Record<string, unknown>>(
		sql`select ${selected(place, columns)} from ${sql.identifier(table)} where rowid = ${rowid}`,
	);
	return row && stored(table, place, columns, row);
}

function selected({ entry, author, shownBy = [] }: Place, columns: Batch["columns"]): SQL {
	const named = (name: string | undefined, as: string) =>
		sql`${name === undefined ? sql`null` : sql.identifier(name)} as ${sql.identifier(as)}`;
	return sql.join(
		[
			sql`rowid as ${sql.identifier(" row")}`,
			named(entry, " entry"),
			named(author, " author"),
			...shownBy.map((name) => sql.identifier(name)),
			...columns.map(([name]) => sql.identifier(name)),
		],
		sql`, `,
	);
}

function stored(
	table: string,
	{ shownBy = [] }: Place,
	columns: Batch["columns"],
	row: Record<string, unknown>,
): StoredRow {
	const values = Object.fromEntries(columns.map(([name]) => [name, row[name] as string | Buffer | null]));
	return {
		table,
		rowid: Number(row[" row"]),
		entryId: row[" entry"] as number | null,
		author: row[" author"] as number | null,
		shownBy: Object.fromEntries(shownBy.map((name) => [name, String(row[name])])),
		values,
	};
}

/** The texts of a row that people can read, without the copies for searching. */
export function* piecesOf(row: StoredRow): Generator<Piece> {
	const { columns } = PLACES[row.table] ?? { columns: {} };
	for (const [name, value] of Object.entries(row.values)) {
		const holds = columns[name];
		if (value === null || holds === undefined || holds === "nothing" || holds === "copy") continue;
		const question = row.shownBy.field ?? name;
		if (isJson(holds, value)) yield* piecesIn(contentOf(holds, value), { holds, question, beside: {} });
		else yield { holds, question, text: String(value), beside: row.values };
	}
}

const isJson = (holds: Holds, value: string | Buffer) =>
	holds === "json" || holds === "edit" || (holds === "event" && /^[[{]/.test(String(value)));

function contentOf(holds: Holds, value: string | Buffer): unknown {
	try {
		return Buffer.isBuffer(value) ? unpacked(value) : JSON.parse(value);
	} catch {
		return holds === "event" ? value : undefined;
	}
}

/** Keys that name no question: those of a change in the log, and of a text in both languages. */
const NO_QUESTION = new Set(["from", "to", "en", "zh"]);

function* piecesIn(content: unknown, found: Omit<Piece, "text">): Generator<Piece> {
	if (typeof content === "string") yield { ...found, text: content };
	else if (Array.isArray(content)) for (const one of content) yield* piecesIn(one, found);
	else if (typeof content === "object" && content !== null) {
		const beside = content as Record<string, unknown>;
		for (const [name, one] of Object.entries(beside))
			yield* piecesIn(one, { ...found, beside, question: NO_QUESTION.has(name) ? found.question : name });
	}
}

/** The columns that lose an erased address. */
const ERASABLE: ReadonlySet<Holds> = new Set(["text", "json", "edit", "copy", "reply", "view"]);

/** Cuts addresses out of one row, as it is now. @returns whether there were any */
export function removeFrom(tx: Orm, { table, rowid }: StoredRow, addresses: ReadonlySet<string>): boolean {
	const row = rowAt(tx, table, rowid, ERASABLE);
	const place = PLACES[table];
	if (!row || !place) return false;
	const changed = Object.entries(row.values).flatMap(([name, value]) => {
		const holds = place.columns[name];
		if (value === null || holds === undefined || holds === "nothing") return [];
		const next = without(holds, value, addresses);
		return next === undefined ? [] : [{ name, holds, next: holds === "reply" ? NO_REPLY[table] : next }];
	});
	if (changed.length === 0) return false;
	const here = sql`where rowid = ${rowid}`;
	if (changed.some(({ holds }) => holds === "view")) {
		tx.run(sql`delete from ${sql.identifier(table)} ${here}`);
		return true;
	}
	const set = changed.map(({ name, next }) => sql`${sql.identifier(name)} = ${next}`);
	// The entry no longer equals what was submitted, so submitting that again creates a new one.
	if (table === "entries") set.push(sql`submission_key = null`);
	tx.run(sql`update ${sql.identifier(table)} set ${sql.join(set, sql`, `)} ${here}`);
	return true;
}

/** The value of a column without the addresses; undefined if it has none of them. */
function without(holds: Holds, value: string | Buffer, addresses: ReadonlySet<string>): string | Buffer | undefined {
	const taken = (text: string) => withoutAddresses(text, addresses);
	if (holds === "json" || holds === "edit") {
		const content = contentOf(holds, value);
		const next = mapTexts(content, taken);
		if (JSON.stringify(next) === JSON.stringify(content)) return;
		return holds === "edit" ? packed(next) : JSON.stringify(next);
	}
	const next = taken(String(value));
	return next === value ? undefined : next;
}

/** The value that makes replies go to the sender. */
const NO_REPLY: Readonly<Record<string, string | null>> = { outbox: null, broadcasts: "" };

function mapTexts(content: unknown, change: (text: string) => string): unknown {
	if (typeof content === "string") return change(content);
	if (Array.isArray(content)) return content.map((one) => mapTexts(one, change));
	if (typeof content !== "object" || content === null) return content;
	return Object.fromEntries(Object.entries(content).map(([name, one]) => [name, mapTexts(one, change)]));
}
