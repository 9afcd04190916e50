import { and, count, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Registry } from "../../../app/programmes/registry.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { can, type Role } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, messages, reviews } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { roleOf } from "../accounts/accounts.ts";
import type { NoteExport } from "../accounts/export-notes.ts";
import { type Actor, requireCan, requireFresh } from "../actor.ts";
import { mapped } from "../limits/batches.ts";
import { createFairQueue } from "../limits/fair-queue.ts";
import type { OptOuts } from "../mails/opt-outs.ts";
import type { Runtime } from "../runtime.ts";
import { canonicalAddress } from "./addresses-in-text.ts";
import type { Erased, Erasing } from "./erasure.ts";
import type { Mention, Mentions, MentionsOf, Own, PlacePages } from "./mentions.ts";
import { type PersonalData, senderOf } from "./personal-data.ts";
import { ownIn, recordsOf, spellingsOf } from "./personal-records.ts";
import { shownAt } from "./place-links.ts";

/** Lines of each list on a page, and in a copy or on a terminal. */
const MOST_SHOWN = 50;
export const MOST_COPIED = 5_000;

/** How many records stay when a person is erased, without their name. */
export interface Kept {
	/** Call, track, status, dates and choices from lists of their entries. */
	entries: number;
	/** Lines of the history of these entries about status, track and slot. */
	history: number;
	/** That a mail was sent, and when. */
	mails: number;
	/** Marks they gave as a reviewer. */
	marks: number;
	/** Messages they wrote, as a member of the team, about entries of other people. */
	messages: number;
	/** Events whose broadcasts they have unsubscribed from, as keyed hashes of the address. */
	optOuts: number;
}

/** The page of each list of a person that is asked for; the first by default. A page beyond the end gives the last one. */
export type PersonPages = PlacePages & { own?: number };

/** Everything that is stored about a person, in short. */
export interface FoundPerson extends Mentions {
	/** As it is compared. */
	typed: string;
	accounts: { name: string; email: string; role: Role | undefined }[];
	/** A page of their entries. */
	own: {
		page: number;
		pages: number;
		shown: { entry: string; title: string; sentBy: ReturnType<typeof senderOf>; link: string | undefined }[];
	};
	counts: { entries: number; drafts: number; late: number; mails: number };
	kept: Kept;
}

/**
 * Finds a person by address, with or without an account, for the operator and for organisers: their own data, the places
 * where other people name them, and what stays after erasing.
 */
export function createPeople(
	{ db, registry, config }: Runtime,
	{
		erasing,
		mentions,
		noteExport,
		optOuts,
		personalData,
	}: {
		erasing: Erasing;
		mentions: MentionsOf;
		noteExport: NoteExport;
		optOuts: Pick<OptOuts, "of">;
		personalData: PersonalData;
	},
) {
	/** A search reads all texts, so only one runs at a time. */
	const inTurn = createFairQueue({ concurrency: 1, queue: 4, patienceMs: 30_000, scale: config.rateLimitScale });

	interface Search {
		most?: number;
		pages?: PersonPages;
		onProgress?: (done: number, total: number) => void;
	}

	/** @param typed the address, in any spelling @returns undefined if nothing is stored */
	async function find(
		typed: string,
		{ most = MOST_SHOWN, pages, onProgress }: Search = {},
	): Promise<FoundPerson | undefined> {
		const { address, wanted } = spellingsOf(db.orm, typed);
		if (!address.includes("@")) return;
		const own = ownIn(db.orm, registry(), wanted);
		const found = await mentions.find(new Set([address]), own, { most, pages, onProgress });
		const records = wanted.map((one) => recordsOf(db.orm, registry(), one));
		const accounts = records.flatMap(({ account }) => account ?? []);
		const counts = {
			entries: own.entries.size,
			drafts: own.drafts.size,
			late: own.late.size,
			mails: own.mails.size,
		};
		const isNobody = accounts.length === 0 && Object.values(counts).every((n) => n === 0);
		const optedOut = wanted.flatMap((one) => optOuts.of(one.address)).length;
		if (isNobody && found.address.total === 0 && found.event.total === 0 && optedOut === 0) return;
		return {
			...found,
			typed: address,
			accounts: accounts.map((row) => ({ name: row.name, email: row.email ?? "", role: roleOf(db.orm, row) })),
			own: entriesOn(db.orm, registry(), own, { most, wanted: pages?.own }),
			counts,
			kept: { ...keptOf(db.orm, own), optOuts: optedOut },
		};
	}

	/**
	 * All data of a person with the places where other people name their address, for JSON. Places with only their name are
	 * left out.
	 * @returns undefined if nothing is stored
	 */
	async function copyOf(typed: string, search: Pick<Search, "onProgress"> = {}) {
		const found = await find(typed, { ...search, most: MOST_COPIED });
		if (!found) return;
		const copies = spellingsOf(db.orm, typed).wanted.flatMap(
			(wanted) => personalData.copyOf(wanted, { notes: true })?.copy ?? [],
		);
		const [first, ...others] = copies;
		const nothing = {
			address: found.typed,
			account: null,
			entries: [],
			drafts: [],
			late: [],
			mails: [],
			unsubscribed: [],
		};
		const named = [...found.address.shown, ...found.event.shown];
		const left = found.address.total + found.event.total - named.length;
		const copy = {
			...(first ?? nothing),
			...(others.length > 0 && { otherSpellings: mapped(others, (one) => one) }),
			mentions: named.map(({ place, entry, question, text }: Mention) => ({ place, entry, question, text })),
			...(left > 0 && { moreMentions: left }),
		};
		return { copy, found };
	}

	/** Photos of the person, by name. */
	function photosOf(typed: string): string[] {
		return spellingsOf(db.orm, typed).wanted.flatMap((wanted) => personalData.photosOf(wanted));
	}

	/** Finds a person for organisers. @throws AppError NOT_FRESH, FORBIDDEN or BUSY */
	async function show(actor: Actor, typed: string, pages: PersonPages = {}): Promise<FoundPerson | undefined> {
		const user = asking(actor);
		const found = await inTurn({ network: actor.network }, () => find(typed, { pages }));
		noteExport(user, "where a person is named");
		return found && { ...found, address: { ...found.address, shown: withoutReviews(found.address.shown) } };
	}

	/** The copy for organisers. @throws AppError NOT_FRESH, FORBIDDEN or BUSY */
	async function take(actor: Actor, typed: string) {
		const user = asking(actor);
		// A copy has the person's reviews, which may be hidden from this organiser. Members of the team download their own copy.
		if (!can(user.role, "team.manage") && isOnTeam(db.orm, spellingsOf(db.orm, typed).address))
			throw new AppError("FORBIDDEN");
		const found = await inTurn({ network: actor.network }, () => copyOf(typed));
		if (!found) return;
		noteExport(user, "a person");
		return { ...found.copy, mentions: withoutReviews(found.copy.mentions) };
	}

	/**
	 * Erases a person for an organiser.
	 * @param word the address again @returns "team" for members of the team, who must leave it first; "wrong" for another word
	 * @throws AppError NOT_FRESH, FORBIDDEN or BUSY
	 */
	async function erase(actor: Actor, typed: string, word: string): Promise<Erased | "team" | "wrong" | undefined> {
		const user = asking(actor);
		requireCan(actor, "entries.manage");
		const { address } = spellingsOf(db.orm, typed);
		if (!address.includes("@") || canonicalAddress(word) !== address) return "wrong";
		if (isOnTeam(db.orm, address)) return "team";
		const erased = await inTurn({ network: actor.network }, () =>
			erasing.erase({ address }, { stillMay: (tx) => !isOnTeam(tx, address), by: user.id }),
		);
		if (erased === "manager" || (!erased && isOnTeam(db.orm, address))) return "team";
		return erased;
	}

	function isOnTeam(tx: Orm, address: string): boolean {
		const { wanted } = spellingsOf(tx, address);
		const accounts = wanted.flatMap((one) => recordsOf(tx, registry(), one).account ?? []);
		return accounts.some((account) => roleOf(tx, account) !== undefined);
	}

	return { find, copyOf, photosOf, show, take, erase };
}

/** Hides texts of reviews, which the organiser may not be allowed to read: only the place is shown. */
function withoutReviews<Named extends Pick<Mention, "place" | "text">>(mentions: readonly Named[]): Named[] {
	const isReview = ({ place }: Named) => place === "reviews" || place === "review_comments";
	return mentions.map((one) => (isReview(one) ? { ...one, text: "…" } : one));
}

function asking(actor: Actor) {
	requireFresh(actor);
	return requireCan(actor, "entries.export");
}

/** Numbers in one condition, however many. */
const among = (ids: ReadonlySet<number>) => sql`(select value from json_each(${JSON.stringify([...ids])}))`;

function entriesOn(
	tx: Orm,
	registry: Registry,
	own: Own,
	{ most, wanted = 1 }: { most: number; wanted: number | undefined },
): FoundPerson["own"] {
	const pages = Math.max(1, Math.ceil(own.entries.size / most));
	const page = Math.min(Math.max(1, wanted), pages);
	const rows = tx
		.select({ id: entries.id, kind: entries.kind, title: entries.title, userId: entries.userId })
		.from(entries)
		.where(inArray(entries.id, among(own.entries)))
		.orderBy(entries.id)
		.limit(most)
		.offset((page - 1) * most)
		.all();
	return {
		page,
		pages,
		shown: rows.map((row) => ({
			entry: spotId(row),
			title: row.title,
			sentBy: senderOf(row, own.accounts),
			link: shownAt(tx, registry, { table: "entries", rowid: row.id, entryId: row.id, shownBy: {} }).link,
		})),
	};
}

function keptOf(tx: Orm, own: Own): Omit<Kept, "optOuts"> {
	const lines = and(
		inArray(entryLog.entryId, among(own.entries)),
		inArray(entryLog.type, ["Status", "Track", "Schedule"]),
	);
	const written = and(inArray(messages.actorId, among(own.accounts)), notInArray(messages.entryId, among(own.entries)));
	const countOf = (table: typeof entryLog | typeof reviews | typeof messages, where: SQL | undefined) =>
		tx.select({ n: count() }).from(table).where(where).get()?.n ?? 0;
	return {
		entries: own.entries.size,
		history: countOf(entryLog, lines),
		mails: own.mails.size,
		marks: countOf(reviews, inArray(reviews.reviewerId, among(own.accounts))),
		messages: countOf(messages, written),
	};
}
