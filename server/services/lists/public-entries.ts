import { and, count, desc, eq, exists, inArray, ne, not, or, type SQL, sql } from "drizzle-orm";
import { PAGE_SIZE } from "../../../app/enumerations.ts";
import { type EntryKind, isPublicKind, kindsThat, type PublicKind } from "../../../app/kinds.ts";
import { ACTIVE, LISTED_AS_ACCEPTED, STATUSES, type Status, statusesOf } from "../../../app/lifecycle.ts";
import { translators } from "../../../app/locales/index.ts";
import { type Answers, UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { EntryColumn, Field, Locale } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { shownAnswers } from "../../../app/programmes/shown-answers.ts";
import { takesWork } from "../../../app/programmes/uploads.ts";
import { entries, entryLog, programmes } from "../../../db/schema.ts";
import { publicAnswers } from "../entries/entry-rows.ts";
import { schedulableOf } from "../entries/schedulable.ts";
import { KNOWN_STATUS } from "../entries/told.ts";
import { readInBatches } from "../limits/batches.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { entriesByReference } from "./entries-by-reference.ts";
import { asToldOf, chosenIn, type Facets, OF_ENTRIES, withoutTrack } from "./entry-facets.ts";
import { createEntryFinding, ofKind } from "./entry-query.ts";
import { type Wider, widened, withoutEach } from "./fewer-filters.ts";
import { categoriesShowing, type Projected, publicNames, publicPartOf } from "./public-projection.ts";
import { createPublicRules } from "./public-rules.ts";
import { pageOf } from "./result-pages.ts";

/** An entry as the public sees it. Columns not named here are never read from the database for a visitor. */
export type PublicEntry = NonNullable<ReturnType<PublicEntries["one"]>>;

export type PublicEntries = ReturnType<typeof createPublicEntries>;

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

/** Answers to the question whether an entry may be shown, as they are counted. */
const GIVEN = 1;
const REFUSED = 0;

const SCHEDULABLE_KINDS = kindsThat(
	({ schedulable, publicList }) => schedulable && publicList !== "never",
) as PublicKind[];

/** Kinds whose lists may show the photo of a person. */
const PHOTO_KINDS = kindsThat(({ publicList }) => publicList !== "never") as PublicKind[];

/** Entries that are looked at for one photo: its author may have sent several with it. */
const MOST_HOLDERS = 20;

/** What visitors may sort by. */
const ORDERS = ["id", "title", "name", "org", "tracks", "status", "country"];

export function createPublicEntries({ db, config, event, registry }: Runtime, { tracks }: { tracks: Tracks }) {
	/** Lists are nested JSON, which `->` keeps and `->>` would turn into text. */
	const answersOf = (kind: PublicKind) =>
		sql<Record<string, string | string[]>>`json_object(${sql.join(
			publicNames(registry(), kind).map((name) => sql`${name}, ${entries.answers} -> ${`$.${name}`}`),
			sql`, `,
		)})`.mapWith(JSON.parse);

	const { isShown, isOfAccepted, showsStatus } = createPublicRules({ db, event, registry });
	const { found } = createEntryFinding({ db, event, registry });
	const mailed = db.orm
		.select({ id: entryLog.id })
		.from(entryLog)
		.where(
			and(eq(entryLog.entryId, entries.id), eq(entryLog.type, "Email"), inArray(entryLog.state, statusesOf("accept"))),
		);

	/** The statuses that it can show. */
	const statuses = (kind: PublicKind): readonly Status[] => (isOfAccepted(kind) ? LISTED_AS_ACCEPTED : STATUSES);

	/**
	 * Entries that may be shown: nothing missing, consent not refused (or, if so set, given), not withdrawn. In order of
	 * their numbers, read while they are used.
	 */
	const list = (kind: PublicKind) => whole(kind, { ...ALL_PUBLIC, sort: "id" });

	/** What its state and its author allow, wherever it is shown. */
	function showable(kind: PublicKind, of: Facets): SQL | undefined {
		return and(
			isOfAccepted(kind) ? inArray(of.toldStatus, LISTED_AS_ACCEPTED) : undefined,
			sql`not ${of.isIncomplete}`,
			config.publicRequireConsent ? eq(of.consent, GIVEN) : ne(of.consent, REFUSED),
			inArray(of.presence, ACTIVE),
		);
	}

	function visible(kind: PublicKind): SQL | undefined {
		return and(isShown(kind) ? undefined : sql`false`, ofKind(kind, event), showable(kind, OF_ENTRIES));
	}

	function select(kind: PublicKind, where: SQL | undefined) {
		return db.orm
			.select({
				id: entries.id,
				kind: entries.kind,
				category: entries.category,
				name: entries.name,
				org: entries.org,
				title: entries.title,
				trackId: entries.trackId,
				photo: takesWork(registry().fieldsOfKind(kind)) ? sql<null>`null` : entries.photo,
				status: KNOWN_STATUS,
				createdAt: entries.createdAt,
				updatedAt: entries.updatedAt,
				answers: answersOf(kind),
				emailSent: sql<boolean>`${exists(mailed)}`.mapWith(Boolean),
			})
			.from(entries)
			.where(where);
	}

	/** Whether visitors see that the acceptance was mailed: the specification asks for it, nobody else should know. */
	const showsMail = () => event.isSpecified();

	/** See `publicPartOf`. */
	const projected = <Row extends Projected & { emailSent: boolean }>({ emailSent, ...row }: Row) => ({
		...publicPartOf(registry().programmeOf(row.category, row), row),
		emailSent: showsMail() ? emailSent : undefined,
	});

	const ofEvent = db.rememberingSetup(() => {
		const own = db.orm.select({ category: programmes.category }).from(programmes);
		const rows = own.where(eq(programmes.eventId, event.id())).all();
		return new Set(rows.map(({ category }) => category));
	});

	/** The condition that an entry shows the answer to a question; undefined: all do. */
	function showing(kind: PublicKind, asked: Partial<Pick<Field, "name" | "column">>): SQL | undefined {
		const calls = categoriesShowing(registry(), kind, ofEvent(), asked);
		return calls === "all" ? undefined : inArray(entries.category, calls);
	}

	/** The condition that an entry shows a track, where some entries show none; "" for all tracks. */
	function showsTrack(track: string, isShown: SQL): SQL | undefined {
		if (track === UNSELECTED_TRACK) return or(not(isShown), withoutTrack(OF_ENTRIES));
		return track ? and(isShown, eq(entries.trackId, track)) : undefined;
	}

	function viewOf(kind: PublicKind, { q, track, status, sort }: PublicQuery) {
		return found({ kind, q, track, status, sort, accepted: isOfAccepted(kind) }, () => {
			const withTrack = showing(kind, { column: "trackId" });
			const knowsStatus = showsStatus(kind) || isOfAccepted(kind);
			const chosen = { track: withTrack ? "" : track, status: knowsStatus ? status : "" };
			const [order] = ORDERS.filter((name) => name === sort.replace(/^-/, "") && (name !== "status" || knowsStatus));
			return {
				kind,
				q,
				inPublic: true,
				showing: (field) => showing(kind, field),
				sort: order ? sort : ALL_PUBLIC.sort,
				facets: (of) => and(isShown(kind) ? undefined : sql`false`, showable(kind, of), chosenIn(asToldOf(of), chosen)),
				where: withTrack && showsTrack(track, withTrack),
			};
		});
	}

	function* shownOf(kind: PublicKind, ids: readonly number[]) {
		const named = (some: readonly number[]) =>
			select(kind, and(visible(kind), inArray(entries.id, [...some])))
				.all()
				.map(projected);
		yield* readInBatches(ids, named);
	}

	/** Every entry of a query. */
	const whole = (kind: PublicKind, query: PublicQuery) => shownOf(kind, viewOf(kind, query).ids());

	/** One page of entries, numbered down from the total. A page beyond the end is the last one. */
	function page(kind: PublicKind, query: PublicQuery) {
		const { ids, highest, about } = pageOf(viewOf(kind, query), query, PAGE_SIZE);
		const rows = [...shownOf(kind, ids)].map((row, index) => ({ ...row, displayIndex: highest - index }));
		return { ...about, rows };
	}

	/** What a list that is empty would have without each of its filters. */
	function wider(kind: PublicKind, query: PublicQuery): Wider[] {
		return widened(withoutEach(query, ["q", "track", "status"]), (one) => viewOf(kind, one).total());
	}

	/** Entries on the other public lists that a search names. */
	function elsewhere(kind: PublicKind, q: string): { kind: PublicKind; id: number }[] {
		return entriesByReference({ db, event }, kind, q).flatMap(({ kind, id }) =>
			isPublicKind(kind) && one(kind, id) ? [{ kind, id }] : [],
		);
	}

	/** How many of these entries visitors see the status of. */
	function shownStatuses(kind: EntryKind, ids: readonly number[]): number {
		if (!isPublicKind(kind) || !showsStatus(kind)) return 0;
		const named = and(visible(kind), inArray(entries.id, [...ids]));
		return db.orm.select({ n: count() }).from(entries).where(named).get()?.n ?? 0;
	}

	/** One of them; undefined also for what exists and is not shown. */
	function one(kind: PublicKind, id: number) {
		return select(kind, and(visible(kind), eq(entries.id, id)))
			.all()
			.map(projected)[0];
	}

	/**
	 * Reads who has a photo, and where visitors see it. Prepared until the set-up changes: every photo of a page asks.
	 * @param _rules what the lists show, which depends on more than the set-up
	 */
	const readHolders = db.rememberingSetup((_rules: string) => {
		const anyOf = (kinds: readonly PublicKind[], shownIn: (kind: PublicKind) => SQL | undefined) => {
			// The file of a work is no photo.
			const ofPeople = kinds.filter((kind) => !takesWork(registry().fieldsOfKind(kind)));
			const where = ofPeople.map((kind) => and(shownIn(kind), showing(kind, { column: "photo" })));
			return sql<number>`coalesce(${or(sql`false`, ...where)}, 0)`;
		};
		return db.orm
			.select({
				id: entries.id,
				isListed: anyOf(PHOTO_KINDS, visible),
				isPlaceable: anyOf(SCHEDULABLE_KINDS, placeable),
			})
			.from(entries)
			.where(eq(entries.photo, sql.placeholder("photo")))
			.limit(MOST_HOLDERS)
			.prepare();
	});

	/** True if a public list or the public schedule shows the photo. @param placed entries of the released schedule, by number */
	function showsPhoto(photo: string, placed: ReadonlySet<number>): boolean {
		const rules = PHOTO_KINDS.map((kind) => `${isShown(kind)} ${isOfAccepted(kind)}`).join();
		const holders = readHolders(rules).all({ photo });
		return holders.some(({ id, isListed, isPlaceable }) => isListed || (isPlaceable && placed.has(id)));
	}

	/** May stand in the public schedule. */
	const placeable = (kind: PublicKind) =>
		and(ofKind(kind, event), showable(kind, OF_ENTRIES), schedulableOf(asToldOf(OF_ENTRIES)));

	/** Those among some that may stand in the public schedule, by number: it has a switch of its own. */
	function scheduled(ids: readonly number[]): ReadonlyMap<number, PublicEntry> {
		const found = SCHEDULABLE_KINDS.flatMap((kind) =>
			select(kind, and(placeable(kind), inArray(entries.id, [...ids])))
				.all()
				.map(projected),
		);
		return new Map(found.map((entry) => [entry.id, entry]));
	}

	/** Whether the list shows anything. */
	const hasAny = db.remembering((kind: PublicKind): boolean => {
		const some = db.orm.select({ id: entries.id }).from(entries).where(visible(kind)).limit(1);
		return isShown(kind) && some.get() !== undefined;
	});

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
		const { category, kind, name, photo, trackId } = entry;
		const programme = registry().programmeOf(category, entry);
		const shown = { answers: publicAnswersOf(registry(), entry), track: tracks.shown(trackId, locale) };
		return {
			category,
			kind,
			name,
			photo,
			answers: shownAnswers(programme, shown, "public", translators[locale], locale),
		};
	}

	/** Its public answers by their field names. */
	function publicAnswers(entry: PublicEntry): Answers {
		return publicAnswersOf(registry(), entry);
	}

	return {
		publicAnswers,
		isShown,
		showsStatus,
		shownStatuses,
		showsMail,
		statuses,
		hasAny,
		list,
		whole,
		page,
		wider,
		elsewhere,
		one,
		showsPhoto,
		scheduled,
		lastReceived,
		asShown,
	};
}

/** The answers of a public entry by their field names. */
export function publicAnswersOf(registry: Registry, entry: PublicEntry): Answers {
	const programme = registry.programmeOf(entry.category, entry);
	const { answers, name, org, title, trackId } = entry;
	const columns: Partial<Record<EntryColumn, string | null>> = { name, org, title, trackId };
	const known = programme.fields.map((field) => [
		field.name,
		(field.column ? columns[field.column] : answers[field.name]) ?? undefined,
	]);
	return publicAnswers(programme, Object.fromEntries(known));
}
