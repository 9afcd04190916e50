import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";
import type { Config } from "../../config.ts";
import { inLanguage, receiptsLetter } from "../../mail/templates.ts";
import { sha256 } from "../../secrets.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { OutboxRow } from "./mailing.ts";

/** Most entries in one receipt: more than anyone sends, and few enough for any mailbox. */
const MOST_IN_RECEIPT = 200;

/** What leaves as one mail: a row of the outbox, or receipts to one address that waited together. */
export interface Delivery {
	rows: readonly OutboxRow[];
	mail: Pick<OutboxRow, "kind" | "toAddress" | "subject" | "body" | "messageId" | "calendar">;
}

interface Parts {
	links: PrivateLinks;
	config: Config;
}

/** The address of a mail, whatever the case it was written in. */
export const folded = sql<string>`lower(${outbox.toAddress})`;

/** Numbers of the receipts that are due and go to an address to which one of these mails goes. */
export function receiptsBeside(tx: Orm, rows: readonly OutboxRow[], at: number) {
	const addresses = rows.filter(({ kind }) => kind === "receipt").map(({ toAddress }) => sql`lower(${toAddress})`);
	return tx
		.select({ id: outbox.id })
		.from(outbox)
		.where(
			and(inArray(folded, addresses), eq(outbox.kind, "receipt"), eq(outbox.state, "pending"), lte(outbox.nextAt, at)),
		)
		.orderBy(asc(outbox.nextAt), asc(outbox.id))
		.limit(MOST_IN_RECEIPT);
}

/** Mails as they leave: receipts to one address are one, that tells of all their entries. */
export function deliveries(tx: Orm, rows: readonly OutboxRow[], parts: Parts): Delivery[] {
	const together = new Map<string | number, OutboxRow[]>();
	for (const row of rows) {
		const group = row.kind === "receipt" ? row.toAddress.toLowerCase() : row.id;
		together.set(group, [...(together.get(group) ?? []), row]);
	}
	return [...together.values()].flatMap((group) => merged(tx, group, parts) ?? group.map(single));
}

const single = (row: OutboxRow): Delivery => ({ rows: [row], mail: row });

/**
 * One mail for several receipts. Its Message-ID is that of these receipts, so that a copy after a crash is known as one,
 * and a mail that tells of one entry more is not taken for a copy.
 */
function merged(tx: Orm, rows: readonly OutboxRow[], { links, config: { brand } }: Parts): Delivery | undefined {
	const [first] = rows;
	if (rows.length < 2 || !first) return;
	const ids = rows.flatMap(({ entryId }) => entryId ?? []);
	const told = tx.select().from(entries).where(inArray(entries.id, ids)).orderBy(asc(entries.id)).all();
	const received = told.map((entry) => {
		const guest = entry.userId === null;
		return { ...entry, guest, link: guest ? links.addressOf(entry) : `${links.origin()}/dashboard` };
	});
	const [locale = "en", ...others] = new Set(told.map((entry) => entry.locale));
	const language = others.length > 0 ? "both" : locale;
	const names = rows.map(({ messageId }) => messageId).sort();
	const messageId = first.messageId.replace(/^<[^@]*/, `<${sha256(names.join()).toString("hex").slice(0, 40)}`);
	return {
		rows,
		mail: { ...first, messageId, ...inLanguage(locale, language, (one) => receiptsLetter(received, one, brand)) },
	};
}
