import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { PAGE_SIZE, type Status } from "../../app/enumerations.ts";
import { type Answers, applies } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { categoriesOf, programmeOf, programmes } from "../../app/programmes/index.ts";
import { entries, entryLog } from "../../db/schema.ts";
import { foldForSearch, searchPattern } from "./fold.ts";
import type { Runtime } from "./runtime.ts";
import type { Tracks } from "./tracks.ts";

/** An entry as everybody may see it. What is not named here is never read from the database for a visitor. */
export type PublicEntry = ReturnType<PublicEntries["list"]>[number];

export type PublicEntries = ReturnType<typeof createPublicEntries>;

/** Kinds of entries that have a public list. */
export type PublicKind = "talk" | "aigc";

/** Which of them, in which order. Empty texts mean all. */
export interface PublicQuery {
	q: string;
	track: string;
	status: Status | "";
	/** A minus in front turns the order round. */
	sort: string;
	page: number;
}

export const ALL_PUBLIC: PublicQuery = { q: "", track: "", status: "", sort: "-id", page: 1 };

/** What visitors may sort by. */
const ORDER: Readonly<Record<string, SQL>> = {
	id: sql`${entries.id}`,
	title: sql`lower(${entries.title})`,
	name: sql`lower(${entries.name})`,
	org: sql`lower(${entries.org})`,
	tracks: sql`${entries.trackId}`,
	status: sql`${entries.status}`,
	country: sql`lower(${entries.answers} ->> '$.country')`,
};

/** Answers without a column of their own that the programmes of a kind mark as public. */
function publicAnswers(kind: PublicKind): string[] {
	const fields = programmes.filter((programme) => programme.kind === kind).flatMap((programme) => programme.fields);
	return [
		...new Set(fields.filter(({ audience, column }) => audience === "public" && !column).map(({ name }) => name)),
	];
}

export function createPublicEntries({ db, config }: Runtime, { tracks }: { tracks: Tracks }) {
	/** Lists are JSON inside JSON, which `->` keeps and `->>` would turn into text. */
	const answersOf = (kind: PublicKind) =>
		sql<Record<string, string | string[]>>`json_object(${sql.join(
			publicAnswers(kind).map((name) => sql`${name}, ${entries.answers} -> ${`$.${name}`}`),
			sql`, `,
		)})`.mapWith(JSON.parse);

	const mailed = db.orm
		.select({ entryId: entryLog.entryId })
		.from(entryLog)
		.where(and(eq(entryLog.type, "Email"), eq(entryLog.state, "Accept")));

	/** Whether the organisers show this list to everybody. */
	function isShown(kind: PublicKind): boolean {
		return kind !== "talk" || config.publicProposals !== "off";
	}

	/** Entries that may be shown: nothing missing, consent not refused (or, if so set, given), not taken back. In order of their numbers. */
	const list = db.remembering(read);

	function visible(kind: PublicKind): SQL | undefined {
		return and(isShown(kind) ? undefined : sql`false`, showable(kind));
	}

	/** What its state and its author allow, wherever it is shown. */
	function showable(kind: PublicKind): SQL | undefined {
		return and(
			kind === "talk" && config.publicProposals === "accepted" ? eq(entries.status, "Accept") : undefined,
			// With the plus the index of categories is left alone: reading from the newest entry on is already in order.
			sql`+${inArray(entries.category, categoriesOf(kind))}`,
			sql`${entries.incomplete} = '[]'`,
			config.publicRequireConsent ? eq(entries.consent, true) : or(isNull(entries.consent), eq(entries.consent, true)),
			isNull(entries.withdrawnAt),
		);
	}

	function matching(kind: PublicKind, { q, track, status }: PublicQuery): SQL | undefined {
		return and(
			visible(kind),
			track ? eq(entries.trackId, track) : undefined,
			status ? eq(entries.status, status) : undefined,
			q ? sql`${entries.searchText} like ${searchPattern(q)} escape '\\'` : undefined,
		);
	}

	function select(kind: PublicKind, where: SQL | undefined) {
		return db.orm
			.select({
				id: entries.id,
				category: entries.category,
				name: entries.name,
				org: entries.org,
				title: entries.title,
				trackId: entries.trackId,
				photo: entries.photo,
				status: entries.status,
				createdAt: entries.createdAt,
				updatedAt: entries.updatedAt,
				answers: answersOf(kind),
				emailSent: sql<boolean>`${entries.id} in ${mailed}`.mapWith(Boolean),
			})
			.from(entries)
			.where(where);
	}

	function read(kind: PublicKind) {
		return select(kind, visible(kind)).orderBy(asc(entries.id)).all();
	}

	function order(sort: string): SQL[] {
		const direction = sort.startsWith("-") ? desc : asc;
		return [direction(ORDER[sort.replace(/^-/, "")] ?? sql`${entries.id}`), desc(entries.id)];
	}

	/**
	 * Every entry of a query. The stored text of an entry holds private answers too, so it only narrows a search: whoever
	 * searches for an address must not learn from the number of hits whose it is.
	 */
	function whole(kind: PublicKind, query: PublicQuery) {
		const rows = select(kind, matching(kind, query))
			.orderBy(...order(query.sort))
			.all();
		const wanted = foldForSearch(query.q);
		return wanted ? rows.filter((row) => foldForSearch(publicText(row)).includes(wanted)) : rows;
	}

	/** One page of entries, numbered down from the total. A page beyond the end is the last one. */
	function page(kind: PublicKind, query: PublicQuery) {
		const found = query.q ? whole(kind, query) : undefined;
		const total = found?.length ?? countOf(matching(kind, query));
		const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
		const current = Math.min(Math.max(1, query.page), pages);
		const first = (current - 1) * PAGE_SIZE;
		const rows =
			found?.slice(first, first + PAGE_SIZE) ??
			select(kind, matching(kind, query))
				.orderBy(...order(query.sort))
				.limit(PAGE_SIZE)
				.offset(first)
				.all();
		return {
			rows: rows.map((row, index) => ({ ...row, displayIndex: total - first - index })),
			total,
			page: current,
			pages,
		};
	}

	function countOf(where: SQL | undefined): number {
		return db.orm.select({ n: count() }).from(entries).where(where).get()?.n ?? 0;
	}

	/** One of them; undefined also for what exists and is not shown. */
	function one(kind: PublicKind, id: number): PublicEntry | undefined {
		return select(kind, and(visible(kind), eq(entries.id, id))).get();
	}

	/** The accepted talks among some that may be shown, by number: those of the schedule, which has a switch of its own. */
	function scheduled(ids: readonly number[]): ReadonlyMap<number, PublicEntry> {
		const named = and(inArray(entries.id, [...ids]), eq(entries.status, "Accept"));
		return new Map(
			select("talk", and(showable("talk"), named))
				.all()
				.map((entry) => [entry.id, entry]),
		);
	}

	/** When the newest of them arrived, milliseconds since the epoch. */
	function lastReceived(kind: PublicKind): number | undefined {
		return db.orm
			.select({ at: entries.createdAt })
			.from(entries)
			.where(visible(kind))
			.orderBy(desc(entries.id))
			.limit(1)
			.get()?.at;
	}

	/** An entry for the details pages: public answers by field name, the photo, the track's label in this language. */
	function asShown(entry: PublicEntry, locale: Locale) {
		const { category, photo, trackId } = entry;
		return { category, photo, answers: publicAnswersOf(entry), track: tracks.labels(locale).get(trackId) };
	}

	return { isShown, list, whole, page, one, scheduled, lastReceived, asShown };
}

/** The answers of a public entry by their field names; those of another track are not among them. */
export function publicAnswersOf(entry: PublicEntry): Answers {
	const answers: Record<string, Answers[string]> = {};
	for (const field of programmeOf(entry.category).fields) {
		if (field.audience !== "public" || field.kind === "photo" || !applies(field, answers)) continue;
		const { column } = field;
		if (column === undefined) answers[field.name] = entry.answers[field.name] ?? undefined;
		else if (column !== "email" && column !== "consent") answers[field.name] = entry[column] ?? undefined;
	}
	return answers;
}

function publicText(entry: PublicEntry): string {
	return Object.values(publicAnswersOf(entry))
		.filter((answer) => typeof answer === "string")
		.join("\n");
}
