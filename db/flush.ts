import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

/** fsync of a file or folder. */
export async function flush(path: string): Promise<void> {
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** The same, synchronously: before serving, and in commands. */
export function flushNow(path: string): void {
	const fd = openSync(path, "r");
	try {
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
}
