import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockVolume } from "../../db/client.ts";
import {
	assertKnownMigrations,
	foldIn,
	highestNumbers,
	installationIn,
	migrationsIn,
	preparedForUse,
} from "../../db/copy.ts";
import { inFileName } from "../../db/copy-before.ts";
import { addErasures, ERASURES } from "../../db/erasures.ts";
import { flush } from "../../db/flush.ts";
import { makeFolder } from "../../db/folder.ts";
import { hasKeys, keepNewerKeys, makeKeys } from "../key-file.ts";
import {
	BackupFault,
	backupsIn,
	DATABASE,
	type Directories,
	hashOf,
	inWorkFolder,
	type Manifest,
	mayHold,
	PHOTOS,
	photoIn,
	SECRETS,
} from "./archive.ts";
import { exchange, finishExchange } from "./exchange.ts";
import { erasuresKnownTo } from "./journals.ts";
import { alsoAt } from "./make.ts";
import { unpack } from "./unpack.ts";

export interface Restored {
	manifest: Manifest;
	/** Where the keys are from: that of the backup, those that were there, or new ones. */
	keys: "backup" | "present" | "new";
	/** Folders with the replaced data; none if there was none. */
	before: string[];
}

/**
 * Replaces the data with a backup and keeps the old data beside it. The journal of erasures stays, with those that the
 * backup and its folder know of. Database and keys are replaced atomically: after
 * an interruption the next start has both old or both new.
 * @param migrations folder of the migrations that this program knows; backups with newer or other ones are refused
 * @throws BackupFault, or UnusableDatabase while a server runs, before anything is changed
 */
export async function restoreBackup(
	file: string,
	{ dataDir, uploadsDir }: Directories,
	{ migrations, now }: { migrations: string; now: Date },
): Promise<Restored> {
	for (const folder of [dataDir, uploadsDir]) makeFolder(folder);
	const unlock = lockVolume(join(dataDir, "lock.db"));
	try {
		finishExchange({ dataDir, uploadsDir });
		return await inWorkFolder(dataDir, async (stage) => {
			const manifest = await unpack(file, stage);
			if (manifest.schema > migrationsIn(migrations)) {
				throw new BackupFault(`The backup was made by a newer program (${manifest.version}); restore it with that`);
			}
			assertKnownMigrations(join(stage, DATABASE), migrations);
			assertUsableKeys(stage, dataDir);
			const present = join(dataDir, DATABASE);
			if (existsSync(present) && !foldIn(present)) {
				throw new BackupFault("Another command is using the database; try again when it is done");
			}
			preparedForUse(join(stage, DATABASE), existsSync(present) ? highestNumbers(present) : undefined);
			// The next start repeats all that the restored database lacks.
			const installation = installationIn(join(stage, DATABASE));
			const erasures = await erasuresKnownTo(file, { unpacked: stage, manifest, installation });
			await addErasures(join(backupsIn({ dataDir }), ERASURES), erasures);
			const name = `before-${inFileName(now)}`;
			const photosBefore = await setPhotosAside(uploadsDir, join(uploadsDir, name));
			await putPhotos(manifest, stage, uploadsDir);
			const dataBefore = await setDataAside(dataDir, join(dataDir, name));
			keepNewerKeys(join(stage, SECRETS), join(dataDir, SECRETS));
			const keys = existsSync(join(stage, SECRETS)) ? "backup" : existsSync(join(dataDir, SECRETS)) ? "present" : "new";
			// The start makes none for a database that had some.
			if (keys === "new") makeKeys(join(stage, SECRETS));
			const ready = join(stage, "ready");
			await mkdir(ready, { mode: 0o700 });
			for (const one of [SECRETS, DATABASE].filter((name) => existsSync(join(stage, name)))) {
				await chmod(join(stage, one), 0o600);
				await rename(join(stage, one), join(ready, one));
			}
			exchange(ready, { dataDir, uploadsDir });
			await removeOthers(manifest, uploadsDir);
			return { manifest, keys, before: [dataBefore, photosBefore].filter((path) => path !== undefined) };
		});
	} finally {
		unlock();
	}
}

/** @throws BackupFault if the keys are unreadable, because the portal could not start with them */
function assertUsableKeys(stage: string, dataDir: string): void {
	const inBackup = join(stage, SECRETS);
	if (existsSync(inBackup)) {
		if (!hasKeys(inBackup))
			throw new BackupFault(`The keys in the backup (${SECRETS}) cannot be read; use another backup`);
		return;
	}
	const present = join(dataDir, SECRETS);
	if (existsSync(present) && !hasKeys(present)) {
		throw new BackupFault(
			`The backup has no keys, and ${present} cannot be read: use a backup with keys, or remove that file to make new ones`,
		);
	}
}

/** Photos never change, so intact ones are kept. */
async function putPhotos({ files }: Manifest, from: string, to: string): Promise<void> {
	for (const { path, sha256 } of files.filter((file) => file.path.startsWith(PHOTOS))) {
		const target = join(to, path.slice(PHOTOS.length + 1));
		if (existsSync(target) && (await hashOf(target)) === sha256) continue;
		const partial = `${target}.restored`;
		await copyFile(join(from, path), partial);
		await chmod(partial, 0o600);
		await flush(partial);
		await rename(partial, target);
	}
	await flush(to);
}

/** Removes photos that are not in the backup: no row would ever release them. Copies are with the replaced data. */
async function removeOthers({ files }: Manifest, from: string): Promise<void> {
	const restored = new Set(files.map(({ path }) => path));
	const others = (await readdir(from)).filter(
		(name) => photoIn(name) !== undefined && !restored.has(`${PHOTOS}/${name}`),
	);
	for (const name of others) await rm(join(from, name), { force: true });
}

/** Hard-links the present photos. */
async function setPhotosAside(from: string, to: string): Promise<string | undefined> {
	const photos = (await readdir(from)).filter((name) => mayHold(`${PHOTOS}/${name}`));
	if (photos.length === 0) return;
	await mkdir(to, { mode: 0o700 });
	for (const name of photos) await alsoAt(join(from, name), join(to, name));
	await flush(to);
	return to;
}

/** Moves the present database and keys away, with the WAL, which SQLite would replay into the new database. */
async function setDataAside(from: string, to: string): Promise<string | undefined> {
	const logs = ["-wal", "-shm"].map((suffix) => DATABASE + suffix);
	const present = [DATABASE, SECRETS, ...logs].filter((name) => existsSync(join(from, name)));
	if (present.length === 0) return;
	await mkdir(to, { mode: 0o700 });
	for (const name of [DATABASE, SECRETS]) {
		if (await alsoAt(join(from, name), join(to, name))) await flush(join(to, name));
	}
	for (const name of logs.filter((log) => existsSync(join(from, log)))) await rename(join(from, name), join(to, name));
	await flush(to);
	return to;
}
