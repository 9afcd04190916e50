import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installationIn } from "../../db/copy.ts";
import { UnusableDatabase } from "../../db/errors.ts";
import { flushNow } from "../../db/flush.ts";
import { DATABASE, type Directories, SECRETS } from "./archive.ts";
import { markUploads } from "./uploads-folder.ts";

/** Holds what takes the place of keys and database. Once it has this name, all of it does, whatever happens meanwhile. */
export const RESTORED = ".restored";

/** Whether a restore was stopped after its point of no return. */
export const isHalfRestored = (dataDir: string) => existsSync(join(dataDir, RESTORED));

/**
 * Makes a folder with a database, and keys where there are any, the present ones of a data directory: both or neither,
 * whenever the power fails. What it replaces must have been put aside. Nobody else may use the data meanwhile.
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

/** @throws UnusableDatabase where a restore was stopped half-way, for whoever may not end it */
export function assertNotHalfRestored(dataDir: string): void {
	if (isHalfRestored(dataDir)) {
		throw new UnusableDatabase(`A restore into ${dataDir} was interrupted; start the server once to complete it`);
	}
}
