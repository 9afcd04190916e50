import type Sqlite from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { copyBefore } from "./copy-before.ts";
import { OlderDatabase, UnusableDatabase } from "./errors.ts";
import { hashOf, type Migration, readSuperseded, repairShape } from "./repair.ts";

export const APPLICATION_ID = 0x726f7374;

export function userVersion(sqlite: Sqlite.Database): number {
	return Number(sqlite.pragma("user_version", { simple: true }));
}

/** A migration that was made: numbers of migrations, and the copy of the database as it was before. */
export interface Migrated {
	from: number;
	to: number;
	copy: string;
}

/** @throws UnusableDatabase for a database with migrations that this program does not know */
export function assertKnown(sqlite: Sqlite.Database, migrations: string): void {
	areApplied(sqlite, migrationsOf(migrations).slice(0, userVersion(sqlite)), readSuperseded(migrations));
}

const migrationsOf = (folder: string) =>
	readMigrationFiles({ migrationsFolder: folder }).map(({ sql }) => ({
		sql,
		hash: hashOf(sql.join("--> statement-breakpoint")),
	}));

/**
 * Brings the schema up to date in one transaction, after a copy of the database. `user_version` is the number of
 * migrations applied, in the order of the journal; `applied_migrations` has the SHA-256 of each.
 * @param options.onlyNew makes the tables of a new database, and leaves data of an earlier program alone
 * @returns what was done to data that were there; undefined where nothing was
 * @throws UnusableDatabase for a database of a newer program, or with migrations that this one does not know
 * @throws OlderDatabase where it may not migrate
 */
export function migrate(
	sqlite: Sqlite.Database,
	options: { migrations: string; backups: string; onlyNew?: boolean },
): Migrated | undefined {
	const files = migrationsOf(options.migrations);
	const applied = userVersion(sqlite);
	if (applied > files.length) {
		throw new UnusableDatabase(
			`The database is at version ${applied}, newer than this program (${files.length}); start the newer program`,
		);
	}
	const superseded = readSuperseded(options.migrations);
	const mayDiffer = !areApplied(sqlite, files.slice(0, applied), superseded);
	if (applied === files.length && !mayDiffer) return;
	if (applied > 0 && options.onlyNew) throw new OlderDatabase(olderThan(applied, files.length));
	const copy = applied > 0 ? copyBefore(sqlite, options.backups, applied) : undefined;
	// Rebuilding a table drops it first; with enforcement on that would cascade into its children.
	sqlite.pragma("foreign_keys = OFF");
	sqlite
		.transaction(() => {
			if (mayDiffer) repairShape(sqlite, files.slice(0, applied), superseded);
			for (const file of files.slice(applied)) for (const statement of file.sql) sqlite.exec(statement);
			noteHashes(sqlite, files);
			const broken = sqlite.pragma("foreign_key_check") as unknown[];
			if (broken.length > 0) throw new UnusableDatabase(`Migration would break ${broken.length} references`);
			sqlite.pragma(`user_version = ${files.length}`);
			sqlite.pragma(`application_id = ${APPLICATION_ID}`);
		})
		.immediate();
	sqlite.pragma("foreign_keys = ON");
	return copy === undefined ? undefined : { from: applied, to: files.length, copy };
}

function olderThan(applied: number, present: number): string {
	const wrote = applied < present ? `at version ${applied}, older than this program (${present})` : "of an early build";
	return `The database is ${wrote}. Stop the server of the older program, then start this one, or run npm run cli -- migrate`;
}

/**
 * Whether exactly these migrations were applied. False for databases without hashes or with superseded migrations.
 * @throws UnusableDatabase if one is unknown
 */
function areApplied(
	sqlite: Sqlite.Database,
	files: readonly Migration[],
	superseded: readonly (readonly Migration[])[],
): boolean {
	if (!hasHashes(sqlite)) return files.length === 0;
	const rows = sqlite.prepare("select number, hash from applied_migrations order by number").all() as {
		number: number;
		hash: string;
	}[];
	const applied = new Map(rows.map(({ number, hash }) => [number, hash]));
	const others = files.map(({ hash }, number) => ({ number, is: applied.get(number), hash }));
	const differing = others.filter(({ is, hash }) => is !== hash);
	for (const { number, is } of differing) {
		if (!superseded[number]?.some(({ hash }) => hash === is))
			throw new UnusableDatabase(
				`Migration ${number} of the database is not one of this program; start the program that made it, or restore a backup`,
			);
	}
	return differing.length === 0;
}

function hasHashes(sqlite: Sqlite.Database): boolean {
	return sqlite.prepare("select 1 from sqlite_master where name = 'applied_migrations'").get() !== undefined;
}

function noteHashes(sqlite: Sqlite.Database, files: readonly Migration[]): void {
	if (!hasHashes(sqlite)) return;
	const note = sqlite.prepare("insert or replace into applied_migrations (number, hash) values (?, ?)");
	files.forEach(({ hash }, number) => {
		note.run(number, hash);
	});
}
