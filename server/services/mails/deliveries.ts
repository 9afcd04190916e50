import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { isPaced } from "../../../app/enumerations.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { broadcasts, entries, outbox } from "../../../db/schema.ts";
import { inLanguage, receiptsValues } from "../../mail/templates.ts";
import { sha256 } from "../../secrets.ts";
import type { ToldEntry } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { currentEventId } from "../programmes/current-programmes.ts";
import type { Runtime } from "../runtime.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { OutboxRow } from "./mailing.ts";
import type { OptOuts } from "./opt-outs.ts";

/** Maximum entries per combined receipt. */
const MOST_IN_RECEIPT = 200;

/** One mail to send: an outbox row, or combined receipts to one address. */
export interface Delivery {
	rows: readonly OutboxRow[];
	/** Whether `MAIL_RATE` bounds it. */
	isPaced: boolean;
	mail: Pick<OutboxRow, "kind" | "toAddress" | "replyTo" | "subject" | "body" | "messageId" | "calendar">;
	/** Where the reader of a broadcast unsubscribes. */
	unsubscribe?: string;
}

type Parts = { links: PrivateLinks; optOuts: OptOuts; texts: MailTexts } & Pick<Runtime, "registry">;

/** The address of a mail, whatever the case it was written in. */
export const folded = sql<string>`lower(${outbox.toAddress})`;

/** Ids of due receipts to the same addresses as these mails. */
export function receiptsBeside(tx: Orm, rows: readonly OutboxRow[], at: number): number[] {
	const addresses = rows.filter(({ kind }) => kind === "receipt").map(({ toAddress }) => sql`lower(${toAddress})`);
	if (addresses.length === 0) return [];
	return tx
		.select({ id: outbox.id })
		.from(outbox)
		.where(
			and(inArray(folded, addresses), eq(outbox.kind, "receipt"), eq(outbox.state, "pending"), lte(outbox.nextAt, at)),
		)
		.orderBy(asc(outbox.nextAt), asc(outbox.id))
		.limit(MOST_IN_RECEIPT)
		.all()
		.map(({ id }) => id);
}

/** Mails as they leave: receipts to one address are one, that tells of all their entries. */
export function deliveries(tx: Orm, rows: readonly OutboxRow[], parts: Parts): Delivery[] {
	const together = new Map<string | number, OutboxRow[]>();
	for (const row of rows) {
		const group = row.kind === "receipt" ? row.toAddress.toLowerCase() : row.id;
		together.set(group, [...(together.get(group) ?? []), row]);
	}
	return [...together.values()].flatMap(
		(group) => merged(tx, group, parts) ?? group.map((row) => single(tx, row, parts)),
	);
}

function single(tx: Orm, row: OutboxRow, { optOuts }: Parts): Delivery {
	const delivery = { rows: [row], mail: row, isPaced: isPaced(row.urgency) };
	if (row.broadcast === null) return delivery;
	const sent = tx.select().from(broadcasts).where(eq(broadcasts.id, row.broadcast)).get();
	if (!sent) return delivery;
	const unsubscribe = optOuts.linkOf({ eventId: sent.eventId, address: row.toAddress });
	return { ...delivery, unsubscribe, mail: { ...row, body: optOuts.completed(row.body, unsubscribe) } };
}

/**
 * Combines receipts. The Message-ID is derived from their ids, so that a repeat after a crash is recognised and a
 * different set is not.
 */
function merged(tx: Orm, rows: readonly OutboxRow[], parts: Parts): Delivery | undefined {
	const [first] = rows;
	if (rows.length < 2 || !first) return;
	const ids = rows.flatMap(({ entryId }) => entryId ?? []);
	const told = tx.select().from(entries).where(inArray(entries.id, ids)).orderBy(asc(entries.id)).all();
	// The texts are those of the current event: receipts of one before leave as they were written.
	if (told.some(({ eventId }) => eventId !== currentEventId(tx))) return;
	const [locale = "en", ...others] = new Set(told.map((entry) => entry.locale));
	const language = others.length > 0 ? "both" : locale;
	const names = rows.map(({ messageId }) => messageId).sort();
	const messageId = first.messageId.replace(/^<[^@]*/, `<${sha256(names.join()).toString("hex").slice(0, 40)}`);
	return {
		rows,
		isPaced: false,
		mail: {
			...first,
			messageId,
			...inLanguage(locale, language, (one) => combinedReceipt(told, one, parts)),
		},
	};
}

/** The receipt of several entries of one address. @param text to try another one */
export function combinedReceipt(
	told: readonly ToldEntry[],
	locale: Locale,
	{ links, texts, registry }: Omit<Parts, "optOuts">,
	text?: MailText,
): MailText {
	const received = told.map((entry) => {
		const programme = registry().programmeOf(entry.category, entry);
		return { ...entry, programme, guest: entry.userId === null, link: links.openedBy(entry) };
	});
	return texts.write("receipts", locale, receiptsValues(locale, received), text);
}
