import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { LostFiles, ofFile, sqliteCode, UnusableDatabase } from "./errors.ts";
import { createMemory, type Memory } from "./memory.ts";
import { APPLICATION_ID, type Migrated, migrate, userVersion } from "./migrate.ts";
import * as schema from "./schema.ts";

export type Orm = BetterSQLite3Database<typeof schema>;

export interface Database extends Pick<Memory, "version" | "remembering" | "rememberingSetup"> {
	/** For reading. Writes go through `write`. */
	orm: Orm;
	/**
	 * Runs `work` in one immediate transaction. The callback must be synchronous (better-sqlite3 refuses promises) and
	 * fast. If another process holds the write lock, retries for up to 5 s without blocking the event loop, then throws
	 * SQLITE_BUSY. First runs `assertRoom`, and throws LostFiles if the database file was moved or replaced.
	 */
	write<T>(work: (tx: Orm) => T): Promise<T>;
	/** Like `write`, for work that only completes, deletes or records something; allowed on a full disk. */
	settle<T>(work: (tx: Orm) => T): Promise<T>;
	/** @throws UnusableDatabase when a page is damaged */
	check(): void;
	/** Throws if the database cannot be read and written. Waits like `write`. */
	probe(): Promise<void>;
	/** Throws if the write lock cannot be taken. Writes nothing, so it does not detect a full disk. */
	assertLockable(): Promise<void>;
	/** @throws LostFiles */
	assertPresent(): void;
	/** @throws UnusableDatabase if another program has changed the tables since the database was opened */
	assertSchema(): void;
	/**
	 * Writes the whole file anew, so that nothing deleted is left in the unused parts of its pages (`secure_delete` leaves
	 * what a page held before it was split). Takes about a second for 100 MB; other processes wait for their writes.
	 * @throws UnusableDatabase while another process writes for more than 5 s
	 */
	rewrite(): void;
	/** The migration that was made when the database was opened; undefined if none was needed. */
	migrated: Migrated | undefined;
	close(): void;
}

/** Lower versions of SQLite have the WAL-reset corruption bug. */
const OLDEST_SQLITE = "3.51.3";
const BUSY_PATIENCE_MS = 5_000;
/** Delay between retries of the write lock. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 160;
const MOST_STATEMENTS = 500;

/**
 * Opens the database file, sets every pragma, brings the schema up to date.
 * A copy is made beside it (`backups/pre-<version>-<time>.db`) before each run of migrations on existing data.
 * @throws UnusableDatabase with one line for the operator: too new a database, too old an SQLite, damage; OlderDatabase.
 */
export function openDatabase(options: {
	file: string;
	migrations: string;
	backups: string;
	/** Makes the tables of a new database, and migrates no data of an earlier program. */
	onlyNew?: boolean;
	assertRoom?: () => void;
	/** A replication program (Litestream) checkpoints the WAL. */
	replicated?: boolean;
}): Database {
	// Before serving, waiting inside SQLite is fine.
	const sqlite = openFile(options.file);
	let migrated: Migrated | undefined;
	try {
		assertOwn(sqlite, options.file);
		assertVersion(sqlite);
		setPragmas(sqlite);
		if (options.replicated) sqlite.pragma("wal_autocheckpoint = 0");
		migrated = migrate(sqlite, options);
		// busy_timeout = 0: waiting inside SQLite would block the event loop; `patiently` retries instead.
		sqlite.pragma("busy_timeout = 0");
	} catch (error) {
		sqlite.close();
		throw ofFile(options.file, error);
	}
	const memory = createMemory(sqlite);
	const schemaVersion = userVersion(sqlite);
	keepStatements(sqlite);
	const orm = drizzle(sqlite, { schema });
	const assertPresent = presenceOf(options.file);
	const inTransaction = async <T>(work: (tx: Orm) => T): Promise<T> => {
		assertPresent();
		return patiently(sqlite, orm, work).finally(memory.forgetVersion);
	};
	return {
		orm,
		write: async (work) => {
			options.assertRoom?.();
			return inTransaction(work);
		},
		settle: inTransaction,
		version: memory.version,
		remembering: memory.remembering,
		rememberingSetup: memory.rememberingSetup,
		check: () => {
			const verdict = quickCheck(sqlite, options.file);
			if (verdict !== "ok") throw new UnusableDatabase(`${options.file} is damaged (${verdict}); restore a backup`);
		},
		probe: () => inTransaction(() => void sqlite.pragma(`user_version = ${userVersion(sqlite)}`)),
		assertPresent,
		assertSchema: () => {
			const present = userVersion(sqlite);
			if (present !== schemaVersion)
				throw new UnusableDatabase(`The database was migrated from version ${schemaVersion} to ${present} meanwhile`);
		},
		rewrite: () => writeAnew(options.file),
		migrated,
		assertLockable: () => inTransaction(() => undefined),
		close: () => {
			if (!sqlite.open) return;
			if (!options.replicated) sqlite.pragma("wal_checkpoint(TRUNCATE)");
			sqlite.close();
		},
	};
}

/** Uses a connection of its own, because the connection of the server keeps temporary files in memory. */
function writeAnew(file: string): void {
	const sqlite = openFile(file);
	try {
		sqlite.exec("vacuum");
		sqlite.pragma("wal_checkpoint(TRUNCATE)");
	} catch (error) {
		throw ofFile(file, error);
	} finally {
		sqlite.close();
	}
}

function openFile(file: string): Sqlite.Database {
	try {
		return new Sqlite(file, { timeout: BUSY_PATIENCE_MS });
	} catch (error) {
		throw ofFile(file, error);
	}
}

/** Set before writing: journal_mode is stored in the file. */
function assertOwn(sqlite: Sqlite.Database, file: string): void {
	const isOwn = sqlite.pragma("application_id", { simple: true }) === APPLICATION_ID;
	const isEmpty = sqlite.prepare("select 1 from sqlite_master").get() === undefined;
	if (!isOwn && !isEmpty)
		throw new UnusableDatabase(`${file} belongs to another program; set DATA_DIR to a folder of its own`);
}

function quickCheck(sqlite: Sqlite.Database, file: string): unknown {
	try {
		return sqlite.pragma("quick_check", { simple: true });
	} catch (error) {
		throw ofFile(file, error);
	}
}

function assertVersion(sqlite: Sqlite.Database): void {
	const version = String(sqlite.prepare("select sqlite_version()").pluck().get());
	const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
	const [wantMajor = 0, wantMinor = 0, wantPatch = 0] = OLDEST_SQLITE.split(".").map(Number);
	const distance = major - wantMajor || minor - wantMinor || patch - wantPatch;
	if (distance < 0) throw new UnusableDatabase(`SQLite ${version} is too old; ${OLDEST_SQLITE} or newer is needed`);
}

function setPragmas(sqlite: Sqlite.Database): void {
	sqlite.pragma("journal_mode = WAL");
	// better-sqlite3's default NORMAL may lose committed transactions on power failure.
	sqlite.pragma("synchronous = FULL");
	sqlite.pragma("foreign_keys = ON");
	sqlite.pragma("trusted_schema = OFF");
	sqlite.pragma("cell_size_check = ON");
	// REPLACE must fire delete triggers.
	sqlite.pragma("recursive_triggers = ON");
	sqlite.pragma("secure_delete = ON");
	sqlite.pragma("temp_store = MEMORY");
	sqlite.pragma("cache_size = -16000");
	sqlite.pragma("mmap_size = 0");
	sqlite.pragma("wal_autocheckpoint = 1000");
	sqlite.pragma("journal_size_limit = 67108864");
}

/** Caches prepared statements: preparing one (with triggers) takes longer than running it. */
function keepStatements(sqlite: Sqlite.Database): void {
	const kept = new Map<string, Sqlite.Statement>();
	const prepare = sqlite.prepare.bind(sqlite);
	sqlite.prepare = ((sql: string) => {
		const known = kept.get(sql);
		// Reset to the default mode, like a new statement.
		if (known && !known.busy) return known.reader ? known.raw(false).pluck(false) : known;
		const statement = prepare(sql);
		if (kept.size >= MOST_STATEMENTS) kept.clear();
		kept.set(sql, statement);
		return statement;
	}) as typeof sqlite.prepare;
}

/** @returns a function that throws LostFiles if the file at this path has been replaced or removed */
function presenceOf(file: string): () => void {
	const opened = statSync(file);
	return () => {
		const present = statSync(file, { throwIfNoEntry: false });
		if (present?.ino === opened.ino && present.dev === opened.dev) return;
		throw new LostFiles(
			`${file} is not the file that was opened: its folder was moved, removed or unmounted. Put it back, or start rostrum again`,
		);
	};
}

async function patiently<T>(sqlite: Sqlite.Database, orm: Orm, work: (tx: Orm) => T): Promise<T> {
	const deadline = Date.now() + BUSY_PATIENCE_MS;
	const run = sqlite.transaction(() => work(orm));
	for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
		try {
			return run.immediate();
		} catch (error) {
			if (!sqliteCode(error)?.startsWith("SQLITE_BUSY") || Date.now() >= deadline) throw error;
			await sleep(pauseMs * (0.75 + Math.random() / 2));
		}
	}
}

/**
 * Locks the volume for this process. The kernel releases the lock when the process dies.
 * @returns a function that releases it
 */
export function lockVolume(file: string): () => void {
	const lock = openFile(file);
	try {
		lock.pragma("busy_timeout = 0");
		lock.pragma("locking_mode = EXCLUSIVE");
		lock.exec("begin exclusive");
	} catch (error) {
		lock.close();
		if (!sqliteCode(error)?.startsWith("SQLITE_BUSY")) throw ofFile(file, error);
		throw new UnusableDatabase(`Another rostrum is running on this data directory (${file} is locked)`);
	}
	return () => lock.close();
}
