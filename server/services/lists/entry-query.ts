import { and, asc, count, desc, eq, inArray, notInArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import type { Field } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { referencesIn } from "../../../app/search/references.ts";
import { searchWords } from "../../../app/search/words.ts";
import { entries, entryCounts, events } from "../../../db/schema.ts";
import { KNOWN_STATUS } from "../entries/told.ts";
import type { KnownEvent } from "../event/current-event.ts";
import type { Runtime } from "../runtime.ts";
import { countedInLists, type Facets, notApart, OF_COUNTS, OF_ENTRIES, WALKING } from "./entry-facets.ts";
import { standsBefore } from "./entry-order.ts";
import { createEntrySearch, hasWords } from "./entry-search.ts";
import { type Found, oneAfterTheOther } from "./result-pages.ts";

/** Results below this number are sorted after the search; larger ones are read in the order of the sort index. */
const WORTH_SORTING = 500;

/** Maximum number of cached statements. */
const MOST_KNOWN = 100;

export interface Wanted {
	kind: EntryKind;
	/** Words to be found anywhere in an entry, and entries by their references. */
	q: string;
	/** Searches public text only, and knows the statuses that were told. */
	inPublic?: boolean;
	/** The condition that an entry shows the answer to a question; undefined: all do. Hidden answers sort like missing ones. */
	showing?: (field: Field) => SQL | undefined;
	/** The filters that have counts. */
	facets: (of: Facets) => SQL | undefined;
	/** Further conditions. */
	where?: SQL | undefined;
	/** The entries that `where` leaves out, if they are fewer to count than those it keeps. */
	leftOut?: SQL | undefined;
	/** Field or column to sort by; a minus in front turns the order round. Unknown ones are `id`. */
	sort: string;
}

/** How some words are searched for. */
interface Searched {
	/** Current query of the index, if it is used. */
	match?: () => string;
	/** Entries that are not wanted. */
	except?: readonly number[];
}

const notAmong = (id: SQLWrapper, ids: readonly number[]) => (ids.length > 0 ? notInArray(id, [...ids]) : undefined);

/**
 * Entries of a kind, of one event, as lists have them. The kind is written into the statement, because SQLite cannot choose a partial index
 * for a bound value.
 */
export function ofKind(kind: EntryKind, { id }: Pick<KnownEvent, "id">): SQL {
	return sql`${entries.eventId} = ${id()} and ${entries.kind} = ${sql.raw(`'${kind}'`)} and ${notApart()}`;
}

/** The place of an answer in SQL: its column, else inside the JSON. Undefined for what no form of the kind asks. */
export function placeOf(registry: Registry, kind: EntryKind, name: string): SQL | undefined {
	const field = fieldIn(registry, kind, name);
	if (!field) return;
	return field.column ? sql`${entries[field.column]}` : answerTo(field.name);
}

/** An answer inside the JSON. The name of a question has only letters and digits, and indexes need it in the statement. */
export const answerTo = (name: string): SQL => sql`${entries.answers} ->> ${sql.raw(`'$.${name}'`)}`;

export function fieldIn(registry: Registry, kind: EntryKind, name: string): Field | undefined {
	return registry.fieldsOfKind(kind).find((one) => one.name === name);
}

/** SQL expression to sort by, as in its index. Undefined: the number. */
function sortedBy(registry: Registry, { kind, inPublic, showing, sort }: Wanted): SQL | undefined {
	const name = sort.replace(/^-/, "");
	if (name === "updated") return sql`${entries.updatedAt}`;
	if (name === "status") return sql`${inPublic ? KNOWN_STATUS : entries.status}`;
	const [field, place] = [fieldIn(registry, kind, name), placeOf(registry, kind, name)];
	if (!field || !place) return;
	const key = field.column === "trackId" ? place : sql`lower(${place})`;
	const isShown = showing?.(field);
	return isShown ? sql`case when ${isShown} then ${key} end` : key;
}

/**
 * Finds entries in a time that hardly grows with their number: triggers maintain the counts, a full-text index finds
 * words, and each order has an index.
 */
export function createEntryFinding({ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">) {
	const { wayTo } = createEntrySearch({ db });
	const hasSeveralEvents = () => db.orm.select({ id: events.id }).from(events).limit(2).all().length > 1;
	const countOf = (where: SQL | undefined) => db.orm.select({ n: count() }).from(entries).where(where);

	/** The entries that a search names come first, then those with its words. */
	function find(wanted: Wanted): Found {
		const { kind, q, where } = wanted;
		const named = referencesIn(q).filter((one) => (one.kind ?? kind) === kind);
		if (named.length === 0) return findWords(wanted);
		const ids = [...new Set(named.map(({ id }) => id))];
		const byId = prepare({ ...wanted, where: and(where, inArray(entries.id, ids)), leftOut: undefined });
		return oneAfterTheOther(byId, findWords(wanted, ids));
	}

	/** @param except entries that are not among them */
	function findWords(wanted: Wanted, except: readonly number[] = []): Found {
		const words = searchWords(wanted.q);
		if (words.length === 0) return prepare(wanted);
		const { kind, inPublic = false } = wanted;
		const way = db.remembering(() => wayTo({ kind, words, inPublic }));
		const ways = new Map<string, Found>();
		function found(): Found | undefined {
			const present = way();
			if (!present) return;
			const { match, read } = present;
			const key = JSON.stringify([match !== "", read]);
			const known = ways.get(key);
			if (known) return known;
			const where = and(wanted.where, hasWords({ words: read, inPublic }));
			const searched = match !== "" && { match: () => way()?.match ?? "" };
			const one = prepare({ ...wanted, where, leftOut: undefined }, { except, ...searched });
			ways.set(key, one);
			return one;
		}
		return {
			total: () => found()?.total() ?? 0,
			ids: (some) => found()?.ids(some) ?? [],
			before: (id) => found()?.before(id) ?? 0,
		};
	}

	function prepare(wanted: Wanted, { match, except = [] }: Searched = {}): Found {
		const { kind, facets, leftOut } = wanted;
		const where = match ? wanted.where : and(wanted.where, notAmong(entries.id, except));
		// The index of words is of all events.
		const ofEvent = match && hasSeveralEvents() ? eq(entries.eventId, event.id()) : undefined;
		const narrowed = and(facets(OF_ENTRIES), where, ofEvent);
		const asked = sql`entry_search match ${sql.placeholder("match")}`;
		const matching = and(asked, notAmong(sql`entry_search.rowid`, except), notApart(sql`entry_search.rowid`));
		// The order of the tables is the order of the search, so that it can stop early.
		const joined = sql`entry_search cross join ${entries} on ${entries.id} = entry_search.rowid`;
		const searched = narrowed ? joined : sql`entry_search`;

		function counting() {
			if (match) return db.orm.select({ n: count() }).from(searched).where(and(matching, narrowed)).prepare();
			if (where && !leftOut) return countOf(and(ofKind(kind, event), narrowed)).prepare();
			const all = sql<number>`coalesce(sum(${entryCounts.n}), 0)`;
			const others = leftOut
				? sql` - (${countOf(and(sql`+${ofKind(kind, event)}`, facets(WALKING), leftOut))})`
				: sql.empty();
			return db.orm
				.select({ n: sql<number>`${all}${others}` })
				.from(entryCounts)
				.where(and(eq(entryCounts.eventId, event.id()), eq(entryCounts.kind, kind), countedInLists, facets(OF_COUNTS)))
				.prepare();
		}

		/** @param walks reads the entries in order and leaves out what is not wanted, instead of sorting what is */
		function listing(walks: boolean, isBackwards: boolean) {
			const isDescending = wanted.sort.startsWith("-") !== isBackwards;
			const [direction, opposite] = isDescending ? [desc, asc] : [asc, desc];
			const place = sortedBy(registry(), wanted);
			const isInOrder = match !== undefined && !place;
			const id = isInOrder ? sql<number>`entry_search.rowid` : sql<number>`${entries.id}`;
			const among = match ? sql`${entries.id} in (select rowid from entry_search where ${matching})` : undefined;
			const those = and(ofKind(kind, event), facets(walks && place ? WALKING : OF_ENTRIES), where, among);
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
		const total = db.remembering(() => counted.get({ match: match?.() })?.n ?? 0);

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
			const rows = statement.values({ match: match?.(), limit, first: from }) as [number][];
			return (isBackwards ? rows.reverse() : rows).flat();
		}

		function before(id: number): number {
			const place = sortedBy(registry(), wanted);
			const here = place && db.orm.select({ key: place }).from(entries).where(eq(entries.id, id)).get();
			const ahead = standsBefore(id, here?.key ?? null, { place, isDescending: wanted.sort.startsWith("-") });
			const among = match ? sql`${entries.id} in (select rowid from entry_search where ${matching})` : undefined;
			return (
				countOf(and(ofKind(kind, event), narrowed, among, ahead))
					.prepare()
					.get({ match: match?.() })?.n ?? 0
			);
		}

		return { total, ids, before };
	}

	const known = new Map<string, Found>();
	let knownFor: Registry | undefined;

	/**
	 * Statements are cached: building one takes longer than running it, and people open the same few lists again and
	 * again. Where answers are stored follows from the programmes.
	 */
	function found(key: object, wanted: () => Wanted): Found {
		if (knownFor !== registry()) known.clear();
		knownFor = registry();
		const name = JSON.stringify(key);
		const one = known.get(name) ?? find(wanted());
		// Least recently used first, so that a search typed letter by letter displaces no list in use.
		known.delete(name);
		known.set(name, one);
		const [oldest] = known.keys();
		if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
		return one;
	}

	return { find, found };
}
