import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { LOCALES } from "../../../app/i18n.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { broadcasts, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { broadcastValues } from "../../mail/templates.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { mapInBatches } from "../limits/batches.ts";
import type { EntryLists } from "../lists/entry-lists.ts";
import type { Runtime } from "../runtime.ts";
import { type Addressee, type BroadcastList, createBroadcastPeople } from "./broadcast-people.ts";
import type { Letters, SendOutcome } from "./letters.ts";
import type { MailBatches, MailCounts } from "./mail-batches.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { Mailing } from "./mailing.ts";

/** Letters on a page, and the characters of their texts beyond which there are fewer. */
const PAGE = 25;
const PAGE_CHARACTERS = 40_000;

/** What is written: a text in each language, of which one may be empty, and where answers go ("": to the sender). */
export interface BroadcastText extends Readonly<Record<Locale, MailText>> {
	replyTo: string;
}

/** A broadcast that was sent. */
export interface SentBroadcast {
	id: number;
	/** The query of the page it was sent from. */
	query: string;
	text: BroadcastText;
	/** Milliseconds since the epoch. */
	at: number;
	/** Address of who sent it; "" for an account that is gone. */
	by: string;
}

interface Parts {
	batches: MailBatches;
	letters: Pick<Letters, "sendToSelf">;
	links: PrivateLinks;
	lists: Pick<EntryLists, "matching">;
	mailing: Pick<Mailing, "enqueue">;
	texts: Pick<MailTexts, "fill" | "eventValues">;
}

type Row = typeof broadcasts.$inferSelect;

export type Broadcasts = ReturnType<typeof createBroadcasts>;

/**
 * Broadcasts: one text to all people of a list, each address once. The mails are rows of the outbox, written together with
 * what was sent, so that a crash loses none and repeats none.
 */
export function createBroadcasts(runtime: Runtime, { batches, letters, links, lists, mailing, texts }: Parts) {
	const { db, event, now } = runtime;
	const peopleIn = createBroadcastPeople(runtime, { lists });

	const ownDraft = (actorId: number) =>
		and(eq(broadcasts.actorId, actorId), eq(broadcasts.eventId, event.id()), isNull(broadcasts.seen));
	const draftOf = (tx: Orm, actorId: number) => tx.select().from(broadcasts).where(ownDraft(actorId)).get();

	/** Keeps what an organiser is writing. The texts have no faults. */
	async function keep(actor: Actor, text: BroadcastText): Promise<void> {
		const { id: actorId } = requireCan(actor, "mails.manage");
		await db.write((tx) => {
			tx.delete(broadcasts).where(ownDraft(actorId)).run();
			tx.insert(broadcasts)
				.values({ ...columnsOf(text), eventId: event.id(), query: "", at: now(), actorId })
				.run();
		});
	}

	/**
	 * What an organiser is writing (undefined: nothing yet), whom a list reaches, and a page of the letters as they would
	 * leave, but for the keys of private links. `seen` approves exactly that.
	 */
	function pending(actor: Actor, list: BroadcastList, wanted: number) {
		const { id } = requireCan(actor, "mails.manage");
		const draft = draftOf(db.orm, id);
		const text = draft && textOf(draft);
		const { addressees, ...people } = peopleIn(actor, list);
		const longest = Math.max(1, ...LOCALES.map((locale) => text?.[locale].body.length ?? 0));
		const size = Math.max(1, Math.min(PAGE, Math.floor(PAGE_CHARACTERS / longest)));
		const pages = Math.max(1, Math.ceil(addressees.length / size));
		const page = Math.min(wanted, pages);
		const shown = addressees.slice((page - 1) * size, page * size);
		const inOther = text ? addressees.filter((one) => languageOf(one, text) !== one.locale).length : 0;
		return {
			...people,
			text,
			people: addressees.length,
			/** Those who get the text in the language that is not theirs. */
			inOther,
			page,
			pages,
			letters: text ? shown.map((one) => ({ ...one, letter: withoutKey(letterTo(one, text)) })) : [],
			seen: draft ? fingerprintOf(draft, addressees) : "",
		};
	}

	/** Identifies what was looked at, so that exactly that is sent. Depends on all that letters are made of. */
	function fingerprintOf(draft: Row, addressees: readonly Addressee[]): string {
		return sha256(JSON.stringify([draft.id, textOf(draft), addressees, LOCALES.map(texts.eventValues)]))
			.toString("hex")
			.slice(0, 24);
	}

	function letterTo(addressee: Addressee, text: BroadcastText): MailText {
		const locale = languageOf(addressee, text);
		const about = addressee.entries.map((entry) => ({ ...entry, link: links.openedBy(entry) }));
		return texts.fill<"broadcast">(text[locale], locale, broadcastValues(locale, addressee.newest.name, about));
	}

	/**
	 * Sends the first letter of each language to the actor, without keys.
	 * @throws AppError CONFLICT where there is none
	 */
	async function sendTest(actor: Actor, list: BroadcastList): Promise<SendOutcome> {
		const { id } = requireCan(actor, "mails.manage");
		const draft = draftOf(db.orm, id);
		const { addressees } = peopleIn(actor, list);
		const text = draft && textOf(draft);
		const firsts = LOCALES.flatMap((locale) => {
			const first = text && addressees.find((one) => languageOf(one, text) === locale);
			return first ? [{ ...withoutKey(letterTo(first, text)), replyTo: text.replyTo }] : [];
		});
		if (firsts.length === 0) throw new AppError("CONFLICT");
		return letters.sendToSelf(actor, firsts);
	}

	/** The letters of a page that was approved; undefined where it is out of date. */
	async function lettersSeen(actor: Actor, list: BroadcastList, seen: string) {
		const draft = draftOf(db.orm, requireCan(actor, "mails.manage").id);
		const { addressees } = peopleIn(actor, list);
		if (!draft || fingerprintOf(draft, addressees) !== seen) return;
		const text = textOf(draft);
		return mapInBatches(addressees, (one) => ({ newest: one.newest, letter: letterTo(one, text) }));
	}

	/**
	 * Writes the mails that were looked at.
	 * @param query of the page
	 * @param seen of the page that was approved
	 * @returns the number of what was sent; that of the first click for a second one
	 * @throws AppError CONFLICT if the text or the people have changed since
	 */
	async function send(actor: Actor, list: BroadcastList, query: string, seen: string): Promise<number> {
		const { id: actorId } = requireCan(actor, "mails.manage");
		// Before the transaction, so that others do not wait for it.
		const letters = await lettersSeen(actor, list, seen);
		return db.write((tx) => {
			const draft = draftOf(tx, actorId);
			const { addressees } = peopleIn(actor, list);
			if (!draft || !letters || addressees.length === 0 || fingerprintOf(draft, addressees) !== seen) {
				const isSame = and(eq(broadcasts.seen, seen), eq(broadcasts.actorId, actorId));
				const done = seen === "" ? undefined : tx.select().from(broadcasts).where(isSame).get();
				if (done) return done.id;
				throw new AppError("CONFLICT");
			}
			tx.update(broadcasts).set({ seen, query, at: now() }).where(eq(broadcasts.id, draft.id)).run();
			const { id: broadcast, replyTo } = draft;
			for (const { newest, letter } of letters) {
				const { id: entryId, email: to } = newest;
				const dedupeKey = `broadcast:${broadcast}:${entryId}`;
				mailing.enqueue(tx, { ...letter, kind: "broadcast", dedupeKey, entryId, to, broadcast, replyTo, actorId });
			}
			return draft.id;
		});
	}

	const sent = (where: SQL | undefined): SentBroadcast[] =>
		db.orm
			.select({ row: broadcasts, by: users.email })
			.from(broadcasts)
			.leftJoin(users, eq(users.id, broadcasts.actorId))
			.where(and(eq(broadcasts.eventId, event.id()), isNotNull(broadcasts.seen), where))
			.orderBy(desc(broadcasts.id))
			.all()
			.map(({ row, by }) => {
				const { id, query, at } = row;
				return { id, query, at, text: textOf(row), by: by ?? "" };
			});

	/** All of the current event, the newest first. */
	function list(actor: Actor): SentBroadcast[] {
		requireCan(actor, "mails.manage");
		return sent(undefined);
	}

	/** One of them, with its mails by their state. @throws AppError NOT_FOUND */
	function progress(actor: Actor, id: number): SentBroadcast & { mails: MailCounts } {
		requireCan(actor, "mails.manage");
		const [one] = sent(eq(broadcasts.id, id));
		if (!one) throw new AppError("NOT_FOUND");
		return { ...one, mails: batches.countsOf({ broadcast: id }) };
	}

	/** A page of its mails, those that failed first; a page beyond the end gives the last one. @throws AppError NOT_FOUND */
	function mailsIn(actor: Actor, id: number, page: number) {
		progress(actor, id);
		return batches.pageOf({ broadcast: id }, page);
	}

	return { keep, pending, sendTest, send, list, progress, mailsIn };
}

function columnsOf({ en, zh, replyTo }: BroadcastText) {
	return { subjectEn: en.subject, bodyEn: en.body, subjectZh: zh.subject, bodyZh: zh.body, replyTo };
}

function textOf({ subjectEn, bodyEn, subjectZh, bodyZh, replyTo }: Row): BroadcastText {
	return { en: { subject: subjectEn, body: bodyEn }, zh: { subject: subjectZh, body: bodyZh }, replyTo };
}

/** Their language, or the one that there is a text in. */
function languageOf({ locale }: Addressee, text: BroadcastText): Locale {
	return text[locale].body === "" ? (LOCALES.find((one) => text[one].body !== "") ?? locale) : locale;
}

const withoutKey = ({ subject, body }: MailText): MailText => ({ subject, body: withoutKeys(body) });
