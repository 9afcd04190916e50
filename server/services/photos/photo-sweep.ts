import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, gt, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import { drafts, photos, releasedPhotos } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import type { PhotoFiles } from "./photo-files.ts";
import { DAY_MS } from "./photo-limits.ts";
import { isUnused } from "./photo-uses.ts";

/** How long a photo is kept that no entry and no draft refers to. */
export const KEPT_UNUSED_MS = 24 * 60 * 60 * 1000;
const KEPT_PARTIAL_MS = 15 * 60 * 1000;
/** Files removed per transaction. */
const BATCH_SIZE = 500;
/** What an upload is called while it arrives. */
export const UPLOAD = /^[0-9a-f]{32}$/;

/** Deletes photos, and only files whose rows were released. */
export function createPhotoSweep(
	{ db, log, now }: Runtime,
	{ files, temporary, assertPresent }: { files: PhotoFiles; temporary: string; assertPresent: () => void },
) {
	/**
	 * Removes orphans: photos in neither an entry nor a draft after 24 hours, aborted uploads after 15 minutes. Forgets who
	 * sent a photo once no quota counts it any more.
	 */
	async function sweep(): Promise<void> {
		const inDrafts = sql`(
			select ${drafts.values} ->> '$.photo' as photo from ${drafts} where photo is not null
			union all
			select version.value ->> '$.values.photo' as photo from ${drafts}, json_each(${drafts.older}) as version
			where photo is not null
		)`;
		const unused = and(
			lt(photos.heldAt, now() - KEPT_UNUSED_MS),
			isUnused(db.orm),
			sql`${photos.name} not in ${inDrafts}`,
		);
		await db.settle((tx) => {
			tx.delete(photos).where(unused).run();
			const isOver = and(isNotNull(photos.sentFrom), lte(photos.sentAt, now() - DAY_MS));
			tx.update(photos).set({ sentAt: null, sentFrom: null, sentBy: null }).where(isOver).run();
		});
		await removeReleased();
		await removeTorn(temporary);
	}

	/**
	 * Removes the files of photos whose rows are gone. One that cannot be removed stays on the list, and is tried again at
	 * each start and every hour. @returns how many are left
	 */
	async function removeReleased(): Promise<number> {
		try {
			assertPresent();
			return await removeAll();
		} catch (err) {
			const waiting = await db.orm.$count(releasedPhotos);
			if (waiting > 0) log.error({ err }, "files of erased photos cannot be removed, and are tried again every hour");
			return waiting;
		}
	}

	async function removeAll(): Promise<number> {
		let [last, left, done] = ["", 0, 0];
		for (;;) {
			const next = gt(releasedPhotos.name, last);
			const released = db.orm
				.select()
				.from(releasedPhotos)
				.where(next)
				.orderBy(releasedPhotos.name)
				.limit(BATCH_SIZE)
				.all();
			if (released.length === 0) break;
			last = released.at(-1)?.name ?? "";
			const gone: string[] = [];
			for (const { name } of released) {
				await files.remove(name).then(
					() => gone.push(name),
					(err) =>
						log.error({ err, name }, "the file of an erased photo cannot be removed, and is tried again every hour"),
				);
			}
			// Names are deleted after the folder is flushed, so that a power cut cannot bring a file back.
			await files.flush();
			await db.settle((tx) => tx.delete(releasedPhotos).where(inArray(releasedPhotos.name, gone)).run());
			left += released.length - gone.length;
			done += gone.length;
		}
		if (done > 0) log.info({ removed: done }, "files of photos removed");
		return left;
	}

	return { removeReleased, sweep };
}

/** Aborted uploads; only names that uploads have. */
async function removeTorn(directory: string): Promise<void> {
	for (const name of await readdir(directory)) {
		if (!UPLOAD.test(name)) continue;
		const path = join(directory, name);
		const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
		if (Date.now() - mtimeMs > KEPT_PARTIAL_MS) await rm(path, { force: true });
	}
}
