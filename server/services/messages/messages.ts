import { and, count, desc, eq, gt } from "drizzle-orm";
import { type MessageThread, MOST_IN_MESSAGES } from "../../../app/enumerations.ts";
import { isSilent } from "../../../app/lifecycle.ts";
import { severalLines } from "../../../app/programmes/answers.ts";
import { isPlainText, isUnseen } from "../../../app/programmes/problems.ts";
import { countCharacters } from "../../../app/programmes/text-length.ts";
import type { Orm } from "../../../db/client.ts";
import { entryLog, messages } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { OwnEntries } from "../entries/own-entries.ts";
import type { Runtime } from "../runtime.ts";
import type { MessageMails } from "./message-mails.ts";
import { createMessageThreads } from "./message-threads.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A form that is sent again within this time is the same message. */
const SAME_MS = 10 * 60 * 1000;

/** Why a message was not stored: its text, too many by the people of the entry, or an entry that takes none. */
export type MessageRefusal = "blank" | "tooLong" | "characters" | "tooManyToday" | "tooMany" | "closed";
export type Written = "written" | MessageRefusal;

type Given = Pick<typeof messages.$inferInsert, "thread" | "fromTeam" | "actorId" | "body">;

export type Messages = ReturnType<typeof createMessages>;

/** Messages about an entry: between its people and the organisers, and among organisers. */
export function createMessages(runtime: Runtime, { mails, own }: { mails: MessageMails; own: OwnEntries }) {
	const { db, now } = runtime;
	const { find, isOpen, waitsIn, ...threads } = createMessageThreads(runtime, { own });

	/** Writes as an organiser. @throws AppError NOT_FOUND */
	async function write(actor: Actor, spot: string, thread: MessageThread, text: string): Promise<Written> {
		const { id: actorId } = requireCan(actor, "entries.manage");
		return db.write((tx) => add(tx, find(tx, spot), { thread, fromTeam: true, actorId, body: severalLines(text) }));
	}

	/**
	 * Writes to the organisers as one of the people of an entry, by their account or the key of their private link.
	 * @throws AppError NOT_FOUND, also for an organiser who is none of them
	 */
	async function writeAsAuthor(actor: Actor, spot: string, key: string, text: string): Promise<Written> {
		return db.write((tx) => {
			const entry = own.findAsAuthor(tx, actor, spot, key);
			if (!entry) throw new AppError("NOT_FOUND");
			const by = { thread: "people", fromTeam: false, actorId: entry.userId } as const;
			return add(tx, entry, { ...by, body: severalLines(text) });
		});
	}

	function add(tx: Orm, entry: EntryRow, given: Given): Written {
		const { thread, fromTeam, body } = given;
		const fault = faultOf(body);
		if (fault) return fault;
		if (!isOpen(entry)) return "closed";
		if (repeats(tx, entry.id, given)) return "written";
		const limit = fromTeam ? undefined : limitReached(tx, entry.id);
		if (limit) return limit;
		const values = { ...given, entryId: entry.id, at: now() };
		const { id } = tx.insert(messages).values(values).returning({ id: messages.id }).get();
		if (thread === "people" && !isSilent(entry)) {
			mails.cancel(tx, fromTeam ? "incoming" : "message", entry.id);
			if (fromTeam) mails.tellPeople(tx, entry, id);
			else mails.tellOrganisers(tx, entry, id);
		}
		return "written";
	}

	/** Whether the newest message of the thread is this one: the same text by the same hand, within ten minutes. */
	function repeats(tx: Orm, entryId: number, { thread, ...given }: Given): boolean {
		const newest = tx
			.select()
			.from(messages)
			.where(and(eq(messages.entryId, entryId), eq(messages.thread, thread)))
			.orderBy(desc(messages.id))
			.limit(1)
			.get();
		return (
			newest !== undefined &&
			newest.at > now() - SAME_MS &&
			newest.fromTeam === given.fromTeam &&
			newest.actorId === given.actorId &&
			newest.body === given.body
		);
	}

	/** A private link may be passed on: what comes by it must not fill the disk. */
	function limitReached(tx: Orm, entryId: number): "tooMany" | "tooManyToday" | undefined {
		const theirs = and(eq(messages.entryId, entryId), eq(messages.fromTeam, false));
		const many = (...those: Parameters<typeof and>) =>
			tx
				.select({ n: count() })
				.from(messages)
				.where(and(theirs, ...those))
				.get()?.n ?? 0;
		if (many() >= MOST_IN_MESSAGES.inAll) return "tooMany";
		return many(gt(messages.at, now() - DAY_MS)) >= MOST_IN_MESSAGES.aDay ? "tooManyToday" : undefined;
	}

	/**
	 * Says that the last message needs no answer.
	 * @param seen the number of that message, as the organiser saw it
	 * @returns false if there is another one by now, or it does not wait any more
	 * @throws AppError NOT_FOUND
	 */
	async function settle(actor: Actor, spot: string, seen: number): Promise<boolean> {
		const { id: actorId } = requireCan(actor, "entries.manage");
		return db.write((tx) => {
			const entry = find(tx, spot);
			const { id } = entry;
			if (!isOpen(entry) || waitsIn(tx, id) !== seen) return false;
			tx.insert(entryLog).values({ entryId: id, at: now(), actorId, type: "Settled", state: entry.status }).run();
			mails.cancel(tx, "incoming", id);
			return true;
		});
	}

	return { ...threads, write, writeAsAuthor, settle };
}

function faultOf(body: string): MessageRefusal | undefined {
	if (isUnseen(body)) return "blank";
	if (countCharacters(body) > MOST_IN_MESSAGES.characters) return "tooLong";
	return isPlainText(body) ? undefined : "characters";
}
