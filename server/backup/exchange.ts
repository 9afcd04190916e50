import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installationIn } from "../../db/copy.ts";
import { UnusableDatabase } from "../../db/errors.ts";
import { flushNow } from "../../db/flush.ts";
import { DATABASE, type Directories, SECRETS } from "./archive.ts";
import { markUploads } from "./uploads-folder.ts";

/**
 * Contains the new keys and database. Once the folder has this name, both replace the old ones, even after a crash.
 */
export const RESTORED = ".restored";

/** Whether a restore was stopped after its point of no return. */
export const isHalfRestored = (dataDir: string) => existsSync(join(dataDir, RESTORED));

/**
 * Installs a folder with a database, and keys if there are any, in a data directory: both or neither, even after a
 * power cut. The old ones must have been moved away. Nobody else may use the data at the same time.
 */
export function exchange(ready: string, { dataDir, uploadsDir }: Directories): void {
	for (const path of [join(ready, SECRETS), join(ready, DATABASE), ready]) if (existsSync(path)) flushNow(path);
	renameSync(ready, join(dataDir, RESTORED));
	flushNow(dataDir);
	finishExchange({ dataDir, uploadsDir });
}

/** Ends what `exchange` had begun when it was stopped; does nothing where nothing was. The caller holds the volume. */
export function finishExchange({ dataDir, uploadsDir }: Directories): void {
	if (!isHalfRestored(dataDir)) return;
	const folder = join(dataDir, RESTORED);
	// The database goes last: while it is there, a log in the data directory is that of the old one.
	if (existsSync(join(folder, DATABASE))) {
		for (const suffix of ["-wal", "-shm"]) rmSync(join(dataDir, DATABASE + suffix), { force: true });
	}
	for (const name of [SECRETS, DATABASE]) {
		if (existsSync(join(folder, name))) renameSync(join(folder, name), join(dataDir, name));
	}
	// The next start reads the whole database once.
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
