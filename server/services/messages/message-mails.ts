import { and, eq } from "drizzle-orm";
import type { MailKind } from "../../../app/enumerations.ts";
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
import { ofThread } from "../mails/mail-limits.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";

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
export function createMessageMails({ event }: Runtime, { links, mailing, texts }: Parts) {
	/** Tells the people of an entry of a message by organisers, in the transaction that stores it. */
	function tellPeople(tx: Orm, entry: EntryRow, message: number): void {
		const { id: entryId, email: to, locale } = entry;
		if (to === "") return;
		const text = written(entry, locale);
		const thread = threadOf("message", entryId);
		const notBefore = mailing.nextOfThread(tx, thread);
		const dedupeKey = `${thread}${message}`;
		if (notBefore === undefined) readdress(tx, entryId, { ...text, toAddress: to });
		else mailing.enqueue(tx, { ...text, kind: "message", dedupeKey, entryId, to, notBefore });
	}

	/** The mail that waits goes to the address of now: the entry may have got another one since. */
	function readdress(tx: Orm, entryId: number, set: MailText & { toAddress: string }): void {
		const waiting = and(ofThread(threadOf("message", entryId)), eq(outbox.state, "pending"));
		tx.update(outbox).set(set).where(waiting).run();
	}

	/** Tells organisers of a message by the people of an entry. It names nobody: such a mail is not erased with them. */
	function tellOrganisers(tx: Orm, entry: EntryRow, message: number): void {
		const thread = threadOf("incoming", entry.id);
		const notBefore = mailing.nextOfThread(tx, thread);
		if (notBefore === undefined) return;
		const reference = spotId(entry);
		const link = `${links.origin()}/admin/messages/${reference}`;
		const text = inLanguage("en", "both", (one) => incomingLetter(one, event.brand(one), { reference, link }));
		for (const { id, email } of decidersIn(tx)) {
			if (mailing.isFlooded(tx, "incoming", email)) continue;
			const dedupeKey = `${thread}${message}:${id}`;
			mailing.enqueue(tx, { kind: "incoming", dedupeKey, to: email, notBefore, ...text });
		}
	}

	/** Cancels the mails of a kind about an entry that wait: whoever they would tell has answered since. */
	const cancel = (tx: Orm, kind: Kind, entryId: number): void => mailing.cancelThread(tx, threadOf(kind, entryId));

	/** The mail to the people of an entry as it would be sent now. @param own another text to try */
	function written(entry: ToldEntry, locale: Locale, own?: MailText): MailText {
		const about = { ...entry, link: links.pageOf(entry), guest: entry.userId === null };
		return texts.write("message", locale, messageValues(locale, about), own);
	}

	return { tellPeople, tellOrganisers, cancel, written };
}

/** Those to organisers name no entry, because a person's copy has all mails that do: their keys tell. */
const threadOf = (kind: Kind, entryId: number) => `${kind}:${entryId}:`;
