import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { makePhoto } from "../../bench/photos.ts";
import { fillVolume } from "../../bench/volumes.ts";
import type { Installation } from "./backups.ts";

const PHOTO = { bytes: 33_000, width: 400, height: 400 };

/** Fills an installation with so many talks, and a photo of its own for some of them. @returns bytes of all photos */
export async function fillInstallation(
	where: Installation,
	{ entries, photos = entries }: { entries: number; photos?: number },
): Promise<number> {
	await fillVolume(dirname(where.DATA_DIR), entries);
	const jpeg = await makePhoto(PHOTO);
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	const ids = sqlite.prepare("select id from entries order by id limit ?").pluck().all(photos) as number[];
	const addPhoto = sqlite.prepare(
		"insert into photos (name, source_hash, source_name, source_bytes, stored_bytes, held_at) values (?, ?, 'a.jpg', ?, ?, ?)",
	);
	const setPhoto = sqlite.prepare("update entries set photo = ?, incomplete = '[]' where id = ?");
	let sum = 0;
	const addAll = sqlite.transaction(() => {
		for (const id of ids) {
			const bytes = Buffer.concat([jpeg, Buffer.from(`photo ${id}`)]);
			const name = id.toString(16).padStart(32, "0");
			writeFileSync(join(where.UPLOADS_DIR, `${name}.jpg`), bytes, { mode: 0o600 });
			addPhoto.run(name, `hash ${id}`, bytes.length, bytes.length, Date.now());
			setPhoto.run(name, id);
			sum += bytes.length;
		}
	});
	addAll();
	sqlite.close();
	return sum;
}
