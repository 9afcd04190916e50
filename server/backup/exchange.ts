import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installationIn } from "../../db/copy.ts";
import { UnusableDatabase } from "../../db/errors.ts";
import { flushNow } from "../../db/flush.ts";
import { DATABASE, type Directories, SECRETS } from "./archive.ts";
import { markUploads } from "./uploads-folder.ts";

/**
 * Folder with the new keys and database. Renaming a folder to this name is the point of no return: both then replace
 * the old ones, even after a crash.
 */
export const RESTORED = ".restored";

/** Whether a restore was interrupted after the point of no return. */
export const isHalfRestored = (dataDir: string) => existsSync(join(dataDir, RESTORED));

/**
 * Installs a restored database and its keys atomically, even across a power cut. The old files must have been moved
 * away; the caller has exclusive access.
 */
export function exchange(ready: string, { dataDir, uploadsDir }: Directories): void {
	for (const path of [join(ready, SECRETS), join(ready, DATABASE), ready]) if (existsSync(path)) flushNow(path);
	renameSync(ready, join(dataDir, RESTORED));
	flushNow(dataDir);
	finishExchange({ dataDir, uploadsDir });
}

/** Completes an interrupted `exchange`, if any. The caller holds the volume. */
export function finishExchange({ dataDir, uploadsDir }: Directories): void {
	if (!isHalfRestored(dataDir)) return;
	const folder = join(dataDir, RESTORED);
	// The database is moved last: until then, a WAL file belongs to the old one.
	if (existsSync(join(folder, DATABASE))) {
		for (const suffix of ["-wal", "-shm"]) rmSync(join(dataDir, DATABASE + suffix), { force: true });
	}
	for (const name of [SECRETS, DATABASE]) {
		if (existsSync(join(folder, name))) renameSync(join(folder, name), join(dataDir, name));
	}
	// Makes the next start check the whole database.
	rmSync(join(dataDir, "orderly-end"), { force: true });
	flushNow(dataDir);
	markUploads(uploadsDir, installationIn(join(dataDir, DATABASE)));
	rmSync(folder, { recursive: true });
	flushNow(dataDir);
}

/** @throws UnusableDatabase after an interrupted restore, for callers that may not complete it */
export function assertNotHalfRestored(dataDir: string): void {
	if (isHalfRestored(dataDir)) {
		throw new UnusableDatabase(`A restore into ${dataDir} was interrupted; start the server once to complete it`);
	}
}
