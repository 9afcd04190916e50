import { and, count, desc, eq, gte, inArray, lt, notExists, notInArray, sql } from "drizzle-orm";
import type { MessageThread } from "../../../app/enumerations.ts";
import { APART, PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, messages, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan, requireUser } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { OwnEntries } from "../entries/own-entries.ts";
import type { Runtime } from "../runtime.ts";

/** Messages of a thread that are shown at once, and the characters beyond which there are fewer; threads on a page of their list. */
const SHOWN = 20;
const SHOWN_CHARACTERS = 40_000;
const PAGE = 25;

/** A message as its readers may see it. */
export interface Message {
	id: number;
	fromTeam: boolean;
	/** Name or address of the organiser who wrote it; "" to the people of the entry, and if the account is gone. */
	by: string;
	body: string;
	at: number;
}

/** The newest messages of a thread, or those before one; the newest last. */
export interface Thread {
	messages: Message[];
	/** The first of these if there are earlier ones. */
	before: number | undefined;
}

/** What the messages with the people of an entry come to. */
export interface Tally {
	count: number;
	/** Of the last one. */
	fromTeam: boolean;
	at: number;
}

const ofThread = (entryId: number, thread: MessageThread) =>
	and(eq(messages.entryId, entryId), eq(messages.thread, thread));

/** The thread with the people of an entry. It stands in the statement, because its index is chosen by it. */
const withPeople = sql`${messages.thread} = 'people'`;

/** The condition that a message is the last of its thread with people. */
const isLast = and(
	withPeople,
	sql`not exists (select 1 from ${messages} later where later.entry_id = ${messages.entryId}
		and later.thread = 'people' and later.id > ${messages.id})`,
);

export type MessageThreads = ReturnType<typeof createMessageThreads>;

/** What was written about entries, as each side may read it. */
export function createMessageThreads({ db, event }: Runtime, { own }: { own: OwnEntries }) {
	/** @param before the number of a message; 0: up to the newest */
	function read(entryId: number, thread: MessageThread, before: number): Thread {
		const rows = db.orm
			.select({ message: messages, name: users.name, email: users.email })
			.from(messages)
			.leftJoin(users, eq(users.id, messages.actorId))
			.where(and(ofThread(entryId, thread), before > 0 ? lt(messages.id, before) : undefined))
			.orderBy(desc(messages.id))
			.limit(SHOWN + 1)
			.all();
		let characters = 0;
		const fitting = rows.filter(({ message: { body } }, at) => {
			characters += body.length;
			return at < SHOWN && (at === 0 || characters <= SHOWN_CHARACTERS);
		});
		const shown = fitting.reverse();
		return {
			messages: shown.map(({ message: { id, fromTeam, body, at }, name, email }) => {
				return { id, fromTeam, by: fromTeam ? name || email || "" : "", body, at };
			}),
			before: rows.length > shown.length ? shown[0]?.message.id : undefined,
		};
	}

	/**
	 * The thread with the people of an entry, for one of them. It names no member of the team.
	 * @returns undefined for everyone else, organisers included
	 */
	function ofAuthor(actor: Actor, spot: string, key: string, before: number): (Thread & { open: boolean }) | undefined {
		const entry = own.findAsAuthor(db.orm, actor, spot, key);
		if (!entry) return;
		const thread = read(entry.id, "people", before);
		return { ...thread, messages: thread.messages.map((one) => ({ ...one, by: "" })), open: isOpen(entry) };
	}

	/** Both threads of an entry, for organisers. @param before as for `read` @throws AppError NOT_FOUND */
	function ofEntry(actor: Actor, spot: string, before: Readonly<Record<MessageThread, number>>) {
		requireCan(actor, "entries.read");
		const entry = find(db.orm, spot);
		const { id } = entry;
		return {
			entry,
			open: isOpen(entry),
			people: read(id, "people", before.people),
			organisers: read(id, "organisers", before.organisers),
			/** The last message, if it waits for an answer. */
			waits: lastWaiting.get({ id })?.id,
		};
	}

	/** The last message of each thread with people. Beside a maximum, SQLite takes the other columns from its row. */
	const last = db.orm
		.select({
			id: sql<number>`max(${messages.id})`.as("last"),
			entryId: messages.entryId,
			fromTeam: messages.fromTeam,
			at: messages.at,
		})
		.from(messages)
		.where(withPeople)
		.groupBy(messages.entryId)
		.as("threads");

	const countOf = db.orm
		.select({ n: count() })
		.from(messages)
		.where(eq(messages.entryId, sql.placeholder("id")))
		.prepare();

	/** How many messages there are about an entry, and whether its people wait for an answer. */
	function about(actor: Actor, id: number): { count: number; waits: boolean } {
		requireCan(actor, "entries.read");
		return { count: countOf.get({ id })?.n ?? 0, waits: lastWaiting.get({ id }) !== undefined };
	}

	/** The entries of the person signed in that there are messages about, by their numbers. */
	function ofOwn(actor: Actor): ReadonlyMap<number, Tally> {
		const user = requireUser(actor);
		const ids = db.orm.select({ id: entries.id }).from(entries).where(eq(entries.userId, user.id));
		const last = sql`max(${messages.id})`;
		// Beside a maximum, SQLite takes the other columns from the row that has it.
		const rows = db.orm
			.select({ entryId: messages.entryId, count: count(), fromTeam: messages.fromTeam, at: messages.at, last })
			.from(messages)
			.where(and(eq(messages.thread, "people"), inArray(messages.entryId, ids)))
			.groupBy(messages.entryId)
			.all();
		return new Map(rows.map(({ entryId, last: _, ...tally }) => [entryId, tally]));
	}

	/** Log lines that settled a message: organisers said that it needs no answer. */
	const settled = (tx: Orm, about: Pick<typeof messages | typeof last, "entryId" | "at">) =>
		tx
			.select({ id: entryLog.id })
			.from(entryLog)
			// In the statement, because its index is chosen by the type.
			.where(and(eq(entryLog.entryId, about.entryId), sql`${entryLog.type} = 'Settled'`, gte(entryLog.at, about.at)));

	/** The last message of an entry, if its people wait for an answer. */
	const waitingOf = (tx: Orm) =>
		tx
			.select({ id: messages.id })
			.from(messages)
			.where(
				and(
					eq(messages.entryId, sql.placeholder("id")),
					isLast,
					eq(messages.fromTeam, false),
					notExists(settled(tx, messages)),
				),
			)
			.prepare();
	const lastWaiting = waitingOf(db.orm);

	const waitsIn = (tx: Orm, entryId: number): number | undefined => waitingOf(tx).get({ id: entryId })?.id;

	/**
	 * The last message of each thread of the current event, or of each that waits: its people had the last word, and nobody
	 * settled it. The newest first. Reads no texts.
	 */
	const lastMessages = db.remembering((which: "all" | "waiting"): number[] => {
		const waits = and(eq(last.fromTeam, false), notExists(settled(db.orm, last)));
		return db.orm
			.select({ id: last.id })
			.from(last)
			.crossJoin(entries)
			.where(
				and(
					eq(entries.id, last.entryId),
					eq(entries.eventId, event.id()),
					notInArray(entries.presence, APART),
					which === "waiting" ? waits : undefined,
				),
			)
			.orderBy(desc(last.id))
			.all()
			.map(({ id }) => id);
	});

	/** How many threads wait for an answer, and how many there are. */
	function counts(actor: Actor): Readonly<Record<"all" | "waiting", number>> {
		requireCan(actor, "entries.read");
		return { all: lastMessages("all").length, waiting: lastMessages("waiting").length };
	}

	/**
	 * The last message of each thread that waits, or of each, the newest first. A page beyond the end gives the last one.
	 */
	function list(actor: Actor, { all, page: wanted }: { all: boolean; page: number }) {
		requireCan(actor, "entries.read");
		const found = lastMessages(all ? "all" : "waiting");
		const pages = Math.max(1, Math.ceil(found.length / PAGE));
		const page = Math.min(wanted, pages);
		const { id, kind, title, name } = entries;
		const rows = db.orm
			.select({ message: messages, entry: { id, kind, title, name } })
			.from(messages)
			.innerJoin(entries, eq(id, messages.entryId))
			.where(inArray(messages.id, found.slice((page - 1) * PAGE, page * PAGE)))
			.orderBy(desc(messages.id))
			.all();
		return { rows, page, pages };
	}

	/** Nothing is written about erased entries, nor to those of an archived event. */
	const isOpen = (entry: EntryRow) => entry.eventId === event.id() && entry.presence !== PRESENCE_AFTER.erasing;

	/** The entry with this reference. @throws AppError NOT_FOUND */
	function find(tx: Orm, spot: string): EntryRow {
		const row = tx
			.select()
			.from(entries)
			.where(eq(entries.id, idFromSpot(spot)))
			.get();
		if (!row || spotId(row) !== spot) throw new AppError("NOT_FOUND");
		return row;
	}

	return { ofAuthor, ofEntry, about, ofOwn, counts, list, find, isOpen, waitsIn };
}
