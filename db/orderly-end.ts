import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "./client.ts";
import { flushNow } from "./flush.ts";

/**
 * Reads the whole database after a crash, when the mark of an orderly end is missing. Cheap enough at the sizes of a
 * conference, and the last moment at which a damaged file can still be replaced by a backup without losing more.
 */
export function checkAfterCrash(database: Database, mark: string): void {
	if (!existsSync(mark)) {
		database.check();
		return;
	}
	rmSync(mark);
	// Otherwise the file could reappear after a power failure and vouch for a database that was not checked.
	flushNow(dirname(mark));
}

/** Leaves the mark of an orderly end. */
export function markOrderlyEnd(mark: string): void {
	writeFileSync(mark, "");
}
