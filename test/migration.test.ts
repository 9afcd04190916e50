import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { openDatabase } from "../db/client.ts";
import { sendProject, sendTalk } from "./support/entries.ts";
import { openPortal, root, temporaryDirectory } from "./support/portal.ts";

/** The sources that `npm run migration` reads, free to be changed. */
function sources(): string {
	const folder = temporaryDirectory();
	for (const name of ["app", "db", "migrations", "scripts", "package.json", "tsconfig.json"])
		cpSync(join(root, name), join(folder, name), { recursive: true });
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	return folder;
}

function replace(file: string, before: string, after: string): void {
	const parts = readFileSync(file, "utf8").split(before);
	expect([before, parts.length]).toEqual([before, 2]);
	writeFileSync(file, parts.join(after));
}

/** Runs `npm run migration` there. @returns its last line */
async function migration(folder: string): Promise<string> {
	const { stdout } = await promisify(execFile)(process.execPath, ["scripts/migration.mjs"], { cwd: folder });
	return stdout.trim().split("\n").at(-1) ?? "";
}

/** A database with entries, the newest of which is gone, so that its number is known to the sequence only. */
async function filled(): Promise<string> {
	const portal = await openPortal();
	await sendTalk(portal, { title: "Streaming parsers", tracks: "ai-next" });
	await sendTalk(portal, { title: "智能体与工具" });
	await sendProject(portal);
	portal.sqlite.exec("delete from outbox; delete from entry_log where entry_id = 3; delete from entries where id = 3");
	const file = join(temporaryDirectory(), "x.db");
	portal.sqlite.prepare("vacuum into ?").run(file);
	return file;
}

/** Brings a database up to the migrations of a folder. */
function migrate(file: string, folder: string): Sqlite.Database {
	openDatabase({ file, migrations: join(folder, "migrations"), backups: join(file, "../backups") }).close();
	const sqlite = new Sqlite(file);
	sqlite.pragma("foreign_keys = ON");
	sqlite.pragma("recursive_triggers = ON");
	return sqlite;
}

const DERIVED =
	"select name, sql from sqlite_master where type in ('view', 'trigger') or sql like 'CREATE VIRTUAL%' order by name";
const COUNTS = "select sum(n) from entry_counts where status = ?";
const FOUND = "select rowid from entry_search where entry_search match ?";

it("a changed table with views and triggers is one line of schema and one command, on a database with rows", async () => {
	const file = await filled();
	const before = new Sqlite(file);
	const rows = before.prepare("select * from entries order by id").all() as Record<string, unknown>[];
	const derived = before.prepare(DERIVED).all();
	before.close();
	expect(rows.map(({ id }) => id)).toEqual([1, 2]);

	const folder = sources();
	const schema = join(folder, "db/schema/entries.ts");
	replace(
		schema,
		`		check("entries_answers_json"`,
		`		check("entries_row", sql\`\${table.row} >= 0\`),\n		check("entries_answers_json"`,
	);
	replace(
		schema,
		`		updatedAt: instant("updated_at").notNull(),`,
		`		updatedAt: instant("updated_at").notNull(),\n		row: integer("row").notNull().default(7),`,
	);
	expect(await migration(folder)).toMatch(/^\d{4}_\w+\.sql: tried on an empty database, with views and triggers/);

	const sqlite = migrate(file, folder);
	expect(sqlite.prepare("select * from entries order by id").all()).toEqual(rows.map((row) => ({ ...row, row: 7 })));
	expect(sqlite.prepare(DERIVED).all()).toEqual(derived);
	expect(sqlite.prepare("select strict from pragma_table_list('entries')").pluck().get()).toBe(1);
	expect(sqlite.pragma("foreign_key_check")).toEqual([]);
	expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	expect(sqlite.prepare(COUNTS).pluck().get("New")).toBe(2);
	expect(sqlite.prepare(FOUND).pluck().all('"智能体"')).toEqual([2]);
	const plan = sqlite.prepare(
		"explain query plan select id from entries where kind = 'talk' order by lower(title), id desc",
	);
	expect(JSON.stringify(plan.all())).toContain("entries_title");

	sqlite.exec("update entries set status = 'Accept', search_text = 'otherwise' where id = 1");
	expect(["New", "Accept"].map((status) => sqlite.prepare(COUNTS).pluck().get(status))).toEqual([1, 1]);
	expect(sqlite.prepare(FOUND).pluck().all("otherwise")).toEqual([1]);
	const columns = Object.keys(rows[0] ?? {}).filter((name) => !["id", "submission_key"].includes(name));
	const copied = `insert into entries (submission_key, ${columns}) select 'copy', ${columns} from entries where id = 2`;
	expect(sqlite.prepare(copied).run().lastInsertRowid).toBe(4);
	expect(sqlite.prepare(COUNTS).pluck().get("New")).toBe(2);
	expect(() => sqlite.exec("update entries set row = -1 where id = 1")).toThrow("entries_row");
	sqlite.close();
});

it("a changed view or trigger is one file and the same command, and the index of texts is filled anew", async () => {
	const file = await filled();
	const folder = sources();
	replace(
		join(folder, "db/derived/search.sql"),
		"iif(`kind` = 'talk', `search_text` || char(10, 10), NULL) AS `talk`,",
		"iif(`kind` = 'talk', `search_text` || ' everywhere' || char(10, 10), NULL) AS `talk`,",
	);
	expect(await migration(folder)).toMatch(/^\d{4}_derived\.sql: tried on an empty database/);
	const sqlite = migrate(file, folder);
	expect(sqlite.prepare(FOUND).pluck().all("everywhere")).toEqual([1, 2]);
	expect(sqlite.prepare(COUNTS).pluck().get("New")).toBe(2);
	expect(() => sqlite.exec("insert into entry_search (entry_search) values ('integrity-check')")).not.toThrow();
	sqlite.close();
});

it("the migrations make what schema and derived objects declare", async () => {
	const folder = sources();
	const count = readdirSync(join(folder, "migrations")).length;
	expect(await migration(folder)).toBe("Schema and derived objects are as the migrations make them");
	expect(readdirSync(join(folder, "migrations"))).toHaveLength(count);
});

it("a migration that does not run is not written", async () => {
	const folder = sources();
	const before = readdirSync(join(folder, "migrations"), { recursive: true });
	const journal = readFileSync(join(folder, "migrations/meta/_journal.json"), "utf8");
	replace(join(folder, "db/derived/search.sql"), "CREATE VIEW `entry_texts`", "CREATE VEIW `entry_texts`");
	replace(
		join(folder, "db/schema/entries.ts"),
		`		updatedAt: instant("updated_at").notNull(),`,
		`		updatedAt: instant("updated_at").notNull(),\n		row: integer("row").notNull().default(7),`,
	);
	await expect(migration(folder)).rejects.toThrow('No migration was written: near "VEIW": syntax error');
	expect(readdirSync(join(folder, "migrations"), { recursive: true })).toEqual(before);
	expect(readFileSync(join(folder, "migrations/meta/_journal.json"), "utf8")).toBe(journal);
});
