import { chmodSync, lstatSync, mkdirSync, readdirSync, rmdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backedUp, backupsOf, cli, type Installation, installation, read } from "./support/backups.ts";
import { own, ownCopyOf, uid } from "./support/broken-installations.ts";
import { temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { talkFields, talkForm } from "./support/talks.ts";

let umask = 0;
// What most systems start programs with: others may read.
beforeEach(() => (umask = process.umask(0o022)));
afterEach(() => void process.umask(umask));

/** Paths below a folder that other users can access. */
function openPaths(folder: string): string[] {
	const below = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
	return [folder, ...below].filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

const allOpen = (where: Installation, more: string[] = []) =>
	[where.DATA_DIR, where.UPLOADS_DIR, ...more].flatMap(openPaths);

it("no file of the program is readable by others, whatever the umask", async () => {
	const where = installation();
	const server = await startServer({ ...where });
	const body = await talkForm(talkFields({ email: "han@example.org" }));
	expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body })).status).toBe(201);
	const [photo = ""] = readdirSync(where.UPLOADS_DIR).filter((name) => name.endsWith(".jpg"));
	expect((await fetch(`${server.origin}/uploads/${photo.replace(".jpg", "-small.jpg")}`)).status).toBe(200);
	const folder = join(temporaryDirectory(), "copy");
	expect((await cli(where, "subject", "export", "han@example.org", folder)).code).toBe(0);
	expect((await cli(where, "backup", "--with-secrets")).code).toBe(0);
	expect((await cli(where, "rotate-keys")).code).toBe(0);
	expect((await cli(where, "subject", "erase", "han@example.org")).code).toBe(0);
	expect(allOpen(where, [folder])).toEqual([]);
	const names = readdirSync(where.DATA_DIR);
	for (const name of ["rostrum.db-wal", "rostrum.db-shm", "lock.db", "operator.log"]) expect(names).toContain(name);
	await server.end("SIGTERM");
	expect((await cli(where, "restore", backupsOf(where).find((path) => path.endsWith(".tar")) ?? "")).code).toBe(0);
	expect(allOpen(where)).toEqual([]);
	await (await startServer({ ...where })).end("SIGTERM");
	expect(allOpen(where)).toEqual([]);
});

it("the start removes other users' access to its own files, and leaves foreign files alone", async () => {
	const where = installation();
	const server = await startServer({ ...where });
	expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body: await talkForm() })).status).toBe(201);
	expect((await cli(where, "backup")).code).toBe(0);
	await server.end("SIGTERM");
	for (const top of [where.DATA_DIR, where.UPLOADS_DIR]) {
		for (const path of [top, ...readdirSync(top, { recursive: true }).map((name) => join(top, String(name)))])
			chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
	}
	const foreign = join(where.DATA_DIR, "site");
	mkdirSync(foreign);
	new Sqlite(join(foreign, "other.db")).close();
	await (await startServer({ ...where })).end("SIGTERM");
	expect(allOpen(where)).toEqual(openPaths(foreign));
	expect(openPaths(foreign)).not.toEqual([]);
});

it("the target of a symbolic link is restricted, too", async () => {
	const where = installation();
	for (const top of [where.DATA_DIR, where.UPLOADS_DIR]) {
		mkdirSync(`${top}-elsewhere`, { mode: 0o755 });
		symlinkSync(`${top}-elsewhere`, top);
	}
	await (await startServer({ ...where })).end("SIGTERM");
	expect(openPaths(`${where.DATA_DIR}-elsewhere`)).toEqual([]);
	expect(openPaths(`${where.UPLOADS_DIR}-elsewhere`)).toEqual([]);
});

it("a folder that all users share is refused with one line", async () => {
	for (const which of ["DATA_DIR", "UPLOADS_DIR"] as const) {
		const where = installation();
		mkdirSync(where[which]);
		chmodSync(where[which], 0o1777);
		expect(await runToEnd("main.js", { ...where })).toEqual({
			code: 1,
			output: `rostrum: ${where[which]} is open to other users and cannot be closed to them; use a folder of your own\n`,
		});
		expect(lstatSync(where[which]).mode & 0o7777).toBe(0o1777);
	}
});

it("a folder that holds files of others is refused before the first start, and stays as it is", async () => {
	const where = installation();
	for (const folder of [join(where.DATA_DIR, "lost+found"), where.UPLOADS_DIR]) mkdirSync(folder, { recursive: true });
	mkdirSync(join(where.DATA_DIR, "www"));
	expect(await runToEnd("main.js", { ...where })).toEqual({
		code: 1,
		output: `rostrum: DATA_DIR ${where.DATA_DIR} holds other files (www) and would be closed to other users; use a folder of its own\n`,
	});
	expect(readdirSync(where.DATA_DIR).sort()).toEqual(["lost+found", "www"]);
	expect(lstatSync(where.DATA_DIR).mode & 0o777).toBe(0o755);
	rmdirSync(join(where.DATA_DIR, "www"));
	await (await startServer({ ...where })).end("SIGTERM");
	expect(lstatSync(where.DATA_DIR).mode & 0o777).toBe(0o700);
});

/** Paths below a folder that the user who runs the programs does not own. */
function foreignPaths(folder: string): string[] {
	const below = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
	return [folder, ...below].filter((path) => lstatSync(path).uid !== (uid ?? process.getuid?.()));
}

it("whatever root makes by commands belongs to the owner of the data, who can go on with it", async () => {
	const { from, file } = await backedUp(1, "--with-secrets");
	const where = ownCopyOf(from);
	const [email = ""] = read(where, "select email from entries").map(String);
	const archive = join(where.DATA_DIR, "backups", basename(file));
	for (const words of [
		["mail", "list"],
		["backup", "--daily"],
		["rotate-keys"],
		["subject", "erase", email],
		["verify", archive],
		["restore", archive],
		["doctor"],
	])
		expect([words, (await cli(where, ...words)).output]).toEqual([words, expect.not.stringMatching(/^rostrum: /m)]);
	expect([where.DATA_DIR, where.UPLOADS_DIR].flatMap(foreignPaths)).toEqual([]);
	const names = readdirSync(where.DATA_DIR);
	for (const name of ["operator.log", "rostrum.db", "backups"]) expect(names).toContain(name);
	expect(readdirSync(join(where.DATA_DIR, "backups"))).toContain("erasures.jsonl");
	const next = await runToEnd("cli.js", { ...where }, ["mail", "list"], { uid });
	expect([next.code, next.output]).toEqual([0, expect.stringMatching(/pending|failed|sent|\d/)]);
});

it("a file that the owner of the data may not read is refused with one line", async () => {
	const { from } = await backedUp(0);
	const where = ownCopyOf(from);
	const folder = temporaryDirectory();
	chmodSync(folder, 0);
	for (const verb of ["verify", "restore"])
		expect(await cli(where, verb, join(folder, "x.tar"))).toEqual({
			code: 1,
			output: expect.stringMatching(/^rostrum: \S+x\.tar cannot be used; [^\n]+\n$/),
		});
	chmodSync(folder, 0o700);
});

it("a new data directory belongs to the owner of its folder", async () => {
	const folder = temporaryDirectory();
	own(folder);
	const where = { DATA_DIR: join(folder, "new", "data"), UPLOADS_DIR: join(folder, "new", "uploads") };
	expect((await cli(where, "init", "--template", "blank")).code).toBe(0);
	expect(foreignPaths(folder)).toEqual([]);
	expect((await runToEnd("cli.js", { ...where }, ["mail", "list"], { uid })).code).toBe(0);
});
