import {
	and,
	asc,
	count,
	desc,
	eq,
	getTableColumns,
	gt,
	inArray,
	isNotNull,
	isNull,
	like,
	ne,
	notExists,
	type SQL,
	sql,
} from "drizzle-orm";
import { type Need, PAGE_SIZE, type Status } from "../../app/enumerations.ts";
import type { EntryKind, Field } from "../../app/programmes/define.ts";
import { categoriesOf, programmes } from "../../app/programmes/index.ts";
import { entries, entryLog, outbox, slots } from "../../db/schema.ts";
import { type Actor, requireAdmin } from "./actor.ts";
import type { EntryRow } from "./entry-store.ts";
import { searchPattern } from "./fold.ts";
import type { Runtime } from "./runtime.ts";

/** Which entries of a kind, in which order. Empty texts mean all. */
export interface ListQuery {
	q: string;
	track: string;
	status: Status | "";
	need: Need | "";
	/** Answers that must have a value (or one of some), or include it where they are lists. */
	answers: Readonly<Record<string, string | readonly string[]>>;
	/** Field or column to sort by; a minus in front turns the order round. */
	sort: string;
	page: number;
}

/** Entries read at a time for an export. */
const PORTION = 100;

export const ALL: ListQuery = { q: "", track: "", status: "", need: "", answers: {}, sort: "-id", page: 1 };

/** A row of a list, with what only the organisers see. */
export type ListedEntry = Omit<EntryRow, "searchText" | "submissionKey" | "linkVersion" | "emailFolded" | "locale"> & {
	/** Counts down from the total, as the default order does. */
	displayIndex: number;
	/** The acceptance mail was written; `sent` once it left. */
	acceptMail: "none" | "waiting" | "sent" | "failed";
	/** Edited after it was accepted. */
	changed: boolean;
};

export interface ListPage {
	rows: ListedEntry[];
	total: number;
	page: number;
	pages: number;
}

export type EntryLists = ReturnType<typeof createEntryLists>;

/** Lists of entries for organisers: filtered, sorted, in pages or whole. */
export function createEntryLists({ db }: Runtime) {
	const accepted = db.orm
		.select({ id: sql`max(${entryLog.id})` })
		.from(entryLog)
		.where(and(eq(entryLog.entryId, entries.id), eq(entryLog.type, "Status"), eq(entryLog.state, "Accept")));
	const editedSince = sql<number>`(${entries.status} = 'Accept' and exists (select 1 from ${entryLog} where ${and(
		eq(entryLog.entryId, entries.id),
		eq(entryLog.type, "Edited"),
		gt(entryLog.id, sql`(${accepted})`),
	)}))`;
	const mailState = sql<string | null>`(select ${outbox.state} from ${outbox} where ${and(
		eq(outbox.entryId, entries.id),
		eq(outbox.kind, "accept"),
		ne(outbox.state, "cancelled"),
	)} order by ${outbox.id} desc limit 1)`;

	function matching(kind: EntryKind, { q, track, status, need, answers }: ListQuery): SQL | undefined {
		return and(
			// With the plus the index of categories is left alone: reading from the newest entry on is already in order.
			sql`+${inArray(entries.category, categoriesOf(kind))}`,
			q ? sql`${like(entries.searchText, searchPattern(q))} escape '\\'` : undefined,
			track ? eq(entries.trackId, track) : undefined,
			status ? eq(entries.status, status) : undefined,
			need ? needs(need) : undefined,
			...Object.entries(answers).map(([name, value]) =>
				value.length > 0 ? answered(kind, name, [value].flat()) : undefined,
			),
		);
	}

	function needs(need: Need): SQL | undefined {
		switch (need) {
			case "incomplete":
				return and(sql`${entries.incomplete} <> '[]'`, isNull(entries.withdrawnAt));
			case "unmailed":
				return and(eq(entries.status, "Accept"), isNull(entries.withdrawnAt), isNull(mailState));
			case "unplaced": {
				const placed = db.orm.select({ id: slots.entryId }).from(slots).where(eq(slots.entryId, entries.id));
				return and(eq(entries.status, "Accept"), isNull(entries.withdrawnAt), notExists(placed));
			}
			case "changed":
				return editedSince;
			case "withdrawn":
				return isNotNull(entries.withdrawnAt);
		}
	}

	function fieldIn(kind: EntryKind, name: string): Field | undefined {
		return programmes.flatMap((one) => (one.kind === kind ? one.fields : [])).find((one) => one.name === name);
	}

	/** The place of an answer in SQL: its column, else inside the JSON. */
	function placeOf(kind: EntryKind, name: string): SQL {
		const column = fieldIn(kind, name)?.column;
		return column ? sql`${entries[column]}` : sql`${entries.answers} ->> ${`$.${name}`}`;
	}

	function answered(kind: EntryKind, name: string, values: string[]): SQL {
		if (fieldIn(kind, name)?.kind !== "choices") return inArray(placeOf(kind, name), values);
		const included = inArray(sql`one.value`, values);
		return sql`exists (select 1 from json_each(${entries.answers}, ${`$.${name}`}) as one where ${included})`;
	}

	function order(kind: EntryKind, sort: string): SQL[] {
		const name = sort.replace(/^-/, "");
		const direction = sort.startsWith("-") ? desc : asc;
		if (name === "id") return [direction(entries.id)];
		const place =
			name === "updated"
				? sql`${entries.updatedAt}`
				: name === "status"
					? sql`${entries.status}`
					: sql`lower(${placeOf(kind, name)})`;
		return [direction(place), desc(entries.id)];
	}

	const { searchText, submissionKey, linkVersion, emailFolded, locale, ...shown } = getTableColumns(entries);

	function select(where: SQL | undefined) {
		return db.orm
			.select({ ...shown, mail: mailState, changed: editedSince.mapWith(Boolean) })
			.from(entries)
			.where(where);
	}

	/** One page of entries. A page beyond the end is the last one. */
	function list(actor: Actor, kind: EntryKind, query: ListQuery): ListPage {
		requireAdmin(actor);
		const total = db.orm.select({ n: count() }).from(entries).where(matching(kind, query)).get()?.n ?? 0;
		const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
		const page = Math.min(Math.max(1, query.page), pages);
		const first = (page - 1) * PAGE_SIZE;
		const rows = select(matching(kind, query))
			.orderBy(...order(kind, query.sort))
			.limit(PAGE_SIZE)
			.offset(first)
			.all();
		return { rows: rows.map((row, index) => toListed(row, total - first - index)), total, page, pages };
	}

	/**
	 * All entries of a query, or those named, in the query's order: for export. Which they are is settled at once; they
	 * are read in portions while somebody takes them, so that a long list neither fills the memory nor stops other requests.
	 */
	function whole(actor: Actor, kind: EntryKind, query: ListQuery, named?: readonly number[]): Iterable<ListedEntry> {
		requireAdmin(actor);
		const where = named
			? and(inArray(entries.category, categoriesOf(kind)), inArray(entries.id, [...named]))
			: matching(kind, query);
		const found = db.orm
			.select({ id: entries.id })
			.from(entries)
			.where(where)
			.orderBy(...order(kind, query.sort))
			.all();
		return portions(found.map(({ id }) => id));
	}

	function* portions(ids: readonly number[]): Generator<ListedEntry> {
		for (let first = 0; first < ids.length; first += PORTION) {
			const wanted = ids.slice(first, first + PORTION);
			const rows = new Map(
				select(inArray(entries.id, wanted))
					.all()
					.map((row) => [row.id, row]),
			);
			for (const [index, id] of wanted.entries()) {
				const row = rows.get(id);
				if (row) yield toListed(row, ids.length - first - index);
			}
		}
	}

	/** How many entries of a kind have each status, those taken back apart. */
	function statusCounts(actor: Actor, kind: EntryKind): Record<Status, number> {
		requireAdmin(actor);
		const rows = db.orm
			.select({ status: entries.status, n: count() })
			.from(entries)
			.where(and(inArray(entries.category, categoriesOf(kind)), isNull(entries.withdrawnAt)))
			.groupBy(entries.status)
			.all();
		const counts = { New: 0, Hold: 0, Accept: 0, Reject: 0 };
		for (const { status, n } of rows) counts[status] = n;
		return counts;
	}

	/** When the newest entry of a kind arrived, milliseconds since the epoch. */
	function lastReceived(actor: Actor, kind: EntryKind): number | undefined {
		requireAdmin(actor);
		return db.orm
			.select({ at: entries.createdAt })
			.from(entries)
			.where(inArray(entries.category, categoriesOf(kind)))
			.orderBy(desc(entries.id))
			.limit(1)
			.get()?.at;
	}

	return { list, whole, statusCounts, lastReceived };
}

type SelectedRow = Omit<ListedEntry, "displayIndex" | "acceptMail"> & { mail: string | null };

function toListed({ mail, ...row }: SelectedRow, displayIndex: number): ListedEntry {
	const acceptMail = mail === null ? "none" : mail === "sent" || mail === "failed" ? mail : "waiting";
	return { ...row, displayIndex, acceptMail };
}
