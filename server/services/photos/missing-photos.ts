import { join } from "node:path";
import { eq } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { isReadable, photoFile } from "../../../db/photo-file.ts";
import { entries, photos } from "../../../db/schema.ts";
import { batchesOf } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";

/** Entries that a log line names. */
const MOST_NAMED = 20;

export interface MissingPhoto {
	/** Its reference, as `talk-3`. */
	entry: string;
	/** Name of the file in the uploads folder. */
	file: string;
}

export type MissingPhotos = ReturnType<typeof createMissingPhotos>;

/** Photos and files of works that entries name, and whose files are gone or cannot be read. */
export function createMissingPhotos({ db, config, log }: Pick<Runtime, "db" | "config" | "log">) {
	let count = 0;

	const named = () =>
		db.orm
			.select({ id: entries.id, kind: entries.kind, name: photos.name, format: photos.format })
			.from(entries)
			.innerJoin(photos, eq(photos.name, entries.photo))
			.orderBy(entries.id)
			.all();

	/** Compares the database with the folder. Logs what is missing when the number has changed. */
	async function look(): Promise<MissingPhoto[]> {
		const gone: ReturnType<typeof named> = [];
		for (const rows of batchesOf(named())) {
			const usable = await Promise.all(rows.map((row) => isReadable(join(config.uploadsDir, photoFile(row)))));
			gone.push(...rows.filter((_, at) => !usable[at]));
		}
		// What was erased while the folder was read is not missing.
		const still = new Set(gone.length > 0 ? named().map(({ name }) => name) : []);
		const missing = gone
			.filter(({ name }) => still.has(name))
			.map((row) => ({ entry: spotId(row), file: photoFile(row) }));
		if (missing.length !== count && missing.length > 0) {
			const some = missing.slice(0, MOST_NAMED).map(({ entry }) => entry);
			log.error({ missing: missing.length, entries: some }, "photos are missing or cannot be read: doctor names them");
		}
		count = missing.length;
		return missing;
	}

	return {
		look,
		/** How many were missing when it was last looked, at the start and every hour. */
		count: () => count,
	};
}
