import { and, count, desc, eq, gt, gte, inArray, lt, ne, sql } from "drizzle-orm";
import { type MailKind, NOT_SENT } from "../../../app/enumerations.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { outbox } from "../../../db/schema.ts";
import { incomingLetter } from "../../mail/account-letters.ts";
import { inLanguage, messageValues } from "../../mail/templates.ts";
import { decidersIn } from "../accounts/team.ts";
import type { EntryRow, ToldEntry } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { folded } from "../mails/deliveries.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Mails about messages that an organiser gets in an hour, of all entries: the list of messages has the others. */
const MOST_TO_ORGANISER = 20;

/** To the people of an entry, and to the organisers. */
type Kind = Extract<MailKind, "message" | "incoming">;

interface Parts {
	links: PrivateLinks;
	mailing: Mailing;
	texts: MailTexts;
}

export type MessageMails = ReturnType<typeof createMessageMails>;

/**
 * Mails that say that there is a message about an entry, and quote nothing of it: at most one an hour in each direction.
 * What is written before that one has left needs no further mail.
 */
export function createMessageMails({ event, now }: Runtime, { links, mailing, texts }: Parts) {
	/** Tells the people of an entry of a message by organisers, in the transaction that stores it. */
	function tellPeople(tx: Orm, entry: EntryRow, message: number): void {
		const { id: entryId, email: to, locale } = entry;
		if (to === "") return;
		const text = written(entry, locale);
		const notBefore = dueAt(tx, "message", entryId);
		const dedupeKey = `${keysOf("message", entryId)}${message}`;
		if (notBefore === undefined) readdress(tx, entryId, { ...text, toAddress: to });
		else mailing.enqueue(tx, { ...text, kind: "message", dedupeKey, entryId, to, notBefore });
	}

	/** The mail that waits goes to the address of now: the entry may have got another one since. */
	function readdress(tx: Orm, entryId: number, set: MailText & { toAddress: string }): void {
		const waiting = and(ofEntry("message", entryId), eq(outbox.state, "pending"));
		tx.update(outbox).set(set).where(waiting).run();
	}

	/** Tells organisers of a message by the people of an entry. It names nobody: such a mail is not erased with them. */
	function tellOrganisers(tx: Orm, entry: EntryRow, message: number): void {
		const notBefore = dueAt(tx, "incoming", entry.id);
		if (notBefore === undefined) return;
		const reference = spotId(entry);
		const link = `${links.origin()}/admin/messages/${reference}`;
		const text = inLanguage("en", "both", (one) => incomingLetter(one, event.brand(one), { reference, link }));
		for (const { id, email } of decidersIn(tx)) {
			if (isFlooded(tx, email)) continue;
			const dedupeKey = `${keysOf("incoming", entry.id)}${message}:${id}`;
			mailing.enqueue(tx, { kind: "incoming", dedupeKey, to: email, notBefore, ...text });
		}
	}

	/** When the next mail of a kind about an entry may leave; undefined while one waits, which tells of all that is new. */
	function dueAt(tx: Orm, kind: Kind, entryId: number): number | undefined {
		const rows = tx
			.select({ state: outbox.state, sentAt: outbox.sentAt })
			.from(outbox)
			.where(and(ofEntry(kind, entryId), inArray(outbox.state, ["pending", "sending", "sent"])))
			.orderBy(desc(outbox.id))
			.all();
		if (rows.some(({ state }) => state === "pending")) return;
		// One that is being sent was written before this message.
		const last = Math.max(0, ...rows.map(({ state, sentAt }) => (state === "sent" ? (sentAt ?? 0) : now())));
		return Math.max(now(), last + HOUR_MS);
	}

	function isFlooded(tx: Orm, to: string): boolean {
		const recent = and(
			sql`${folded} = lower(${to})`,
			eq(outbox.kind, "incoming"),
			gt(outbox.nextAt, now() - HOUR_MS),
			ne(outbox.state, "cancelled"),
		);
		return (tx.select({ n: count() }).from(outbox).where(recent).get()?.n ?? 0) >= MOST_TO_ORGANISER;
	}

	/** Cancels the mails of a kind about an entry that wait: whoever they would tell has answered since. */
	function cancel(tx: Orm, kind: Kind, entryId: number): void {
		tx.update(outbox)
			.set({ state: "cancelled", lastError: NOT_SENT.answered })
			.where(and(ofEntry(kind, entryId), eq(outbox.state, "pending")))
			.run();
	}

	/** The mail to the people of an entry as it would be sent now. @param own another text to try */
	function written(entry: ToldEntry, locale: Locale, own?: MailText): MailText {
		const about = { ...entry, link: links.pageOf(entry), guest: entry.userId === null };
		return texts.write("message", locale, messageValues(locale, about), own);
	}

	return { tellPeople, tellOrganisers, cancel, written };
}

const keysOf = (kind: Kind, entryId: number) => `${kind}:${entryId}:`;

/** By their keys, which have an index. Those to organisers name no entry, because a person's copy has all mails that do. */
const ofEntry = (kind: Kind, entryId: number) =>
	and(gte(outbox.dedupeKey, keysOf(kind, entryId)), lt(outbox.dedupeKey, `${kind}:${entryId};`));
