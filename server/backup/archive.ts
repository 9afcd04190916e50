import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { ERASURES } from "../../db/erasures.ts";
import { createDisk } from "../disk.ts";

/** Names inside a backup. Those of the database and the keys are their names in the data directory, too. */
export const DATABASE = "rostrum.db";
export const SECRETS = "secrets.json";
export const MANIFEST = "manifest.json";
export const PHOTOS = "uploads";
/** Prefix of temporary folders for making and unpacking backups. */
const WORK = ".backup-";
/** With the suffix of `mkdtemp`: a folder made by something else must not match. */
const WORK_FOLDER = /^\.backup-[A-Za-z0-9]{6}$/;
const STALE_MS = 24 * 60 * 60_000;
const PHOTO = /^uploads\/[0-9a-f]{32}(\.jpg|-work\.jpg|-work\.pdf)$/;
const PHOTO_FILE = /^([0-9a-f]{32})(-small|-work)?\.(jpg|pdf)$/;

/** Where a portal keeps its data: both directories whole and absolute. */
export interface Directories {
	dataDir: string;
	uploadsDir: string;
}

/** Where backups are kept unless another place is named. */
export const backupsIn = ({ dataDir }: { dataDir: string }) => join(dataDir, "backups");

/** The manifest of a backup. */
export const manifestSchema = z.object({
	program: z.literal("rostrum"),
	/** Version of the manifest, not of the program. */
	format: z.literal(1),
	version: z.string(),
	/** Name of the installation that its database belongs to; missing in backups of earlier programs. */
	installation: z.string().optional(),
	/** ISO 8601, in UTC. */
	madeAt: z.iso.datetime(),
	/** Number of migrations applied. */
	schema: z.int(),
	rows: z.record(z.string(), z.int()),
	files: z.array(z.object({ path: z.string().refine(mayHold), bytes: z.int(), sha256: z.string() })),
	/** Photos named by the database but missing on disk. */
	missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A one-line error for the operator. */
export class BackupFault extends Error {}

/** The disk is too full. */
export class NoRoom extends BackupFault {}

/** @throws NoRoom unless so many bytes fit and so many stay free */
export async function assertRoom(folder: string, bytes: number, leave: number): Promise<void> {
	const present = createDisk().free(folder);
	if (present - bytes >= leave) return;
	const [needed, free] = [bytes + leave, present].map((one) => Math.ceil(one / 1024 ** 2));
	throw new NoRoom(`${folder} has ${free} MB free; ${needed} MB are needed, so that the portal can go on`);
}

/** Only these paths are extracted from an archive. */
export function mayHold(path: string): boolean {
	return [DATABASE, SECRETS, MANIFEST, ERASURES].includes(path) || PHOTO.test(path);
}

/** Photo id of a file name (photo or thumbnail); undefined for any other file. */
export const photoIn = (name: string): string | undefined => PHOTO_FILE.exec(name)?.[1];

/** Runs work in a new temporary folder and always removes it. */
export async function inWorkFolder<T>(below: string, work: (folder: string) => Promise<T>): Promise<T> {
	await removeStale(below);
	const folder = await mkdtemp(join(below, WORK));
	const stop = () => {
		rmSync(folder, { recursive: true, force: true });
		process.exit(1);
	};
	for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
	try {
		return await work(folder);
	} finally {
		for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Removes temporary folders of killed processes: they may contain personal data and keys. */
export async function removeStale(folder: string): Promise<void> {
	for (const name of (await readdir(folder)).filter((one) => WORK_FOLDER.test(one))) {
		const path = join(folder, name);
		// Another process may have finished in the meantime.
		const found = await stat(path).catch(() => undefined);
		if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function hashOf(file: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash);
	return hash.digest("hex");
}
