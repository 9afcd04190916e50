import { chmodSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { flushNow } from "./flush.ts";
import { makeFolder } from "./folder.ts";

/** Prefix of a copy in progress; complete copies are renamed. */
const UNFINISHED = ".unfinished-pre-";
const COPY = /^pre-(\d+)-(\d{4}-.*Z)\.db$/;
/** How many versions' copies are kept. */
const KEPT_VERSIONS = 3;

/** Timestamp for file names: `2025-09-13T09-00-00-000Z` (UTC). */
export function inFileName(moment: Date): string {
	return moment.toISOString().replace(/[:.]/g, "-");
}

/**
 * Copies the database to `pre-<version>-<time>.db` before migrating, readable by its owner only. Keeps the newest
 * copy of each of the newest versions, so that repeated failing starts do not fill the disk.
 * @param version migrations applied so far @returns the path of the copy
 */
export function copyBefore(sqlite: Sqlite.Database, folder: string, version: number): string {
	makeFolder(folder);
	for (const name of readdirSync(folder)) if (name.startsWith(UNFINISHED)) rmSync(join(folder, name));
	const name = `${version}-${inFileName(new Date())}.db`;
	const unfinished = join(folder, UNFINISHED + name);
	sqlite.prepare("vacuum into ?").run(unfinished);
	chmodSync(unfinished, 0o600);
	flushNow(unfinished);
	const copy = join(folder, `pre-${name}`);
	renameSync(unfinished, copy);
	flushNow(folder);
	for (const old of superfluousIn(folder)) rmSync(join(folder, old));
	return copy;
}

function superfluousIn(folder: string): string[] {
	const copies = readdirSync(folder).flatMap((name) => {
		const [, version = "", time = ""] = COPY.exec(name) ?? [];
		return version ? [{ name, version: Number(version), time }] : [];
	});
	copies.sort((a, b) => b.version - a.version || (a.time < b.time ? 1 : -1));
	const newest = copies.filter(({ version }, at) => version !== copies[at - 1]?.version).slice(0, KEPT_VERSIONS);
	return copies.filter((copy) => !newest.includes(copy)).map(({ name }) => name);
}
