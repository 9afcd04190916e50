import { eq, isNull, sql } from "drizzle-orm";
import { can } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { addErasures, type Erasure, erasuresOf, isErasureOf, readErasures, takeBack } from "../../../db/erasures.ts";
import { erasures, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { randomToken } from "../../secrets.ts";
import { type Accounts, roleOf } from "../accounts/accounts.ts";
import type { Device } from "../accounts/devices.ts";
import type { PasswordAttempts } from "../accounts/password-attempts.ts";
import { type Actor, requireFresh, requireUser } from "../actor.ts";
import type { Cards } from "../cards/cards.ts";
import { nameOfErased } from "../mails/mail-limits.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { everybody, waysOf } from "./erased-identities.ts";
import { eraseRows, removeRows } from "./erased-rows.ts";
import { type Person, personIn, type Wanted, wantedBy } from "./personal-records.ts";
import { outdatedIn, spamIn } from "./retention.ts";

/** Pages of the text index merged per transaction (about 10 ms). */
const PAGES = 100;
/** Entries that are purged in one transaction; others write in between. */
const BATCH_SIZE = 50;
/** Attempts to truncate the write-ahead log while others read. */
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
type Purged = Pick<Erased, "entries" | "mails" | "photos" | keyof Left>;

export type Erasing = ReturnType<typeof createErasing>;

/**
 * Erases persons. Each erasure is journalled outside the database first, so that neither a crash nor an old backup
 * undoes it.
 * @param parts.list path of the journal
 */
export function createErasing(
	{ db, registry, secrets, log, security, now }: Runtime,
	{
		accounts,
		cards,
		photos: kept,
		tries,
		list,
	}: { accounts: Accounts; cards: Cards; photos: Photos; tries: PasswordAttempts; list: string },
) {
	const nameOf = (address: string) => nameOfErased(secrets, address);

	/**
	 * Erases a person from the database, its index and log, and their photos. Backups keep them until they are removed.
	 * @param stillMay checked in the transaction: whether it is still allowed
	 * @returns "manager" for someone who manages the team: they must lose that right first, because their actions name
	 * them; undefined if nothing is stored or it is no longer allowed
	 */
	async function erase(
		wanted: Wanted,
		stillMay: (tx: Orm) => boolean = () => true,
	): Promise<Erased | "manager" | undefined> {
		const person = personIn(db.orm, registry(), wanted);
		if (!person) return;
		if (managesTeam(db.orm, person)) return "manager";
		const promised = erasuresOf(waysOf(person, wanted), now());
		await addErasures(list, promised);
		try {
			const outcome = await carryOut(wanted, stillMay);
			if (outcome === undefined || outcome === "manager") await takeBack(list, promised);
			return outcome;
		} catch (error) {
			await takeBack(list, promised);
			throw error;
		}
	}

	async function carryOut(wanted: Wanted, stillMay: (tx: Orm) => boolean = () => true) {
		const done = await db.settle((tx) => {
			const person = personIn(tx, registry(), wanted);
			if (!person || !stillMay(tx)) return;
			if (managesTeam(tx, person)) return "manager" as const;
			const removed = eraseRows(tx, registry(), person, now(), nameOf);
			// Includes journalled erasures that failed, because they may succeed later.
			const ways = waysOf(person, wanted);
			note(
				tx,
				readErasures(list).filter((erasure) => ways.some((way) => isErasureOf(erasure, way))),
			);
			return { person, removed };
		});
		if (done === undefined || done === "manager") return done;
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
	const outdated = (most = -1) => outdatedIn(db.orm, now(), most);

	/** Erases outdated entries (`outdatedIn`). A restored backup contains them again, and the rule applies again. */
	async function purge(): Promise<Purged> {
		const total = { entries: 0, mails: 0, photos: 0, photosLeft: 0, logLeft: false };
		await eraseAll(outdatedIn, eraseRows, total);
		security.note("data.purged", total);
		return total;
	}

	/** Removes what was removed as spam a month ago. */
	async function eraseSpam(): Promise<void> {
		const total = { entries: 0, mails: 0, photos: 0, photosLeft: 0, logLeft: false };
		await eraseAll(spamIn, removeRows, total);
		if (total.entries > 0) security.note("data.purged", total);
	}

	/** Erases entries in batches; others write in between. @param total is added to */
	async function eraseAll(
		found: (tx: Orm, now: number, most: number) => Person,
		eraseThem: typeof eraseRows,
		total: Purged,
	): Promise<void> {
		while (found(db.orm, now(), 1).entries.length > 0) {
			const { person, removed } = await db.settle((tx) => {
				const person = found(tx, now(), BATCH_SIZE);
				const removed = eraseThem(tx, registry(), person, now(), nameOf);
				// Not journalled, but makes the next start finish cleaning.
				note(tx, [{ id: randomToken(), at: now() }]);
				return { person, removed };
			});
			total.entries += person.entries.length;
			total.mails += person.mails.length;
			total.photos += removed;
		}
		if (total.entries > 0) Object.assign(total, await scrub());
	}

	function note(tx: Orm, done: readonly Pick<Erasure, "id" | "at">[]): void {
		for (const { id, at } of done) tx.insert(erasures).values({ id, at }).onConflictDoNothing().run();
	}

	/**
	 * Cleans files of photos and cards, text index and write-ahead log. If it fails, the next start repeats it; the rows
	 * are erased anyway.
	 * @returns what remains
	 */
	async function scrub(): Promise<Left> {
		let [photosLeft, logLeft] = [0, true];
		try {
			photosLeft = await kept.removeReleased();
			await cards.sweep();
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
		// The first merge brings all segments to one level, so that later ones merge them.
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
			if (outcome === "manager") log.warn("someone erased manages the team in this database, and stays");
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
	async function eraseOwn(actor: Actor, word: string, device: Device): Promise<Erased | "manager" | "wrong"> {
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

	/** Whether the person logged in may erase themselves. */
	function mayEraseOwn(actor: Actor): boolean {
		return !can(requireUser(actor).role, "team.manage");
	}

	return { erase, eraseOwn, mayEraseOwn, wordOf, catchUp, finish, outdated, purge, eraseSpam };
}

function managesTeam(tx: Orm, { account }: Person): boolean {
	return account !== undefined && can(roleOf(tx, account), "team.manage");
}
