import { and, eq, inArray, ne, or } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { foldEmail } from "../text-folding.ts";
import type { OutboxRow } from "./mailing.ts";

/** Numbers of the entries whose private links are in a mail, with their keys or without. */
export function linkedIn(body: string): number[] {
	return [...body.matchAll(/\/entry\/\w+-(\d+)\?key=/g)].map(([, id]) => Number(id));
}

/**
 * The address that a mail which did not leave goes to now: the one its entry has, except for a broadcast that is about
 * entries of other addresses, too. Their links are for the person it was written to.
 */
export function currentAddress(tx: Orm, { entryId, broadcast, toAddress, body }: OutboxRow): string {
	const entry = entryId === null ? undefined : tx.select().from(entries).where(eq(entries.id, entryId)).get();
	if (!entry?.email) return toAddress;
	if (broadcast === null || entry.emailFolded === foldEmail(toAddress)) return entry.email;
	const named = or(eq(entries.emailFolded, foldEmail(toAddress)), inArray(entries.id, linkedIn(body)));
	const others = and(ne(entries.emailFolded, entry.emailFolded), named);
	const isOfOthers = tx.select({ id: entries.id }).from(entries).where(others).limit(1).get() !== undefined;
	return isOfOthers ? toAddress : entry.email;
}
