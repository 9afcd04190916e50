import { existsSync } from "node:fs";
import { chmod, copyFile, link, mkdir, rename, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "tar";
import { copyDatabase, inspectDatabase } from "../../db/copy.ts";
import {
	BackupFault,
	DATABASE,
	type Directories,
	flush,
	hashOf,
	inWorkFolder,
	MANIFEST,
	type Manifest,
	PHOTOS,
	SECRETS,
} from "./archive.ts";

/** The portal takes no photos with less free space than this, so a backup leaves it alone. */
const LEFT_FREE_BYTES = 512 * 1024 ** 2;

export interface Wanted {
	/** Where it goes; made when it is not there. */
	folder: string;
	/** Its name there. */
	name: string;
	/** With the keys of private links and API tokens: who has those can read and change every entry. */
	secrets: boolean;
	/** Of this program. */
	version: string;
	now: Date;
}

export interface Made {
	path: string;
	bytes: number;
	rows: Record<string, number>;
	photos: number;
	/** Names of photos whose files are not there. */
	missing: string[];
}

/**
 * Makes a backup beside a running server: the database as it is at one moment, then the photos it names. Whatever stops it,
 * only a whole backup ever has its name.
 * @throws BackupFault without a database, without room for a copy, or when one with this name is there
 */
export async function makeBackup(portal: Directories, wanted: Wanted): Promise<Made> {
	const database = join(portal.dataDir, DATABASE);
	const path = join(wanted.folder, wanted.name);
	if (!existsSync(database)) throw new BackupFault(`There is no database at ${database}`);
	if (existsSync(path)) throw new BackupFault(`${path} is there already`);
	await mkdir(wanted.folder, { recursive: true, mode: 0o700 });
	const { size } = await stat(database);
	await assertRoom(wanted.folder, 2 * size);
	return inWorkFolder(wanted.folder, async (stage) => {
		copyDatabase(database, join(stage, DATABASE));
		const { schema, rows, photos } = inspectDatabase(join(stage, DATABASE));
		await assertRoom(wanted.folder, size + photos.reduce((sum, { bytes }) => sum + bytes, 0));
		if (wanted.secrets) await copyFile(join(portal.dataDir, SECRETS), join(stage, SECRETS));
		const { taken, missing } = await takePhotos(portal.uploadsDir, join(stage, PHOTOS), photos);
		const paths = [DATABASE, ...(wanted.secrets ? [SECRETS] : []), ...taken.map((file) => `${PHOTOS}/${file}`)];
		const { version, now } = wanted;
		const files = await described(stage, paths);
		const manifest: Manifest = {
			...{ program: "rostrum", format: 1, version, madeAt: now.toISOString(), schema, rows, files },
		};
		await writeFile(join(stage, MANIFEST), `${JSON.stringify(manifest, null, "\t")}\n`);
		const whole = join(stage, "whole");
		await create({ file: whole, cwd: stage, portable: true }, [MANIFEST, ...paths]);
		await chmod(whole, 0o600);
		await flush(whole);
		const { size: bytes } = await stat(whole);
		await rename(whole, path);
		await flush(wanted.folder);
		return { path, bytes, rows, photos: taken.length, missing };
	});
}

async function described(folder: string, paths: readonly string[]): Promise<Manifest["files"]> {
	const files: Manifest["files"] = [];
	for (const path of paths) {
		const file = join(folder, path);
		files.push({ path, bytes: (await stat(file)).size, sha256: await hashOf(file) });
	}
	return files;
}

async function assertRoom(folder: string, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize - bytes >= LEFT_FREE_BYTES) return;
	const [needed, free] = [bytes + LEFT_FREE_BYTES, bavail * bsize].map((one) => Math.ceil(one / 1024 ** 2));
	throw new BackupFault(`${folder} has ${free} MB free; ${needed} MB are needed for a backup beside running work`);
}

/** A second name for each file where that can be: they never change, and may be swept while the backup is made. */
async function takePhotos(from: string, to: string, photos: readonly { name: string }[]) {
	await mkdir(to);
	const [taken, missing]: [string[], string[]] = [[], []];
	for (const file of photos.map(({ name }) => `${name}.jpg`)) {
		const isThere = existsSync(join(from, file));
		(isThere ? taken : missing).push(file);
		if (isThere) await alsoAt(join(from, file), join(to, file));
	}
	return { taken, missing };
}

/** The same file under a second name, or a copy where the file system has none. */
export async function alsoAt(from: string, to: string): Promise<void> {
	await link(from, to).catch(() => copyFile(from, to));
}
