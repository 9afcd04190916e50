import { count, eq, inArray, isNull, sql } from "drizzle-orm";
import { can } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { addErasures, type Erasure, erasuresOf, isErasureOf, readErasures, takeBack } from "../../../db/erasures.ts";
import { erasures, memberships, oneTimeSecrets, users } from "../../../db/schema.ts";
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
import { addressTyped, canonicalAddress } from "./addresses-in-text.ts";
import { everybody, waysOf, waysOfAddress } from "./erased-identities.ts";
import { eraseRows, removeRows } from "./erased-rows.ts";
import type { MentionsOf } from "./mentions.ts";
import { type Person, personIn, spellingsOf, type Wanted, wantedBy } from "./personal-records.ts";
import type { Place } from "./places.ts";
import { textsOf } from "./remnants.ts";
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
	/** Rows of others from whose texts the address was taken. */
	mentions: number;
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
	{ db, event, registry, secrets, log, security, now }: Runtime,
	{
		accounts,
		cards,
		mentions,
		photos: kept,
		tries,
		list,
	}: {
		accounts: Accounts;
		cards: Cards;
		mentions: MentionsOf;
		photos: Photos;
		tries: PasswordAttempts;
		list: string;
	},
) {
	const nameOf = (address: string) => nameOfErased(secrets, address);

	/**
	 * Erases a person from the database, its index and log, and their photos; their address goes from the texts of others,
	 * too. Backups keep them until they are removed.
	 * @param how.stillMay checked in the transaction: whether it is still allowed @param how.by the organiser who does it
	 * @returns "manager" for someone who manages the team: they must lose that right first, because their actions name
	 * them; undefined if nothing is stored or it is no longer allowed
	 */
	async function erase(
		wanted: Wanted,
		{ stillMay, by }: { stillMay?: (tx: Orm) => boolean; by?: number } = {},
	): Promise<Erased | "manager" | undefined> {
		const whose = whoseIn(db.orm, wanted);
		if (whose.persons.length === 0 && !whose.secrets && !(await mentions.has(whose.addresses))) return;
		if (whose.persons.some((person) => managesTeam(db.orm, person))) return "manager";
		const promised = erasuresOf(waysIn(whose), now());
		await addErasures(list, promised);
		let done: Awaited<ReturnType<typeof eraseRecords>>;
		try {
			done = await eraseRecords(wanted, stillMay);
		} catch (error) {
			await takeBack(list, promised);
			throw error;
		}
		if (done === undefined || done === "manager") {
			await takeBack(list, promised);
			return done;
		}
		return complete(done, by);
	}

	/** Whom an erasure is about, with every spelling of their address. */
	function whoseIn(tx: Orm, wanted: Wanted) {
		const byOperator = "address" in wanted && !wanted.guest;
		const spelled = byOperator ? spellingsOf(tx, wanted.address).wanted : [wanted];
		const persons = spelled.flatMap((one) => personIn(tx, registry(), one) ?? []);
		const addresses = new Set(
			["address" in wanted ? addressTyped(wanted.address) : "", ...persons.map(({ address }) => address)]
				.filter(Boolean)
				.map(canonicalAddress),
		);
		const spellings = spelled.flatMap((one) => ("address" in one ? one.address : []));
		const secrets = tx
			.select({ n: count() })
			.from(oneTimeSecrets)
			.where(inArray(oneTimeSecrets.email, byOperator ? spellings : []))
			.get()?.n;
		return { byOperator, persons, addresses, spellings, secrets };
	}

	type Whose = ReturnType<typeof whoseIn>;

	/** By what remnants of a person are found in a file. Asked before they are erased. */
	function textsFor(wanted: Wanted): string[] {
		const { persons, addresses } = whoseIn(db.orm, wanted);
		return textsOf(persons, addresses);
	}

	const waysIn = ({ byOperator, persons, addresses, spellings }: Whose) =>
		waysOf(persons, [...addresses, ...spellings], byOperator);

	/** Erases what belongs to a person, in one transaction. */
	function eraseRecords(wanted: Wanted, stillMay: (tx: Orm) => boolean = () => true) {
		return db.settle((tx) => {
			const whose = whoseIn(tx, wanted);
			if (!stillMay(tx)) return;
			if (whose.persons.some((person) => managesTeam(tx, person))) return "manager" as const;
			let photos = 0;
			for (const person of whose.persons) photos += eraseRows(tx, registry(), person, now(), nameOf);
			tx.delete(oneTimeSecrets).where(inArray(oneTimeSecrets.email, whose.spellings)).run();
			return { ...whose, photos };
		});
	}

	/** Takes the address out of the texts of others, then notes the erasure: after a crash the next start does it again. */
	async function complete(done: Whose & { photos: number }, by: number | undefined): Promise<Erased> {
		const { persons, photos } = done;
		const named = await mentions.remove(done.addresses);
		// Includes journalled erasures that failed, because they may succeed later.
		const ways = waysIn(done);
		const carriedOut = readErasures(list).filter((erasure) => ways.some((way) => isErasureOf(erasure, way)));
		await db.settle((tx) => note(tx, carriedOut));
		const left = await scrub();
		const sum = (of: "entries" | "drafts" | "late" | "mails") =>
			persons.reduce((total, person) => total + person[of].length, 0);
		const counts = {
			entries: sum("entries"),
			drafts: sum("drafts"),
			late: sum("late"),
			mails: sum("mails"),
			photos,
			mentions: named,
			...left,
		};
		const account = persons.find((person) => person.account)?.account;
		security.note("data.erased", { subject: account?.id, user: by, ...counts });
		return { hadAccount: account !== undefined, ...counts };
	}

	/** Addresses of the organisers: anybody may give one of them with an entry, and their notes keep it. */
	function ofOrganisers(): Set<string> {
		const members = db.orm
			.select({ email: users.email })
			.from(memberships)
			.innerJoin(users, eq(users.id, memberships.userId));
		const administrators = db.orm.select({ email: users.email }).from(users).where(eq(users.isAdmin, true));
		const own = [...members.all(), ...administrators.all()].map(({ email }) => email ?? "");
		return new Set([...own, event.row().support].map(canonicalAddress));
	}

	/** What `purge` would erase. */
	const outdated = (most = -1) => outdatedIn(db.orm, now(), most);

	/** Erases outdated entries (`outdatedIn`). A restored backup contains them again, and the rule applies again. */
	async function purge(): Promise<Purged> {
		const total = { entries: 0, mails: 0, photos: 0, photosLeft: 0, logLeft: false };
		const given = await eraseAll(outdatedIn, eraseRows, total);
		const organisers = ofOrganisers();
		await mentions.remove(new Set([...given].filter((one) => !organisers.has(one))), isNote);
		if (total.entries > 0) Object.assign(total, await scrub());
		security.note("data.purged", total);
		return total;
	}

	/** Removes what was removed as spam a month ago. Its senders chose whose address they gave: no note is searched for it. */
	async function eraseSpam(): Promise<void> {
		const total = { entries: 0, mails: 0, photos: 0, photosLeft: 0, logLeft: false };
		await eraseAll(spamIn, removeRows, total);
		if (total.entries === 0) return;
		Object.assign(total, await scrub());
		security.note("data.purged", total);
	}

	/**
	 * Erases entries in batches; others write in between. @param total is added to
	 * @returns the addresses that were given with them
	 */
	async function eraseAll(
		found: (tx: Orm, now: number, most: number) => Person,
		eraseThem: typeof eraseRows,
		total: Purged,
	): Promise<Set<string>> {
		const given = new Set<string>();
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
			for (const address of givenIn([person])) given.add(address);
		}
		return given;
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
		const addresses = new Set<string>();
		const isMissed = (way: string) => missed.some((erasure) => isErasureOf(erasure, way));
		const isAny = missed.length > 0;
		const mentioned = isAny ? await mentions.all((one) => waysOfAddress(one).some(isMissed)) : [];
		for (const { way, wanted } of isAny ? everybody(db.orm, mentioned) : []) {
			if (!isMissed(way)) continue;
			const outcome = await eraseRecords(wanted);
			if (outcome === "manager") log.warn("someone erased manages the team in this database, and stays");
			else if (outcome) {
				again += 1;
				for (const address of outcome.addresses) addresses.add(address);
			}
		}
		await mentions.remove(addresses);
		await db.settle((tx) => note(tx, missed));
		if (again > 0) db.rewrite();
		if (isAny || known.some(({ scrubbedAt }) => scrubbedAt === null)) await scrub();
		if (isAny) log.info({ erasures: missed.length, persons: again }, "erasures carried out again");
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
		const erased = await erase(wantedBy(actor), { stillMay: (tx) => accounts.stillProven(tx, proof) !== undefined });
		if (!erased) throw new AppError("NOT_SIGNED_IN");
		return erased;
	}

	/** Whether the person logged in may erase themselves. */
	function mayEraseOwn(actor: Actor): boolean {
		return !can(requireUser(actor).role, "team.manage");
	}

	return { erase, textsFor, eraseOwn, mayEraseOwn, wordOf, catchUp, finish, outdated, purge, eraseSpam };
}

/** Addresses that were given with the entries of persons. */
function givenIn(persons: readonly Pick<Person, "entries">[]): Set<string> {
	const all = persons.flatMap(({ entries: rows }) => rows.map(({ email }) => canonicalAddress(email)));
	return new Set(all.filter((address) => address.includes("@")));
}

const isNote = ({ isNote: note }: Place) => note === true;

function managesTeam(tx: Orm, { account }: Person): boolean {
	return account !== undefined && can(roleOf(tx, account), "team.manage");
}
