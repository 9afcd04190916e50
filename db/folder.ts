import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { flushNow } from "./flush.ts";

/**
 * Makes a folder and its parents, for their owner only, so that they survive a power cut. One that is there stays. In place
 * of `mkdir` with `recursive`, which tries for ever where the system says ENOENT although the parent is there, as in `/proc`.
 */
export function makeFolder(path: string): void {
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if (existsSync(path) && statSync(path).isDirectory()) return;
		const parent = dirname(path);
		const lacksParent = codeOf(error) === "ENOENT" && !existsSync(parent);
		if (!lacksParent) throw error;
		makeFolder(parent);
		mkdirSync(path, { mode: 0o700 });
	}
	flushName(path);
}

/** Flushes the parent, which has the name. A parent without read permission cannot be opened for that. */
function flushName(path: string): void {
	try {
		flushNow(dirname(path));
	} catch (error) {
		if (codeOf(error) !== "EACCES") throw error;
	}
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
