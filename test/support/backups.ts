import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { create, extract, list } from "tar";
import { expect } from "vitest";
import { temporaryDirectory } from "./portal.ts";
import { runToEnd, type ServerProcess, startServer } from "./server.ts";
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

export async function send(server: ServerProcess): Promise<string> {
	const fields = talkFields();
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

/** A stopped installation with talks, and a backup of it. */
export async function backedUp(talks: number, ...options: string[]): Promise<{ from: Installation; file: string }> {
	const from = installation();
	const server = await startServer({ ...from });
	for (let sent = 0; sent < talks; sent += 1) await send(server);
	expect(await cli(from, "backup", ...options)).toEqual(
		expect.objectContaining({ code: 0, output: expect.stringMatching(`, ${talks} entr(y|ies), ${talks} photos?, `) }),
	);
	await server.end("SIGTERM");
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
