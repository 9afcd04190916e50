import { and, eq, isNotNull, sql } from "drizzle-orm";
import { isSilent } from "../../../app/lifecycle.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { entries, outbox } from "../../../db/schema.ts";
import { linkEndedLetter } from "../../mail/account-letters.ts";
import { inLanguage } from "../../mail/templates.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { earlierAnswers } from "./entry-edits.ts";
import type { Columns, EntryRow } from "./entry-rows.ts";
import type { PrivateLinks } from "./private-links.ts";

type Linked = Pick<EntryRow, "linkVersion" | "oldLinkVersion">;

export type LinkChanges = ReturnType<typeof createLinkChanges>;

/**
 * Private links when the address of a guest's entry changes: whoever reads the mailbox of before must not go on editing.
 * If organisers correct the address, the link ends at once and a new one is mailed. If guests change it themselves, their
 * link works until the new one is first opened: a mistyped address must not lock them out.
 */
export function createLinkChanges(
	{ db, event, registry }: Runtime,
	{ links, mailing }: { links: PrivateLinks; mailing: Mailing },
) {
	/** Columns of an entry that gets this address; none where its link stays. @param editor organisers change it */
	function renewed(present: EntryRow, { emailFolded }: Pick<Columns, "emailFolded">, editor: boolean): Partial<Linked> {
		if (present.userId !== null || present.emailFolded === emailFolded) return {};
		const old = present.oldLinkVersion ?? present.linkVersion;
		return { linkVersion: present.linkVersion + 1, oldLinkVersion: editor ? null : old };
	}

	/** In the transaction that changed it: what has not left yet goes to the new address, with the new link. */
	function follow(tx: Orm, present: EntryRow, row: EntryRow): void {
		if (present.linkVersion === row.linkVersion) return;
		const waiting = tx
			.select({ id: outbox.id, body: outbox.body })
			.from(outbox)
			.where(
				and(
					eq(outbox.entryId, row.id),
					eq(outbox.state, "pending"),
					sql`lower(${outbox.toAddress}) = ${present.emailFolded}`,
				),
			)
			.all();
		for (const { id, body } of waiting) {
			const set = { toAddress: row.email, body: links.completed(withoutKeys(body), row) };
			tx.update(outbox).set(set).where(eq(outbox.id, id)).run();
		}
		if (row.oldLinkVersion === null) tellEnded(tx, row, present.email);
	}

	/** Says to an address that its link ended, and nothing of the entry: it may be a stranger's. */
	function tellEnded(tx: Orm, row: EntryRow, to: string): void {
		if (!to || isSilent(row)) return;
		const { id, linkVersion, locale } = row;
		const text = inLanguage(locale, "both", (one) => linkEndedLetter(one, event.brand(one)));
		mailing.enqueue(tx, { ...text, kind: "notice", dedupeKey: `link-ended:${id}:${linkVersion}`, to });
	}

	/** Ends the link of before, once a new one is opened. */
	async function opened(spot: string, key: string): Promise<void> {
		const id = idFromSpot(spot);
		const version = key === "" ? undefined : links.versionOf(id, key);
		if (version === undefined) return;
		const isFirst = and(eq(entries.id, id), eq(entries.linkVersion, version), isNotNull(entries.oldLinkVersion));
		if (!db.orm.select({ id: entries.id }).from(entries).where(isFirst).get()) return;
		await db.settle((tx) => {
			const row = tx.update(entries).set({ oldLinkVersion: null }).where(isFirst).returning().get();
			if (!row) return;
			const { fields } = registry().programmeOf(row.category, row);
			const names = fields.flatMap(({ name, column }) => (column === "email" ? name : []));
			const before = earlierAnswers(tx, id, names).at(-1);
			if (typeof before === "string") tellEnded(tx, row, before);
		});
	}

	/** The address with the new key, for whoever has just changed the address of an entry by the link of before. */
	function newLinkOf(row: EntryRow, key: string): string | undefined {
		const isOld = row.userId === null && key !== "" && links.versionOf(row.id, key) === row.oldLinkVersion;
		return isOld ? `/entry/${spotId(row)}?key=${links.keyOf(row.id, row.linkVersion)}` : undefined;
	}

	return { renewed, follow, opened, newLinkOf };
}
