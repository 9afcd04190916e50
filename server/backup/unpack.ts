import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { extract } from "tar";
import { inspectDatabase } from "../../db/copy.ts";
import { ERASURES, MOST_COPIED_BYTES } from "../../db/erasures.ts";
import { FREE_FOR_UPLOADS_BYTES } from "../disk.ts";
import {
	assertRoom,
	BackupFault,
	DATABASE,
	hashOf,
	MANIFEST,
	type Manifest,
	manifestSchema,
	mayHold,
	PHOTOS,
} from "./archive.ts";

/**
 * Unpacks a backup and verifies it against its manifest: each file's hash, and the whole database by reading it.
 * @param into an empty directory
 * @throws BackupFault, or UnusableDatabase, with the first fault
 */
export async function unpack(file: string, into: string): Promise<Manifest> {
	const { size } = await stat(file).catch((error: Error & { code?: string }) => {
		if (!["ENOENT", "ENOTDIR"].includes(error.code ?? "")) throw error;
		throw new BackupFault(`There is no file ${file}`);
	});
	await assertRoom(into, size, FREE_FOR_UPLOADS_BYTES);
	await mkdir(join(into, PHOTOS));
	await extract({
		file,
		cwd: into,
		strict: true,
		noMtime: true,
		preserveOwner: false,
		filter: (path, entry) => mayHold(path) && "type" in entry && entry.type === "File",
	}).catch((error: Error) => {
		throw new BackupFault(`${file} is not a whole backup: ${error.message}`);
	});
	const manifest = await manifestIn(file, into);
	for (const { path, bytes, sha256 } of manifest.files) {
		const unpacked = join(into, path);
		if (!existsSync(unpacked)) throw new BackupFault(`${path} is missing in the backup`);
		const differs = (await stat(unpacked)).size !== bytes || (await hashOf(unpacked)) !== sha256;
		if (differs) throw new BackupFault(`${path} in the backup is damaged`);
		if (path === ERASURES && bytes > MOST_COPIED_BYTES) throw new BackupFault(`${path} in the backup is too large`);
	}
	const named = new Set(manifest.files.map(({ path }) => path));
	const photos = await readdir(join(into, PHOTOS));
	const stranger = photos.find((photo) => !named.has(`${PHOTOS}/${photo}`));
	if (stranger) throw new BackupFault(`${PHOTOS}/${stranger} does not belong to the backup`);
	if (!named.has(DATABASE)) throw new BackupFault("There is no database in the backup");
	const { schema, rows } = inspectDatabase(join(into, DATABASE));
	const counts = (of: Record<string, number>) => JSON.stringify(Object.entries(of).sort());
	if (schema !== manifest.schema || counts(rows) !== counts(manifest.rows)) {
		throw new BackupFault("The database in the backup is not the one that was copied");
	}
	return manifest;
}

/** Decodes one photo of an unpacked backup. @throws BackupFault when it cannot be shown */
export async function assertShowable(folder: string): Promise<void> {
	const photo = (await readdir(join(folder, PHOTOS))).find((name) => name.endsWith(".jpg"));
	if (!photo) return;
	// Only here: loading it takes longer than most commands run.
	const { default: sharp } = await import("sharp");
	await sharp(join(folder, PHOTOS, photo))
		.stats()
		.catch(() => {
			throw new BackupFault(`${PHOTOS}/${photo} in the backup cannot be shown; it was damaged before`);
		});
}

async function manifestIn(file: string, folder: string): Promise<Manifest> {
	try {
		return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
	} catch {
		throw new BackupFault(`${file} is not a backup that this program can read`);
	}
}
