import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { makePhoto } from "../../bench/photos.ts";
import { count, megabytes, milliseconds, percentile } from "../../bench/report.ts";
import { fillVolume } from "../../bench/volumes.ts";
import { backupsOf, cli, type Installation, installation, read, send, titles } from "../support/backups.ts";
import { judged, tell } from "../support/figures.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const ENTRIES = 10_000;
const PHOTO = { bytes: 33_000, width: 400, height: 400 };
const POSTS_PER_SECOND = 20;
const MOST_RESTORE_MS = 60_000;
const MOST_BACKUP_MS = 5_000;
const MOST_DELAY_MS = 50;

/** A stopped installation with so many talks, and a photo of its own for each. @returns bytes of all photos */
async function large(where: Installation): Promise<number> {
	await fillVolume(dirname(where.DATA_DIR), ENTRIES);
	const jpeg = await makePhoto(PHOTO);
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	const ids = sqlite.prepare("select id from entries").pluck().all() as number[];
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

/** Submits talks at a steady rate until told to stop. @returns latencies in milliseconds */
function handIn(server: ServerProcess): () => Promise<number[]> {
	const times: number[] = [];
	const posts: Promise<void>[] = [];
	let isOver = false;
	const post = async () => {
		const started = performance.now();
		await send(server);
		times.push(performance.now() - started);
	};
	const steadily = (async () => {
		for (; !isOver; await sleep(1000 / POSTS_PER_SECOND)) posts.push(post());
	})();
	return async () => {
		isOver = true;
		await steadily;
		await Promise.all(posts);
		return times;
	};
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

it(`a backup of ${ENTRIES.toLocaleString("en-US")} entries under load, and its restore on another machine`, async (context) => {
	const from = installation();
	const photoBytes = await large(from);
	const server = await startServer({ ...from });
	const usually = handIn(server);
	await sleep(10_000);
	const before = await usually();
	const atStart = titles(from).length;
	const meanwhile = handIn(server);
	let started = performance.now();
	expect(await cli(from, "backup", "--with-secrets")).toEqual(expect.objectContaining({ code: 0 }));
	const backupMs = performance.now() - started;
	const during = await meanwhile();
	const [file = ""] = backupsOf(from);
	expect((await cli(from, "verify", file)).code).toBe(0);
	const database = statSync(join(from.DATA_DIR, "rostrum.db")).size;
	expect(await server.end("SIGTERM")).toBe(0);

	const to = installation();
	started = performance.now();
	expect(await cli(to, "restore", file)).toEqual(expect.objectContaining({ code: 0 }));
	const restoreMs = performance.now() - started;
	const restored = titles(to);
	expect(restored.length).toBeGreaterThanOrEqual(atStart);
	expect(titles(from).slice(0, restored.length)).toEqual(restored);
	const again = await startServer({ ...to });
	const hash = ({ UPLOADS_DIR }: Installation, name: unknown) =>
		createHash("sha256")
			.update(readFileSync(join(UPLOADS_DIR, `${name}.jpg`)))
			.digest("hex");
	const differs = read(to, "select photo from entries").filter((name) => hash(from, name) !== hash(to, name));
	expect(differs).toEqual([]);
	await send(again);
	expect(await again.end("SIGTERM")).toBe(0);

	const [during99, before99] = [during, before].map((times) => percentile(times, 0.99)) as [number, number];
	tell(context, `${count(restored.length)} entries, ${megabytes(photoBytes)} of photos, every one the same`);
	tell(context, judged(`R15: restore ${seconds(restoreMs)}`, "60 s", restoreMs <= MOST_RESTORE_MS));
	tell(context, judged(`R7: backup of them ${seconds(backupMs)}`, "5 s", backupMs <= MOST_BACKUP_MS));
	const delay = `R7: p99 of a talk meanwhile ${milliseconds(during99)}, else ${milliseconds(before99)}`;
	tell(context, judged(delay, "50 ms more", during99 <= before99 + MOST_DELAY_MS));
	tell(context, `R7: database of ${megabytes(database)}, ${POSTS_PER_SECOND} talks a second`);
});
