import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { lockVolume } from "../db/client.ts";
import { temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { portrait } from "./support/talks.ts";
import { FILES, folder, madeBy } from "./support/upgrades.ts";

/** The earliest, one from the middle, and the last before the present. */
const VERSIONS = [1, 24, FILES.length - 1];
const PRESENT = FILES.length;

/** An installation as the program of that version left it. */
async function leftBy(version: number) {
	const { file } = madeBy(FILES.slice(0, version).map((name) => join(folder, name)));
	const base = temporaryDirectory();
	const where = { DATA_DIR: join(base, "data"), UPLOADS_DIR: join(base, "uploads") };
	for (const directory of Object.values(where)) mkdirSync(directory, { mode: 0o700 });
	cpSync(file, join(where.DATA_DIR, "rostrum.db"));
	// By its photo the folder is known as its own.
	writeFileSync(join(where.UPLOADS_DIR, `${"f".repeat(32)}.jpg`), (await portrait()).bytes);
	return where;
}

function versionIn({ DATA_DIR }: { DATA_DIR: string }): number {
	const sqlite = new Sqlite(join(DATA_DIR, "rostrum.db"), { readonly: true });
	const version = Number(sqlite.pragma("user_version", { simple: true }));
	sqlite.close();
	return version;
}

const backupsIn = ({ DATA_DIR }: { DATA_DIR: string }) => readdirSync(join(DATA_DIR, "backups"));

const COMMANDS = [
	["admin", "create", "eva@example.org"],
	["admin", "revoke", "eva@example.org"],
	["admin", "list"],
	["rotate-keys"],
	["event", "export", "event.json"],
	["mail", "list"],
	["mail", "retry"],
	["subject", "export", "eva@example.org"],
	["subject", "erase", "eva@example.org", "--dry-run"],
	["purge", "--dry-run"],
];

describe("data of an earlier program", () => {
	it.each(COMMANDS)("stay as they are when the command is %s %s", async (...words) => {
		const where = await leftBy(PRESENT - 1);
		const { code, output } = await runToEnd("cli.js", where, words, { input: "Str0ng-Pass!word9\n" });
		expect([code, versionIn(where)]).toEqual([1, PRESENT - 1]);
		expect(output).toContain(
			`The database is at version ${PRESENT - 1}, older than this program (${PRESENT}). Stop the server of the older program, then start this one, or run npm run cli -- migrate`,
		);
	});

	it("are migrated by a command of its own, once, after a copy, and not while a program holds them", async () => {
		const where = await leftBy(PRESENT - 1);
		const release = lockVolume(join(where.DATA_DIR, "lock.db"));
		const refused = await runToEnd("cli.js", where, ["migrate"]);
		release();
		expect([refused.code, versionIn(where)]).toEqual([1, PRESENT - 1]);
		expect(refused.output).toContain("Another rostrum is running");
		const done = await runToEnd("cli.js", where, ["migrate"]);
		expect([done.code, versionIn(where)]).toEqual([0, PRESENT]);
		const copy = backupsIn(where).find((name) => name.startsWith(`pre-${PRESENT - 1}-`)) ?? "none";
		expect(done.output).toContain(`The database was migrated from version ${PRESENT - 1} to ${PRESENT}. A copy`);
		expect(done.output).toContain(copy);
		const again = await runToEnd("cli.js", where, ["migrate"]);
		expect([again.code, again.output]).toEqual([0, `The database is up to date, at version ${PRESENT}\n`]);
	});

	it("cannot be migrated where there are none", async () => {
		const base = temporaryDirectory();
		const { code, output } = await runToEnd("cli.js", { DATA_DIR: base, UPLOADS_DIR: base }, ["migrate"]);
		expect([code, output]).toEqual([1, `There is no database at ${join(base, "rostrum.db")}. npm start makes one\n`]);
	});

	it.each(VERSIONS)(
		"of version %i are checked, backed up, verified and restored without a migration",
		async (version) => {
			const where = await leftBy(version);
			const said = `data of version ${version} (this program: ${PRESENT})`;
			const checked = await runToEnd("cli.js", where, ["doctor"]);
			expect(checked.output).toContain(`WARN The database is at version ${version}, older than this program`);
			expect(checked.output).toContain(`ok   ${where.DATA_DIR} is writable`);
			const made = await runToEnd("cli.js", where, ["backup"]);
			expect(made.output).toContain(said);
			const archive = join(where.DATA_DIR, "backups", backupsIn(where).find((name) => name.endsWith(".tar")) ?? "none");
			const verified = await runToEnd("cli.js", where, ["verify", archive]);
			expect([verified.code, verified.output.includes(said)]).toEqual([0, true]);
			expect(versionIn(where)).toBe(version);
			const elsewhere = await leftBy(version);
			const restored = await runToEnd("cli.js", elsewhere, ["restore", archive]);
			expect([restored.code, restored.output.includes(said), versionIn(elsewhere)]).toEqual([0, true, version]);
		},
	);

	it("are migrated by the start, which prints and logs it", async () => {
		const where = await leftBy(PRESENT - 1);
		const server = await startServer(where);
		expect(server.output()).toContain(`The database was migrated from version ${PRESENT - 1} to ${PRESENT}.`);
		const line = server
			.output()
			.split("\n")
			.find((one) => one.includes('"the database was migrated"'));
		expect(JSON.parse(line ?? "{}")).toMatchObject({ from: PRESENT - 1, to: PRESENT });
		expect(await server.end("SIGTERM")).toBe(0);
	});
});

it("a backup with a migration that no program of this line made is neither intact nor restored", async () => {
	const where = await leftBy(PRESENT);
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	sqlite.exec(`update applied_migrations set hash = 'another' where number = ${PRESENT - 1}`);
	sqlite.close();
	expect((await runToEnd("cli.js", where, ["backup"])).code).toBe(0);
	const archive = join(where.DATA_DIR, "backups", backupsIn(where).find((name) => name.endsWith(".tar")) ?? "none");
	const elsewhere = await leftBy(PRESENT);
	for (const command of ["verify", "restore"]) {
		const { code, output } = await runToEnd("cli.js", elsewhere, [command, archive]);
		expect([command, code, output]).toEqual([
			command,
			1,
			expect.stringContaining(`Migration ${PRESENT - 1} of the database is not one of this program`),
		]);
	}
	expect(readdirSync(elsewhere.DATA_DIR).filter((name) => name.startsWith("before-"))).toEqual([]);
});

it("a server is not ready any more when another program has changed the tables", async () => {
	const where = await leftBy(PRESENT - 1);
	const server = await startServer(where);
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	sqlite.pragma(`user_version = ${PRESENT + 1}`);
	sqlite.close();
	const answer = await fetch(`${server.origin}/readyz`);
	expect([answer.status, await answer.text()]).toEqual([503, "no\n"]);
});
