import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request } from "express";
import type multer from "multer";
import { type Disk, FREE_FOR_UPLOADS_BYTES } from "../disk.ts";
import { AppError } from "../errors.ts";
import { MOST_PHOTO_BYTES, type UploadedFile } from "../services/photos/photos.ts";

/** Keeps the one file of a form on disk, up to the limit, and its hash. */
export class TemporaryStorage implements multer.StorageEngine {
	private readonly directory: string;
	private readonly disk: Disk;

	constructor(directory: string, disk: Disk) {
		this.directory = directory;
		this.disk = disk;
	}

	_handleFile(_req: Request, file: Express.Multer.File, done: (error?: unknown, info?: Partial<UploadedFile>) => void) {
		this.keep(file.stream, fileName(file.originalname)).then((info) => done(null, info), done);
	}

	/** Keeps a photo that came in JSON. @param name on the client */
	keepBytes(bytes: Buffer, name: string): Promise<UploadedFile> {
		return this.keep(Readable.from([bytes]), shownName(name));
	}

	/**
	 * Keeps a body of at most so many bytes as it comes. @returns where it is
	 * @throws AppError TOO_LARGE, STORAGE_FULL
	 */
	async keepWhole(body: Readable, most: number): Promise<string> {
		const { path, tooBig, noRoom, fault } = await this.keep(body, "", most);
		if (fault) throw fault;
		if (tooBig || noRoom) throw new AppError(tooBig ? "TOO_LARGE" : "STORAGE_FULL");
		return path;
	}

	private async keep(stream: Readable, sourceName: string, most = MOST_PHOTO_BYTES): Promise<UploadedFile> {
		const path = join(this.directory, randomBytes(16).toString("hex"));
		const hash = createHash("sha256");
		let handle: FileHandle | undefined;
		let noRoom = false;
		let fault: unknown;
		try {
			// Keeps the reserve for uploads that have begun.
			noRoom = this.disk.free(this.directory) < FREE_FOR_UPLOADS_BYTES;
			if (!noRoom) handle = await open(path, "wx", 0o600);
		} catch (error) {
			// The texts of the form are still read, and returned to their author.
			fault = error;
		}
		let bytes = 0;
		const upToLimit = new Transform({
			transform(chunk: Buffer, _encoding, pass) {
				bytes += chunk.length;
				hash.update(chunk);
				pass(null, bytes > most ? undefined : chunk);
			},
		});
		try {
			await pipeline(stream, upToLimit, handle?.createWriteStream() ?? nowhere());
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		}
		const tooBig = bytes > most;
		if (tooBig) await rm(path, { force: true });
		return { path, bytes, tooBig, noRoom, fault, sourceHash: hash.digest("hex"), sourceName };
	}

	_removeFile(_req: Request, file: Express.Multer.File, done: (error: Error | null) => void) {
		rm(file.path, { force: true }).then(() => done(null), done);
	}
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** File name for display: old browsers send the whole path, and names may contain control and bidi characters. */
function fileName(original: string): string {
	const utf8 = Buffer.from(original, "latin1").toString("utf8");
	return shownName(utf8.includes("\ufffd") ? original : utf8);
}

function shownName(readable: string): string {
	const name = basename(readable.replaceAll("\\", "/")).replace(/[\p{C}<>]/gu, "");
	return [...name].slice(0, 100).join("") || "photo";
}
