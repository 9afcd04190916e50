import Sqlite from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { NOT_SENT, ONE_TIME_MAILS } from "../app/enumerations.ts";
import { ofFile, UnusableDatabase } from "./errors.ts";
import { withoutKeys } from "./kept-mails.ts";
import { APPLICATION_ID, assertKnown } from "./migrate.ts";
import type { PhotoFormat } from "./photo-file.ts";

/**
 * Copies a consistent snapshot of a live database. SQLite's backup API would restart after every write of another
 * process.
 * @param to must not exist
 * @throws UnusableDatabase for a file that cannot be copied or belongs to another program
 */
export function copyDatabase(from: string, to: string): void {
	using(from, { fileMustExist: true, timeout: 5_000 }, (sqlite) => {
		if (sqlite.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
			throw new UnusableDatabase(`${from} belongs to another program; set DATA_DIR to the folder of rostrum`);
		}
		sqlite.prepare("vacuum into ?").run(to);
	});
}

/**
 * Writes a copy anew without the private keys in its mails, so that whoever finds it cannot follow their links. What an
 * update replaces stays in the unused parts of pages, whatever `secure_delete` says: pages that are split keep what they
 * held. Only rows that are inserted into a new file leave nothing.
 * @param to must not exist
 */
export function writeWithoutKeys(copy: string, to: string): void {
	using(copy, { fileMustExist: true }, (sqlite) => {
		sqlite.function("without_keys", { deterministic: true }, (body) => withoutKeys(String(body)));
		sqlite.exec(
			"update outbox set body = without_keys(body) where body like '%token=%' or body like '%key=%' or kind = 'confirm'",
		);
		sqlite.prepare("vacuum into ?").run(to);
	});
}

/** @throws UnusableDatabase for a database with migrations that the program with this folder does not know */
export function assertKnownMigrations(file: string, migrations: string): void {
	using(file, { fileMustExist: true, readonly: true }, (sqlite) => assertKnown(sqlite, migrations));
}

/** How many migrations this program knows. A database with more is newer than the program. */
export function migrationsIn(folder: string): number {
	return readMigrationFiles({ migrationsFolder: folder }).length;
}

export interface DatabaseFile {
	/** Number of migrations applied. */
	schema: number;
	/** How many rows each table has. */
	rows: Record<string, number>;
	/** `isNamed`: referenced by an entry or late form; other photos may have no file yet. */
	photos: { name: string; format: PhotoFormat; bytes: number; isNamed: 0 | 1 }[];
}

/**
 * Reads a whole database file that is not in use.
 * @throws UnusableDatabase if it is damaged or belongs to another program
 */
export function inspectDatabase(file: string): DatabaseFile {
	return using(file, { fileMustExist: true }, (sqlite) => {
		const verdict = sqlite.pragma("integrity_check", { simple: true });
		if (verdict !== "ok") throw new UnusableDatabase(`The database is damaged (${verdict})`);
		const broken = sqlite.pragma("foreign_key_check") as unknown[];
		if (broken.length > 0) throw new UnusableDatabase(`${broken.length} rows of the database refer to nothing`);
		if (sqlite.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
			throw new UnusableDatabase("The database file belongs to another program");
		}
		const tables = sqlite
			.prepare<[], string>("select name from pragma_table_list where type = 'table' and name not like 'sqlite_%'")
			.pluck()
			.all();
		const count = (table: string) => Number(sqlite.prepare(`select count(*) from "${table}"`).pluck().get());
		// Older versions have no late forms.
		const naming = ["entries", "late_entries"]
			.filter((table) => tables.includes(table))
			.map((table) => `select photo from ${table} where photo is not null`);
		// They have no files of works, either.
		const columns = sqlite.prepare<[], string>("select name from pragma_table_info('photos')").pluck().all();
		const format = columns.includes("format") ? "format" : "'photo'";
		return {
			schema: Number(sqlite.pragma("user_version", { simple: true })),
			rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
			photos: sqlite
				.prepare<[], DatabaseFile["photos"][number]>(
					`select name, ${format} as format, stored_bytes as bytes, name in (${naming.join(" union ")}) as isNamed from photos order by name`,
				)
				.all(),
		};
	});
}

/** Tables whose ids are known outside: in signed links, mails and tokens. */
const NUMBERED = ["entries", "users"] as const;
type Numbers = Record<(typeof NUMBERED)[number], number>;
/** Ids skipped after a restore if it is unknown which were used since the backup. */
const GAP = 1_000;

/** Highest ids the present database ever used; undefined if it cannot be read. */
export function highestNumbers(file: string): Numbers | undefined {
	try {
		return using(file, { fileMustExist: true }, numbersIn);
	} catch {
		return;
	}
}

function numbersIn(sqlite: Sqlite.Database): Numbers {
	const number = sqlite.prepare<[string], number>("select seq from sqlite_sequence where name = ?").pluck();
	return Object.fromEntries(NUMBERED.map((table) => [table, number.get(table) ?? 0])) as Numbers;
}

/**
 * Prepares a restored copy: ids are never reused (an old private link would open a new entry), all sessions and
 * one-time links are deleted, links for late submissions end, because some were ended since, and waiting mails are marked as failed, because most were sent since. Leaves a single
 * file, written anew: in its pages nothing is left of what an earlier program deleted.
 * @param given highest ids of the replaced database; undefined if unknown
 */
export function preparedForUse(file: string, given: Numbers | undefined): void {
	using(file, { fileMustExist: true }, (sqlite) => {
		sqlite.pragma("journal_mode = DELETE");
		sqlite.transaction(() => {
			sqlite
				.prepare("update outbox set state = 'failed', last_error = ? where state in ('pending', 'sending')")
				.run(NOT_SENT.restored);
			// Their secrets are deleted below.
			sqlite
				.prepare(
					"update outbox set state = 'expired', body = '' where state = 'failed' and kind in (select value from json_each(?))",
				)
				.run(JSON.stringify(ONE_TIME_MAILS));
			sqlite.exec("delete from sessions; delete from one_time_secrets");
			// Older versions have none.
			if (sqlite.prepare("select 1 from sqlite_master where name = 'late_links'").get())
				sqlite.exec("update late_links set ended_at = unixepoch() * 1000 where ended_at is null");
			const own = numbersIn(sqlite);
			for (const table of NUMBERED) {
				const highest = given ? Math.max(given[table], own[table]) : own[table] + GAP;
				sqlite.prepare("delete from sqlite_sequence where name = ?").run(table);
				sqlite.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, highest);
			}
		})();
		sqlite.exec("vacuum");
	});
}

/** The name of the installation a database belongs to; undefined in those of versions that gave none. */
export function installationIn(file: string): string | undefined {
	return using(file, { fileMustExist: true, readonly: true }, (sqlite) => {
		const named = sqlite.prepare("select 1 from sqlite_master where name = 'installation'").get();
		return named ? sqlite.prepare<[], string>("select id from installation").pluck().get() : undefined;
	});
}

/**
 * Checkpoints the write-ahead log into the file.
 * @returns false while another process uses it; a damaged log stays as it is
 */
export function foldIn(file: string): boolean {
	try {
		return using(file, { fileMustExist: true }, (sqlite) => {
			const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
			return result?.busy === 0;
		});
	} catch {
		// Damage may be why it is being replaced.
		return true;
	}
}

function using<T>(file: string, options: Sqlite.Options, work: (sqlite: Sqlite.Database) => T): T {
	let sqlite: Sqlite.Database | undefined;
	try {
		sqlite = new Sqlite(file, options);
		return work(sqlite);
	} catch (error) {
		throw ofFile(file, error);
	} finally {
		sqlite?.close();
	}
}
