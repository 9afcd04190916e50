import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import { idFromSpot } from "../../../app/programmes/spot-ids.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
import { entries } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import type { EntryRow } from "./entry-rows.ts";
import type { PrivateLinks } from "./private-links.ts";
import { asTold, KNOWN_PRESENCE } from "./told.ts";

/** Lifetime of the proof in milliseconds, the same as of the cookie. */
const PROOF_MS = 10 * 60 * 1000;

/** Namesakes that are looked at, newest first. */
const MOST_NAMESAKES = 50;

/** What a guest has just sent, for the page of thanks. */
export function createSentEntries({ db, secrets, now }: Runtime, { links }: { links: PrivateLinks }) {
	const byId = (id: number) => db.orm.select().from(entries).where(eq(entries.id, id)).get();

	/** Key with which the same browser continues; none for an account's entry. */
	function keyOfSent({ id }: { id: number }): string | undefined {
		const row = byId(id);
		return row?.userId === null ? links.keyOf(id, row.linkVersion) : undefined;
	}

	/**
	 * Proves for ten minutes that its holder has just submitted an entry, for browsers without cookies. It is part of
	 * an address, so it opens no form.
	 */
	function proofOfSent(id: number): string {
		const until = String(now() + PROOF_MS);
		return `${until}.${secrets.sign("sent", `${id}.${until}`)}`;
	}

	/** The entry that such a proof was made for. */
	function sentEntry(spot: string, proof: string): EntryRow | undefined {
		const id = idFromSpot(spot);
		const [until = "", signature = ""] = proof.split(".");
		const isValid = Number(until) > now() && secrets.verifies("sent", `${id}.${until}`, signature);
		const row = isValid ? byId(id) : undefined;
		return row && asTold(row);
	}

	/**
	 * Other active entries of the same call with the same title, newest first: of the same account; for a guest's, only
	 * those that a key opens. Back and Submit again is an easy way to make two of one.
	 */
	function namesakesOf(entry: EntryRow, keys: readonly string[] = []): EntryRow[] {
		const { id, category, kind, title, userId } = entry;
		if (title === "") return [];
		const found = db.orm
			.select()
			.from(entries)
			.where(
				and(
					eq(entries.kind, kind),
					userId === null
						? and(isNull(entries.userId), sql`lower(${entries.title}) = lower(${title})`)
						: eq(entries.userId, userId),
					eq(entries.category, category),
					ne(entries.id, id),
					inArray(KNOWN_PRESENCE, ACTIVE),
				),
			)
			.orderBy(desc(entries.id))
			.limit(MOST_NAMESAKES)
			.all();
		const isOpened = (row: EntryRow) => userId !== null || keys.some((key) => links.opens(row, key));
		return found.filter((row) => foldForSearch(row.title) === foldForSearch(title) && isOpened(row)).map(asTold);
	}

	return { keyOfSent, proofOfSent, sentEntry, namesakesOf };
}
