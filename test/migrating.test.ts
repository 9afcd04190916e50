import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../db/client.ts";
import { root, temporaryDirectory } from "./support/portal.ts";

const migrations = join(root, "migrations");

function open(directory: string, folder = migrations) {
	return openDatabase({ file: join(directory, "x.db"), migrations: folder, backups: join(directory, "backups") });
}

describe("a database of an earlier version", () => {
	it("is copied before a migration and refused when it is newer than the program", async () => {
		const directory = temporaryDirectory();
		const folder = join(directory, "migrations");
		cpSync(migrations, folder, { recursive: true });
		open(directory, folder).close();
		const present = addMigration(folder, "CREATE TABLE more (x integer) STRICT;");
		const migrated = open(directory, folder);
		await migrated.probe();
		migrated.close();
		expect(readdirSync(join(directory, "backups"))).toEqual([
			expect.stringMatching(new RegExp(`^pre-${present}-.*\\.db$`)),
		]);
		expect(() => open(directory)).toThrow(
			`The database is at version ${present + 1}, newer than this program (${present})`,
		);
	});

	it("keeps whole copies of three versions, for the owner only, however often a start fails", () => {
		const directory = temporaryDirectory();
		const folder = join(directory, "migrations");
		const backups = join(directory, "backups");
		cpSync(migrations, folder, { recursive: true });
		open(directory, folder).close();
		mkdirSync(backups);
		// One that a kill left half made, and files of others.
		for (const name of [".unfinished-pre-9-x.db", "pre-flight.db", "daily-2025-09-13.tar"])
			writeFileSync(join(backups, name), "");
		const versions = [];
		for (let version = 0; version < 5; version += 1) {
			versions.push(addMigration(folder, `CREATE TABLE more${version} (x integer) STRICT;`));
			open(directory, folder).close();
		}
		addMigration(folder, "CREATE TABLE nonsense (;");
		for (let start = 0; start < 3; start += 1) expect(() => open(directory, folder)).toThrow("syntax error");
		const copies = readdirSync(backups).filter((name) => /^pre-\d/.test(name));
		const last = (versions.at(-1) ?? 0) + 1;
		expect(copies.map((name) => Number(name.split("-")[1])).sort((a, b) => a - b)).toEqual([last - 2, last - 1, last]);
		for (const name of copies) expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);
		expect(readdirSync(backups)).toEqual(expect.arrayContaining(["pre-flight.db", "daily-2025-09-13.tar"]));
		expect(readdirSync(backups)).toHaveLength(5);
	});

	it("rolls a failing migration back completely", () => {
		const directory = temporaryDirectory();
		const folder = join(directory, "migrations");
		mkdirSync(join(folder, "meta"), { recursive: true });
		cpSync(migrations, folder, { recursive: true });
		open(directory, folder).close();
		const sql = "CREATE TABLE half (x integer) STRICT;\n--> statement-breakpoint\nCREATE TABLE nonsense (;";
		const present = addMigration(folder, sql);
		expect(() => open(directory, folder)).toThrow("syntax error");
		const sqlite = new Sqlite(join(directory, "x.db"));
		expect(sqlite.pragma("user_version", { simple: true })).toBe(present);
		expect(sqlite.prepare("select count(*) from sqlite_schema where name = 'half'").pluck().get()).toBe(0);
		sqlite.close();
	});

	it("migrates old drafts to their new names, without private keys", () => {
		const directory = temporaryDirectory();
		const folder = join(directory, "migrations");
		cpSync(migrations, folder, { recursive: true });
		writeJournal(folder, readJournal(folder).slice(0, 1));
		open(directory, folder).close();
		const sqlite = new Sqlite(join(directory, "x.db"));
		const add = sqlite.prepare(
			"insert into drafts (subject, form, \"values\", updated_at) values ('user:1', ?, '{}', 1)",
		);
		const forms = [
			"/hangzhou",
			"/hangzhou?event=pytorch",
			"/hangzhou?spot=talk-3",
			"/hangzhou?spot=talk-4&key=1.secret",
		];
		for (const form of forms) add.run(form);
		sqlite.close();
		open(directory).close();
		const migrated = new Sqlite(join(directory, "x.db"));
		expect(migrated.prepare("select form from drafts order by form").pluck().all()).toEqual([
			"hangzhou",
			"hangzhou?event=pytorch",
			"talk-3",
		]);
		migrated.close();
	});
});

interface JournalEntry {
	idx: number;
	version: string;
	when: number;
	tag: string;
	breakpoints: boolean;
}

function readJournal(folder: string): JournalEntry[] {
	return (JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: JournalEntry[] }).entries;
}

function writeJournal(folder: string, entries: JournalEntry[]): void {
	writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "sqlite", entries }));
}

/** Puts one more migration behind the present ones. @returns how many there were */
function addMigration(folder: string, sql: string): number {
	const entries = readJournal(folder);
	const idx = entries.length;
	writeFileSync(join(folder, `${idx}_more.sql`), sql);
	const when = (entries.at(-1)?.when ?? 0) + 1;
	writeJournal(folder, [...entries, { idx, version: "6", when, tag: `${idx}_more`, breakpoints: true }]);
	return idx;
}
