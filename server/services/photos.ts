import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { and, eq, inArray, lt, notExists, sql, sum } from "drizzle-orm";
import type { Orm } from "../../db/client.ts";
import { drafts, entries, photos } from "../../db/schema.ts";
import { FREE_FOR_UPLOADS_BYTES } from "../disk.ts";
import { AppError } from "../errors.ts";
import type { Actor } from "./actor.ts";
import { type ImageRefusal, type ImageSize, imageSize, measure, reencode, refusalOf, shrink } from "./images.ts";
import { createLimited } from "./limited.ts";
import { makeRoomForPhoto } from "./photo-room.ts";
import type { Runtime } from "./runtime.ts";

const MIB = 1024 * 1024;
/** Largest photo that is looked at. The hint of the form says 2 MB and is not enforced. */
export const MOST_PHOTO_BYTES = 10 * MIB;
const KEPT_UNUSED_MS = 24 * 60 * 60 * 1000;
const KEPT_PARTIAL_MS = 15 * 60 * 1000;
const QUOTA_BYTES = 5 * 1024 * MIB;

/** A file as it arrived: on disk in the temporary directory, or too big and thrown away while it streamed. */
export interface UploadedFile {
	path: string;
	sourceName: string;
	bytes: number;
	sourceHash: string;
	tooBig: boolean;
	/** Thrown away because the disk is nearly full. */
	noRoom?: boolean;
}

export interface KeptPhoto {
	name: string;
	sourceName: string;
	sourceBytes: number;
	sourceHash: string;
}

/** Why a photo was refused; each has a message of its own beside the field (`photo.refused.<reason>`). */
export type PhotoRefusal = ImageRefusal | "tooBig";

export type Received = { ok: true; photo: KeptPhoto } | { ok: false; reason: PhotoRefusal };

export type Photos = ReturnType<typeof createPhotos>;

export function createPhotos({ db, disk, secrets, config, now, log }: Runtime, directories: { temporary: string }) {
	const limited = createLimited({ concurrency: 2, queue: 300, patienceMs: 30_000 });
	const stored = (name: string) => join(config.uploadsDir, `${name}.jpg`);
	const small = (name: string) => join(config.uploadsDir, `${name}-small.jpg`);

	/**
	 * Checks, re-encodes and stores an uploaded file, and removes the temporary one. When this returns `ok` the JPEG is
	 * on disk for good (file and directory flushed); until an entry refers to it, it is kept for 24 hours, and may have to
	 * give way to others before, as it may make older ones of its kind give way.
	 * @throws AppError STORAGE_FULL or BUSY
	 */
	async function receive(file: UploadedFile, actor: Actor): Promise<Received> {
		try {
			if (file.noRoom) throw new AppError("STORAGE_FULL");
			if (file.tooBig) return { ok: false, reason: "tooBig" };
			const refusal = await refusalOf(file.path);
			if (refusal) return { ok: false, reason: refusal };
			assertRoom();
			const measured = await limited(() => measure(file.path));
			if (typeof measured === "string") return { ok: false, reason: measured };
			const jpeg = await limited(() => reencode(file.path), measured.isLarge);
			if (!jpeg) return { ok: false, reason: "damaged" };
			const name = randomBytes(16).toString("hex");
			await store(stored(name), jpeg);
			const { sourceName, sourceHash, bytes: sourceBytes } = file;
			const looseFrom = actor.network ?? "";
			const row = { name, sourceName, sourceHash, sourceBytes, storedBytes: jpeg.length, heldAt: now(), looseFrom };
			const gone = await db.write((tx) => {
				tx.insert(photos).values(row).run();
				return makeRoomForPhoto(tx, row);
			});
			await removeFiles(gone);
			return { ok: true, photo: { name, sourceName, sourceBytes, sourceHash } };
		} finally {
			await rm(file.path, { force: true });
		}
	}

	function assertRoom(): void {
		const total = db.orm
			.select({ bytes: sum(photos.storedBytes) })
			.from(photos)
			.get();
		const storedBytes = Number(total?.bytes ?? 0);
		if (disk.free(config.uploadsDir) < FREE_FOR_UPLOADS_BYTES || storedBytes > QUOTA_BYTES)
			throw new AppError("STORAGE_FULL");
	}

	/** Under a hidden name first, so that a crash leaves either the whole photo or nothing with its name. */
	async function store(path: string, jpeg: Buffer): Promise<void> {
		const partial = join(config.uploadsDir, `.${randomBytes(16).toString("hex")}`);
		const file = await open(partial, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
		try {
			await file.writeFile(jpeg);
			await file.sync();
		} finally {
			// A handle left open on a full disk keeps it full after the file is removed.
			await file.close();
		}
		await rename(partial, path);
		const directory = await open(config.uploadsDir, constants.O_RDONLY);
		try {
			await directory.sync();
		} finally {
			await directory.close();
		}
	}

	/**
	 * A signed reference to a photo for a form's hidden field. It lives 24 hours and, where somebody is signed in, is
	 * worthless to anybody else.
	 */
	function referenceTo(name: string, actor: Actor): string {
		const claim = `${name}.${(now() + KEPT_UNUSED_MS).toString(36)}.${actor.user?.id ?? 0}`;
		return `${claim}.${secrets.sign("photo", claim)}`;
	}

	/** Keeps a photo for another day, while the form it belongs to is still being filled in. */
	async function hold(name: string): Promise<void> {
		await db.settle((tx) => tx.update(photos).set({ heldAt: now() }).where(eq(photos.name, name)).run());
	}

	/**
	 * The photo a signed reference stands for, or undefined when it is forged, somebody else's or gone. A guest's works for
	 * whoever has it, so it ends with the day. @param asker the account that asks, where nobody is signed in any more
	 */
	function byReference(reference: string, actor: Actor, asker = actor.user?.id): KeptPhoto | undefined {
		const [name = "", expiry = "", owner = "", signature = ""] = reference.split(".");
		if (!secrets.verifies("photo", `${name}.${expiry}.${owner}`, signature)) return;
		if (owner === "0" ? Number.parseInt(expiry, 36) <= now() : owner !== String(asker)) return;
		return byName(name);
	}

	/**
	 * Notes in the caller's transaction which photos an entry or an account's draft has now, and which it had before: what
	 * it has gives way to nobody.
	 */
	function exchange(tx: Orm, actor: Actor, before: readonly unknown[], after: readonly unknown[]): void {
		const has = names(after);
		const had = names(before).filter((name) => !has.includes(name));
		tx.update(photos)
			.set({ looseFrom: actor.network ?? "" })
			.where(and(inArray(photos.name, had), notExists(tx.select().from(entries).where(eq(entries.photo, photos.name)))))
			.run();
		tx.update(photos).set({ looseFrom: null }).where(inArray(photos.name, has)).run();
	}

	/** A stored photo whose file is there, or undefined. */
	function byName(name: string): KeptPhoto | undefined {
		const row = db.orm.select().from(photos).where(eq(photos.name, name)).get();
		return row && existsSync(stored(name)) ? row : undefined;
	}

	/** The size of a stored photo; undefined for none, and where its file cannot be read. */
	async function sizeOf(name: string | null): Promise<ImageSize | undefined> {
		return name === null ? undefined : imageSize(stored(name));
	}

	/**
	 * Where the small version of a photo is, made when it is asked for first, so that taking a photo in costs nothing
	 * more. Where it cannot be made now, the photo itself.
	 */
	async function smallFileOf(name: string): Promise<string> {
		if (existsSync(small(name))) return small(name);
		try {
			assertRoom();
			await store(small(name), await limited(() => shrink(stored(name))));
			return small(name);
		} catch (err) {
			if (existsSync(stored(name))) log.warn({ err, name }, "a photo is sent whole, its small version failed");
			return stored(name);
		}
	}

	/** Removes what nobody refers to: photos in neither an entry nor a draft after 24 hours, torn uploads after 15 minutes. */
	async function sweep(): Promise<void> {
		const inEntry = db.orm.select({ photo: entries.photo }).from(entries).where(eq(entries.photo, photos.name));
		const inDraft = db.orm
			.select({ form: drafts.form })
			.from(drafts)
			.where(sql`${photos.name} in (${drafts.values} ->> '$.photo', ${drafts.previous} ->> '$.photo')`);
		const unused = and(lt(photos.heldAt, now() - KEPT_UNUSED_MS), notExists(inEntry), notExists(inDraft));
		const removed = await db.settle((tx) => tx.delete(photos).where(unused).returning().all());
		await removeFiles(removed);
		await removeOlder(directories.temporary, KEPT_PARTIAL_MS, () => true);
		const known = new Set(
			db.orm
				.select({ name: photos.name })
				.from(photos)
				.all()
				.flatMap(({ name }) => [basename(stored(name)), basename(small(name))]),
		);
		await removeOlder(config.uploadsDir, KEPT_UNUSED_MS, (name) => name !== ".gitkeep" && !known.has(name));
		if (removed.length > 0) log.info({ removed: removed.length }, "unused photos removed");
	}

	/** Removes the files of photos whose rows are gone. */
	async function removeFiles(removed: readonly (typeof photos.$inferSelect)[]): Promise<void> {
		for (const photo of removed) {
			await rm(stored(photo.name), { force: true });
			await rm(small(photo.name), { force: true });
		}
	}

	return {
		removeFiles,
		receive,
		exchange,
		hold,
		referenceTo,
		byReference,
		byName,
		sizeOf,
		sweep,
		fileOf: stored,
		smallFileOf,
	};
}

const names = (given: readonly unknown[]) => given.filter((name) => typeof name === "string");

async function removeOlder(directory: string, age: number, may: (name: string) => boolean): Promise<void> {
	for (const entry of await readdir(directory, { withFileTypes: true })) {
		if (!entry.isFile() || !may(entry.name)) continue;
		const path = join(directory, entry.name);
		const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
		if (Date.now() - mtimeMs > age) await rm(path, { force: true });
	}
}
