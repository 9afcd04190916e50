import {
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import {
	backedUp,
	cli,
	type Installation,
	installation,
	read,
	send,
	startHere,
	titles,
	withTalks,
} from "../../support/backups.ts";
import { temporaryDirectory } from "../../support/portal.ts";
import { runToEnd, startServer } from "../../support/server.ts";

const DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
const photosOf = (where: Installation) => readdirSync(where.UPLOADS_DIR).filter((name) => name.endsWith(".jpg"));

/** A stopped installation with one talk and its photo, which is days old. */
async function withPhoto(): Promise<Installation> {
	const where = await withTalks(1);
	for (const name of photosOf(where)) utimesSync(join(where.UPLOADS_DIR, name), DAYS_AGO, DAYS_AGO);
	expect(photosOf(where)).toHaveLength(1);
	return where;
}

const everything = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.sort()
		.map((name) => [name, statSync(join(folder, name)).mode]);

/** Server and commands refuse with one line and leave the folders unchanged. */
async function refused(where: Installation, line: RegExp): Promise<void> {
	const before = everything(where.UPLOADS_DIR);
	for (const outcome of [await runToEnd("main.js", { ...where }), await cli(where, "admin", "list")]) {
		expect(outcome).toEqual({ code: 1, output: expect.stringMatching(line) });
		expect(outcome.output.trimEnd().split("\n")).toHaveLength(1);
	}
	expect(everything(where.UPLOADS_DIR)).toEqual(before);
}

/** Starts the server, waits until its first sweep is done, and stops it. */
async function startAndEnd(where: Installation): Promise<void> {
	const server = await startHere(where);
	await send(server);
	await server.end();
}

/** The same by the program, which is told to begin with an empty database. */
async function startAnewAndEnd(where: Installation): Promise<void> {
	const server = await startServer({ ...where }, undefined, ["--new"]);
	await send(server);
	expect(await server.end("SIGTERM")).toBe(0);
}

describe("the program refuses, and touches nothing, when", () => {
	it("the folder of photos holds files of something else", async () => {
		const where = installation();
		mkdirSync(where.UPLOADS_DIR, { mode: 0o755 });
		for (const name of ["thesis.doc", "b".repeat(32)]) {
			writeFileSync(join(where.UPLOADS_DIR, name), "theirs");
			utimesSync(join(where.UPLOADS_DIR, name), DAYS_AGO, DAYS_AGO);
		}
		await refused(where, /^rostrum: .* holds files of something else \(.*; set UPLOADS_DIR to an empty folder/);
	});

	it("the folder of photos is another installation's", async () => {
		const [first, second] = [await withPhoto(), await withPhoto()];
		await refused({ ...second, UPLOADS_DIR: first.UPLOADS_DIR }, /holds the photos of another installation/);
	});

	it("the folder of photos was lost", async () => {
		const where = await withPhoto();
		rmSync(where.UPLOADS_DIR, { recursive: true });
		mkdirSync(where.UPLOADS_DIR);
		await refused(where, /is empty, but entries of the database have photos \(1\)\. Mount the folder/);
		const [name] = read(where, "select id from installation");
		writeFileSync(join(where.UPLOADS_DIR, ".rostrum"), `${name}\n`);
		await startAndEnd(where);
	});

	it("an empty marker (after a power failure) is rewritten", async () => {
		const where = await withPhoto();
		const marker = join(where.UPLOADS_DIR, ".rostrum");
		truncateSync(marker);
		await startAndEnd(where);
		expect(readFileSync(marker, "utf8")).toBe(`${read(where, "select id from installation")}\n`);
		truncateSync(marker);
		const other = await withPhoto();
		await refused({ ...other, UPLOADS_DIR: where.UPLOADS_DIR }, /holds files of something else/);
	});

	it.each<[string, (where: Installation) => Installation]>([
		[
			"is missing",
			(where) => {
				rmSync(join(where.DATA_DIR, "rostrum.db"));
				return where;
			},
		],
		[
			"is empty",
			(where) => {
				truncateSync(join(where.DATA_DIR, "rostrum.db"));
				return where;
			},
		],
		["is looked for in another folder", (where) => ({ ...where, DATA_DIR: join(temporaryDirectory(), "data") })],
		[
			"is missing beside its keys",
			(where) => {
				rmSync(join(where.DATA_DIR, "rostrum.db"));
				return { ...where, UPLOADS_DIR: join(temporaryDirectory(), "uploads") };
			},
		],
	])("the database %s, and begins anew when told to", async (_how, lose) => {
		const where = lose(await withPhoto());
		mkdirSync(where.UPLOADS_DIR, { recursive: true });
		await refused(where, /rostrum\.db is missing or empty, but .* is there\..* npm start -- --new\n$/s);
		const before = photosOf(where);
		await startAnewAndEnd(where);
		expect(titles(where)).toHaveLength(1);
		expect(photosOf(where)).toEqual(expect.arrayContaining(before));
		// The folder now belongs to this installation.
		await startAndEnd(where);
		expect(photosOf(where)).toEqual(expect.arrayContaining(before));
	});

	it("only a backup exists, and a restore succeeds", async () => {
		const { from, file } = await backedUp(1);
		rmSync(join(from.DATA_DIR, "rostrum.db"));
		rmSync(join(from.DATA_DIR, "secrets.json"));
		rmSync(from.UPLOADS_DIR, { recursive: true });
		await runToEnd("main.js", { ...from }).then(({ code }) => expect(code).toBe(1));
		expect((await cli(from, "restore", file)).code).toBe(0);
		await startAndEnd(from);
		expect(titles(from)).toHaveLength(2);
	});

	it("the server is given a word it does not know", async () => {
		expect(await runToEnd("main.js", { ...installation() }, ["--neu"])).toEqual({
			code: 1,
			output: "rostrum: --neu is unknown; the options of the server are --new and --new-keys\n",
		});
	});
});

describe("files are removed only where a row has released them", () => {
	it("other files stay in both folders, however old", async () => {
		const where = await withPhoto();
		const theirs = [
			...["notes.txt", `${"c".repeat(32)}.jpg`, `.${"d".repeat(32)}`].map((name) => join(where.UPLOADS_DIR, name)),
			join(where.DATA_DIR, "tmp", "letter.txt"),
		];
		for (const path of theirs) {
			writeFileSync(path, "theirs");
			utimesSync(path, DAYS_AGO, DAYS_AGO);
		}
		await startAndEnd(where);
		for (const path of theirs) expect(statSync(path).size).toBe(6);
	});

	it("released files are removed at the next start", async () => {
		const where = await withPhoto();
		const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
		sqlite.pragma("foreign_keys = OFF");
		// As an erasure leaves it that is killed between the rows and the files.
		sqlite.exec("update entries set photo = null; delete from photos");
		sqlite.close();
		const [photo = ""] = photosOf(where);
		await startAndEnd(where);
		expect(photosOf(where)).not.toContain(photo);
		expect(read(where, "select name from released_photos")).toEqual([]);
	});

	it("photos that a restored backup does not have are kept with the replaced data", async () => {
		const { from, file } = await backedUp(1);
		const server = await startHere(from);
		await send(server);
		await server.end();
		expect(photosOf(from)).toHaveLength(2);
		expect((await cli(from, "restore", file)).code).toBe(0);
		expect(photosOf(from)).toHaveLength(1);
		const [aside = ""] = readdirSync(from.UPLOADS_DIR).filter((name) => name.startsWith("before-"));
		expect(readdirSync(join(from.UPLOADS_DIR, aside))).toHaveLength(2);
	});
});

it("an erasure whose photo cannot be removed says so, and is finished by the next start", async () => {
	const where = await withPhoto();
	const [photo = ""] = photosOf(where);
	const path = join(where.UPLOADS_DIR, photo);
	const [address] = read(where, "select email from entries") as string[];
	rmSync(path);
	// Not even root can unlink a folder.
	mkdirSync(path);
	const outcome = await cli(where, "subject", "erase", address ?? "");
	expect(outcome.code).toBe(1);
	expect(outcome.output).toMatch(/1 photo could not be removed from .*; operator\.log in /);
	expect(read(where, "select scrubbed_at from erasures")).toEqual([null]);
	await startAndEnd(where);
	expect(read(where, "select name from released_photos")).toEqual([photo.slice(0, 32)]);
	rmSync(path, { recursive: true });
	writeFileSync(path, "the photo");
	await startAndEnd(where);
	expect(photosOf(where)).not.toContain(photo);
	expect(read(where, "select count(*) from erasures where scrubbed_at is null")).toEqual([0]);
});
