import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, like, type SQL, sql } from "drizzle-orm";
import { type Need, PAGE_SIZE, type Status } from "../../app/enumerations.ts";
import type { EntryKind, Field } from "../../app/programmes/define.ts";
import { categoriesOf, programmes } from "../../app/programmes/index.ts";
import { entries } from "../../db/schema.ts";
import { type Actor, requireAdmin } from "./actor.ts";
import { createEntryNeeds } from "./entry-needs.ts";
import type { EntryRow } from "./entry-store.ts";
import { searchPattern } from "./fold.ts";
import { inPortions } from "./portions.ts";
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

/** Lists whose statements are kept. */
const MOST_VIEWS = 100;

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
	const { editedSince, mailState, needs } = createEntryNeeds({ db });

	/** With the plus the index of categories is left alone: reading from the newest entry on is already in order. */
	function matching(kind: EntryKind, query: Omit<ListQuery, "page">): SQL | undefined {
		return and(sql`+${inArray(entries.category, categoriesOf(kind))}`, narrowing(kind, query));
	}

	function narrowing(kind: EntryKind, { q, track, status, need, answers }: Omit<ListQuery, "page">): SQL | undefined {
		return and(
			q ? sql`${like(entries.searchText, searchPattern(q))} escape '\\'` : undefined,
			track ? eq(entries.trackId, track) : undefined,
			status ? eq(entries.status, status) : undefined,
			need ? needs(need) : undefined,
			...Object.entries(answers).map(([name, value]) =>
				value.length > 0 ? answered(kind, name, [value].flat()) : undefined,
			),
		);
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

	const views = new Map<string, ReturnType<typeof prepareView>>();

	/** Putting statements together takes longer than running them, and organisers look at the same few lists again and again. */
	function viewOf(kind: EntryKind, { page: _, ...query }: ListQuery) {
		const key = JSON.stringify([kind, query]);
		const view = views.get(key) ?? prepareView(kind, query);
		if (views.size >= MOST_VIEWS) views.clear();
		views.set(key, view);
		return view;
	}

	function prepareView(kind: EntryKind, query: Omit<ListQuery, "page">) {
		const where = matching(kind, query);
		const counting = db.orm.select({ n: count() }).from(entries).where(where).prepare();
		const rows = select(where)
			.orderBy(...order(kind, query.sort))
			.limit(PAGE_SIZE)
			.offset(sql.placeholder("first"));
		return { total: db.remembering(() => counting.get()?.n ?? 0), rows: rows.prepare() };
	}

	/** One page of entries. A page beyond the end is the last one. */
	function list(actor: Actor, kind: EntryKind, query: ListQuery): ListPage {
		requireAdmin(actor);
		const view = viewOf(kind, query);
		const total = view.total();
		const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
		const page = Math.min(Math.max(1, query.page), pages);
		const first = (page - 1) * PAGE_SIZE;
		const rows = view.rows.all({ first });
		return { rows: rows.map((row, index) => toListed(row, total - first - index)), total, page, pages };
	}

	const named = select(sql`${entries.id} in (select value from json_each(${sql.placeholder("ids")}))`).prepare();

	/**
	 * All entries of a query, or those named, in the query's order: for export. Which they are is settled at once, they are
	 * read in portions.
	 */
	function whole(actor: Actor, kind: EntryKind, query: ListQuery, ids?: readonly number[]): Iterable<ListedEntry> {
		requireAdmin(actor);
		// An index of the category holds all that is asked for here in the usual order; the entries need not be read.
		const inKind = inArray(entries.category, categoriesOf(kind));
		const found = db.orm
			.select({ id: entries.id })
			.from(entries)
			.where(and(inKind, ids ? inArray(entries.id, [...ids]) : narrowing(kind, query)))
			.orderBy(...order(kind, query.sort))
			.values() as [number][];
		return numberedDown(found.flat());
	}

	function* numberedDown(ids: readonly number[]): Generator<ListedEntry> {
		let displayIndex = ids.length;
		for (const row of inPortions(ids, (some) => named.all({ ids: JSON.stringify(some) }))) {
			yield toListed(row, displayIndex);
			displayIndex -= 1;
		}
	}

	/** How many entries of a kind have each status, those taken back apart. */
	function statusCounts(actor: Actor, kind: EntryKind): Readonly<Record<Status, number>> {
		requireAdmin(actor);
		return countsOf(kind);
	}

	const countsOf = db.remembering((kind: EntryKind) => {
		const rows = db.orm
			.select({ status: entries.status, n: count() })
			.from(entries)
			.where(and(inArray(entries.category, categoriesOf(kind)), isNull(entries.withdrawnAt)))
			.groupBy(entries.status)
			.all();
		const counts = { New: 0, Hold: 0, Accept: 0, Reject: 0 };
		for (const { status, n } of rows) counts[status] = n;
		return counts;
	});

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
