import { and, asc, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Registry } from "../../../app/programmes/registry.ts";
import type { Orm } from "../../../db/client.ts";
import { drafts, entries, lateEntries, outbox, users } from "../../../db/schema.ts";
import type { UserRow } from "../accounts/accounts.ts";
import { type Actor, requireUser, visitorSubject } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { foldEmail } from "../text-folding.ts";
import { addressTyped, canonicalAddress } from "./addresses-in-text.ts";
import type { Own } from "./mentions.ts";

/** All records of one person. */
export interface Person {
	account: UserRow | undefined;
	/** The address they are known by, folded; "" for an account without one, or that has not proven that it is theirs. */
	address: string;
	/** Entries they sent, logged in or not, and entries sent in their name. */
	entries: EntryRow[];
	drafts: (typeof drafts.$inferSelect)[];
	/** Their late forms, and late edits of their entries. */
	late: (typeof lateEntries.$inferSelect)[];
	mails: (typeof outbox.$inferSelect)[];
}

/**
 * Whose records to find. An address: everyone who uses it (operator). With `guest`: only what was sent without login.
 * An account: its entries and drafts (and of `visitor`), plus guest entries once its address is confirmed. Entries
 * sent by another account belong to that account.
 */
export type Wanted = { address: string; guest?: true } | { userId: number; visitor?: string | undefined };

/** Mails that go to the address of an account, proven or not, and to nobody else. */
const OF_ACCOUNTS = ["verify", "reset", "confirm", "notice", "draft"];

/** Where the records of a person are: the account, and the condition of each table. */
export interface Records {
	account: UserRow | undefined;
	address: string;
	entries: SQL;
	drafts: SQL;
	late: SQL;
	mails: SQL;
}

export function recordsOf(tx: Orm, registry: Registry, wanted: Wanted): Records {
	const account = accountIn(tx, wanted);
	const asked = "address" in wanted ? foldEmail(wanted.address) : "";
	const address = asked || (account?.verifiedAt ? (account.email ?? "") : "");
	const byOperator = "address" in wanted && !wanted.guest;
	const ofAccount = (condition: (id: number) => SQL) => (account ? condition(account.id) : undefined);
	const ofAddress = (...conditions: SQL[]) => (address ? and(...conditions) : undefined);
	const whose = (...conditions: (SQL | undefined)[]) => or(...conditions) ?? sql`false`;

	const sent = [eq(entries.emailFolded, address), ...(byOperator ? [] : [isNull(entries.userId)])];
	const own = whose(
		ofAccount((id) => eq(entries.userId, id)),
		ofAddress(...sent),
	);
	const ids = tx.select({ id: entries.id }).from(entries).where(own);
	const visitor = "visitor" in wanted && wanted.visitor ? eq(drafts.subject, wanted.visitor) : undefined;
	const typed = "address" in wanted ? typedIn(registry, address, wanted.guest) : undefined;
	const late = [eq(lateEntries.emailFolded, address), ...(byOperator ? [] : [isNull(lateEntries.userId)])];
	return {
		account,
		address,
		entries: own,
		drafts: whose(
			ofAccount((id) => eq(drafts.subject, `user:${id}`)),
			visitor,
			typed,
		),
		late: whose(
			ofAccount((id) => eq(lateEntries.userId, id)),
			ofAddress(...late),
			inArray(lateEntries.entryId, ids),
		),
		mails: whose(
			ofAddress(sql`lower(trim(${outbox.toAddress})) = ${address}`),
			account?.email ? and(eq(outbox.toAddress, account.email), inArray(outbox.kind, OF_ACCOUNTS)) : undefined,
			inArray(outbox.entryId, ids),
		),
	};
}

/** Everything that is kept of a person. @returns undefined where nothing is */
export function personIn(tx: Orm, registry: Registry, wanted: Wanted): Person | undefined {
	const { account, address, ...where } = recordsOf(tx, registry, wanted);
	const person = {
		account,
		address,
		entries: tx.select().from(entries).where(where.entries).orderBy(asc(entries.id)).all(),
		drafts: tx.select().from(drafts).where(where.drafts).all(),
		late: tx.select().from(lateEntries).where(where.late).all(),
		mails: tx.select().from(outbox).where(where.mails).orderBy(asc(outbox.id)).all(),
	};
	return account || [person.entries, person.drafts, person.late, person.mails].some(({ length }) => length > 0)
		? person
		: undefined;
}

/**
 * A person as an operator or organiser names them: every spelling of their address under which something is stored, with
 * its records.
 */
export function spellingsOf(tx: Orm, typed: string): { address: string; wanted: { address: string }[] } {
	const address = addressTyped(typed);
	const plain = [foldEmail(typed), address].filter((one) => canonicalAddress(one) === address);
	const stored = [
		{ table: users, column: users.email },
		{ table: entries, column: entries.emailFolded },
		{ table: lateEntries, column: lateEntries.emailFolded },
		{ table: outbox, column: sql<string>`lower(${outbox.toAddress})` },
	].flatMap(({ table, column }) =>
		tx
			.selectDistinct({ one: sql<string>`${column}` })
			.from(table)
			.where(sql`${column} glob '*[^ -~]*' or ${column} like '%@%xn--%'`)
			.all()
			.flatMap(({ one }) => (canonicalAddress(one) === address ? [foldEmail(one)] : [])),
	);
	return { address, wanted: [...new Set([...plain, ...stored])].map((one) => ({ address: one })) };
}

/** The numbers and names of a person's records: what is not searched for mentions. */
export function ownIn(tx: Orm, registry: Registry, wanted: readonly Wanted[]): Own {
	const found = wanted.map((one) => recordsOf(tx, registry, one));
	const accounts = found.flatMap(({ account }) => account ?? []);
	const sent = found.flatMap((one) =>
		tx.select({ id: entries.id, name: entries.name }).from(entries).where(one.entries).all(),
	);
	const late = found.flatMap((one) =>
		tx
			.select({ id: lateEntries.id, name: sql<string>`coalesce(${lateEntries.content} ->> '$.name', '')` })
			.from(lateEntries)
			.where(one.late)
			.all(),
	);
	const mails = found.flatMap((one) => tx.select({ id: outbox.id }).from(outbox).where(one.mails).all());
	const typed = found.flatMap((one) =>
		tx
			.select({ id: sql<number>`${drafts}.rowid` })
			.from(drafts)
			.where(one.drafts)
			.all(),
	);
	const numbers = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id));
	return {
		accounts: numbers(accounts),
		entries: numbers(sent),
		late: numbers(late),
		mails: numbers(mails),
		drafts: numbers(typed),
		names: [...accounts, ...sent, ...late].map(({ name }) => name),
	};
}

function accountIn(tx: Orm, wanted: Wanted): UserRow | undefined {
	if ("address" in wanted && wanted.guest) return;
	const known = "userId" in wanted ? eq(users.id, wanted.userId) : eq(users.email, foldEmail(wanted.address));
	return tx.select().from(users).where(known).get();
}

/**
 * Drafts with this address as the author's own.
 * @param guest only of browsers that were not logged in
 */
function typedIn(registry: Registry, address: string, guest: true | undefined): SQL | undefined {
	const fields = registry.all.flatMap((programme) => programme.fields).filter(({ column }) => column === "email");
	const own = new Set(fields.map(({ name }) => name));
	const isOwn = (values: SQL) =>
		or(...[...own].map((name) => sql`lower(trim(${values} ->> ${`$.${name}`})) = ${address}`));
	const older = sql`exists (select 1 from json_each(${drafts.older}) as version where ${isOwn(sql`version.value -> '$.values'`)})`;
	return and(or(isOwn(sql`${drafts.values}`), older), guest && like(drafts.subject, "visitor:%"));
}

/** Mails about entries, in one condition for any number. */
function aboutOneOf(ids: readonly number[]): SQL {
	return sql`${outbox.entryId} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** Late changes of entries. */
function ofEntries(rows: readonly Pick<EntryRow, "id">[]): SQL {
	const ids = JSON.stringify(rows.map(({ id }) => id));
	return sql`${lateEntries.entryId} in (select value from json_each(${ids}))`;
}

/** Late changes of entries, whoever sent them. */
export function lateChangesOf(tx: Orm, rows: readonly Pick<EntryRow, "id">[]): Person["late"] {
	return tx.select().from(lateEntries).where(ofEntries(rows)).all();
}

/** Mails about entries, whoever they went to. */
export function mailsAbout(tx: Orm, rows: readonly Pick<EntryRow, "id">[]): Person["mails"] {
	const about = aboutOneOf(rows.map(({ id }) => id));
	return tx.select().from(outbox).where(about).orderBy(asc(outbox.id)).all();
}

/**
 * The person logged in, with their browser.
 * @throws AppError NOT_SIGNED_IN
 */
export function wantedBy(actor: Actor): Wanted & { userId: number } {
	const visitor = actor.visitor && visitorSubject(actor.visitor);
	return { userId: requireUser(actor).id, visitor };
}
