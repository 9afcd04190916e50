import { and, asc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { programmeOf, programmes, spotId } from "../../app/programmes/index.ts";
import type { Orm } from "../../db/client.ts";
import { drafts, entries, entryLog, identities, outbox, sessions, users } from "../../db/schema.ts";
import type { UserRow } from "./accounts.ts";
import { type Actor, requireUser } from "./actor.ts";
import { type EntryRow, toAnswers } from "./entry-store.ts";
import { foldEmail, foldForSearch } from "./fold.ts";
import { type PrivateLinks, withoutKeys } from "./private-links.ts";
import type { Runtime } from "./runtime.ts";

/** What is known of one person. */
export interface Person {
	account: UserRow | undefined;
	/** The address they are known by, folded; "" for an account without one, or that has not proven that it is theirs. */
	address: string;
	/** What they sent, signed in or not, and what was sent in their name. */
	entries: EntryRow[];
	drafts: (typeof drafts.$inferSelect)[];
	mails: (typeof outbox.$inferSelect)[];
}

/** Whom to look for: an address, whoever has it, or an account, with what is under its address once that is proven. */
export type Wanted = { address: string } | { userId: number };

/** What happens to an entry that its author did, or was told. The rest is between organisers. */
const TOLD = ["Created", "Edited", "Claimed", "Withdrawn", "Restored", "Status", "Email"] as const;

/** Names of the controls in which a draft may hold the address of its author. */
const ADDRESS_FIELDS = [
	...new Set(
		programmes.flatMap(({ fields }) => fields.filter(({ column }) => column === "email")).map(({ name }) => name),
	),
];

/** Everything that is kept of a person. @returns undefined where nothing is */
export function personIn(tx: Orm, wanted: Wanted): Person | undefined {
	const known = "userId" in wanted ? eq(users.id, wanted.userId) : eq(users.email, foldEmail(wanted.address));
	const account = tx.select().from(users).where(known).get();
	const proven = account?.verifiedAt ? (account.email ?? "") : "";
	const address = "userId" in wanted ? proven : foldEmail(wanted.address);
	const byAccount = (condition: (id: number) => SQL) => (account ? condition(account.id) : undefined);
	const byAddress = (condition: SQL) => (address ? condition : undefined);
	const whose = (...conditions: (SQL | undefined)[]) => or(...conditions) ?? sql`false`;

	const own = whose(
		byAccount((id) => eq(entries.userId, id)),
		byAddress(eq(entries.emailFolded, address)),
	);
	const rows = tx.select().from(entries).where(own).orderBy(asc(entries.id)).all();
	const typed = [drafts.values, drafts.previous].flatMap((values) =>
		ADDRESS_FIELDS.map((name) => sql`lower(trim(${values} ->> ${`$.${name}`})) = ${address}`),
	);
	const person = {
		account,
		address,
		entries: rows,
		drafts: tx
			.select()
			.from(drafts)
			.where(
				whose(
					byAccount((id) => eq(drafts.subject, `user:${id}`)),
					...typed.map(byAddress),
				),
			)
			.all(),
		mails: tx
			.select()
			.from(outbox)
			.where(whose(byAddress(sql`lower(trim(${outbox.toAddress})) = ${address}`), ...rows.map(({ id }) => about(id))))
			.orderBy(asc(outbox.id))
			.all(),
	};
	return account || [person.entries, person.drafts, person.mails].some(({ length }) => length > 0) ? person : undefined;
}

/** Mails about an entry. Receipts name it in their key; `;` is the character after `:`. */
function about(id: number): SQL | undefined {
	return or(
		eq(outbox.entryId, id),
		and(gte(outbox.dedupeKey, `received:${id}:`), lt(outbox.dedupeKey, `received:${id};`)),
	);
}

export type PersonalData = ReturnType<typeof createPersonalData>;

/** What is kept of a person, for that person. */
export function createPersonalData({ db, now }: Runtime, { links }: { links: PrivateLinks }) {
	const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

	/**
	 * A copy of all of it, as JSON. @param notes with what only organisers see of entries: an operator looks through it
	 * before it is handed over. @returns undefined where nothing is kept
	 */
	function copyOf(wanted: Wanted, { notes }: { notes: boolean }) {
		const person = personIn(db.orm, wanted);
		if (!person) return;
		const { account, address } = person;
		return {
			madeAt: at(now()),
			address,
			account: account ? accountCopy(account) : null,
			entries: person.entries.map((row) => entryCopy(row, notes)),
			drafts: person.drafts.map(({ form, values, updatedAt, previous, previousAt }) => ({
				...{ form, values, updated: at(updatedAt), previous, previousUpdated: at(previousAt) },
			})),
			mails: person.mails.map(({ kind, toAddress: to, subject, body, state, createdAt, sentAt }) => ({
				...{ kind, to, subject, text: withoutKeys(body), state, written: at(createdAt), sent: at(sentAt) },
			})),
		};
	}

	function accountCopy({ id, email, name, createdAt, verifiedAt }: UserRow) {
		const elsewhere = db.orm.select().from(identities).where(eq(identities.userId, id)).all();
		const devices = db.orm.select().from(sessions).where(eq(sessions.userId, id)).orderBy(sessions.createdAt).all();
		return {
			...{ email, name, created: at(createdAt), verified: at(verifiedAt) },
			signsInWith: elsewhere.map(({ provider, subject, createdAt: since }) => ({
				provider,
				subject,
				since: at(since),
			})),
			sessions: devices.map(({ createdAt: opened, lastSeenAt, expiresAt, ipPrefix, userAgent }) => ({
				...{ opened: at(opened), lastSeen: at(lastSeenAt), ends: at(expiresAt), network: ipPrefix, browser: userAgent },
			})),
		};
	}

	function entryCopy(row: EntryRow, notes: boolean) {
		const { id, category, status, photo, createdAt, updatedAt, withdrawnAt } = row;
		const isTheirs = notes ? () => true : isOfAuthor(category);
		const history = db.orm
			.select()
			.from(entryLog)
			.where(and(eq(entryLog.entryId, id), inArray(entryLog.type, [...TOLD])))
			.orderBy(asc(entryLog.id))
			.all();
		return {
			...{ id: spotId(category, id), title: row.title, category, status },
			answers: only(toAnswers(row), isTheirs),
			photo: photo && `${links.origin()}/uploads/${photo}.jpg`,
			...{ creation: at(createdAt), updated: at(updatedAt), withdrawn: at(withdrawnAt) },
			history: history.map(({ at: when, type, state, changes }) => ({
				...{ at: at(when), type, state, changes: changes && only(changes, isTheirs) },
			})),
		};
	}

	/** Names of the photos of their entries. */
	function photosOf(wanted: Wanted): string[] {
		return personIn(db.orm, wanted)?.entries.flatMap(({ photo }) => photo ?? []) ?? [];
	}

	/** Spot ids of entries of others that name an address. */
	function mentionsOf(email: string): string[] {
		const address = foldForSearch(foldEmail(email));
		const own = new Set(personIn(db.orm, { address: email })?.entries.map(({ id }) => id));
		return db.orm
			.select({ id: entries.id, category: entries.category })
			.from(entries)
			.where(or(...[entries.searchText, entries.publicText].map((text) => sql`instr(${text}, ${address})`)))
			.all()
			.flatMap(({ id, category }) => (own.has(id) ? [] : spotId(category, id)));
	}

	/** The copy of whoever is signed in, without what organisers noted. @throws AppError NOT_SIGNED_IN */
	function ownCopy(actor: Actor) {
		return copyOf({ userId: requireUser(actor).id }, { notes: false });
	}

	return { copyOf, photosOf, mentionsOf, ownCopy };
}

/** Whether a field of a category is not the organisers' own. */
function isOfAuthor(category: string): (name: string) => boolean {
	const notes = new Set(
		programmeOf(category)
			.fields.filter(({ audience }) => audience === "admin")
			.map(({ name }) => name),
	);
	return (name) => !notes.has(name);
}

function only<T>(values: Readonly<Record<string, T>>, isWanted: (name: string) => boolean): Record<string, T> {
	return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
