import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import express, { type Request, type RequestHandler } from "express";
import multer from "multer";
import type { RawForm } from "../../app/programmes/answers.ts";
import type { Config } from "../config.ts";
import { type Disk, FREE_FOR_UPLOADS_BYTES } from "../disk.ts";
import { AppError } from "../errors.ts";
import { MOST_PHOTO_BYTES, type UploadedFile } from "../services/photos.ts";
import { networkOf } from "./network.ts";

const KIB = 1024;
/**
 * A photo beyond its own limit is thrown away while it streams, so that the rest of the form is kept and the message
 * stands beside the field. Beyond this size the request is not read at all.
 */
const MOST_REQUEST_BYTES = 64 * KIB * KIB;
/** Far above any field's own limit: a text that is too long then gets its message beside the field and is kept. */
const MOST_FIELD_BYTES = 1024 * KIB;
const UPLOADS_AT_ONCE = { perNetwork: 6, all: 200 };

/** Keeps the one file of a form on disk, up to the limit, and its hash. */
class TemporaryStorage implements multer.StorageEngine {
	constructor(
		private readonly directory: string,
		private readonly disk: Disk,
	) {}

	_handleFile(_req: Request, file: Express.Multer.File, done: (error?: unknown, info?: Partial<UploadedFile>) => void) {
		this.keep(file).then((info) => done(null, info), done);
	}

	private async keep(file: Express.Multer.File): Promise<UploadedFile> {
		const path = join(this.directory, randomBytes(16).toString("hex"));
		const hash = createHash("sha256");
		// What is left is for what has begun; the texts beside the photo are kept.
		const noRoom = this.disk.free(this.directory) < FREE_FOR_UPLOADS_BYTES;
		let bytes = 0;
		const upToLimit = new Transform({
			transform(chunk: Buffer, _encoding, pass) {
				bytes += chunk.length;
				hash.update(chunk);
				pass(null, noRoom || bytes > MOST_PHOTO_BYTES ? undefined : chunk);
			},
		});
		try {
			await pipeline(file.stream, upToLimit, createWriteStream(path, { flags: "wx", mode: 0o600 }));
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		}
		const tooBig = bytes > MOST_PHOTO_BYTES;
		if (tooBig || noRoom) await rm(path, { force: true });
		return { path, bytes, tooBig, noRoom, sourceHash: hash.digest("hex"), sourceName: fileName(file.originalname) };
	}

	_removeFile(_req: Request, file: Express.Multer.File, done: (error: Error | null) => void) {
		rm(file.path, { force: true }).then(() => done(null), done);
	}
}

/** Small browsers send the whole path; bidi controls and odd characters have no place in a name that is shown. */
function fileName(original: string): string {
	const utf8 = Buffer.from(original, "latin1").toString("utf8");
	const readable = utf8.includes("\ufffd") ? original : utf8;
	const name = basename(readable.replaceAll("\\", "/")).replace(/[\p{C}<>]/gu, "");
	return [...name].slice(0, 100).join("") || "photo";
}

/**
 * Reads the body the access table allows for the route, once, for pages and calls alike: `req.form` holds texts only,
 * `req.upload` the photo. Nothing behind this reads the stream again.
 */
export function createBodyParser(config: Config, disk: Disk, temporary: string): RequestHandler[] {
	const upload = multer({
		storage: new TemporaryStorage(temporary, disk),
		limits: {
			files: 1,
			// Every box of the largest form ticked, and its texts.
			fields: 120,
			parts: 122,
			fieldSize: MOST_FIELD_BYTES,
			fieldNameSize: 64,
			headerPairs: 20,
			// `a[4294967294]` would otherwise make an array of that length.
			fieldArrayIndexLimit: 0,
			fieldNestingDepth: 0,
		},
	});
	const withPhoto = upload.single("file");
	const withoutPhoto = upload.none();
	// Every slot of a full day of the schedule ticked: 100 in each of 20 tracks.
	const urlencoded = express.urlencoded({ extended: false, limit: 256 * KIB, parameterLimit: 2_100 });
	const json = express.json({ limit: 100 * KIB, strict: true });
	const active = new Map<string, number>();
	let all = 0;

	const parse: RequestHandler = (req, res, next) => {
		req.form = {};
		const kind = req.access?.body;
		if (req.method === "GET" || req.method === "HEAD") return next();
		const type = (req.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
		if (type === "" && req.headers["content-length"] === undefined && !req.headers["transfer-encoding"]) return next();
		const takesJson = kind === "json" || (kind === "form" && req.access?.kind === "rest");
		if (takesJson && (type === "application/json" || type === "")) return json(req, res, next);
		if (type === "application/x-www-form-urlencoded" && kind) return urlencoded(req, res, next);
		if (type !== "multipart/form-data" || !kind || kind === "json") throw new AppError("UNSUPPORTED_TYPE");
		const length = Number(req.headers["content-length"]);
		if (!Number.isInteger(length)) throw new AppError("LENGTH_REQUIRED");
		if (length > MOST_REQUEST_BYTES) throw new AppError("TOO_LARGE");
		admit(req, res);
		(kind === "upload" ? withPhoto : withoutPhoto)(req, res, next);
	};

	function admit(req: Request, res: Express.Response & { once: NodeJS.EventEmitter["once"] }): void {
		const network = networkOf(req.ip);
		const mine = active.get(network) ?? 0;
		const { perNetwork, all: most } = UPLOADS_AT_ONCE;
		if (mine >= perNetwork * config.rateLimitScale || all >= most * config.rateLimitScale) {
			throw new AppError("BUSY", { retryAfter: 5 });
		}
		active.set(network, mine + 1);
		all += 1;
		res.once("close", () => {
			all -= 1;
			const left = (active.get(network) ?? 1) - 1;
			if (left > 0) active.set(network, left);
			else active.delete(network);
			// Whatever the photo service did not take over is of no use once the answer is out.
			if (req.file) void rm(req.file.path, { force: true });
		});
	}

	const collect: RequestHandler = (req, _res, next) => {
		// A file without bytes is no file (specification section 5: non-zero size and a name).
		const file = req.file as (Express.Multer.File & UploadedFile) | undefined;
		if (file) req.upload = file.bytes > 0 ? file : undefined;
		req.form = toForm(req.body);
		next();
	};
	return [parse, collect];
}

/** Only texts and lists of texts: nested names (`a[b]`) and other types are refused. @throws AppError BAD_REQUEST */
function toForm(body: unknown): RawForm {
	const form: Record<string, string | string[]> = {};
	if (body === undefined || body === null) return form;
	if (typeof body !== "object" || Array.isArray(body)) throw new AppError("BAD_REQUEST");
	for (const [name, value] of Object.entries(body)) {
		if (name === "__proto__" || name.includes("[")) throw new AppError("BAD_REQUEST");
		if (typeof value === "string") form[name] = value;
		else if (isDense(value) && value.every((item) => typeof item === "string")) form[name] = value;
		else if (typeof value === "boolean" || typeof value === "number") form[name] = String(value);
		else if (value !== null) throw new AppError("BAD_REQUEST");
	}
	return form;
}

/** `every` skips holes, so an array must be known to have none. */
function isDense(value: unknown): value is unknown[] {
	return Array.isArray(value) && Object.keys(value).length === value.length;
}
