import { eq, sql } from "drizzle-orm";
import type { Orm } from "../../db/client.ts";
import { addErasures, type Erasure, erasuresOf, isErasureOf, readErasures } from "../../db/erasures.ts";
import { entries, erasures, outbox, users } from "../../db/schema.ts";
import { AppError } from "../errors.ts";
import { type Actor, requireUser } from "./actor.ts";
import { eraseRows } from "./erased-rows.ts";
import { foldEmail } from "./fold.ts";
import type { Passwords } from "./passwords.ts";
import { type Person, personIn, type Wanted } from "./personal-data.ts";
import type { Photos } from "./photos.ts";
import type { Runtime } from "./runtime.ts";

/** Pages of the index of texts that are merged in one transaction: some ten milliseconds. */
const PAGES = 100;
/** Times that the log of the database is tried to be emptied while others read. */
const TRIES = 20;

/** What was erased. */
export interface Erased {
	hadAccount: boolean;
	entries: number;
	drafts: number;
	mails: number;
	photos: number;
}

export type Erasing = ReturnType<typeof createErasing>;

/**
 * Forgets persons. Each erasure is on a list outside the database before it is done, so that neither a crash nor a backup
 * from before undoes it.
 * @param parts.list the file of that list
 */
export function createErasing(
	{ db, log, now }: Runtime,
	{ passwords, photos: kept, list }: { passwords: Passwords; photos: Photos; list: string },
) {
	/**
	 * Erases somebody from the database, its index and its log, and their photos. Backups keep them until they are removed.
	 * @returns "administrator" for one: what they did for the conference names them until their rights are taken away;
	 * undefined where nothing is kept
	 */
	async function erase(wanted: Wanted): Promise<Erased | "administrator" | undefined> {
		const person = personIn(db.orm, wanted);
		if (!person) return;
		if (person.account?.isAdmin) return "administrator";
		const promised = erasuresOf(waysOf(person), now());
		await addErasures(list, promised);
		return carryOut(wanted, promised);
	}

	async function carryOut(wanted: Wanted, promised: readonly Erasure[]): Promise<Erased> {
		const { person, removed } = await db.write((tx) => {
			const present = personIn(tx, wanted);
			const rows = present ? eraseRows(tx, present, now()) : [];
			for (const { id, at } of promised) tx.insert(erasures).values({ id, at }).onConflictDoNothing().run();
			return { person: present, removed: rows };
		});
		await kept.removeFiles(removed);
		await scrub();
		return {
			hadAccount: person?.account !== undefined,
			entries: person?.entries.length ?? 0,
			drafts: person?.drafts.length ?? 0,
			mails: person?.mails.length ?? 0,
			photos: removed.length,
		};
	}

	/** Blocks of the index keep texts until they are merged, and the log until it is written back. */
	async function scrub(): Promise<void> {
		// The first brings all blocks to one level, so that those after it merge them all.
		for (let pages = -PAGES; await db.write((tx) => isMerging(tx, pages)); pages = PAGES);
		for (let tries = TRIES; tries > 0; tries -= 1) {
			const [result] = db.orm.all<{ busy: number }>(sql`pragma wal_checkpoint(truncate)`);
			if (result?.busy === 0) return;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		log.warn("others read all the time: the log of the database is emptied when the server stops");
	}

	/** Whether there was something left to merge (the number of changed rows tells, says the documentation of FTS5). */
	function isMerging(tx: Orm, pages: number): boolean {
		const changes = () => tx.get<{ n: number }>(sql`select total_changes() as n`).n;
		const before = changes();
		tx.run(sql`insert into entry_search (entry_search, rank) values ('merge', ${pages})`);
		return changes() - before >= 2;
	}

	/** Carries out what was promised and is not done in this database: it is an older one, or there was a crash. */
	async function catchUp(): Promise<void> {
		const done = new Set(
			db.orm
				.select()
				.from(erasures)
				.all()
				.map(({ id }) => id),
		);
		const missed = readErasures(list).filter(({ id }) => !done.has(id));
		if (missed.length === 0) return;
		let again = 0;
		for (const { way, wanted } of everybody()) {
			if (!missed.some((erasure) => isErasureOf(erasure, way))) continue;
			await carryOut(wanted, []);
			again += 1;
		}
		await db.write((tx) => {
			for (const { id, at } of missed) tx.insert(erasures).values({ id, at }).onConflictDoNothing().run();
		});
		log.info({ erasures: missed.length, persons: again }, "erasures carried out again");
	}

	/** Every way in which somebody is known here. */
	function everybody(): { way: string; wanted: Wanted }[] {
		const accounts = db.orm.select({ id: users.id, address: users.email }).from(users).all();
		const addresses = [
			...accounts,
			...db.orm.selectDistinct({ address: entries.emailFolded }).from(entries).all(),
			...db.orm.selectDistinct({ address: outbox.toAddress }).from(outbox).all(),
		].flatMap(({ address }) => (address ? foldEmail(address) : []));
		return [
			...accounts.map(({ id }) => ({ way: byAccount(id), wanted: { userId: id } })),
			...[...new Set(addresses)].map((address) => ({ way: byMail(address), wanted: { address } })),
		];
	}

	/** What somebody without a password types to show that they mean it; undefined where the password is asked for. */
	function wordOf(actor: Actor): string | undefined {
		const { id } = requireUser(actor);
		const account = db.orm.select().from(users).where(eq(users.id, id)).get();
		return account?.passwordHash ? undefined : (account?.email ?? byAccount(id));
	}

	/**
	 * Erases whoever is signed in, and shows that it is them and that they mean it.
	 * @param word the password, or `wordOf`
	 * @throws AppError NOT_SIGNED_IN, also where another session was faster
	 */
	async function eraseOwn(actor: Actor, word: string): Promise<Erased | "administrator" | "wrong"> {
		const { id } = requireUser(actor);
		const account = db.orm.select().from(users).where(eq(users.id, id)).get();
		const expected = wordOf(actor);
		const isRight =
			expected === undefined ? await passwords.matches(account?.passwordHash, word) : foldEmail(word) === expected;
		if (!isRight) return "wrong";
		const erased = await erase({ userId: id });
		if (!erased) throw new AppError("NOT_SIGNED_IN");
		return erased;
	}

	return { erase, eraseOwn, wordOf, catchUp };
}

const byMail = (address: string) => `mail:${address}`;
const byAccount = (id: number) => `account:${id}`;

function waysOf({ address, account }: Person): string[] {
	return [...(address ? [byMail(address)] : []), ...(account ? [byAccount(account.id)] : [])];
}
