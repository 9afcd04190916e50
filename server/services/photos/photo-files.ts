import { constants, createReadStream, existsSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { flush } from "../../../db/flush.ts";
import { PHOTO_FORMATS, type PhotoFormat, photoFile } from "../../../db/photo-file.ts";

export type PhotoFiles = ReturnType<typeof createPhotoFiles>;

/** The name and format of a file, as its row has them. */
export interface NamedPhoto {
	name: string;
	format: PhotoFormat;
}

/** The files of photos and works, the small version of a photo, and all of them while they are written, with a dot before. */
export function createPhotoFiles(folder: string) {
	const whole = (photo: NamedPhoto) => join(folder, photoFile(photo));
	const small = (name: string) => join(folder, `${name}-small.jpg`);
	const partial = (path: string) => join(folder, `.${basename(path)}`);

	/** Under a hidden name first, so that a crash leaves either the whole file or nothing with its name. */
	async function write(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
		// One that a crash left is overwritten; a link is not followed.
		const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
		const file = await open(partial(path), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
		try {
			await writeFile(file, content);
			await file.sync();
		} finally {
			// Closed before removal: an open handle keeps the space on a full disk.
			await file.close();
		}
		await rename(partial(path), path);
		await flush(folder);
	}

	/** Removes all files of a photo or work; missing ones are no error. */
	async function remove(name: string): Promise<void> {
		for (const path of [...PHOTO_FORMATS.map((format) => whole({ name, format })), small(name)]) {
			await rm(path, { force: true });
			await rm(partial(path), { force: true });
		}
	}

	return {
		whole,
		/** Where a photo that everyone sees is. */
		portrait: (name: string) => whole({ name, format: "photo" }),
		small,
		remove,
		flush: () => flush(folder),
		has: (photo: NamedPhoto) => existsSync(whole(photo)),
		/** @param content the bytes, or the path of a file that has them */
		writeWhole: (photo: NamedPhoto, content: Buffer | string) =>
			write(whole(photo), typeof content === "string" ? createReadStream(content) : content),
		writeSmall: (name: string, jpeg: Buffer) => write(small(name), jpeg),
	};
}
