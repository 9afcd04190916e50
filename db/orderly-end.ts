import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "./client.ts";
import { flushNow } from "./flush.ts";

/**
 * Checks the whole database if the last shutdown was not clean. This is the last moment at which a backup loses
 * little.
 */
export function checkAfterCrash(database: Database, mark: string): void {
	if (!existsSync(mark)) {
		database.check();
		return;
	}
	rmSync(mark);
	// Flushed, or the mark could reappear after a power failure and vouch for an unchecked database.
	flushNow(dirname(mark));
}

/** Marks a clean shutdown. */
export function markOrderlyEnd(mark: string): void {
	writeFileSync(mark, "");
}
