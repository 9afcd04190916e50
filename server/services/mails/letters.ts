import { setTimeout as sleep } from "node:timers/promises";
import { and, count, desc, eq, ne, type Placeholder, sql } from "drizzle-orm";
import type { LetterKind, LetterLanguage } from "../../../app/enumerations.ts";
import { rulesOfKind } from "../../../app/kinds.ts";
import { isActive, statusesOf } from "../../../app/lifecycle.ts";
import { isWritten } from "../../../app/mails/letter-texts.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Orm } from "../../../db/client.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { decisionLetters, entries, outbox } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { takesReplies } from "../../mail/sender.ts";
import { inLanguage, organiserValues, testLetter } from "../../mail/templates.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { announcesPlace, confirmSentence, createConfirmation } from "./confirmation.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { Letter } from "./mail-writing.ts";
import type { Mailing, OutboxRow } from "./mailing.ts";

/** How long the person who pressed "Send" waits for the mail server's answer. */
const PATIENCE_MS = 8_000;
const ASK_AGAIN_MS = 100;

export interface Draft {
	entry: Pick<EntryRow, "id" | "kind" | "title" | "name" | "status" | "locale">;
	to: string;
	subject: string;
	/** The private link without its key; the key is inserted when the mail is sent. */
	body: string;
	/** Language of a newly written text; undefined if it was written before. */
	language: LetterLanguage | undefined;
	/** An organiser wrote this text for the entry. */
	isKept: boolean;
	/** The mail in the outbox, if any; then it can no longer be edited. */
	present: OutboxRow | undefined;
	/** Why it cannot be sent now. */
	hindrance: "status" | "no address" | "withdrawn" | "sent" | undefined;
}

/** The result of sending, as far as known while the sender waited. */
export type SendOutcome = { state: "sent" | "queued" } | { state: "failed"; reason: string };

const REFUSAL = {
	sent: "LETTER_SENT",
	status: "LETTER_STATUS",
	"no address": "LETTER_ADDRESS",
	withdrawn: "LETTER_WITHDRAWN",
} as const;

/** What a mail tells of an entry, and what its links are made of. */
type LetterEntry = Pick<EntryRow, "id" | "kind" | "category" | "userId" | "name" | "title" | "locale" | "linkVersion">;

interface Parts {
	links: PrivateLinks;
	mailing: Mailing;
	texts: MailTexts;
	programmes: Pick<Programmes, "confirmByOf">;
}

export type Letters = ReturnType<typeof createLetters>;

/** Mails by organisers: decisions on talks and forum confirmations. Each is sent once. */
export function createLetters(runtime: Runtime, parts: Parts) {
	const { db, config, event, now } = runtime;
	const askedBy = createConfirmation(runtime, parts.programmes);
	const { links, mailing, texts } = parts;

	/** The entry a mail is about, if its kind has such mails and its event is not archived. */
	function entryOf(tx: Orm, id: number, kind: LetterKind): EntryRow {
		const row = tx.select().from(entries).where(eq(entries.id, id)).get();
		if (row?.eventId !== event.id() || !rulesOfKind(row.kind).letters.includes(kind)) throw new AppError("NOT_FOUND");
		return row;
	}

	/** The latest mail that was not cancelled. */
	function presentOf(tx: Orm, id: number, kind: LetterKind): OutboxRow | undefined {
		return tx
			.select()
			.from(outbox)
			.where(and(eq(outbox.entryId, id), eq(outbox.kind, kind), ne(outbox.state, "cancelled")))
			.orderBy(desc(outbox.id))
			.limit(1)
			.get();
	}

	/** The mail as it would be sent now. @param text to try another one */
	function written(entry: LetterEntry, kind: LetterKind, language: LetterLanguage = entry.locale, text?: MailText) {
		const asked = askedBy(entry, kind);
		const byReply = takesReplies(config, event.row().support);
		// Messages are written on the page of an entry; those who have an account are otherwise led to their dashboard.
		const byMessage = announcesPlace(kind) && !asked && !byReply;
		const link = byMessage ? links.pageOf(entry) : links.openedBy(entry);
		return inLanguage(entry.locale, language, (locale) => {
			const confirm = confirmSentence(locale, asked, byReply);
			const values = organiserValues({ ...entry, link, confirm });
			const letter = texts.write(kind, locale, values, text);
			// A text of before this was asked has no place for it.
			const lacks = asked && !letter.body.includes(confirm);
			return lacks ? { ...letter, body: `${letter.body}\n${confirm}\n${values.link}\n` } : letter;
		});
	}

	function hindranceOf(entry: EntryRow, kind: LetterKind, present: OutboxRow | undefined): Draft["hindrance"] {
		// A failed mail reached nobody, so a newly written one may replace it.
		if (present && present.state !== "failed") return "sent";
		if (!isActive(entry)) return "withdrawn";
		if (!entry.email) return "no address";
		const told = statusesOf(kind);
		return told.length === 0 || told.includes(entry.status) ? undefined : "status";
	}

	/**
	 * The mail before it is sent, in the entry's language unless another is requested, or as it was sent. If a failed
	 * mail is requested in a language, it is written again.
	 * @throws AppError NOT_FOUND
	 */
	function draft(actor: Actor, id: number, kind: LetterKind, language?: LetterLanguage): Draft {
		requireCan(actor, "mails.manage");
		const entry = entryOf(db.orm, id, kind);
		const present = presentOf(db.orm, id, kind);
		const kept = present && (present.state !== "failed" || language === undefined) ? present : undefined;
		const own = language === undefined ? ownTextOf(id, kind) : undefined;
		const { subject, body } = kept ?? own ?? written(entry, kind, language);
		return {
			entry,
			to: present && present.state !== "failed" ? present.toAddress : entry.email,
			subject,
			body: withoutKeys(body),
			language: kept || own ? undefined : (language ?? entry.locale),
			isKept: own !== undefined && !kept,
			present,
			hindrance: hindranceOf(entry, kind, present),
		};
	}

	// Prepared: a release asks a thousand times, and nobody else may write until it is done.
	const findOwnText = db.orm
		.select({ subject: decisionLetters.subject, body: decisionLetters.body })
		.from(decisionLetters)
		.where(isOwnOf(sql.placeholder("id"), sql.placeholder("kind")))
		.prepare();
	const findEarlier = db.orm
		.select({ n: count() })
		.from(outbox)
		.where(and(eq(outbox.entryId, sql.placeholder("id")), eq(outbox.kind, sql.placeholder("kind"))))
		.prepare();

	const ownTextOf = (id: number, kind: LetterKind): MailText | undefined => findOwnText.get({ id, kind });

	/** The text that an organiser wrote for this entry, else that of the event. */
	function textFor(entry: LetterEntry, kind: LetterKind): MailText {
		return ownTextOf(entry.id, kind) ?? written(entry, kind);
	}

	/** Puts a mail that has no hindrance into the outbox. @returns its key */
	function enqueue(
		tx: Orm,
		entry: LetterEntry & Pick<EntryRow, "email">,
		about: { kind: LetterKind; text: MailText; actorId: number; decisionRelease?: number },
	): string {
		const { text, ...letter } = about;
		const { id, email: to } = entry;
		const earlier = findEarlier.get({ id, kind: letter.kind })?.n ?? 0;
		const dedupeKey = earlier === 0 ? `${letter.kind}:${id}` : `${letter.kind}:${id}:${earlier + 1}`;
		const body = links.completed(text.body, entry);
		mailing.enqueue(tx, { ...letter, dedupeKey, entryId: id, to, subject: text.subject, body });
		if (ownTextOf(id, letter.kind)) tx.delete(decisionLetters).where(isOwnOf(id, letter.kind)).run();
		return dedupeKey;
	}

	/** Keeps a text for this entry until its mail is sent. @throws AppError NOT_FOUND, LETTER_TEXT, or why it cannot be sent */
	async function keep(
		actor: Actor,
		{ id, kind, text }: { id: number; kind: LetterKind; text: MailText },
	): Promise<void> {
		const { id: actorId } = requireCan(actor, "mails.manage");
		if (!isWritten(text)) throw new AppError("LETTER_TEXT");
		await db.write((tx) => {
			const hindrance = hindranceOf(entryOf(tx, id, kind), kind, presentOf(tx, id, kind));
			if (hindrance) throw new AppError(REFUSAL[hindrance]);
			tx.delete(decisionLetters).where(isOwnOf(id, kind)).run();
			tx.insert(decisionLetters)
				.values({ entryId: id, kind, ...text, at: now(), actorId })
				.run();
		});
	}

	/** Lets the text of the event take the place of one kept for this entry. */
	async function dropKept(actor: Actor, id: number, kind: LetterKind): Promise<void> {
		requireCan(actor, "mails.manage");
		await db.write((tx) => tx.delete(decisionLetters).where(isOwnOf(id, kind)).run());
	}

	/**
	 * Puts the mail into the outbox and waits a little for the result. `text` replaces the template.
	 * @param given.email the recipient the caller expects
	 * @throws AppError NOT_FOUND, LETTER_TEXT, or why it cannot be sent
	 */
	async function send(
		actor: Actor,
		given: { id: number; kind: LetterKind; email?: string; text?: MailText },
	): Promise<SendOutcome> {
		const admin = requireCan(actor, "mails.manage");
		const { id, kind, email, text } = given;
		if (text && !isWritten(text)) throw new AppError("LETTER_TEXT");
		const dedupeKey = await db.write((tx) => {
			const entry = entryOf(tx, id, kind);
			const present = presentOf(tx, id, kind);
			const otherAddress = email !== undefined && foldEmail(email) !== entry.emailFolded;
			const hindrance = hindranceOf(entry, kind, present);
			if (hindrance) throw new AppError(REFUSAL[hindrance]);
			if (otherAddress) throw new AppError("LETTER_ADDRESS");
			if (present) tx.update(outbox).set({ state: "cancelled" }).where(eq(outbox.id, present.id)).run();
			return enqueue(tx, entry, { kind, text: text ?? textFor(entry, kind), actorId: admin.id });
		});
		return outcomeOf(dedupeKey);
	}

	/** Without a mail server there is no result to wait for. */
	async function outcomeOf(dedupeKey: string): Promise<SendOutcome> {
		for (let waited = 0; config.smtpUrl && waited < PATIENCE_MS; waited += ASK_AGAIN_MS) {
			const row = db.orm.select().from(outbox).where(eq(outbox.dedupeKey, dedupeKey)).get();
			if (row?.state === "sent") return { state: "sent" };
			if (row?.state === "failed") return { state: "failed", reason: row.lastError ?? "" };
			if (row && row.attempts > 0) break;
			await sleep(ASK_AGAIN_MS);
		}
		return { state: "queued" };
	}

	/** Sends a test mail to the actor. */
	const sendTest = (actor: Actor, locale: EntryRow["locale"]) =>
		sendToSelf(actor, [testLetter(locale, event.brand(locale))]);

	/** Sends texts to the actor, to try them. @returns the outcome of the last one */
	async function sendToSelf(actor: Actor, texts: readonly (MailText & { replyTo?: string })[]): Promise<SendOutcome> {
		const { id, email } = requireCan(actor, "mails.manage");
		const letters = texts.map((text, at): Letter => {
			const dedupeKey = `test:${id}:${now()}:${at}`;
			return { ...text, kind: "test", dedupeKey, to: email };
		});
		await db.write((tx) => {
			for (const letter of letters) mailing.enqueue(tx, letter);
		});
		return outcomeOf(letters.at(-1)?.dedupeKey ?? "");
	}

	return { draft, send, sendTest, sendToSelf, written, textFor, enqueue, keep, dropKept };
}

const isOwnOf = (entryId: number | Placeholder, kind: LetterKind | Placeholder) =>
	and(eq(decisionLetters.entryId, entryId), eq(decisionLetters.kind, kind));
