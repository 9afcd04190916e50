import { and, desc, eq, getTableColumns, inArray, type SQL, sql, sum } from "drizzle-orm";
import { MOST_AT_ONCE, NEEDS, type Need, PAGE_SIZE, WORK_NEEDS } from "../../../app/enumerations.ts";
import { type EntryKind, rulesOfKind } from "../../../app/kinds.ts";
import { STATUSES, type Status } from "../../../app/lifecycle.ts";
import { entries, entryCounts, programmes } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { readInBatches } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";
import { entriesByReference, type ReferencedEntry } from "./entries-by-reference.ts";
import { chosenIn, countedInLists } from "./entry-facets.ts";
import { createEntryFinding, fieldIn, ofKind, placeOf, type Wanted } from "./entry-query.ts";
import { createEntryNeeds } from "./entry-todos.ts";
import { type Wider, widened, withoutEach } from "./fewer-filters.ts";
import { type ListedEntry, toListed } from "./listed-entry.ts";
import { pageOf } from "./result-pages.ts";

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
	/** Entries on a page. */
	rows: number;
}

export const ALL: ListQuery = {
	q: "",
	track: "",
	status: "",
	need: "",
	answers: {},
	sort: "-id",
	page: 1,
	rows: PAGE_SIZE,
};

/** Where an entry stands in a list, and the entries beside it there. */
export interface Neighbours {
	previous: number | undefined;
	next: number | undefined;
	/** From 1; undefined where the list does not have it (any more). */
	position: number | undefined;
	total: number;
}

export interface ListPage {
	rows: ListedEntry[];
	total: number;
	page: number;
	pages: number;
}

export type EntryLists = ReturnType<typeof createEntryLists>;

/** Lists of entries for organisers: filtered, sorted, in pages or whole. */
export function createEntryLists({ db, config, event, registry }: Runtime) {
	const { editedSince, mailStates, needs } = createEntryNeeds({ db });
	const { find, found } = createEntryFinding({ db, event, registry });

	function wanted(
		kind: EntryKind,
		{ q, track, status, need, answers, sort }: Omit<ListQuery, "page" | "rows">,
	): Wanted {
		const needing = need ? needs(need) : undefined;
		const chosen = Object.entries(answers).map(([name, value]) =>
			value.length > 0 ? answered(kind, name, [value].flat()) : undefined,
		);
		const given = and(...chosen);
		return {
			kind,
			q,
			sort,
			facets: (of) => and(chosenIn(of, { track, status }), needing?.facets(of)),
			where: and(needing?.where, given),
			leftOut: given ? undefined : needing?.leftOut,
		};
	}

	function answered(kind: EntryKind, name: string, values: string[]): SQL | undefined {
		const place = placeOf(registry(), kind, name);
		if (!place || fieldIn(registry(), kind, name)?.kind !== "choices") return place && inArray(place, values);
		const included = inArray(sql`one.value`, values);
		return sql`exists (select 1 from json_each(${entries.answers}, ${`$.${name}`}) as one where ${included})`;
	}

	// The first ones stand behind long texts in the table: reading them loads the pages those fill.
	const { eventId, formVersion, toldPresence, apartAt, sentFrom, ...before } = getTableColumns(entries);
	const { publicText, searchText, submissionKey, linkVersion, emailFolded, locale, answers, ...shown } = before;

	const reading = (answersOf: SQL) => {
		const named = db.orm
			.select({
				...shown,
				answers: answersOf.mapWith(answers),
				acceptance: mailStates.acceptance,
				beside: mailStates.beside,
				changed: editedSince.mapWith(Boolean),
			})
			.from(entries)
			.where(sql`${entries.id} in (select value from json_each(${sql.placeholder("ids")}))`)
			.prepare();
		return (ids: readonly number[]) => named.all({ ids: JSON.stringify(ids) });
	};
	const read = reading(sql`${answers}`);
	/** Long answers take as much time to read as all the rest of a page. */
	const readWithoutAnswers = reading(sql`'{}'`);

	const viewOf = (kind: EntryKind, { page: _, rows: __, ...query }: ListQuery) =>
		found({ kind, ...query }, () => wanted(kind, query));

	/**
	 * One page of entries. A page beyond the end is the last one.
	 * @param around the entry whose page is wanted, whatever page the query names
	 * @param hasAnswers false: nothing of the answers is shown, and none is read
	 */
	function list(actor: Actor, kind: EntryKind, query: ListQuery, around?: number, hasAnswers = true): ListPage {
		requireCan(actor, "entries.read");
		const asked = around === undefined ? query : { around };
		const { ids, highest, about } = pageOf(viewOf(kind, query), asked, query.rows);
		return { ...about, rows: [...numberedDown(ids, highest, hasAnswers ? read : readWithoutAnswers)] };
	}

	/** One entry as its list has it, without its number there. */
	function one(actor: Actor, id: number): ListedEntry | undefined {
		requireCan(actor, "entries.read");
		return [...numberedDown([id], 0)][0];
	}

	/** The entries before and after one in a list, also where that one has just left it. */
	function neighbours(actor: Actor, kind: EntryKind, query: ListQuery, id: number): Neighbours {
		requireCan(actor, "entries.read");
		const view = viewOf(kind, query);
		const ahead = view.before(id);
		const near = view.ids({ first: Math.max(0, ahead - 1), limit: 3 });
		const previous = ahead > 0 ? near.shift() : undefined;
		const isThere = near[0] === id;
		return { previous, next: near[isThere ? 1 : 0], position: isThere ? ahead + 1 : undefined, total: view.total() };
	}

	/** The numbers of all entries of a list; undefined where there are more than `most`: those that may be changed at once. */
	function matching(actor: Actor, kind: EntryKind, query: ListQuery, most = MOST_AT_ONCE): number[] | undefined {
		requireCan(actor, "entries.read");
		const view = viewOf(kind, query);
		return view.total() > most ? undefined : view.ids();
	}

	/** Entries by the category of their call. */
	function byCall(actor: Actor, ids: readonly number[]): ReadonlyMap<string, number[]> {
		requireCan(actor, "entries.read");
		const found = new Map<string, number[]>();
		for (const { id, category } of readInBatches(ids, read)) found.set(category, [...(found.get(category) ?? []), id]);
		return found;
	}

	/** The to-dos that a list may be narrowed to: statuses to be told, only where a call does not tell at once. */
	function offeredNeeds(kind: EntryKind): readonly Need[] {
		const all: readonly Need[] = rulesOfKind(kind).hasTracks ? NEEDS : WORK_NEEDS;
		return tellsLater(kind) ? all : all.filter((need) => need !== "untold");
	}

	const tellsLater = db.rememberingSetup((kind: EntryKind): boolean => {
		const later = and(eq(programmes.eventId, event.id()), eq(programmes.tells, "when released"));
		const found = db.orm.select({ category: programmes.category }).from(programmes).where(later).all();
		return found.some(({ category }) => registry().categoriesOf(kind).includes(category));
	});

	/** How many entries a list has. */
	function total(actor: Actor, kind: EntryKind, query: ListQuery): number {
		requireCan(actor, "entries.read");
		return viewOf(kind, query).total();
	}

	/** For an empty list: the number of entries without each of its filters. */
	function wider(actor: Actor, kind: EntryKind, query: ListQuery): Wider[] {
		requireCan(actor, "entries.read");
		const { answers } = query;
		const ofAnswers = Object.entries(withoutEach(answers, Object.keys(answers)));
		const without = {
			...withoutEach(query, ["q", "track", "status", "need"]),
			...Object.fromEntries(ofAnswers.map(([name, others]) => [name, { ...query, answers: others }])),
		};
		return widened(without, (one) => viewOf(kind, one).total());
	}

	/** Entries of other kinds that a search names. */
	function elsewhere(actor: Actor, kind: EntryKind, q: string): ReferencedEntry[] {
		requireCan(actor, "entries.read");
		return entriesByReference({ db, event }, kind, q);
	}

	/**
	 * All entries of a query, or the named ones, in the query's order, for export. The set is fixed at once and read in
	 * batches.
	 */
	function whole(actor: Actor, kind: EntryKind, query: ListQuery, ids?: readonly number[]): Iterable<ListedEntry> {
		requireCan(actor, "entries.read");
		const numbers = ids
			? find({ kind, q: "", facets: () => undefined, where: inArray(entries.id, [...ids]), sort: query.sort }).ids()
			: viewOf(kind, query).ids();
		return numberedDown(numbers, numbers.length);
	}

	function* numberedDown(ids: readonly number[], highest: number, readRows = read): Generator<ListedEntry> {
		let displayIndex = highest;
		for (const row of readInBatches(ids, readRows)) {
			yield toListed(row, displayIndex, config.smtpUrl ? "waiting" : "saved");
			displayIndex -= 1;
		}
	}

	/** How many entries of a kind have each status: as many as its list has, withdrawn ones included. */
	function statusCounts(actor: Actor, kind: EntryKind): Readonly<Record<Status, number>> {
		requireCan(actor, "entries.read");
		return countsOf(kind);
	}

	const countsOf = db.remembering((kind: EntryKind) => {
		const rows = db.orm
			.select({ status: entryCounts.status, n: sum(entryCounts.n).mapWith(Number) })
			.from(entryCounts)
			.where(and(eq(entryCounts.eventId, event.id()), eq(entryCounts.kind, kind), countedInLists))
			.groupBy(entryCounts.status)
			.all();
		const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
		for (const { status, n } of rows) counts[status] = n;
		return counts;
	});

	/** When the newest entry of a kind arrived, milliseconds since the epoch. */
	function lastReceived(actor: Actor, kind: EntryKind): number | undefined {
		requireCan(actor, "entries.read");
		return db.orm
			.select({ at: entries.createdAt })
			.from(entries)
			.where(ofKind(kind, event))
			.orderBy(desc(entries.id))
			.limit(1)
			.get()?.at;
	}

	return {
		list,
		one,
		neighbours,
		matching,
		byCall,
		offeredNeeds,
		total,
		wider,
		elsewhere,
		whole,
		statusCounts,
		lastReceived,
	};
}
