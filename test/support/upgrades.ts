import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openDatabase } from "../../db/client.ts";
import { APPLICATION_ID } from "../../db/migrate.ts";
import { hashOf } from "../../db/repair.ts";
import { root, temporaryDirectory } from "./portal.ts";

export const folder = join(root, "migrations");
const sqlFiles = (path: string) =>
	readdirSync(path)
		.filter((name) => name.endsWith(".sql"))
		.sort();
export const FILES = sqlFiles(folder);
export const SUPERSEDED = sqlFiles(join(folder, "superseded"));

/** Databases up to this version have no migration hashes; later ones have no superseded migrations. */
export const WITHOUT_HASHES = 9;

/** Rows as they were in each table; a version without one of the columns has the rest. */
const ROWS: Record<string, Record<string, unknown>[]> = {
	users: [{ id: 5, email: "ada@example.org", name: "Ada", password_hash: "x", is_admin: 1, created_at: 1 }],
	tracks: [
		{
			id: "own",
			event_id: 1,
			kind: "track",
			label: "Own",
			label_zh: "自",
			description: "",
			description_zh: "",
			position: 999,
		},
	],
	photos: [
		{
			name: "f".repeat(32),
			source_hash: "h",
			source_name: "a.jpg",
			source_bytes: 2,
			stored_bytes: 1,
			created_at: 3,
			held_at: 3,
		},
	],
	entries: [7, 8].map((id) => ({
		id,
		category: "hangzhou",
		user_id: 5,
		name: "Ada",
		email: "Ada@example.org",
		email_folded: "ada@example.org",
		org: "Engines",
		title: `Title ${id}`,
		track_id: "own",
		photo: "f".repeat(32),
		status: "Accept",
		consent: 1,
		answers: '{"abstract":"智能体"}',
		incomplete: "[]",
		search_text: "智能体",
		locale: "zh",
		link_version: 2,
		submission_key: `key ${id}`,
		created_at: 1,
		updated_at: 2,
	})),
	entry_log: [{ id: 1, entry_id: 7, at: 4, actor_id: 5, type: "Status", state: "Accept" }],
	drafts: [{ subject: "user:5", form: "hangzhou", values: '{"title":"half"}', updated_at: 5 }],
	attempts: [{ subject: "user:5", category: "hangzhou", field: "title", failures: 2, updated_at: 6 }],
	outbox: [
		{
			id: 1,
			kind: "accept",
			dedupe_key: "accept:7",
			to_address: "ada@example.org",
			subject: "s",
			body: "b",
			message_id: "m",
			state: "sent",
			next_at: 7,
			created_at: 7,
		},
	],
	erasures: [{ id: "who", at: 8 }],
};

/** Every order in which known forms of the first `count` migrations may have been applied, as far as they run. */
export function histories(count: number): string[][] {
	const forms = FILES.slice(0, count).map((name) => [
		join(folder, name),
		...SUPERSEDED.filter((one) => one.startsWith(name.slice(0, 4))).map((one) => join(folder, "superseded", one)),
	]);
	return forms
		.reduce<string[][]>((before, some) => some.flatMap((form) => before.map((history) => [...history, form])), [[]])
		.filter((history) => {
			try {
				apply(new Sqlite(":memory:"), history).close();
				return true;
			} catch {
				return false;
			}
		});
}

function apply(sqlite: Sqlite.Database, history: readonly string[]): Sqlite.Database {
	for (const path of history) sqlite.exec(readFileSync(path, "utf8"));
	return sqlite;
}

export const columnsOf = (sqlite: Sqlite.Database, table: string) =>
	sqlite.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(table);

/** A database file as that program left it, with rows; the newest entry was removed. */
export function madeBy(history: readonly string[]): { file: string; rows: Record<string, Record<string, unknown>[]> } {
	const file = join(temporaryDirectory(), "rostrum.db");
	const sqlite = apply(new Sqlite(file), history);
	for (const [table, rows] of Object.entries(ROWS)) {
		const known = columnsOf(sqlite, table);
		for (const row of known.length > 0 ? rows : []) {
			const kept = Object.entries(row).filter(([name]) => known.includes(name));
			sqlite
				.prepare(`insert into ${table} ("${kept.map(([name]) => name).join('","')}") values (${kept.map(() => "?")})`)
				.run(...kept.map(([, value]) => value));
		}
	}
	sqlite.exec("delete from entries where id = 8");
	if (history.length > WITHOUT_HASHES)
		history.forEach((path, number) => {
			const hash = hashOf(readFileSync(path, "utf8"));
			sqlite.prepare("insert into applied_migrations (number, hash) values (?, ?)").run(number, hash);
		});
	sqlite.pragma(`user_version = ${history.length}`);
	sqlite.pragma(`application_id = ${APPLICATION_ID}`);
	const rows = Object.fromEntries(
		Object.keys(ROWS)
			.filter((table) => columnsOf(sqlite, table).length > 0)
			.map((table) => [table, sqlite.prepare(`select * from ${table}`).all() as Record<string, unknown>[]]),
	);
	sqlite.close();
	return { file, rows };
}

export function open(file: string): void {
	openDatabase({ file, migrations: folder, backups: join(file, "../backups") }).close();
}
