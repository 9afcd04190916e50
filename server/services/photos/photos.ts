import { randomBytes } from "node:crypto";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Programme } from "../../../app/programmes/define.ts";
import { takesWork } from "../../../app/programmes/uploads.ts";
import { can } from "../../../app/roles.ts";
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
import type { Arrivals } from "./arrivals.ts";
import { type ImageRefusal, type ImageSize, imageSize, reencode, refusalOf } from "./images.ts";
import { isWholePdf } from "./pdf.ts";
import { createPhotoFiles, type NamedPhoto } from "./photo-files.ts";
import { createQuotas, FREE_FOR_TALKS_BYTES, type QuotaRefusal, type Upload } from "./photo-limits.ts";
import { createPhotoSweep, KEPT_UNUSED_MS } from "./photo-sweep.ts";
import { isUnused } from "./photo-uses.ts";
import { createSmallPhotos } from "./small-photos.ts";

const MIB = 1024 * 1024;
/** Largest photo that is looked at. The hint of the form says 2 MB and is not enforced. */
export const MOST_PHOTO_BYTES = 10 * MIB;
/** Characters of it in base64: four for three bytes. */
export const MOST_BASE64_PHOTO = Math.ceil((MOST_PHOTO_BYTES * 4) / 3);

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

export interface KeptPhoto extends NamedPhoto {
	sourceName: string;
	sourceBytes: number;
	sourceHash: string;
}

/** Why a photo was refused (`photo.refused.<reason>`). `gone`: an earlier upload no longer exists. */
export type PhotoRefusal = ImageRefusal | QuotaRefusal | "tooBig" | "empty" | "brokenPdf" | "gone";

/** What an uploaded file is for. */
export interface Purpose {
	/** It is of a work: a picture, or a PDF that is stored as it is. */
	isWork?: boolean;
	/** It is the photo of a talk, for which room is kept. */
	isOfTalk?: boolean;
	/** The account it belongs to, if not the actor's. */
	owner?: number | undefined;
}

export type Received = { ok: true; photo: KeptPhoto } | { ok: false; reason: PhotoRefusal };

/** A picture's size is known once it is decoded; until then it counts as this. */
const LEAST_BYTES = 1;
const NO_ROOM = { ok: false, reason: "noRoom" } as const;
const BROKEN_PDF = { ok: false, reason: "brokenPdf" } as const;

export type Photos = ReturnType<typeof createPhotos>;

/** @param parts.inTurn bounds how many pictures are decoded at once */
export function createPhotos(runtime: Runtime, parts: { temporary: string; inTurn: FairQueue; arrivals: Arrivals }) {
	const { temporary, inTurn: limited, arrivals } = parts;
	const { db, disk, secrets, config, log, now } = runtime;
	const files = createPhotoFiles(config.uploadsDir);
	const { roomFor } = createQuotas(config);
	const { removeReleased, sweep } = createPhotoSweep(runtime, { files, assertPresent, temporary });
	const smallFileOf = createSmallPhotos(runtime, {
		files,
		assertRoom,
		inTurn: limited,
		isKnown: (name) => !!rowOf(name),
	});

	/**
	 * Checks, re-encodes and stores an uploaded file, and removes the temporary one. When this returns `ok` the file is
	 * on disk for good (file and directory flushed); until an entry refers to it, it is kept for 24 hours, and may have to
	 * give way to others before, as it may make older ones of its kind give way.
	 * @throws AppError STORAGE_FULL or BUSY, LostFiles
	 */
	async function receive(file: UploadedFile, actor: Actor, purpose: Purpose = {}): Promise<Received> {
		return arrivals.arrived(file, async (): Promise<Received> => {
			const { isWork = false } = purpose;
			const refusal = await refusalOf(file.path);
			const isPdf = isWork && refusal === "pdf";
			if (refusal && !isPdf) return { ok: false, reason: refusal };
			assertRoom();
			const format = isPdf ? "pdf" : isWork ? "image" : "photo";
			const upload = uploadOf(actor, purpose, { format, bytes: isPdf ? file.bytes : LEAST_BYTES });
			// Before anything is decoded for a sender whose quota is used up.
			const room = isShortOfDisk(upload) ? NO_ROOM : roomFor(db.orm, upload);
			if (!room.ok) return refused(room);
			if (isPdf) return (await isWholePdf(file.path)) ? store(file, upload, file.path) : BROKEN_PDF;
			const jpeg = await arrivals.decoded(file, actor, reencode);
			return jpeg.ok ? store(file, { ...upload, bytes: jpeg.made.length }, jpeg.made) : jpeg;
		});
	}

	/** Organisers enter what others send them, so no day of theirs is counted; neither is the portal's own work. */
	function uploadOf(
		{ network, user }: Actor,
		{ isOfTalk = false, owner }: Purpose,
		{ format, bytes }: Pick<Upload, "format" | "bytes">,
	): Upload {
		const isCounted = network !== undefined && !can(user?.role, "entries.manage");
		const sender = isCounted ? { network, account: owner ?? user?.id } : undefined;
		return { format, bytes, isOfTalk, sender, looseFrom: network ?? "", at: now() };
	}

	/** @param content what is stored, or the path of a file that is stored as it is */
	async function store(
		{ sourceName, sourceHash, bytes: sourceBytes }: UploadedFile,
		upload: Upload,
		content: Buffer | string,
	): Promise<Received> {
		const { format, bytes: storedBytes, sender, looseFrom, at } = upload;
		const photo = { name: randomBytes(16).toString("hex"), format, sourceName, sourceBytes, sourceHash };
		const sent = sender && { sentAt: at, sentFrom: sender.network, sentBy: sender.account };
		const room = await db.write((tx) => {
			const found = roomFor(tx, upload);
			if (!found.ok) return found;
			if (found.givingWay.length > 0) tx.delete(photos).where(inArray(photos.name, found.givingWay)).run();
			tx.insert(photos)
				.values({ ...photo, storedBytes, heldAt: at, looseFrom, ...sent })
				.run();
			return found;
		});
		if (!room.ok) return refused(room);
		await keepFile(photo, content);
		if (room.givingWay.length > 0) await removeReleased();
		return { ok: true, photo };
	}

	function refused(exceeded: { ok: false; reason: QuotaRefusal }): Received {
		if (exceeded.reason === "noRoom")
			log.warn(
				{ event: "uploads refused" },
				"uploads are refused: their space or the disk is full (docs/operating.md)",
			);
		return exceeded;
	}

	/**
	 * The row is written first, so that no crash leaves an unknown file.
	 * @throws AppError BUSY if others took its room in the meantime
	 */
	async function keepFile(photo: NamedPhoto, content: Buffer | string): Promise<void> {
		const { name } = photo;
		try {
			await files.writeWhole(photo, content);
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
		if (disk.free(config.uploadsDir) < FREE_FOR_UPLOADS_BYTES) throw new AppError("STORAGE_FULL");
	}

	/** The last free space is for photos of talks. */
	function isShortOfDisk({ isOfTalk }: Upload): boolean {
		return !isOfTalk && disk.free(config.uploadsDir) < FREE_FOR_UPLOADS_BYTES + FREE_FOR_TALKS_BYTES;
	}

	/**
	 * A signed reference to a photo for a form's hidden field. It is valid for 24 hours; that of someone logged in
	 * works for that account only.
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
	 * @param form what it came with: what everyone sees and what only some get never change places
	 * @param asker the account, if its session has ended
	 */
	function byReference(
		reference: string,
		actor: Actor,
		{ fields }: Pick<Programme, "fields">,
		asker = actor.user?.id,
	): KeptPhoto | undefined {
		const [name = "", expiry = "", owner = "", signature = ""] = reference.split(".");
		if (!secrets.verifies("photo", `${name}.${expiry}.${owner}`, signature)) return;
		if (owner === "0" ? Number.parseInt(expiry, 36) <= now() : owner !== String(asker)) return;
		const photo = byName(name);
		return photo && takesWork(fields) === (photo.format !== "photo") ? photo : undefined;
	}

	/**
	 * Records in the caller's transaction which photos an entry or an account's draft has now and had before: its
	 * photos are not displaced, those of a draft only where the space is full.
	 */
	function exchange(
		tx: Orm,
		actor: Pick<Actor, "network">,
		before: readonly unknown[],
		after: readonly unknown[],
		{ isInDraft = false } = {},
	): void {
		const has = names(after);
		const had = names(before).filter((name) => !has.includes(name));
		const set = (holder: { looseFrom: string | null; isInDraft: boolean }, which: SQL | undefined) =>
			tx.update(photos).set(holder).where(which).run();
		// Most forms change no photo.
		if (had.length > 0)
			set({ looseFrom: actor.network ?? "", isInDraft: false }, and(inArray(photos.name, had), isUnused(tx)));
		// The draft of a change names the photo of its entry.
		const theirs = and(inArray(photos.name, has), isInDraft ? isUnused(tx) : undefined);
		if (has.length > 0) set({ looseFrom: null, isInDraft }, theirs);
	}

	const rowOf = (name: string) => db.orm.select().from(photos).where(eq(photos.name, name)).get();

	/** A stored photo whose file is there, or undefined. */
	function byName(name: string): KeptPhoto | undefined {
		const row = rowOf(name);
		return row && files.has(row) ? row : undefined;
	}

	/** The size of a stored photo; undefined for none, for works, and where its file cannot be read. */
	async function sizeOf(name: string | null): Promise<ImageSize | undefined> {
		return name === null ? undefined : imageSize(files.portrait(name));
	}

	return {
		assertPresent,
		removeReleased,
		receive,
		exchange,
		hold,
		referenceTo,
		byReference,
		byName,
		sizeOf,
		sweep,
		fileOf: files.portrait,
		/** Where any stored file is. */
		pathOf: files.whole,
		smallFileOf,
	};
}

const names = (given: readonly unknown[]) => given.filter((name) => typeof name === "string");
