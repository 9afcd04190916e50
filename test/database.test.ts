import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../db/client.ts";
import { shownValue, submitForm } from "./support/form.ts";
import { openPortal, root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { portrait, talk, talkFields } from "./support/talks.ts";

const migrations = join(root, "migrations");

function open(directory: string, folder = migrations) {
	return openDatabase({ file: join(directory, "x.db"), migrations: folder, backups: join(directory, "backups") });
}

describe("the database", () => {
	it("is opened with every setting that keeps data safe", async () => {
		const { sqlite } = await openPortal();
		const settings = [
			"journal_mode",
			"synchronous",
			"foreign_keys",
			"trusted_schema",
			"cell_size_check",
			"secure_delete",
			"busy_timeout",
		];
		const values = Object.fromEntries(settings.map((name) => [name, sqlite.pragma(name, { simple: true })]));
		expect(values).toEqual({
			journal_mode: "wal",
			synchronous: 2,
			foreign_keys: 1,
			trusted_schema: 0,
			cell_size_check: 1,
			secure_delete: 1,
			busy_timeout: 0,
		});
		const loose = sqlite
			.prepare(
				"select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'",
			)
			.all();
		expect(loose).toEqual([]);
	});

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

	it("rolls a failing migration back whole", () => {
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

	it("carries drafts of before over to the names they have now, without the keys of private links", () => {
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

	it("waits for a short foreign lock without losing the submission or blocking reads, and gives up with 503 after a long one", async () => {
		const portal = await openPortal();
		const hold = (seconds: number) =>
			new Promise<ReturnType<typeof spawn>>((done) => {
				const script = `const D=require("better-sqlite3");const d=new D(${JSON.stringify(portal.sqlite.name)});d.exec("begin immediate");console.log("held");setTimeout(()=>d.exec("commit"),${seconds * 1000})`;
				const child = spawn(process.execPath, ["-e", script], { cwd: root });
				child.stdout.once("data", () => done(child));
			});
		const submit = async () => {
			const request = portal.agent().post("/api/submit");
			for (const [name, value] of Object.entries(talkFields())) request.field(name, value);
			return request.attach("file", (await portrait()).bytes, "a.jpg");
		};
		await hold(3);
		let isWaiting = true;
		const waiting = submit().finally(() => {
			isWaiting = false;
		});
		await portal.agent().get("/api/tracks").expect(200);
		expect(isWaiting).toBe(true);
		expect((await waiting).status).toBe(201);

		const child = await hold(30);
		const agent = portal.agent();
		const [refused, page] = await Promise.all([
			submit(),
			agent.get("/hangzhou").then(({ text }) => submitForm(agent, text, talk({ title: "Not lost" }))),
		]);
		child.kill("SIGKILL");
		expect([page.status, shownValue(page.text, "title")]).toEqual([503, "Not lost"]);
		expect([refused.status, refused.body.error, refused.headers["retry-after"]]).toEqual([503, "BUSY", "2"]);
	});

	it("answers 507 when it is full, keeps serving, and goes on when there is room again", async () => {
		const portal = await openPortal();
		const submit = async () => {
			const request = portal.agent().post("/api/submit");
			for (const [name, value] of Object.entries(talkFields({ details: "x".repeat(9_000) })))
				request.field(name, value);
			return request.attach("file", (await portrait()).bytes, "a.jpg");
		};
		portal.sqlite.pragma(`max_page_count = ${Number(portal.sqlite.pragma("page_count", { simple: true })) + 2}`);
		const statuses = new Set<number>();
		for (let n = 0; n < 6; n += 1) statuses.add((await submit()).status);
		expect([...statuses].filter((status) => status !== 201)).toEqual([507]);
		await portal.agent().get("/hangzhou").expect(200);
		portal.sqlite.pragma("max_page_count = 1000000");
		expect((await submit()).status).toBe(201);
		expect(portal.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	});

	it("a constraint that breaks is a conflict, not a failure", async () => {
		const { toAppError } = await import("../server/errors.ts");
		const { sqlite } = await openPortal();
		const add = () =>
			sqlite.exec("insert into tracks (id, kind, label, label_zh, position) values ('ai-next', 'track', 'x', 'x', 99)");
		expect(toAppError(thrownBy(add))).toMatchObject({ code: "CONFLICT", status: 409 });
	});
});

function thrownBy(work: () => void): unknown {
	try {
		work();
	} catch (error) {
		return error;
	}
}

describe("the volume", () => {
	it("is read through after a crash, and a damaged database is refused with one line", async () => {
		const directory = temporaryDirectory();
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const file = join(environment.DATA_DIR, "rostrum.db");
		await (await startServer(environment)).end("SIGTERM");
		const pages = new Sqlite(file, { readonly: true });
		const root = Number(pages.prepare("select rootpage from sqlite_schema where name = 'tracks'").pluck().get());
		const size = Number(pages.pragma("page_size", { simple: true }));
		pages.close();
		const bytes = readFileSync(file);
		bytes.fill(0xff, (root - 1) * size + 100, root * size);
		writeFileSync(file, bytes);
		rmSync(join(environment.DATA_DIR, "orderly-end"));
		const { code, output } = await runToEnd("main.js", environment);
		expect([code, output]).toEqual([
			1,
			expect.stringMatching(/^rostrum: The database is damaged .*; restore a backup\n$/s),
		]);
	});

	it("belongs to one server: a second one is refused with one line, and a killed one leaves no lock behind", async () => {
		const directory = temporaryDirectory();
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const first = await startServer(environment);
		const second = await runToEnd("main.js", environment);
		expect([second.code, second.output.trim().split("\n").length]).toEqual([1, 1]);
		expect(second.output).toMatch(/^rostrum: Another rostrum is running on this data directory/);
		await first.end("SIGKILL");
		const third = await startServer(environment);
		expect(await third.end("SIGTERM")).toBe(0);
	});

	it("is private: directory 0700, secrets 0600", async () => {
		const directory = temporaryDirectory();
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const server = await startServer(environment);
		const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
		expect([mode(environment.DATA_DIR), mode(join(environment.DATA_DIR, "secrets.json"))]).toEqual(["700", "600"]);
		await server.end("SIGTERM");
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
