import { eq, isNull, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { addErasures, type Erasure, erasuresOf, isErasureOf, readErasures, takeBack } from "../../../db/erasures.ts";
import { erasures, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { randomToken } from "../../secrets.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Device } from "../accounts/devices.ts";
import type { PasswordAttempts } from "../accounts/password-attempts.ts";
import { type Actor, requireFresh, requireUser } from "../actor.ts";
import { nameOfErased } from "../mails/mail-limits.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { everybody, waysOf } from "./erased-identities.ts";
import { eraseRows } from "./erased-rows.ts";
import { personIn, type Wanted, wantedBy } from "./personal-records.ts";
import { outdatedIn } from "./retention.ts";

/** Pages of the index of texts that are merged in one transaction: some ten milliseconds. */
const PAGES = 100;
/** Entries that are purged in one transaction; others write in between. */
const BATCH_SIZE = 50;
/** Times that the log of the database is tried to be emptied while others read. */
const TRIES = 20;

/** The numbers of erased records. */
export interface Erased {
	hadAccount: boolean;
	entries: number;
	drafts: number;
	late: number;
	mails: number;
	photos: number;
	/** Photos whose files could not be removed yet, these and earlier ones; they are tried again. */
	photosLeft: number;
	/** Whether the write-ahead log still holds texts, because another program reads it all the time; it is tried again. */
	logLeft: boolean;
}

type Left = Pick<Erased, "photosLeft" | "logLeft">;

export type Erasing = ReturnType<typeof createErasing>;

/**
 * Forgets persons. Each erasure is on a list outside the database before it is done, so that neither a crash nor a backup
 * from before undoes it.
 * @param parts.list the file of that list
 */
export function createErasing(
	{ db, config, secrets, log, security, now }: Runtime,
	{
		accounts,
		photos: kept,
		tries,
		list,
	}: { accounts: Accounts; photos: Photos; tries: PasswordAttempts; list: string },
) {
	const nameOf = (address: string) => nameOfErased(secrets, address);

	/**
	 * Erases a person from the database, its index and log, and their photos. Backups keep them until they are removed.
	 * @param stillMay checked in the transaction: whether it is still allowed
	 * @returns "administrator" for one: their rights must be taken away first, since their actions name them; undefined
	 * if nothing is stored or it is no longer allowed
	 */
	async function erase(
		wanted: Wanted,
		stillMay: (tx: Orm) => boolean = () => true,
	): Promise<Erased | "administrator" | undefined> {
		const person = personIn(db.orm, wanted);
		if (!person) return;
		if (person.account?.isAdmin) return "administrator";
		const promised = erasuresOf(waysOf(person, wanted), now());
		await addErasures(list, promised);
		try {
			const outcome = await carryOut(wanted, stillMay);
			if (outcome === undefined || outcome === "administrator") await takeBack(list, promised);
			return outcome;
		} catch (error) {
			await takeBack(list, promised);
			throw error;
		}
	}

	async function carryOut(wanted: Wanted, stillMay: (tx: Orm) => boolean = () => true) {
		const done = await db.settle((tx) => {
			const person = personIn(tx, wanted);
			if (!person || !stillMay(tx)) return;
			if (person.account?.isAdmin) return "administrator" as const;
			const removed = eraseRows(tx, person, now(), nameOf);
			// Includes erasures that were journalled and failed: they may succeed later.
			const ways = waysOf(person, wanted);
			note(
				tx,
				readErasures(list).filter((erasure) => ways.some((way) => isErasureOf(erasure, way))),
			);
			return { person, removed };
		});
		if (done === undefined || done === "administrator") return done;
		const { person, removed } = done;
		const left = await scrub();
		const counts = {
			entries: person.entries.length,
			drafts: person.drafts.length,
			late: person.late.length,
			mails: person.mails.length,
			photos: removed,
			...left,
		};
		security.note("data.erased", { subject: person.account?.id, ...counts });
		return { hadAccount: person.account !== undefined, ...counts };
	}

	/** What `purge` would erase. */
	const outdated = (most = -1) => outdatedIn(db.orm, now(), config.zone, most);

	/** Erases outdated entries (`outdatedIn`). A restored backup contains them again, and the rule applies again. */
	async function purge(): Promise<Pick<Erased, "entries" | "mails" | "photos" | keyof Left>> {
		const total = { entries: 0, mails: 0, photos: 0, photosLeft: 0, logLeft: false };
		while (outdated(1).entries.length > 0) {
			const { person, removed } = await db.settle((tx) => {
				const person = outdatedIn(tx, now(), config.zone, BATCH_SIZE);
				const removed = eraseRows(tx, person, now(), nameOf);
				// Promised to nobody: it makes the next start scrub where this one ends before it has.
				note(tx, [{ id: randomToken(), at: now() }]);
				return { person, removed };
			});
			total.entries += person.entries.length;
			total.mails += person.mails.length;
			total.photos += removed;
		}
		if (total.entries > 0) Object.assign(total, await scrub());
		security.note("data.purged", total);
		return total;
	}

	function note(tx: Orm, done: readonly Pick<Erasure, "id" | "at">[]): void {
		for (const { id, at } of done) tx.insert(erasures).values({ id, at }).onConflictDoNothing().run();
	}

	/**
	 * Photos are files, and the index and the log keep texts until they are merged or checkpointed. If this fails, the
	 * next start repeats it; the rows are erased all the same.
	 * @returns what remains to be removed
	 */
	async function scrub(): Promise<Left> {
		let [photosLeft, logLeft] = [0, true];
		try {
			photosLeft = await kept.removeReleased();
			logLeft = !(await scrubFiles());
			if (photosLeft > 0 || logLeft) return { photosLeft, logLeft };
			await db.settle((tx) => tx.update(erasures).set({ scrubbedAt: now() }).where(isNull(erasures.scrubbedAt)).run());
		} catch (err) {
			log.error({ err }, "photos or texts of somebody erased are left, and are tried again");
		}
		return { photosLeft, logLeft };
	}

	/** Goes on with what could not be scrubbed before. */
	async function finish(): Promise<void> {
		const open = db.orm.select().from(erasures).where(isNull(erasures.scrubbedAt)).get();
		if (open) await scrub();
	}

	/** @returns false where the log could not be emptied */
	async function scrubFiles(): Promise<boolean> {
		// The first brings all blocks to one level, so that those after it merge them all.
		for (let pages = -PAGES; await db.settle((tx) => isMerging(tx, pages)); pages = PAGES);
		for (let tries = TRIES; tries > 0; tries -= 1) {
			const [result] = db.orm.all<{ busy: number }>(sql`pragma wal_checkpoint(truncate)`);
			if (result?.busy === 0) return true;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		log.warn("another program reads all the time: the log of the database is emptied later");
		return false;
	}

	/** Whether there was something left to merge (the number of changed rows tells, says the documentation of FTS5). */
	function isMerging(tx: Orm, pages: number): boolean {
		const changes = () => tx.get<{ n: number }>(sql`select total_changes() as n`).n;
		const before = changes();
		tx.run(sql`insert into entry_search (entry_search, rank) values ('merge', ${pages})`);
		return changes() - before >= 2;
	}

	/** Carries out journalled erasures that are not done in this database, because it is older or there was a crash. */
	async function catchUp(): Promise<void> {
		const known = db.orm.select().from(erasures).all();
		const done = new Set(known.map(({ id }) => id));
		const missed = readErasures(list).filter(({ id }) => !done.has(id));
		let again = 0;
		for (const { way, wanted } of missed.length > 0 ? everybody(db.orm) : []) {
			if (!missed.some((erasure) => isErasureOf(erasure, way))) continue;
			const outcome = await carryOut(wanted);
			if (outcome === "administrator") log.warn("somebody erased is an administrator in this database, and stays");
			else again += 1;
		}
		await db.settle((tx) => note(tx, missed));
		if (missed.length > 0 || known.some(({ scrubbedAt }) => scrubbedAt === null)) await scrub();
		if (missed.length > 0) log.info({ erasures: missed.length, persons: again }, "erasures carried out again");
	}

	/** The word to type as confirmation: the email address or, without one, the account's number. */
	function wordOf(actor: Actor): string {
		const { id, email } = requireUser(actor);
		return email || `account:${id}`;
	}

	/**
	 * Erases the person logged in, after confirmation.
	 * @param word `wordOf`, or the password
	 * @throws AppError NOT_FRESH, or NOT_SIGNED_IN if another session or a new password came first
	 */
	async function eraseOwn(actor: Actor, word: string, device: Device): Promise<Erased | "administrator" | "wrong"> {
		const { id, email } = requireFresh(actor);
		const account = db.orm.select().from(users).where(eq(users.id, id)).get();
		if (foldEmail(word) !== wordOf(actor)) {
			const proof = await tries.attempt(email, device, () => accounts.authenticate(email, word, device.ipPrefix));
			if (proof?.id !== id) return "wrong";
		}
		const proof = { id, ...(account?.passwordHash && { passwordHash: account.passwordHash }) };
		const erased = await erase(wantedBy(actor), (tx) => accounts.stillProven(tx, proof) !== undefined);
		if (!erased) throw new AppError("NOT_SIGNED_IN");
		return erased;
	}

	return { erase, eraseOwn, wordOf, catchUp, finish, outdated, purge };
}
