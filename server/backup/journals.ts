import { createReadStream, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Parser } from "tar";
import { ERASURES, type Erasure, erasureLines, erasureLinesOf } from "../../db/erasures.ts";
import { MANIFEST, type Manifest, manifestSchema } from "./archive.ts";

/** Backups looked at beside one: the newest has all erasures that the others have. */
const MOST_BESIDE = 200;
/** The manifest and the journal, which are the first files of a backup. */
const MOST_HEAD_BYTES = 64 * 1024 * 1024;

/**
 * The erasures known to a backup, to the journal in its folder, and to the backups of the same installation beside it,
 * each of which knows those recorded until it was made. Damaged files and lines count as none.
 * @param unpacked folder with the files of the backup @param installation that its database belongs to, if it names one
 */
export async function erasuresKnownTo(
	file: string,
	{ unpacked, manifest, installation }: { unpacked: string; manifest: Manifest; installation: string | undefined },
): Promise<Erasure[]> {
	const folder = dirname(file);
	const found = [...erasureLines(join(folder, ERASURES))];
	if (hasJournal(manifest)) found.push(...erasureLines(join(unpacked, ERASURES)));
	for (const path of await backupsBeside(file)) {
		const other = await headOf(path).catch(() => undefined);
		if (!other || !hasJournal(other.manifest)) continue;
		if (installation !== undefined && other.manifest.installation !== installation) continue;
		found.push(...erasureLinesOf(other.journal));
	}
	return found;
}

/** Whether a backup has a journal: those of earlier programs have none. */
export const hasJournal = ({ files }: Manifest) => files.some(({ path }) => path === ERASURES);

/** Other backups in the same folder, the newest first. */
async function backupsBeside(file: string): Promise<string[]> {
	const folder = dirname(file);
	const names = (await readdir(folder)).filter((name) => name.endsWith(".tar") && name !== basename(file));
	const paths = names.map((name) => join(folder, name)).filter((path) => existsSync(path));
	const all = await Promise.all(paths.map(async (path) => ({ path, found: await stat(path) })));
	// A pipe would be read for ever.
	const dated = all.flatMap(({ path, found }) => (found.isFile() ? [{ path, at: found.mtimeMs }] : []));
	const newest = dated.sort((a, b) => b.at - a.at).slice(0, MOST_BESIDE);
	return newest.map(({ path }) => path);
}

/** Reads the first files of a backup, and not its database. */
async function headOf(file: string): Promise<{ manifest: Manifest; journal: string }> {
	const texts: Record<string, Buffer[]> = { [MANIFEST]: [], [ERASURES]: [] };
	let isPast = false;
	const parser = new Parser({
		onReadEntry: (entry) => {
			const text = texts[entry.path];
			if (text) entry.on("data", (chunk: Buffer) => text.push(chunk));
			else isPast = true;
		},
	});
	parser.on("error", () => {
		isPast = true;
	});
	for await (const chunk of createReadStream(file, { end: MOST_HEAD_BYTES })) {
		parser.write(chunk as Buffer);
		if (isPast) break;
	}
	const textOf = (name: string) => Buffer.concat(texts[name] ?? []).toString("utf8");
	return { manifest: manifestSchema.parse(JSON.parse(textOf(MANIFEST))), journal: textOf(ERASURES) };
}
