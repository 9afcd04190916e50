import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and its parents, for their owner only. One that is there stays. In place of `mkdir` with `recursive`,
 * which tries for ever where the system says ENOENT although the parent is there, as in `/proc`.
 */
export function makeFolder(path: string): void {
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		if (existsSync(path) && statSync(path).isDirectory()) return;
		const parent = dirname(path);
		const lacksParent = error instanceof Error && "code" in error && error.code === "ENOENT" && !existsSync(parent);
		if (!lacksParent) throw error;
		makeFolder(parent);
		mkdirSync(path, { mode: 0o700 });
	}
}
