import { and, asc, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Locale, Programme } from "../../../app/programmes/define.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, redactions, users, wordSearches } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import { grouped } from "../grouped.ts";
import type { Runtime } from "../runtime.ts";
import { createThread } from "../threads/thread.ts";
import { committeeIn } from "./committee.ts";
import { inConflictOf } from "./conflict-reasons.ts";
import { versionOf } from "./entry-version.ts";
import { originalOf, redactable, redactedIn } from "./reviewed-entry.ts";
import { rulesIn } from "./rule-rows.ts";
import { type Named, tellingWords, withoutWords, wordsIn } from "./telling-words.ts";

/** Entries on one page, and searched at a time. */
const PAGE_SIZE = 50;
/** Entries that are searched before a page is shown: some seconds of the thread. */
const MOST_SEARCHED = 5_000;
/** Whoever looks at a page waits for it: each has few entries. */
const THREAD = { mostMs: 10_000, mostWaitMs: 30_000, mostHeapMb: 96, queue: 50, idleMs: 5_000 };
/** Changes where other words are searched for. */
const SEARCH = 1;

const NAMED = {
	id: entries.id,
	kind: entries.kind,
	category: entries.category,
	title: entries.title,
	name: entries.name,
	org: entries.org,
	email: entries.email,
	answers: entries.answers,
};

type NamedRow = Pick<typeof entries.$inferSelect, keyof typeof NAMED>;

/** What reviewers of blind calls read in the place of answers that say whose entry it is, for organisers. */
export function createRedactions({
	config,
	db,
	event,
	log,
	registry,
	now,
}: Pick<Runtime, "config" | "db" | "event" | "log" | "registry" | "now">) {
	const searchApart = createThread("words", { ...THREAD, scale: config.rateLimitScale });

	/** @throws AppError NOT_FOUND for a call that is not reviewed */
	function callOf(tx: Orm, actor: Actor, category: string) {
		requireCan(actor, "reviews.manage");
		const programme = registry().find(category);
		const rules = programme && rulesIn(tx, category);
		if (!rules) throw new AppError("NOT_FOUND");
		return { programme, rules };
	}

	/** The entries of a call that reviewers read. */
	const ofCall = ({ kind, category }: Programme) =>
		and(
			eq(entries.eventId, event.id()),
			eq(entries.kind, kind),
			eq(entries.category, category),
			inArray(entries.presence, ACTIVE),
		);

	/**
	 * A page of the entries whose texts still have telling words, or are redacted. A page beyond the end is the last one.
	 * `unsearched`: how many entries are left for the next time.
	 * @throws AppError NOT_FOUND, BUSY
	 */
	async function list(actor: Actor, category: string, wanted: number) {
		const { programme, rules } = callOf(db.orm, actor, category);
		const unsearched = await searchCall(programme);
		const found = sql`select entry_id from word_searches where is_found = 1 and basis = ${basisOf(programme)}`;
		const listed = and(ofCall(programme), sql`${entries.id} in (${found} union select entry_id from redactions)`);
		const total = db.orm.select({ n: count() }).from(entries).where(listed).get()?.n ?? 0;
		const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
		const page = Math.min(Math.max(1, wanted), pages);
		const rows = db.orm
			.select({ id: entries.id, kind: entries.kind, title: entries.title })
			.from(entries)
			.where(listed)
			.orderBy(asc(entries.id))
			.limit(PAGE_SIZE)
			.offset((page - 1) * PAGE_SIZE)
			.all();
		const ids = rows.map(({ id }) => id);
		const words = new Map((await searchTexts(programme, ids)).map((one) => [one.id, one.words]));
		const stored = grouped(redactionRows(db.orm, ids), ({ entryId }) => entryId);
		return {
			isBlind: rules.blind,
			total,
			pages,
			page,
			unsearched,
			entries: rows.map((row) => {
				const own = stored.get(row.id) ?? [];
				return {
					spot: spotId(row),
					title: row.title,
					words: words.get(row.id) ?? [],
					redacted: own.length,
					isEdited: isBefore(own, row.id),
				};
			}),
		};
	}

	/** Names what entries are searched for, and where. */
	const basisOf = ({ sections }: Programme): string =>
		sha256(JSON.stringify([SEARCH, sections]))
			.toString("base64url")
			.slice(0, 22);

	/** The last search of each call. */
	const searches = new Map<string, Promise<number>>();

	/**
	 * Searches the entries of a call that have changed since they were searched. One search at a time, so that none is
	 * made twice. @returns how many it left out
	 */
	function searchCall(programme: Programme): Promise<number> {
		const searched = Promise.resolve(searches.get(programme.category)).catch(() => undefined);
		const search = searched.then(() => searchChanged(programme));
		searches.set(programme.category, search);
		return search;
	}

	async function searchChanged(programme: Programme): Promise<number> {
		const basis = basisOf(programme);
		const isOfBasis = and(eq(wordSearches.entryId, entries.id), eq(wordSearches.basis, basis));
		const isChanged = and(ofCall(programme), isNull(wordSearches.entryId));
		const ids = db.orm
			.select({ id: entries.id })
			.from(entries)
			.leftJoin(wordSearches, isOfBasis)
			.where(isChanged)
			.orderBy(asc(entries.id))
			.limit(MOST_SEARCHED)
			.all()
			.map(({ id }) => id);
		for (let from = 0; from < ids.length; from += PAGE_SIZE)
			await searchAndStore(programme, ids.slice(from, from + PAGE_SIZE));
		if (ids.length < MOST_SEARCHED) return 0;
		const left = db.orm.select({ n: count() }).from(entries).leftJoin(wordSearches, isOfBasis).where(isChanged).get();
		return left?.n ?? 0;
	}

	/** An edit meanwhile deletes the row that is begun here, so that nothing is stored about texts of before. */
	async function searchAndStore(programme: Programme, ids: readonly number[]): Promise<void> {
		const begun = randomToken();
		await db.settle((tx) =>
			tx
				.insert(wordSearches)
				.values(ids.map((entryId) => ({ entryId, basis: begun, isFound: false })))
				.onConflictDoUpdate({ target: wordSearches.entryId, set: { basis: begun, isFound: false } })
				.run(),
		);
		const searched = await searchTexts(programme, ids);
		const found = searched.filter(({ words }) => words.length > 0).map(({ id }) => id);
		const basis = basisOf(programme);
		await db.settle((tx) => {
			const set = (isFound: boolean, which?: SQL) =>
				tx
					.update(wordSearches)
					.set({ basis, isFound })
					.where(and(inArray(wordSearches.entryId, [...ids]), eq(wordSearches.basis, begun), which))
					.run();
			set(true, inArray(wordSearches.entryId, found));
			set(false);
		});
	}

	/** The telling words in what reviewers read of these entries now. @throws AppError BUSY */
	async function searchTexts(programme: Programme, ids: readonly number[]) {
		const redacted = redactedIn(db.orm, ids);
		const rows = db.orm
			.select({ ...NAMED, answers: sql<string>`${entries.answers}` })
			.from(entries)
			.where(inArray(entries.id, [...ids]))
			.all()
			.map((row) => ({ ...row, redacted: redacted.get(row.id) ?? new Map<string, string>() }));
		if (rows.length === 0) return [];
		const searched = await searchApart({ programme, entries: rows }, undefined);
		if (!searched.ok) throw new AppError("BUSY", { retryAfter: 5 });
		return searched.result;
	}

	/** Whether the entry was edited since it was redacted. */
	const isBefore = (own: readonly { entryVersion: number }[], id: number) =>
		own.length > 0 && own.some(({ entryVersion }) => entryVersion < versionOf(db.orm, id));

	/** @throws AppError NOT_FOUND for an entry of another call, or none */
	function find(tx: Orm, category: string, spot: string): NamedRow {
		const row = tx
			.select(NAMED)
			.from(entries)
			.where(
				and(
					eq(entries.id, idFromSpot(spot)),
					eq(entries.category, category),
					eq(entries.eventId, event.id()),
					inArray(entries.presence, ACTIVE),
				),
			)
			.get();
		if (!row || spotId(row) !== spot) throw new AppError("NOT_FOUND");
		return row;
	}

	/**
	 * The texts of an entry that its reviewers read. `text`: what stands in the place of the author's; undefined for their own.
	 * `proposed`: the author's text without telling words. `seen` names this state.
	 */
	function open(actor: Actor, category: string, spot: string, locale: Locale) {
		const { programme, rules } = callOf(db.orm, actor, category);
		const row = find(db.orm, category, spot);
		const words = tellingWords(programme, row as Named);
		const { version, stored, seen } = stateOf(db.orm, row.id);
		return {
			isBlind: rules.blind,
			title: row.title,
			seen,
			fields: redactable(programme).flatMap((field) => {
				const original = originalOf(field, row);
				const redaction = stored.find((one) => one.field === field.name);
				if (original === "" && !redaction) return [];
				return [
					{
						name: field.name,
						label: field.label[locale],
						/** Of several lines. */
						isLong: field.kind === "textarea",
						original,
						text: redaction?.text,
						words: wordsIn(original, words),
						proposed: withoutWords(original, words),
						by: redaction?.by ?? "",
						at: redaction?.at,
						isEdited: redaction !== undefined && redaction.entryVersion < version,
					},
				];
			}),
		};
	}

	function stateOf(tx: Orm, id: number) {
		const version = versionOf(tx, id);
		const stored = redactionRows(tx, [id]);
		const state = stored.map(({ field, text, entryVersion }) => [field, text, entryVersion]);
		return { version, stored, seen: sha256(JSON.stringify([version, state])).toString("base64url") };
	}

	/**
	 * Keeps the texts that differ from the author's, and drops the others. @param texts by the names of questions
	 * @returns false, and nothing changes, where author or organisers have changed something since `seen`
	 * @throws AppError NOT_FOUND, FORBIDDEN to who has a conflict of interest with the entry
	 */
	async function save(
		actor: Actor,
		{
			category,
			spot,
			seen,
			texts,
		}: { category: string; spot: string; seen: string; texts: ReadonlyMap<string, string> },
	): Promise<boolean> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		const isSaved = await db.write((tx) => {
			const { programme } = callOf(tx, actor, category);
			const row = find(tx, category, spot);
			if (inConflictOf(committeeIn(tx, registry(), category, eq(entries.id, row.id)), actorId).has(row.id))
				throw new AppError("FORBIDDEN");
			const state = stateOf(tx, row.id);
			if (state.seen !== seen) return false;
			for (const field of redactable(programme)) {
				const text = texts.get(field.name);
				if (text === undefined) continue;
				const own = and(eq(redactions.entryId, row.id), eq(redactions.field, field.name));
				if (text === "" || text === originalOf(field, row)) tx.delete(redactions).where(own).run();
				else keep(tx, { entryId: row.id, field: field.name, text, entryVersion: state.version, at: now(), actorId });
			}
			return true;
		});
		if (isSaved) log.info({ event: "entry redacted", entry: spot, user: actorId }, "an entry was redacted");
		return isSaved;
	}

	function keep(tx: Orm, row: typeof redactions.$inferInsert): void {
		const { entryId: _, field: __, ...set } = row;
		tx.insert(redactions)
			.values(row)
			.onConflictDoUpdate({ target: [redactions.entryId, redactions.field], set })
			.run();
	}

	return { list, open, save };
}

/** What organisers put in the place of answers, and who. @param ids those of a page at most */
function redactionRows(tx: Orm, ids: readonly number[]) {
	return tx
		.select({
			entryId: redactions.entryId,
			field: redactions.field,
			text: redactions.text,
			entryVersion: redactions.entryVersion,
			at: redactions.at,
			by: users.name,
		})
		.from(redactions)
		.leftJoin(users, eq(users.id, redactions.actorId))
		.where(inArray(redactions.entryId, [...ids]))
		.orderBy(asc(redactions.entryId), asc(redactions.field))
		.all();
}
