import { readFile, rm } from "node:fs/promises";
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import multer from "multer";
import type { RawForm } from "../../app/programmes/answers.ts";
import type { Config } from "../config.ts";
import type { Disk } from "../disk.ts";
import { AppError } from "../errors.ts";
import { MOST_REQUEST_BYTES } from "../proxy-check.ts";
import { createFairQueue } from "../services/limits/fair-queue.ts";
import { MOST_BASE64_PHOTO, type UploadedFile } from "../services/photos/photos.ts";
import { isByTeam } from "./actor.ts";
import { ipPrefix } from "./network.ts";
import { createSlots, type Leave } from "./slots.ts";
import { TemporaryStorage } from "./temporary-storage.ts";
import { watchSpeed } from "./too-slow.ts";

const KIB = 1024;
/** Far above any field's limit, so that a too long text gets a message at its field. */
const MOST_FIELD_BYTES = 128 * KIB;
/** Twice what every field of the largest form takes, with four bytes for each character. */
const MOST_TEXT_BYTES = 512 * KIB;
/** An import's checked text is posted back as one large field; the largest document has 1 MB. */
const MOST_IMPORT_BYTES = 1088 * KIB;
/** Forms without a file, or read without their file when no upload place is free. */
const MOST_PLAIN_BYTES = 256 * KIB;
const MOST_JSON_BYTES = 100 * KIB;
/** A photo of the largest size as base64, and the texts. */
const MOST_JSON_WITH_PHOTO_BYTES = MOST_BASE64_PHOTO + MOST_JSON_BYTES;
/** Values in such JSON: more than any form has. */
const MOST_JSON_VALUES = 1_000;
/** The largest visitor form (artistic works) posts 56 controls with every box ticked and its file kept, 57 if its call ends by date. */
const MOST_FIELDS = 60;
/** All slots of a full day ticked: 100 in each of 20 tracks. */
const MOST_FIELDS_OF_ADMINISTRATORS = 2_100;

/** Concurrent uploads. They wait on disk for re-encoding, so many fit. */
const UPLOADS_AT_ONCE = { address: 6, network: 24, all: 400 };
/** JSON with a photo takes several times its size in memory, so one is parsed after the other. */
const PARSING = { concurrency: 1, queue: 400, patienceMs: 60_000 };
/** Concurrent bodies in memory: small, but slow connections can hold many. */
const READ_AT_ONCE = { address: 60, network: 120, all: 400 };

/**
 * Reads the body once, as the access table allows: `req.form` has texts, `req.upload` the photo. Later code never
 * reads the stream.
 */
export function createBodyParser(config: Config, disk: Disk, temporary: string): RequestHandler[] {
	// The type declarations of multer lack `streamHandler`.
	const storage = new TemporaryStorage(temporary, disk);
	const options = {
		storage,
		fileFilter: ((req, _file, done) => {
			req.withoutUpload = withoutFile.has(req);
			done(null, !req.withoutUpload);
		}) satisfies multer.Options["fileFilter"],
		limits: {
			files: 1,
			fields: MOST_FIELDS,
			parts: MOST_FIELDS + 2,
			fieldSize: MOST_FIELD_BYTES,
			fieldNameSize: 64,
			headerPairs: 20,
			// `a[4294967294]` would otherwise make an array of that length.
			fieldArrayIndexLimit: 0,
			fieldNestingDepth: 0,
		},
		streamHandler: boundedText(MOST_TEXT_BYTES),
	} satisfies multer.Options & { streamHandler: unknown };
	const upload = multer(options);
	const withPhoto = upload.single("file");
	const withoutPhoto = upload.none();
	const imports = multer({
		...options,
		limits: { ...options.limits, fieldSize: MOST_IMPORT_BYTES },
		streamHandler: boundedText(MOST_IMPORT_BYTES),
	} as typeof options);
	const withFile = imports.single("file");
	const plain = (parameterLimit: number) =>
		express.urlencoded({ extended: false, inflate: false, limit: MOST_PLAIN_BYTES, parameterLimit });
	const urlencoded = plain(MOST_FIELDS);
	const urlencodedOfTeam = plain(MOST_FIELDS_OF_ADMINISTRATORS);
	const json = express.json({ limit: MOST_JSON_BYTES, strict: true });
	const uploads = createSlots(UPLOADS_AT_ONCE, config.rateLimitScale);
	const parsing = createFairQueue({ ...PARSING, scale: config.rateLimitScale });
	const readings = createSlots(READ_AT_ONCE, config.rateLimitScale);
	/** Requests whose file is discarded because no upload place is free. */
	const withoutFile = new WeakSet<object>();

	const parse: RequestHandler = (req, res, next) => {
		req.form = {};
		req.oddFields = [];
		req.withoutUpload = false;
		const kind = req.access?.body;
		if (req.method === "GET" || req.method === "HEAD") return next();
		const type = (req.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
		// Something without a type is refused below: the call must not be carried out as if nothing had come.
		if (type === "" && !hasBody(req)) return next();
		const takesJson = kind === "json" || (kind !== undefined && req.access?.kind === "rest");
		if (takesJson && type === "application/json") {
			// express.json would make an empty object of nothing.
			if (!hasBody(req)) return next();
			if (kind !== "upload" || isSmall(req)) return read(req, res, json, next);
			return readWithPhoto(req, res, next);
		}
		if (!kind || isEncoded(req)) throw new AppError("UNSUPPORTED_TYPE");
		if (type === "application/x-www-form-urlencoded") {
			return read(req, res, isByTeam(req) ? urlencodedOfTeam : urlencoded, next);
		}
		if (type !== "multipart/form-data" || kind === "json") throw new AppError("UNSUPPORTED_TYPE");
		const length = Number(req.headers["content-length"]);
		if (!Number.isInteger(length)) throw new AppError("LENGTH_REQUIRED");
		if (length > (kind === "upload" ? MOST_REQUEST_BYTES : MOST_TEXT_BYTES + 64 * KIB)) throw new AppError("TOO_LARGE");
		if (kind === "form") return read(req, res, withoutPhoto, next);
		const leave = uploads.take(req);
		if (leave) {
			res.once("close", () => {
				leave();
				// Removes the uploaded file unless the photo service took it.
				if (req.file) void rm(req.file.path, { force: true });
			});
			return within(req, res, isByTeam(req) ? withFile : withPhoto, next);
		}
		const busy = new AppError("BUSY", { retryAfter: 5 });
		// Discards the file while reading, so that the form can be shown again with its texts.
		if (req.access?.kind !== "page") throw busy;
		req.refusal ??= busy;
		withoutFile.add(req);
		read(req, res, withPhoto, next);
	};

	/** Reads JSON with a photo in it: onto the disk first, because who sends slowly would hold its memory for minutes. */
	function readWithPhoto(req: Request, res: Response, next: NextFunction): void {
		const { charset = "utf-8" } =
			/;\s*charset="?(?<charset>[^";\s]+)/i.exec(req.headers["content-type"] ?? "")?.groups ?? {};
		if (isEncoded(req) || charset.toLowerCase() !== "utf-8") throw new AppError("UNSUPPORTED_TYPE");
		if (Number(req.headers["content-length"]) > MOST_JSON_WITH_PHOTO_BYTES) throw new AppError("TOO_LARGE");
		const leave = uploads.take(req);
		if (!leave) throw new AppError("BUSY", { retryAfter: 5 });
		res.once("close", leave);
		const arrived = (_req: Request, _res: Response, done: NextFunction) =>
			void storage
				.keepWhole(req, MOST_JSON_WITH_PHOTO_BYTES)
				.then((path) => parsing({ network: ipPrefix(req.ip) }, () => parseWithPhoto(req, res, path)))
				.then(() => done(), done);
		within(req, res, arrived, next);
	}

	async function parseWithPhoto(req: Request, res: Response, path: string): Promise<void> {
		const json = await readFile(path).finally(() => rm(path, { force: true }));
		assertFewValues(json);
		req.body = parsed(json);
		await keepPhoto(req, res);
	}

	/** Reads a body into memory; its place is released when it has arrived. */
	function read(req: Request, res: Response, parser: RequestHandler, next: NextFunction): void {
		const leave = readings.take(req);
		if (!leave) throw new AppError("BUSY", { retryAfter: 5 });
		res.once("close", leave);
		within(req, res, parser, next, leave);
	}

	async function collect(req: Request, res: Response): Promise<void> {
		// A field without a choice has a part without a name, which is no file; a chosen one may be empty.
		if (req.file) req.upload = req.file as Express.Multer.File & UploadedFile;
		if (req.access?.body === "upload" && req.is("json")) await keepPhoto(req, res);
		Object.assign(req, toForm(req.body, { isJson: Boolean(req.is("json")), isJudged: req.access?.body === "json" }));
	}

	/** Moves a photo out of a JSON body onto the disk. */
	async function keepPhoto(req: Request, res: Response): Promise<void> {
		const photo = takePhoto(req.body);
		if (!photo) return;
		const kept = await storage.keepBytes(photo, String(req.body.filename ?? ""));
		res.once("close", () => void rm(kept.path, { force: true }));
		req.upload = kept;
	}
	return [parse, (req, res, next) => void collect(req, res).then(() => next(), next)];
}

/** Parses a body. @throws AppError BAD_REQUEST unless it is a JSON object or list */
function parsed(json: Buffer): object {
	try {
		const value: unknown = JSON.parse(new TextDecoder().decode(json));
		if (typeof value === "object" && value !== null) return value;
	} catch {
		// Refused below.
	}
	throw new AppError("BAD_REQUEST");
}

/** Continues once: when the body is read, or when it arrives too slowly. */
function within(req: Request, res: Response, parser: RequestHandler, next: NextFunction, leave?: Leave): void {
	let gone = false;
	const goOn = (error?: unknown) => {
		if (gone) return;
		gone = true;
		leave?.();
		next(error);
	};
	watchSpeed(req, res, () => goOn(new AppError("TOO_SLOW")));
	parser(req, res, goOn as NextFunction);
}

/** Passes the stream on until the total text limit is reached. */
const boundedText = (most: number) => (req: Request, reader: NodeJS.WritableStream) => {
	let bytes = 0;
	// The name of a malformed part can be undefined. Nothing catches an exception thrown here: it would end the server.
	reader.on("field", (name: string | undefined, value: string | undefined) => {
		bytes += Buffer.byteLength(name ?? "") + Buffer.byteLength(value ?? "");
		if (bytes <= most) return;
		req.body = {};
		reader.emit("error", new AppError("TOO_LARGE"));
	});
	req.pipe(reader);
};

function hasBody({ headers }: Request): boolean {
	return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}

/** JSON up to 100 KiB, or without Content-Length, is read at once; a photo needs the length. */
const isSmall = (req: Request): boolean => Number(req.headers["content-length"] ?? 0) <= MOST_JSON_BYTES;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING_OR_COMMA: ReadonlySet<number | undefined> = new Set([..."[{,"].map((sign) => sign.charCodeAt(0)));

/**
 * Counts the values of JSON before it is parsed: ten million brackets would take a second and gigabytes.
 * @throws AppError TOO_LARGE
 */
function assertFewValues(json: Buffer): void {
	let values = 0;
	for (let at = 0; at < json.length; at += 1) {
		if (json[at] === QUOTE) at = endOfText(json, at);
		else if (OPENING_OR_COMMA.has(json[at])) values += 1;
		if (values > MOST_JSON_VALUES) throw new AppError("TOO_LARGE", { text: "TOO_MANY_FIELDS" });
	}
}

/** Where the text that begins at a quotation mark ends. */
function endOfText(json: Buffer, from: number): number {
	for (let at = json.indexOf(QUOTE, from + 1); at > 0; at = json.indexOf(QUOTE, at + 1)) {
		let before = at;
		while (json[before - 1] === BACKSLASH) before -= 1;
		if ((at - before) % 2 === 0) return at;
	}
	return json.length;
}

/** Takes `file` out of a JSON body: a photo as a data URL. Whatever else is judged, and refused, as a file. */
function takePhoto(body: unknown): Buffer | undefined {
	if (typeof body !== "object" || body === null || !("file" in body)) return;
	const given = body.file;
	delete body.file;
	if (given === null || given === "") return;
	const file = typeof given === "string" ? given : JSON.stringify(given);
	const comma = file.indexOf(",");
	const isData = /^data:[^,]{0,200};base64$/i.test(file.slice(0, Math.max(comma, 0)));
	const bytes = isData ? Buffer.from(file.slice(comma + 1), "base64") : undefined;
	// Characters that are not base64 are left out without a word.
	const isWhole = bytes && bytes.length > 0 && bytes.length >= Math.floor(((file.length - comma - 3) * 3) / 4);
	return isWhole ? bytes : Buffer.from(file);
}

/** Refuses Content-Encoding: browsers never compress forms, and compression hides the length. */
function isEncoded(req: Request): boolean {
	return (req.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
}

/**
 * Converts the body to texts and lists of texts. Nested names (`a[b]`) and other types are refused in forms. JSON has other
 * fields, which calls may ignore, and its fields of another type are named in `oddFields`.
 * @param isJudged JSON calls with a schema, which judges types
 * @throws AppError BAD_REQUEST
 */
function toForm(
	body: unknown,
	{ isJson, isJudged }: { isJson: boolean; isJudged: boolean },
): { form: RawForm; oddFields: string[] } {
	const form: Record<string, string | string[]> = {};
	const oddFields: string[] = [];
	if (body === undefined || body === null) return { form, oddFields };
	if (typeof body !== "object" || Array.isArray(body)) throw new AppError("BAD_REQUEST");
	for (const [name, value] of Object.entries(body)) {
		if (name === "__proto__" || name.includes("[")) {
			if (isJson) continue;
			throw new AppError("BAD_REQUEST");
		}
		if (typeof value === "string") form[name] = value;
		else if (isDense(value) && value.every((item) => typeof item === "string")) form[name] = value;
		else if (typeof value === "boolean" || typeof value === "number") form[name] = String(value);
		else if (value !== null && !isJudged) {
			if (!isJson) throw new AppError("BAD_REQUEST");
			oddFields.push(name);
		}
	}
	return { form, oddFields };
}

/** `every` skips holes, so check the length. */
function isDense(value: unknown): value is unknown[] {
	return Array.isArray(value) && Object.keys(value).length === value.length;
}
