import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { and, eq, inArray, type SQL, sum } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { LostFiles } from "../../../db/errors.ts";
import { photos } from "../../../db/schema.ts";
import { FREE_FOR_UPLOADS_BYTES } from "../../disk.ts";
import { AppError } from "../../errors.ts";
import { markerIn } from "../../uploads-marker.ts";
import type { Actor } from "../actor.ts";
import { nameIn } from "../installation.ts";
import type { FairQueue } from "../limits/fair-queue.ts";
import type { Runtime } from "../runtime.ts";
import { type ImageRefusal, type ImageSize, imageSize, measure, reencode, refusalOf, shrink } from "./images.ts";
import { createPhotoFiles } from "./photo-files.ts";
import { makeRoomForPhoto } from "./photo-limits.ts";
import { createPhotoSweep, KEPT_UNUSED_MS } from "./photo-sweep.ts";
import { isUnused } from "./photo-uses.ts";

const MIB = 1024 * 1024;
/** Largest photo that is looked at. The hint of the form says 2 MB and is not enforced. */
export const MOST_PHOTO_BYTES = 10 * MIB;
const QUOTA_BYTES = 5 * 1024 * MIB;

/** An uploaded file: in the temporary folder, or discarded for its size. */
export interface UploadedFile {
	path: string;
	sourceName: string;
	bytes: number;
	sourceHash: string;
	tooBig: boolean;
	/** Thrown away because the disk is nearly full. */
	noRoom?: boolean;
	/** Why it could not be written. */
	fault?: unknown;
}

export interface KeptPhoto {
	name: string;
	sourceName: string;
	sourceBytes: number;
	sourceHash: string;
}

/** Why a photo was refused (`photo.refused.<reason>`). `gone`: an earlier upload no longer exists. */
export type PhotoRefusal = ImageRefusal | "tooBig" | "gone";

export type Received = { ok: true; photo: KeptPhoto } | { ok: false; reason: PhotoRefusal };

export type Photos = ReturnType<typeof createPhotos>;

/** @param parts.inTurn bounds how many pictures are decoded at once */
export function createPhotos(runtime: Runtime, parts: { temporary: string; inTurn: FairQueue }) {
	const { temporary, inTurn: limited } = parts;
	const { db, disk, secrets, config, now, log } = runtime;
	const files = createPhotoFiles(config.uploadsDir);
	const { removeReleased, sweep } = createPhotoSweep(runtime, { files, assertPresent, temporary });
	/** Thumbnails being made, so that simultaneous requests share one. */
	const shrinking = new Map<string, Promise<void>>();

	/**
	 * Checks, re-encodes and stores an uploaded file, and removes the temporary one. When this returns `ok` the JPEG is
	 * on disk for good (file and directory flushed); until an entry refers to it, it is kept for 24 hours, and may have to
	 * give way to others before, as it may make older ones of its kind give way.
	 * @throws AppError STORAGE_FULL or BUSY, LostFiles
	 */
	async function receive(file: UploadedFile, actor: Actor): Promise<Received> {
		try {
			if (file.fault) throw file.fault;
			if (file.noRoom) throw new AppError("STORAGE_FULL");
			if (file.tooBig) return { ok: false, reason: "tooBig" };
			const refusal = await refusalOf(file.path);
			if (refusal) return { ok: false, reason: refusal };
			assertRoom();
			const measured = await limited({ network: actor.network }, () => measure(file.path));
			if (typeof measured === "string") return { ok: false, reason: measured };
			const jpeg = await limited({ network: actor.network, alone: measured.isLarge }, () => reencode(file.path));
			if (!jpeg) return { ok: false, reason: "damaged" };
			const name = randomBytes(16).toString("hex");
			const { sourceName, sourceHash, bytes: sourceBytes } = file;
			const looseFrom = actor.network ?? "";
			const row = { name, sourceName, sourceHash, sourceBytes, storedBytes: jpeg.length, heldAt: now(), looseFrom };
			const gone = await db.write((tx) => {
				tx.insert(photos).values(row).run();
				return makeRoomForPhoto(tx, row);
			});
			await keepFile(name, jpeg);
			if (gone.length > 0) await removeReleased();
			return { ok: true, photo: { name, sourceName, sourceBytes, sourceHash } };
		} finally {
			await rm(file.path, { force: true });
		}
	}

	/**
	 * The row is written first, so that no crash leaves an unknown file.
	 * @throws AppError BUSY if others took its room in the meantime
	 */
	async function keepFile(name: string, jpeg: Buffer): Promise<void> {
		try {
			await files.writeWhole(name, jpeg);
			if (rowOf(name)) return;
			await files.remove(name);
		} catch (error) {
			await db.settle((tx) => tx.delete(photos).where(eq(photos.name, name)).run());
			await removeReleased();
			throw error;
		}
		throw new AppError("BUSY");
	}

	/** Refuses if the folder was replaced: the photo would be stored in the wrong one. @throws LostFiles */
	function assertPresent(): void {
		if (markerIn(config.uploadsDir) === nameIn(db.orm)) return;
		throw new LostFiles(
			`${config.uploadsDir} is not the folder of photos of this installation: it was moved, removed or unmounted. Put it back, or start rostrum again`,
		);
	}

	function assertRoom(): void {
		assertPresent();
		const total = db.orm
			.select({ bytes: sum(photos.storedBytes) })
			.from(photos)
			.get();
		const storedBytes = Number(total?.bytes ?? 0);
		if (disk.free(config.uploadsDir) < FREE_FOR_UPLOADS_BYTES || storedBytes > QUOTA_BYTES)
			throw new AppError("STORAGE_FULL");
	}

	/**
	 * A signed reference to a photo for a form's hidden field. It is valid for 24 hours and, for someone logged in,
	 * useless to anyone else.
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
	 * The photo of a signed reference, or undefined if it is forged, someone else's or gone. A guest's reference works
	 * for anyone who has it, so it expires after a day.
	 * @param asker the account, if its session has ended
	 */
	function byReference(reference: string, actor: Actor, asker = actor.user?.id): KeptPhoto | undefined {
		const [name = "", expiry = "", owner = "", signature = ""] = reference.split(".");
		if (!secrets.verifies("photo", `${name}.${expiry}.${owner}`, signature)) return;
		if (owner === "0" ? Number.parseInt(expiry, 36) <= now() : owner !== String(asker)) return;
		return byName(name);
	}

	/**
	 * Records in the caller's transaction which photos an entry or an account's draft has now and had before: its
	 * photos are never displaced.
	 */
	function exchange(
		tx: Orm,
		actor: Pick<Actor, "network">,
		before: readonly unknown[],
		after: readonly unknown[],
	): void {
		const has = names(after);
		const had = names(before).filter((name) => !has.includes(name));
		const set = (looseFrom: string | null, which: SQL | undefined) =>
			tx.update(photos).set({ looseFrom }).where(which).run();
		// Most forms change no photo.
		if (had.length > 0) set(actor.network ?? "", and(inArray(photos.name, had), isUnused(tx)));
		if (has.length > 0) set(null, inArray(photos.name, has));
	}

	const rowOf = (name: string) => db.orm.select().from(photos).where(eq(photos.name, name)).get();

	/** A stored photo whose file is there, or undefined. */
	function byName(name: string): KeptPhoto | undefined {
		const row = rowOf(name);
		return row && files.has(name) ? row : undefined;
	}

	/** The size of a stored photo; undefined for none, and where its file cannot be read. */
	async function sizeOf(name: string | null): Promise<ImageSize | undefined> {
		return name === null ? undefined : imageSize(files.whole(name));
	}

	/** Path of a thumbnail, made on first request; the photo itself if that fails. */
	async function smallFileOf(name: string, actor: Actor): Promise<string> {
		const [whole, small] = [files.whole(name), files.small(name)];
		if (existsSync(small)) return small;
		// Unknown names do not use the queue.
		if (!files.has(name)) return whole;
		try {
			assertRoom();
			const made = shrinking.get(name) ?? shrinkFile(name, actor);
			shrinking.set(name, made);
			await made.finally(() => shrinking.delete(name));
			return small;
		} catch (err) {
			if (existsSync(whole)) log.warn({ err, name }, "a photo is sent whole, its small version failed");
			return whole;
		}
	}

	async function shrinkFile(name: string, { network }: Actor): Promise<void> {
		await files.writeSmall(name, await limited({ network }, () => shrink(files.whole(name))));
		// The photo was deleted meanwhile, so the thumbnail is deleted here.
		if (!rowOf(name)) await files.remove(name);
	}

	return {
		...{ assertPresent, removeReleased },
		receive,
		exchange,
		hold,
		referenceTo,
		byReference,
		byName,
		sizeOf,
		sweep,
		fileOf: files.whole,
		smallFileOf,
	};
}

const names = (given: readonly unknown[]) => given.filter((name) => typeof name === "string");
