import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockVolume } from "../../db/client.ts";
import { foldIn, preparedForUse } from "../../db/copy.ts";
import {
	BackupFault,
	DATABASE,
	type Directories,
	flush,
	inWorkFolder,
	type Manifest,
	PHOTOS,
	SECRETS,
} from "./archive.ts";
import { alsoAt } from "./make.ts";
import { unpack } from "./unpack.ts";

export interface Restored {
	manifest: Manifest;
	/** Where what was there is kept; undefined where nothing was. */
	before: string | undefined;
	/** The backup brought its keys along. */
	secrets: boolean;
}

/**
 * Puts a backup in the place of the present data, which is kept beside it. The database changes in one step: whatever
 * stops the restore, the next start finds the old one or the new one.
 * @param newest the migrations this program knows: it cannot use what a newer one made
 * @throws BackupFault, or UnusableDatabase while a server runs on the data, before anything was touched
 */
export async function restoreBackup(
	file: string,
	{ dataDir, uploadsDir }: Directories,
	{ newest, now }: { newest: number; now: Date },
): Promise<Restored> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	await mkdir(uploadsDir, { recursive: true });
	const unlock = lockVolume(join(dataDir, "lock.db"));
	try {
		return await inWorkFolder(dataDir, async (stage) => {
			const manifest = await unpack(file, stage);
			if (manifest.schema > newest) {
				throw new BackupFault(`The backup was made by a newer program (${manifest.version}); restore it with that`);
			}
			preparedForUse(join(stage, DATABASE));
			await chmod(join(stage, DATABASE), 0o600);
			await flush(join(stage, DATABASE));
			await putPhotos(join(stage, PHOTOS), uploadsDir);
			const stamp = now.toISOString().replace(/[:.]/g, "-");
			const before = await setAside({ dataDir, uploadsDir }, join(dataDir, `before-${stamp}`));
			const secrets = existsSync(join(stage, SECRETS));
			if (secrets) {
				await chmod(join(stage, SECRETS), 0o600);
				await rename(join(stage, SECRETS), join(dataDir, SECRETS));
			}
			await rename(join(stage, DATABASE), join(dataDir, DATABASE));
			// The next start reads the whole database once.
			await rm(join(dataDir, "orderly-end"), { force: true });
			await flush(dataDir);
			return { manifest, before, secrets };
		});
	} finally {
		unlock();
	}
}

/** Photos never change under their names, so those that are there already stay. */
async function putPhotos(from: string, to: string): Promise<void> {
	for (const name of await readdir(from)) {
		if (existsSync(join(to, name))) continue;
		const partial = join(to, `.${name}`);
		await copyFile(join(from, name), partial);
		await chmod(partial, 0o640);
		await flush(partial);
		await rename(partial, join(to, name));
	}
	await flush(to);
}

/** Keeps the present data: the photos too, of which those that the restored entries do not name are swept later. */
async function setAside({ dataDir, uploadsDir }: Directories, to: string): Promise<string | undefined> {
	const database = join(dataDir, DATABASE);
	const logs = ["-wal", "-shm"].filter((suffix) => existsSync(database + suffix));
	if (!existsSync(database) && logs.length === 0) return;
	await mkdir(join(to, PHOTOS), { recursive: true, mode: 0o700 });
	for (const name of await readdir(uploadsDir)) {
		if (/^[0-9a-f]{32}\.jpg$/.test(name)) await alsoAt(join(uploadsDir, name), join(to, PHOTOS, name));
	}
	if (existsSync(join(dataDir, SECRETS))) await copyFile(join(dataDir, SECRETS), join(to, SECRETS));
	try {
		foldIn(database);
	} catch {
		// It is damaged, perhaps the reason for all this. It is kept as it is, with its log.
	}
	if (existsSync(database)) await alsoAt(database, join(to, DATABASE));
	// Beside another database this log would be played into it.
	for (const suffix of logs) {
		if (existsSync(database + suffix)) await rename(database + suffix, join(to, DATABASE + suffix));
	}
	await flush(to);
	return to;
}
