import type { Orm } from "../../../db/client.ts";
import { entries, lateEntries, outbox, users } from "../../../db/schema.ts";
import type { UserRow } from "../accounts/accounts.ts";
import { foldEmail } from "../text-folding.ts";
import type { Person, Wanted } from "./personal-records.ts";

/** Every identity under which a person is stored. */
export function everybody(tx: Orm): { way: string; wanted: Wanted }[] {
	const accounts = tx.select().from(users).all();
	const addresses = [
		...accounts.map(({ email }) => ({ address: email })),
		...tx.selectDistinct({ address: entries.emailFolded }).from(entries).all(),
		...tx.selectDistinct({ address: lateEntries.emailFolded }).from(lateEntries).all(),
		...tx.selectDistinct({ address: outbox.toAddress }).from(outbox).all(),
	].flatMap(({ address }) => (address ? foldEmail(address) : []));
	return [
		...accounts.map((account) => ({ way: ofAccount(account), wanted: { userId: account.id } })),
		...[...new Set(addresses)].flatMap((address) => [
			{ way: byMail(address), wanted: { address } },
			{ way: byGuest(address), wanted: { address, guest: true as const } },
		]),
	];
}

const byMail = (address: string) => `mail:${address}`;
const byGuest = (address: string) => `guest:${address}`;
/** Account number and creation time, which are unique across installations. */
const ofAccount = ({ id, createdAt }: UserRow) => `account:${id}:${createdAt}`;

/** Identities covered by this erasure. */
export function waysOf({ address, account }: Person, wanted: Wanted): string[] {
	const byOperator = "address" in wanted && !wanted.guest;
	const ways = account ? [ofAccount(account)] : [];
	if (address) ways.push(byOperator ? byMail(address) : byGuest(address));
	return ways;
}
