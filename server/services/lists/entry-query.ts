import { and, asc, count, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PAGE_SIZE } from "../../../app/enumerations.ts";
import type { EntryKind } from "../../../app/kinds.ts";
import type { Field } from "../../../app/programmes/define.ts";
import { fieldsOfKind } from "../../../app/programmes/index.ts";
import { entries, entryCounts } from "../../../db/schema.ts";
import { namedBy, withNamed } from "../entries/entry-reference.ts";
import type { Runtime } from "../runtime.ts";
import { foldForSearch } from "../text-folding.ts";

/** What entries are counted by, as columns of the entries or of their counts. */
export type Facets = Readonly<Record<"trackId" | "status" | "isWithdrawn" | "isIncomplete" | "consent", SQLWrapper>>;

export const OF_ENTRIES: Facets = {
	trackId: entries.trackId,
	status: entries.status,
	isWithdrawn: sql`${entries.presence} <> 'active'`,
	isIncomplete: sql`${entries.incomplete} <> '[]'`,
	consent: sql`coalesce(${entries.consent}, -1)`,
};

/** The same without the help of an index. */
const WALKING: Facets = {
	...OF_ENTRIES,
	trackId: sql`+${entries.trackId}`,
	status: sql`+${entries.status}`,
	isWithdrawn: sql`+${entries.presence} <> 'active'`,
	isIncomplete: sql`+${entries.incomplete} <> '[]'`,
};

const OF_COUNTS: Facets = entryCounts;

/** Fewer are sorted once they are found; more are met soon enough by whoever reads the index of the order. */
const WORTH_SORTING = 500;

/** Characters of a term of the index. */
const TERM = 3;

/** A search for more terms than these takes longer than reading the entries. */
const MOST_TERMS = 64;

/** Lists whose statements are kept. */
const MOST_KNOWN = 100;

export interface Wanted {
	kind: EntryKind;
	/** A text to be found anywhere in an entry. */
	q: string;
	/** Searches public text only. */
	inPublic?: boolean;
	/** The filters that have counts. */
	facets: (of: Facets) => SQL | undefined;
	/** What else narrows it. */
	where?: SQL | undefined;
	/** The entries that `where` leaves out, if they are fewer to count than those it keeps. */
	leftOut?: SQL | undefined;
	/** Field or column to sort by; a minus in front turns the order round. Unknown ones are `id`. */
	sort: string;
}

/** Entries that were found. */
export interface Found {
	total(): number;
	/** Their numbers in order, all or some. */
	ids(some?: { first: number; limit: number }): number[];
}

/** What people narrow every list by; empty texts mean all. */
export function chosenIn(of: Facets, { track, status }: { track: string; status: string }): SQL | undefined {
	return and(track ? eq(of.trackId, track) : undefined, status ? eq(of.status, status) : undefined);
}

/** Conditions are written with the kind itself, since an index of one kind cannot be chosen for a kind that is not known yet. */
export function ofKind(kind: EntryKind): SQL {
	return sql`${entries.kind} = ${sql.raw(`'${kind}'`)}`;
}

/** The place of an answer in SQL: its column, else inside the JSON. Undefined for what no form of the kind asks. */
export function placeOf(kind: EntryKind, name: string): SQL | undefined {
	const field = fieldIn(kind, name);
	if (!field) return;
	return field.column ? sql`${entries[field.column]}` : sql`${entries.answers} ->> ${sql.raw(`'$.${field.name}'`)}`;
}

export function fieldIn(kind: EntryKind, name: string): Field | undefined {
	return fieldsOfKind(kind).find((one) => one.name === name);
}

/** What a list is sorted by: as its index has it. Undefined: the number. */
function sortedBy(kind: EntryKind, name: string): SQL | undefined {
	if (name === "updated") return sql`${entries.updatedAt}`;
	if (name === "status") return sql`${entries.status}`;
	const place = placeOf(kind, name);
	return place && (fieldIn(kind, name)?.column === "trackId" ? place : sql`lower(${place})`);
}

/**
 * Finds entries in a time that hardly grows with their number: counts are kept by triggers, texts are found by an index
 * of three characters each (Chinese words are not set apart by spaces, and often have two), each order has an index.
 */
export function createEntryFinding({ db }: Pick<Runtime, "db">) {
	const countOf = (where: SQL | undefined) => db.orm.select({ n: count() }).from(entries).where(where);
	const begunBy = db.orm
		.select({ term: sql<string>`term` })
		.from(sql`entry_terms`)
		.where(sql`term >= ${sql.placeholder("from")} and term < ${sql.placeholder("to")}`)
		.limit(MOST_TERMS + 1)
		.prepare();

	/** The search for a text in the words of the index; undefined where too many terms begin with it, empty where none does. */
	function matchOf({ kind, q, inPublic }: Wanted): string | undefined {
		const text = foldForSearch(q);
		const texts = [...text].length < TERM ? begunBy.all({ from: text, to: `${text}\u{10ffff}` }) : [{ term: text }];
		if (texts.length > MOST_TERMS) return;
		const phrases = texts.map(({ term }) => `"${term.replaceAll('"', '""')}"`);
		return phrases.length > 0 ? `{${inPublic ? "" : `${kind} `}${kind}_shown} : (${phrases.join(" OR ")})` : "";
	}

	/** The same by reading the entries: what so many have is met soon. */
	function scanning(wanted: Wanted): Wanted {
		const text = foldForSearch(wanted.q);
		const isShown = sql`instr(${entries.publicText}, ${text})`;
		const isThere = wanted.inPublic ? isShown : sql`(${isShown} or instr(${entries.searchText}, ${text}))`;
		return { ...wanted, q: "", where: and(wanted.where, isThere), leftOut: undefined };
	}

	/** A search for a reference or number looks up that entry, in addition to the text search. */
	function find(wanted: Wanted): Found {
		const named = namedBy(wanted.kind, wanted.q);
		if (!named) return findText(wanted);
		const itself: Wanted = { ...wanted, where: and(wanted.where, eq(entries.id, named.id)), leftOut: undefined };
		const byId = prepare({ ...itself, q: "" }, () => "");
		const byText = findText(wanted);
		if (!named.whole) {
			const among = prepare(scanning(itself), () => "");
			return withNamed(byText, byId, () => among.total() > 0);
		}
		const chosen = () => (byId.total() > 0 ? byId : byText);
		return { total: () => chosen().total(), ids: (some) => chosen().ids(some) };
	}

	function findText(wanted: Wanted): Found {
		if (!wanted.q) return prepare(wanted, () => "");
		const match = db.remembering(() => matchOf(wanted));
		const indexed = prepare(wanted, () => match() ?? "");
		let scanned: Found | undefined;
		const chosen = () => {
			if (match() !== undefined) return indexed;
			scanned ??= prepare(scanning(wanted), () => "");
			return scanned;
		};
		const isNowhere = () => match() === "";
		return {
			total: () => (isNowhere() ? 0 : chosen().total()),
			ids: (some) => (isNowhere() ? [] : chosen().ids(some)),
		};
	}

	/** @param matchNow what the index is asked for, where there is a search */
	function prepare(wanted: Wanted, matchNow: () => string): Found {
		const { kind, q, facets, where, leftOut } = wanted;
		const narrowed = and(facets(OF_ENTRIES), where);
		const matching = sql`entry_search match ${sql.placeholder("match")}`;
		// The order of the tables is the order of the search, so that it can stop early.
		const joined = sql`entry_search cross join ${entries} on ${entries.id} = entry_search.rowid`;
		const searched = narrowed ? joined : sql`entry_search`;

		function counting() {
			if (q) return db.orm.select({ n: count() }).from(searched).where(and(matching, narrowed)).prepare();
			if (where && !leftOut) return countOf(and(ofKind(kind), narrowed)).prepare();
			const all = sql<number>`coalesce(sum(${entryCounts.n}), 0)`;
			const others = leftOut ? sql` - (${countOf(and(sql`+${ofKind(kind)}`, facets(WALKING), leftOut))})` : sql.empty();
			return db.orm
				.select({ n: sql<number>`${all}${others}` })
				.from(entryCounts)
				.where(and(eq(entryCounts.kind, kind), facets(OF_COUNTS)))
				.prepare();
		}

		/** @param walks reads the entries in order and leaves out what is not wanted, instead of sorting what is */
		function listing(walks: boolean, isBackwards: boolean) {
			const isDescending = wanted.sort.startsWith("-") !== isBackwards;
			const [direction, opposite] = isDescending ? [desc, asc] : [asc, desc];
			const place = sortedBy(kind, wanted.sort.replace(/^-/, ""));
			const isInOrder = q !== "" && !place;
			const id = isInOrder ? sql<number>`entry_search.rowid` : sql<number>`${entries.id}`;
			const among = q ? sql`${entries.id} in (select rowid from entry_search where ${matching})` : undefined;
			const those = and(ofKind(kind), facets(walks && place ? WALKING : OF_ENTRIES), where, among);
			const order = place ? [direction(walks ? place : sql`+${place}`), opposite(id)] : [direction(id)];
			return db.orm
				.select({ id })
				.from(isInOrder ? searched : entries)
				.where(isInOrder ? and(matching, narrowed) : those)
				.orderBy(...order)
				.limit(sql.placeholder("limit"))
				.offset(sql.placeholder("first"))
				.prepare();
		}

		const counted = counting();
		const listings = new Map<string, ReturnType<typeof listing>>();
		const total = db.remembering(() => counted.get({ match: matchNow() })?.n ?? 0);

		function ids(some?: { first: number; limit: number }): number[] {
			const all = total();
			if (all === 0) return [];
			const first = some?.first ?? 0;
			const limit = Math.max(0, Math.min(some?.limit ?? all, all - first));
			// Pages nearer to the end are read from the end.
			const isBackwards = first > all / 2;
			const walks = all > WORTH_SORTING;
			const key = `${walks} ${isBackwards}`;
			const statement = listings.get(key) ?? listing(walks, isBackwards);
			listings.set(key, statement);
			const from = isBackwards ? all - first - limit : first;
			const rows = statement.values({ match: matchNow(), limit, first: from }) as [number][];
			return (isBackwards ? rows.reverse() : rows).flat();
		}

		return { total, ids };
	}

	const known = new Map<string, Found>();

	/** Putting statements together takes longer than running them, and people look at the same few lists again and again. */
	function found(key: object, wanted: () => Wanted): Found {
		const name = JSON.stringify(key);
		const present = known.get(name);
		if (present) return present;
		if (known.size >= MOST_KNOWN) known.clear();
		const one = find(wanted());
		known.set(name, one);
		return one;
	}

	return { find, found };
}

/**
 * One page of the result, and the number of its first entry, counting down from the total. A page beyond the end
 * gives the last one.
 */
export function pageOf(found: Found, asked: number) {
	const total = found.total();
	const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
	const page = Math.min(Math.max(1, asked), pages);
	const first = (page - 1) * PAGE_SIZE;
	return { ids: found.ids({ first, limit: PAGE_SIZE }), highest: total - first, about: { total, page, pages } };
}
