import { access, constants } from "node:fs/promises";
import type { photos } from "./schema.ts";

export type PhotoFormat = typeof photos.$inferSelect.format;

/** Files of works have names that the public address of photos does not take. */
const ENDINGS: Record<PhotoFormat, string> = { photo: ".jpg", image: "-work.jpg", pdf: "-work.pdf" };

export const PHOTO_FORMATS = Object.keys(ENDINGS) as PhotoFormat[];

/** The name of the file of a photo, or of a work, in the uploads directory. */
export function photoFile({ name, format }: { name: string; format: PhotoFormat }): string {
	return `${name}${ENDINGS[format]}`;
}

/** Whether the file is there and the user of this program may read it. One that root has put there may not be readable. */
export const isReadable = (path: string): Promise<boolean> =>
	access(path, constants.R_OK).then(
		() => true,
		() => false,
	);
