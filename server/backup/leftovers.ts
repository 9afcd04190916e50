import { readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import type { Directories } from "./archive.ts";

/** File that records the last backup outside the data directory. */
const ELSEWHERE = "backup-elsewhere.json";
const noted = z.object({ path: z.string(), at: z.number() });

/** Folders with the data that restores replaced. */
export async function foldersBefore({ dataDir, uploadsDir }: Directories): Promise<string[]> {
	const found = [dataDir, uploadsDir].map(async (folder) => {
		const names = await readdir(folder).catch(() => []);
		return names.filter((name) => name.startsWith("before-")).map((name) => join(folder, name));
	});
	return (await Promise.all(found)).flat();
}

/**
 * Records a backup outside the data directory (those inside would be lost with it).
 * @param at milliseconds since the epoch
 */
export async function noteElsewhere(dataDir: string, path: string, at: number): Promise<void> {
	const inside = relative(await realpath(dataDir), await realpath(path));
	if (!inside.startsWith("..")) return;
	await writeFile(join(dataDir, ELSEWHERE), JSON.stringify({ path, at }), { mode: 0o600 });
}

/** The last backup that was made outside the data directory; undefined where none is known. */
export async function lastElsewhere(dataDir: string): Promise<{ path: string; at: number } | undefined> {
	try {
		return noted.parse(JSON.parse(await readFile(join(dataDir, ELSEWHERE), "utf8")));
	} catch {
		return;
	}
}
