import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyDatabase, type DatabaseFile, inspectDatabase, installationIn, writeWithoutKeys } from "../../db/copy.ts";
import { inFileName } from "../../db/copy-before.ts";
import { copyOfErasures, ERASURES } from "../../db/erasures.ts";
import { flush } from "../../db/flush.ts";
import { makeFolder } from "../../db/folder.ts";
import { isReadable, photoFile } from "../../db/photo-file.ts";
import { readKeys } from "../key-file.ts";
import {
	assertRoom,
	BackupFault,
	backupsIn,
	DATABASE,
	type Directories,
	inWorkFolder,
	type Manifest,
	PHOTOS,
	removeStale,
	SECRETS,
} from "./archive.ts";
import { assertNotHalfRestored } from "./exchange.ts";
import { writeArchive } from "./write-archive.ts";

export interface Wanted {
	/** Target folder, created if missing. */
	folder: string;
	/** Its name there. */
	name: string;
	/** Includes the keys of private links and API tokens, which give access to every entry. */
	secrets: boolean;
	/** Bytes that must stay free. */
	leave: number;
	/** Of this program. */
	version: string;
	now: Date;
}

/** The name of a backup made by command. */
export const backupName = (now: Date) => `rostrum-${inFileName(now)}.tar`;

export interface Made {
	path: string;
	bytes: number;
	/** Number of migrations applied. */
	schema: number;
	rows: Record<string, number>;
	photos: number;
	/** Names of photos whose files are not there. */
	missing: string[];
}

/**
 * Makes a backup while the server runs: a consistent copy of the database, then the journal of erasures and the photos. Only
 * complete backups get the final name.
 * @throws BackupFault without a database, without space, or if the name is taken
 */
export async function makeBackup(portal: Directories, wanted: Wanted): Promise<Made> {
	const database = join(portal.dataDir, DATABASE);
	const path = join(wanted.folder, wanted.name);
	assertNotHalfRestored(portal.dataDir);
	if (wanted.secrets) readKeys(join(portal.dataDir, SECRETS));
	if (!existsSync(database)) throw new BackupFault(`There is no database at ${database}`);
	if (existsSync(path)) throw new BackupFault(`${path} is there already`);
	makeFolder(wanted.folder);
	await removeStale(portal.dataDir);
	const { size } = await stat(database);
	await assertRoom(wanted.folder, 3 * size, wanted.leave);
	return inWorkFolder(wanted.folder, async (stage) => {
		const copy = join(stage, "copy.db");
		copyDatabase(database, copy);
		writeWithoutKeys(copy, join(stage, DATABASE));
		await rm(copy);
		const { schema, rows, photos } = inspectDatabase(join(stage, DATABASE));
		const photoBytes = photos.reduce((sum, { bytes }) => sum + bytes, 0);
		const times = (await stat(portal.uploadsDir)).dev === (await stat(stage)).dev ? 1 : 2;
		await assertRoom(stage, size + times * photoBytes, wanted.leave);
		if (wanted.secrets) await copyFile(join(portal.dataDir, SECRETS), join(stage, SECRETS));
		// After the database: an erasure is in the journal before it is carried out.
		await writeFile(join(stage, ERASURES), copyOfErasures(join(backupsIn(portal), ERASURES)));
		const { taken, missing } = await takePhotos(portal.uploadsDir, join(stage, PHOTOS), photos);
		// A restore reads the journals of the backups beside it, and finds them before the databases.
		const paths = [
			ERASURES,
			DATABASE,
			...(wanted.secrets ? [SECRETS] : []),
			...taken.map((file) => `${PHOTOS}/${file}`),
		];
		const { version, now } = wanted;
		const installation = installationIn(join(stage, DATABASE));
		const manifest: Omit<Manifest, "files" | "missing"> = {
			program: "rostrum",
			format: 1,
			version,
			...(installation && { installation }),
			madeAt: now.toISOString(),
			schema,
			rows,
		};
		const describe = (files: Manifest["files"]) => {
			const described: Manifest = { ...manifest, files, missing };
			return `${JSON.stringify(described, null, "\t")}\n`;
		};
		const whole = join(stage, "whole");
		const bytes = await writeArchive(whole, { folder: stage, paths, madeAt: now, describe });
		await rename(whole, path);
		await flush(wanted.folder);
		return { path, bytes, schema, rows, photos: taken.length, missing };
	});
}

/** Hard-links photos if possible: they never change, and may be deleted during the backup. */
async function takePhotos(from: string, to: string, photos: DatabaseFile["photos"]) {
	await mkdir(to);
	const [taken, missing]: [string[], string[]] = [[], []];
	for (const { isNamed, ...photo } of photos) {
		const file = photoFile(photo);
		const isThere = (await isReadable(join(from, file))) && (await alsoAt(join(from, file), join(to, file)));
		if (isThere) taken.push(file);
		else if (isNamed) missing.push(file);
	}
	return { taken, missing };
}

/** Hard-links a file, or copies it if the file system cannot. @returns false if it does not exist */
export async function alsoAt(from: string, to: string): Promise<boolean> {
	try {
		await link(from, to).catch(() => copyFile(from, to));
		return true;
	} catch (error) {
		if (!existsSync(from)) return false;
		throw error;
	}
}
