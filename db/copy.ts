import Sqlite from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { NOT_SENT } from "../app/enumerations.ts";
import { APPLICATION_ID, UnusableDatabase } from "./client.ts";

/**
 * Copies a database as it is at one moment, beside a running server. SQLite's backup interface would start anew with
 * every write of another process, and never end.
 * @param to a file that does not exist yet
 */
export function copyDatabase(from: string, to: string): void {
	using(new Sqlite(from, { fileMustExist: true, timeout: 5_000 }), (sqlite) => sqlite.prepare("vacuum into ?").run(to));
}

/** How many migrations a program knows: what was made by more of them is newer than it. */
export function migrationsIn(folder: string): number {
	return readMigrationFiles({ migrationsFolder: folder }).length;
}

export interface DatabaseFile {
	/** Number of migrations applied. */
	schema: number;
	/** How many rows each table has. */
	rows: Record<string, number>;
	photos: { name: string; bytes: number }[];
}

/**
 * Reads all of a database file that nobody has open.
 * @throws UnusableDatabase when it is damaged or belongs to another program
 */
export function inspectDatabase(file: string): DatabaseFile {
	return using(new Sqlite(file, { fileMustExist: true }), (sqlite) => {
		const verdict = sqlite.pragma("integrity_check", { simple: true });
		if (verdict !== "ok") throw new UnusableDatabase(`The database is damaged (${verdict})`);
		const broken = sqlite.pragma("foreign_key_check") as unknown[];
		if (broken.length > 0) throw new UnusableDatabase(`${broken.length} rows of the database refer to nothing`);
		if (sqlite.pragma("application_id", { simple: true }) !== APPLICATION_ID) {
			throw new UnusableDatabase("The database file belongs to another program");
		}
		const tables = sqlite
			.prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
			.pluck()
			.all();
		const count = (table: string) => Number(sqlite.prepare(`select count(*) from "${table}"`).pluck().get());
		return {
			schema: Number(sqlite.pragma("user_version", { simple: true })),
			rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
			photos: sqlite
				.prepare<[], { name: string; bytes: number }>("select name, stored_bytes as bytes from photos order by name")
				.all(),
		};
	});
}

/**
 * Makes one file of a copy that is to be used again, and keeps its mails from leaving by themselves: most of those that
 * waited have left since the copy was made. Administrators see them among those that failed.
 */
export function preparedForUse(file: string): void {
	using(new Sqlite(file, { fileMustExist: true }), (sqlite) => {
		sqlite.pragma("journal_mode = DELETE");
		sqlite
			.prepare("update outbox set state = 'failed', last_error = ? where state in ('pending', 'sending')")
			.run(NOT_SENT.restored);
	});
}

/** Takes the write-ahead log into the file, where both can still be read. */
export function foldIn(file: string): void {
	using(new Sqlite(file, { fileMustExist: true }), (sqlite) => sqlite.pragma("wal_checkpoint(TRUNCATE)"));
}

function using<T>(sqlite: Sqlite.Database, work: (sqlite: Sqlite.Database) => T): T {
	try {
		return work(sqlite);
	} finally {
		sqlite.close();
	}
}
