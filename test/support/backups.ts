import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { create, extract, list } from "tar";
import { expect, onTestFinished } from "vitest";
import { openPortal, temporaryDirectory } from "./portal.ts";
import { runToEnd } from "./server.ts";
import { talkFields, talkForm } from "./talks.ts";

export interface Installation {
	DATA_DIR: string;
	UPLOADS_DIR: string;
}

export function installation(): Installation {
	const directory = temporaryDirectory();
	return { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
}

export const cli = (where: Installation, ...words: string[]) => runToEnd("cli.js", { ...where }, words);

/** Where a server is asked, whichever process it runs in. */
export interface Running {
	origin: string;
}

/**
 * A server on an installation, in the test's own process, which costs a tenth of a program's start: for what comes before
 * and after a command. Tests of the program itself, and of its death, use `startServer`.
 */
export async function startHere(where: Installation): Promise<Running & { end(): Promise<void> }> {
	const portal = await openPortal({ ...where }, { asStarted: true });
	portal.start();
	return { origin: portal.origin, end: portal.release };
}

/** Submits a talk with a photo. @returns its title */
export async function send(server: Running, given: Record<string, string> = {}): Promise<string> {
	const fields = talkFields(given);
	const body = await talkForm(fields);
	expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body })).status).toBe(201);
	return fields.title ?? "";
}

export function read(where: Installation, query: string): unknown[] {
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"), { readonly: true });
	try {
		return sqlite.prepare(query).pluck().all();
	} finally {
		sqlite.close();
	}
}

export const titles = (where: Installation) => read(where, "select title from entries order by id");
export const backupsOf = (where: Installation) =>
	readdirSync(join(where.DATA_DIR, "backups")).map((name) => join(where.DATA_DIR, "backups", name));

/** Cached installations by recipe. Deleted with the worker. */
const made = new Map<string, Promise<Installation>>();
/** How often the test that runs has had each. */
const had = new Map<string, number>();

/** A copy of an installation that was made like this; each time a test asks for the same, it gets one of another. */
export async function copyOf(how: string, make: (where: Installation) => Promise<void>): Promise<Installation> {
	const nth = had.get(how) ?? 0;
	had.set(how, nth + 1);
	onTestFinished(() => had.clear());
	const key = `${how} ${nth}`;
	if (!made.has(key)) made.set(key, makeOnce(make));
	const from = (await made.get(key)) as Installation;
	const to = installation();
	cpSync(from.DATA_DIR, to.DATA_DIR, { recursive: true });
	cpSync(from.UPLOADS_DIR, to.UPLOADS_DIR, { recursive: true });
	return to;
}

async function makeOnce(make: (where: Installation) => Promise<void>): Promise<Installation> {
	const folder = mkdtempSync(join(tmpdir(), "rostrum-made-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const where = { DATA_DIR: join(folder, "data"), UPLOADS_DIR: join(folder, "uploads") };
	await make(where);
	return where;
}

/** A stopped installation with talks. */
export function withTalks(talks: number): Promise<Installation> {
	return copyOf(`${talks} talks`, async (where) => {
		const server = await startHere(where);
		for (let sent = 0; sent < talks; sent += 1) await send(server);
		await server.end();
	});
}

/** A stopped installation with talks, and a backup of it. */
export async function backedUp(talks: number, ...options: string[]): Promise<{ from: Installation; file: string }> {
	const from = await copyOf(`${talks} talks, backup ${options.join(" ")}`, async (where) => {
		const server = await startHere(where);
		for (let sent = 0; sent < talks; sent += 1) await send(server);
		expect(await cli(where, "backup", ...options)).toEqual(
			expect.objectContaining({ code: 0, output: expect.stringMatching(`, ${talks} entr(y|ies), ${talks} photos?, `) }),
		);
		await server.end();
	});
	const [file = ""] = backupsOf(from);
	return { from, file };
}

export async function namesIn(file: string): Promise<string[]> {
	const names: string[] = [];
	await list({ file, onReadEntry: ({ path }) => names.push(path) });
	return names;
}

/** Makes another archive of the files of one, after they were changed. */
export async function repacked(file: string, change: (folder: string) => void, more: string[] = []): Promise<string> {
	const folder = temporaryDirectory();
	const changed = join(folder, "changed.tar");
	mkdirSync(join(folder, "in"));
	await extract({ file, cwd: join(folder, "in") });
	const names = await namesIn(file);
	change(join(folder, "in"));
	const left = [...names, ...more].filter((name) => existsSync(join(folder, "in", name)));
	await create({ file: changed, cwd: join(folder, "in"), preservePaths: true }, left);
	return changed;
}
