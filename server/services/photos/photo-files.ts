import { constants, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { flush } from "../../../db/flush.ts";

export type PhotoFiles = ReturnType<typeof createPhotoFiles>;

/** The files of photos: `<name>.jpg`, the small version made of it, and both while they are written, with a dot before. */
export function createPhotoFiles(folder: string) {
	const whole = (name: string) => join(folder, `${name}.jpg`);
	const small = (name: string) => join(folder, `${name}-small.jpg`);
	const partial = (path: string) => join(folder, `.${basename(path)}`);

	/** Under a hidden name first, so that a crash leaves either the whole photo or nothing with its name. */
	async function write(path: string, jpeg: Buffer): Promise<void> {
		// One that a crash left is overwritten; a link is not followed.
		const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
		const file = await open(partial(path), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
		try {
			await file.writeFile(jpeg);
			await file.sync();
		} finally {
			// Closed before removal: an open handle keeps the space on a full disk.
			await file.close();
		}
		await rename(partial(path), path);
		await flush(folder);
	}

	/** Removes all files of a photo; missing ones are no error. */
	async function remove(name: string): Promise<void> {
		for (const path of [whole(name), small(name)]) {
			await rm(path, { force: true });
			await rm(partial(path), { force: true });
		}
	}

	return {
		...{ whole, small, remove },
		flush: () => flush(folder),
		has: (name: string) => existsSync(whole(name)),
		writeWhole: (name: string, jpeg: Buffer) => write(whole(name), jpeg),
		writeSmall: (name: string, jpeg: Buffer) => write(small(name), jpeg),
	};
}
