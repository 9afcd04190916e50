import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { LOCALES } from "../../../app/i18n.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { broadcasts, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { broadcastValues, unsubscribableLetter } from "../../mail/templates.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { mapInBatches } from "../limits/batches.ts";
import type { EntryLists } from "../lists/entry-lists.ts";
import { newestRows } from "../lists/result-pages.ts";
import type { Runtime } from "../runtime.ts";
import { type Addressee, type BroadcastList, type BroadcastPeople, createBroadcastPeople } from "./broadcast-people.ts";
import type { Letters, SendOutcome } from "./letters.ts";
import type { MailBatches, MailCounts } from "./mail-batches.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { Mailing } from "./mailing.ts";
import type { OptOuts } from "./opt-outs.ts";

/** Letters on a page, and the characters of their texts beyond which there are fewer. */
const PAGE = 25;
const PAGE_CHARACTERS = 40_000;
/** Broadcasts in the list of those that were sent. */
const LIST = 20;

/** What is written: a text in each language, of which one may be empty, and where answers go ("": to the sender). */
export interface BroadcastText extends Readonly<Record<Locale, MailText>> {
	replyTo: string;
}

/** A broadcast that was sent, as a list has it. */
export interface ListedBroadcast {
	id: number;
	/** The query of the page it was sent from. */
	query: string;
	subjects: Readonly<Record<Locale, string>>;
	/** Milliseconds since the epoch. */
	at: number;
	/** Address of who sent it; "" for an account that is gone. */
	by: string;
}

/** A broadcast that was sent, with its text and its mails by their state. */
export interface SentBroadcast extends Omit<ListedBroadcast, "subjects"> {
	text: BroadcastText;
	mails: MailCounts;
}

interface Parts {
	batches: MailBatches;
	letters: Pick<Letters, "sendToSelf">;
	links: PrivateLinks;
	lists: Pick<EntryLists, "matching">;
	mailing: Pick<Mailing, "enqueue">;
	optOuts: Pick<OptOuts, "among" | "cutLink">;
	texts: Pick<MailTexts, "fill" | "eventValues">;
}

type Row = typeof broadcasts.$inferSelect;

export type Broadcasts = ReturnType<typeof createBroadcasts>;

/**
 * Broadcasts: one text to all people of a list, each address once. The mails are rows of the outbox, written together with
 * what was sent, so that a crash loses none and repeats none.
 */
export function createBroadcasts(runtime: Runtime, parts: Parts) {
	const { db, event, now } = runtime;
	const { batches, letters, links, lists, mailing, optOuts, texts } = parts;
	const peopleIn = createBroadcastPeople(runtime, { lists, optOuts });

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
		const people = peopleIn(actor, list);
		const { untold, noAddress, unsubscribed, isTooLong } = people;
		const total = countOf(people);
		const longest = Math.max(1, ...LOCALES.map((locale) => text?.[locale].body.length ?? 0));
		const size = Math.max(1, Math.min(PAGE, Math.floor(PAGE_CHARACTERS / longest)));
		const pages = Math.max(1, Math.ceil(total / size));
		const page = Math.min(wanted, pages);
		const shown = text ? people.addressees({ first: (page - 1) * size, limit: size }) : [];
		const others = LOCALES.filter((locale) => text && languageOf(locale, text) !== locale);
		return {
			untold,
			noAddress,
			unsubscribed,
			isTooLong,
			entries: people.entries,
			text,
			people: total,
			/** People who get the text in the other language. */
			inOther: others.reduce((sum, locale) => sum + people.people[locale], 0),
			page,
			pages,
			letters: text ? shown.map((one) => ({ ...one, letter: withoutKey(letterTo(one, text)) })) : [],
			seen: draft ? fingerprintOf(draft, people) : "",
		};
	}

	/** Identifies what was looked at, so that exactly that is sent. Depends on all that letters are made of. */
	function fingerprintOf(draft: Row, people: BroadcastPeople): string {
		return sha256(JSON.stringify([draft.id, textOf(draft), people.fingerprint(), LOCALES.map(texts.eventValues)]))
			.toString("hex")
			.slice(0, 24);
	}

	function letterTo(addressee: Addressee, text: BroadcastText): MailText {
		const locale = languageOf(addressee.locale, text);
		const about = addressee.entries.map((entry) => ({ ...entry, link: links.openedBy(entry) }));
		const written = texts.fill<"broadcast">(
			text[locale],
			locale,
			broadcastValues(locale, addressee.newest.name, about),
		);
		return unsubscribableLetter(locale, written, { product: texts.eventValues(locale).event, link: optOuts.cutLink() });
	}

	/**
	 * Sends the first letter of each language to the actor, without keys.
	 * @throws AppError CONFLICT where there is none
	 */
	async function sendTest(actor: Actor, list: BroadcastList): Promise<SendOutcome> {
		const { id } = requireCan(actor, "mails.manage");
		const draft = draftOf(db.orm, id);
		const text = draft && textOf(draft);
		const people = peopleIn(actor, list);
		const firsts = text
			? LOCALES.flatMap((locale) => {
					if (text[locale].body === "") return [];
					const isOnly = LOCALES.some((other) => text[other].body === "");
					const [first] = people.addressees({ first: 0, limit: 1, ...(!isOnly && { locale }) });
					return first ? [{ ...withoutKey(letterTo(first, text)), replyTo: text.replyTo }] : [];
				})
			: [];
		if (firsts.length === 0) throw new AppError("CONFLICT");
		return letters.sendToSelf(actor, firsts);
	}

	/** The letters of a page that was approved; undefined where it is out of date. */
	async function lettersSeen(actor: Actor, list: BroadcastList, seen: string) {
		const draft = draftOf(db.orm, requireCan(actor, "mails.manage").id);
		const people = peopleIn(actor, list);
		if (!draft || fingerprintOf(draft, people) !== seen) return;
		const text = textOf(draft);
		return mapInBatches(people.addressees(), (one) => ({ newest: one.newest, letter: letterTo(one, text) }));
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
			if (!draft || !letters?.length || fingerprintOf(draft, peopleIn(actor, list)) !== seen) {
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

	const { id, query, at, subjectEn, subjectZh } = broadcasts;
	const wasSent = () => and(eq(broadcasts.eventId, event.id()), isNotNull(broadcasts.seen));

	/**
	 * A page of the current event's broadcasts, the newest first.
	 * @param before only those before this number
	 * @returns `older`: the number before which there are more
	 */
	function list(actor: Actor, before = Number.MAX_SAFE_INTEGER) {
		requireCan(actor, "mails.manage");
		const found = db.orm
			.select({ id, query, at, subjectEn, subjectZh, by: users.email })
			.from(broadcasts)
			.leftJoin(users, eq(users.id, broadcasts.actorId))
			.where(and(wasSent(), lt(id, before)))
			.orderBy(desc(id))
			.limit(LIST + 1)
			.all();
		const { rows, older } = newestRows(found, LIST);
		return {
			rows: rows.map(({ subjectEn: en, subjectZh: zh, by, ...one }): ListedBroadcast => {
				return { ...one, subjects: { en, zh }, by: by ?? "" };
			}),
			older,
		};
	}

	/** A broadcast that was sent. @throws AppError NOT_FOUND */
	function progress(actor: Actor, number: number): SentBroadcast {
		requireCan(actor, "mails.manage");
		const found = db.orm
			.select({ row: broadcasts, by: users.email })
			.from(broadcasts)
			.leftJoin(users, eq(users.id, broadcasts.actorId))
			.where(and(wasSent(), eq(id, number)))
			.get();
		if (!found) throw new AppError("NOT_FOUND");
		const { row, by } = found;
		const mails = batches.countsOf({ broadcast: number });
		return { id: row.id, query: row.query, at: row.at, text: textOf(row), by: by ?? "", mails };
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

const countOf = ({ people }: BroadcastPeople): number => LOCALES.reduce((sum, locale) => sum + people[locale], 0);

/** The language of a letter to someone with this language: theirs, or the one that there is a text in. */
function languageOf(locale: Locale, text: BroadcastText): Locale {
	return text[locale].body === "" ? (LOCALES.find((one) => text[one].body !== "") ?? locale) : locale;
}

const withoutKey = ({ subject, body }: MailText): MailText => ({ subject, body: withoutKeys(body) });
