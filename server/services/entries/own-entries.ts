import { and, asc, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { PAGE_SIZE } from "../../../app/enumerations.ts";
import type { EntryKind } from "../../../app/kinds.ts";
import { isActive, isApart, PRESENCE_AFTER, presencesThat, statusesOf } from "../../../app/lifecycle.ts";
import { type RawForm, textOf } from "../../../app/programmes/answers.ts";
import { onCard } from "../../../app/programmes/card.ts";
import type { Audience, EntryColumn, Locale, Programme } from "../../../app/programmes/define.ts";
import { formPath } from "../../../app/programmes/forms.ts";
import { labelsOf, type ShownAnswer } from "../../../app/programmes/shown-answers.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { can } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { NoteExport } from "../accounts/export-notes.ts";
import { type Actor, requireExport, requireUser, type SignedIn } from "../actor.ts";
import { mapped, readInBatches } from "../limits/batches.ts";
import { notApart } from "../lists/entry-facets.ts";
import { ofKind } from "../lists/entry-query.ts";
import { pageOf } from "../lists/result-pages.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { leaveSlot } from "../schedule/leaving-slots.ts";
import { type EntryRow, organisersNotes, toAnswers, toForm } from "./entry-rows.ts";
import type { PrivateLinks } from "./private-links.ts";
import { shownEntry } from "./shown-entry.ts";
import { asTold } from "./told.ts";

/** Entries that a new form is prefilled from. */
const MOST_READ = 10;

/** Lines of a log that are read at once. */
const LINES = 200;
type LogLine = Pick<typeof entryLog.$inferSelect, "id" | "type" | "state">;
type TypeAndState = Pick<LogLine, "type" | "state">;
const typeAndState = ({ type, state }: LogLine): TypeAndState => ({ type, state });
const ACCEPT: string[] = [...statusesOf("accept")];
const isAcceptMail = ({ type, state }: LogLine) => type === "Email" && ACCEPT.includes(state);

/** How often in a day an entry may be submitted again after it was withdrawn. Withdrawing is never refused. */
const MOST_RESTORED_A_DAY = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

/** SQLite takes a negative limit for none. */
const ALL = { first: 0, limit: -1 } as const;

const RESTORABLE = presencesThat(({ restorable }) => restorable);

/** The person who wants to change an entry, or someone for whom it is stored. */
export interface Editor {
	user: Pick<SignedIn, "id" | "role"> | undefined;
}

export type OwnEntries = ReturnType<typeof createOwnEntries>;

/** Entries as their authors may read and change them. */
export function createOwnEntries(
	{ db, event, log, registry, now }: Runtime,
	parts: { links: PrivateLinks; noteExport: NoteExport; programmes: Programmes; tracks: Tracks },
) {
	const { links, noteExport, programmes, tracks } = parts;

	/** The condition under which an entry may be changed: by its people, or an organiser. */
	function mayEdit(actor: Editor, of: { id: number; form: RawForm }) {
		return can(actor.user?.role, "entries.manage") ? undefined : isTheirs(actor, of);
	}

	/** The condition that somebody is one of the people of an entry: its owner, or the holder of its private link. */
	function isTheirs(actor: Editor, { id, form }: { id: number; form: RawForm }) {
		const version = links.versionOf(id, textOf(form, "key"));
		const byOwner = actor.user && eq(entries.userId, actor.user.id);
		const works = version !== undefined && or(eq(entries.linkVersion, version), eq(entries.oldLinkVersion, version));
		const byLink = works && and(isNull(entries.userId), works);
		return or(byOwner, byLink || eq(entries.id, -1));
	}

	/** Newest change first, which the index of accounts has. */
	const newest = [desc(entries.updatedAt), desc(entries.id)] as const;
	const read = (ids: readonly number[]) =>
		db.orm
			.select()
			.from(entries)
			.where(inArray(entries.id, [...ids]))
			.all();

	/** Numbers of the entries of the person signed in, newest change first. */
	function ownIds(actor: Actor, some: { first: number; limit: number }): number[] {
		return db.orm
			.select({ id: entries.id })
			.from(entries)
			.where(eq(entries.userId, requireUser(actor).id))
			.orderBy(...newest)
			.limit(some.limit)
			.offset(some.first)
			.all()
			.map(({ id }) => id);
	}

	/** All entries of the person signed in, as they were told, newest change first; read while they are used. */
	function listOwn(actor: Actor): Iterable<EntryRow> {
		const ids = ownIds(actor, ALL);
		return mapped(readInBatches(ids, read), asTold);
	}

	/** A page of them. */
	function pageOfOwn(actor: Actor, asked: number) {
		const owner = eq(entries.userId, requireUser(actor).id);
		const total = () => db.orm.select({ n: count() }).from(entries).where(owner).get()?.n ?? 0;
		const found = { total, ids: (some = ALL) => ownIds(actor, some), before: () => 0 };
		const { ids, about } = pageOf(found, { page: asked }, PAGE_SIZE);
		return { ...about, rows: [...readInBatches(ids, read)].map(asTold) };
	}

	/** The newest entries of the person signed in to one call, as they were told. */
	function newestOwn(actor: Actor, category: string, most: number): EntryRow[] {
		return db.orm
			.select()
			.from(entries)
			.where(and(eq(entries.userId, requireUser(actor).id), eq(entries.category, category)))
			.orderBy(...newest)
			.limit(most)
			.all()
			.map(asTold);
	}

	/**
	 * An entry for someone who may read and change it: its owner, an administrator, or the holder of its private link.
	 * Otherwise undefined, whether it exists or not.
	 */
	function findOwn(tx: Orm, actor: Actor, spot: string, key: string, may = mayEdit): EntryRow | undefined {
		const id = idFromSpot(spot);
		if (id === 0 || (!actor.user && !key)) return;
		const row = tx
			.select()
			.from(entries)
			.where(and(eq(entries.id, id), may(actor, { id, form: { key } })))
			.get();
		// The reference of another kind names no entry.
		return row && spotId(row) === spot ? row : undefined;
	}

	/** The same only for the people of the entry: an organiser is none of them by that alone. */
	const findAsAuthor = (tx: Orm, actor: Actor, spot: string, key: string) => findOwn(tx, actor, spot, key, isTheirs);

	/** The same, as its author was told of it. */
	function ownEntry(actor: Actor, spot: string, key: string): EntryRow | undefined {
		const row = findOwn(db.orm, actor, spot, key);
		return row && asTold(row);
	}

	/** The same as it is, to be changed. @throws AppError NOT_FOUND */
	function ownRow(tx: Orm, actor: Actor, spot: string, key: string): EntryRow {
		const row = findOwn(tx, actor, spot, key);
		if (!row) throw new AppError("NOT_FOUND");
		return row;
	}

	/**
	 * Prefills a new form for someone logged in: their personal details, each from the latest entry of the same person
	 * that has it, or else from the account. The rest starts empty.
	 */
	function prefill(actor: Actor, programme: Programme): RawForm {
		if (!actor.user) return {};
		const own = eq(entries.userId, actor.user.id);
		const recent = (which: SQL | undefined, most: number) =>
			db.orm
				.select()
				.from(entries)
				.where(which)
				.orderBy(...newest)
				.limit(most)
				.all();
		const [latest] = recent(own, 1);
		// Some accounts submit for several people.
		const ofPerson = latest ? recent(and(own, eq(entries.email, latest.email)), MOST_READ) : [];
		const forms = ofPerson.map((entry) => toForm(registry(), entry));
		const { name, email, org } = latest ?? { ...actor.user, org: "" };
		const columns: Partial<Record<EntryColumn, string>> = { name, email, org };
		const about = programme.sections.filter(({ person }) => person).flatMap(({ fields }) => fields);
		const values = about.map((field) => [
			field.name,
			(field.column && columns[field.column]) || (forms.map((form) => form[field.name]).find(Boolean) ?? ""),
		]);
		return Object.fromEntries(values.filter(([, value]) => value !== ""));
	}

	/**
	 * All entries of a kind, or of one programme, complete, for REST clients of organisers. In order of their numbers, read
	 * while they are used. @throws AppError NOT_SIGNED_IN, FORBIDDEN or NOT_FRESH
	 */
	function exportAll(actor: Actor, of: { kind: EntryKind } | { category: string }) {
		noteExport(requireExport(actor), "kind" in of ? of.kind : of.category);
		const wanted = "kind" in of ? ofKind(of.kind, event) : and(eq(entries.category, of.category), notApart());
		const ids = db.orm.select({ id: entries.id }).from(entries).where(wanted).orderBy(asc(entries.id)).all();
		return {
			total: ids.length,
			rows: readInBatches(
				ids.map(({ id }) => id),
				read,
			),
		};
	}

	/** Prepared: an export asks for each entry. */
	const readLog = db.orm
		.select({ id: entryLog.id, type: entryLog.type, state: entryLog.state })
		.from(entryLog)
		.where(and(eq(entryLog.entryId, sql.placeholder("id")), gt(entryLog.id, sql.placeholder("after"))))
		.orderBy(asc(entryLog.id))
		.limit(LINES)
		.prepare();

	/**
	 * The log of an entry (specification section 3: type and state), for administrators, and whether it says that the
	 * acceptance was mailed. In order of time. A long one is read while it is used.
	 */
	function logOf(actor: Actor, id: number): { lines: Iterable<TypeAndState>; isAcceptMailed: boolean } {
		requireExport(actor);
		const first = readLog.all({ id, after: 0 });
		if (first.length < LINES) return { lines: first.map(typeAndState), isAcceptMailed: first.some(isAcceptMail) };
		const mails = and(eq(entryLog.entryId, id), eq(entryLog.type, "Email"), inArray(entryLog.state, ACCEPT));
		const mail = db.orm.select({ id: entryLog.id }).from(entryLog).where(mails).limit(1).get();
		return { lines: linesFrom(id, first), isAcceptMailed: mail !== undefined };
	}

	function* linesFrom(id: number, first: LogLine[]): Generator<TypeAndState> {
		for (let rows = first; rows.length > 0; rows = readLog.all({ id, after: rows.at(-1)?.id ?? 0 }))
			yield* rows.map(typeAndState);
	}

	/**
	 * The kind of the entry with this number, for anyone; undefined if there is none. Says nothing about who may see
	 * it.
	 */
	function categoryOf(id: number): string | undefined {
		return db.orm.select({ category: entries.category }).from(entries).where(eq(entries.id, id)).get()?.category;
	}

	/** The number a spot id stands for. One that cannot be read is logged and means a new entry (specification 7). */
	function idOf(spot: string): number {
		const id = idFromSpot(spot);
		if (id === 0 && spot !== "" && spot !== "0") log.warn({ event: "unreadable spot id" }, "unreadable spot id");
		return id;
	}

	/**
	 * An entry for the details pages: answers by field name, photo or address of the work's file, track label.
	 * @param key of the private link it was opened by, or ""
	 */
	function asShown(row: EntryRow, audience: Audience, locale: Locale, key = "") {
		const track = tracks.shown(row.trackId, locale);
		return shownEntry(registry(), row, { audience, locale, track }, { spot: spotId(row), key });
	}

	/** The answers on the card of an entry, for its author. Without the title, which is the heading, and those nobody gave. */
	function shownOnCard(row: EntryRow, locale: Locale): ShownAnswer[] {
		const programme = registry().programmeOf(row.category, row);
		const isTitle = (name: string) => programme.fields.some((field) => field.name === name && field.column === "title");
		const { answers } = asShown(row, "owner", locale);
		return onCard(programme).flatMap((name) =>
			isTitle(name) ? [] : (answers.find((answer) => answer.name === name) ?? []),
		);
	}

	/** Labels of the answers that an entry lacks, as a list; "" for one that is withdrawn, where nobody adds any. */
	const lackingIn = (row: Pick<EntryRow, "category" | "incomplete" | "presence">, locale: Locale) =>
		isActive(row) ? labelsOf(registry().programmeOf(row.category), row.incomplete, locale) : "";

	/** Whether the event of an entry is over: the present one, or an earlier one. */
	const isPast = ({ eventId }: Pick<EntryRow, "eventId">) => eventId !== event.id() || programmes.isEventOver();

	/**
	 * Withdraws or resubmits an entry, for anyone who may change it; repeating it changes nothing. Each is a line in its log,
	 * so resubmitting is limited. @throws AppError NOT_FOUND, or TOO_MANY
	 */
	async function setWithdrawn(actor: Actor, spot: string, key: string, withdrawn: boolean): Promise<void> {
		await db.write((tx) => {
			const present = ownRow(tx, actor, spot, key);
			const { id: entryId } = present;
			const known = asTold(present);
			if (withdrawn ? !isActive(known) : !RESTORABLE.includes(known.presence)) return;
			if (!withdrawn && restoredToday(tx, entryId) >= MOST_RESTORED_A_DAY)
				throw new AppError("TOO_MANY", { retryAfter: DAY_MS / 1_000 });
			const presence = PRESENCE_AFTER[withdrawn ? "withdrawing" : "resubmitting"];
			// Entries kept apart stay apart; the new presence applies once organisers let them in.
			const after = isApart(present) ? { toldPresence: presence } : { presence };
			// Without a key, the same content can be submitted again.
			const set = { ...after, submissionKey: null, confirmedAt: null };
			const row = tx.update(entries).set(set).where(eq(entries.id, entryId)).returning().get();
			const by = { at: now(), actorId: actor.user?.id ?? null };
			const type = withdrawn ? "Withdrawn" : "Restored";
			tx.insert(entryLog)
				.values({ entryId, ...by, type, state: row.status })
				.run();
			if (withdrawn) leaveSlot(tx, entryId, by);
		});
	}

	function restoredToday(tx: Orm, entryId: number): number {
		const restored = and(eq(entryLog.entryId, entryId), eq(entryLog.type, "Restored"), gt(entryLog.at, now() - DAY_MS));
		return tx.select({ n: count() }).from(entryLog).where(restored).get()?.n ?? 0;
	}

	/** Whether a key was valid before the entry joined an account or its link was replaced. */
	function isSpentKey(spot: string, key: string): boolean {
		const id = idFromSpot(spot);
		return id > 0 && links.versionOf(id, key) !== undefined;
	}

	/**
	 * The address of the form that changes an entry; undefined where it cannot be changed now: it is withdrawn, its call
	 * takes nothing, or its programme is archived. @param key of the private link it was opened by, or ""
	 */
	function editPathOf(row: EntryRow, key = ""): string | undefined {
		const programme = registry().programmeOf(row.category, row);
		if (programme.archived || !isActive(row) || !programmes.isOpen(row.category)) return;
		const search = new URLSearchParams({ spot: spotId(row), ...(key && { key }) });
		return `${formPath(programme, toAnswers(registry(), row))}?${search}`;
	}

	return {
		editPathOf,
		exportAll,
		logOf,
		mayEdit,
		listOwn,
		newestOwn,
		pageOfOwn,
		ownEntry,
		ownRow,
		findAsAuthor,
		prefill,
		categoryOf,
		idOf,
		isPast,
		setWithdrawn,
		isSpentKey,
		asForm: (row: EntryRow) => toForm(registry(), row),
		asShown,
		shownOnCard,
		lackingIn,
		notesOf: (row: EntryRow) => organisersNotes(registry(), row),
	};
}
