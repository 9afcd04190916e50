import type { Orm } from "../../../db/client.ts";
import { entries, lateEntries, outbox, users } from "../../../db/schema.ts";
import type { UserRow } from "../accounts/accounts.ts";
import { foldEmail } from "../text-folding.ts";
import { canonicalAddress } from "./addresses-in-text.ts";
import type { Person, Wanted } from "./personal-records.ts";

/**
 * Every identity under which a person is stored.
 * @param mentioned addresses that stand in texts
 */
export function everybody(tx: Orm, mentioned: Iterable<string>): { way: string; wanted: Wanted }[] {
	const accounts = tx.select().from(users).all();
	const addresses = [
		...accounts.map(({ email }) => ({ address: email })),
		...tx.selectDistinct({ address: entries.emailFolded }).from(entries).all(),
		...tx.selectDistinct({ address: lateEntries.emailFolded }).from(lateEntries).all(),
		...tx.selectDistinct({ address: outbox.toAddress }).from(outbox).all(),
	].flatMap(({ address }) => (address ? [foldEmail(address), canonicalAddress(address)] : []));
	return [
		...accounts.map((account) => ({ way: ofAccount(account), wanted: { userId: account.id } })),
		...[...new Set([...addresses, ...mentioned])].flatMap((address) => [
			{ way: byMail(address), wanted: { address } },
			{ way: byGuest(address), wanted: { address, guest: true as const } },
		]),
	];
}

/** Identities of whoever has an address. */
export const waysOfAddress = (address: string): string[] => [byMail(address), byGuest(address)];

const byMail = (address: string) => `mail:${address}`;
const byGuest = (address: string) => `guest:${address}`;
/** Account number and creation time, which are unique across installations. */
const ofAccount = ({ id, createdAt }: UserRow) => `account:${id}:${createdAt}`;

/**
 * Identities covered by an erasure.
 * @param addresses of the person, as they are stored and as they are compared
 */
export function waysOf(persons: readonly Person[], addresses: Iterable<string>, byOperator: boolean): string[] {
	const all = new Set([...addresses, ...persons.map(({ address }) => address)]);
	return [
		...persons.flatMap(({ account }) => (account ? ofAccount(account) : [])),
		...[...all].filter(Boolean).map(byOperator ? byMail : byGuest),
	];
}
