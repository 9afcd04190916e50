import { LostFiles, sqliteCode } from "../db/errors.ts";

/** Errors that visitors cannot correct. The message is looked up by code. */
const STATUS = {
	BAD_REQUEST: 400,
	BAD_HOST: 400,
	NOT_SIGNED_IN: 401,
	FORBIDDEN: 403,
	NOT_FRESH: 403,
	UNCONFIRMED: 403,
	CROSS_ORIGIN: 403,
	FORM_TOKEN: 403,
	NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	TOO_SLOW: 408,
	CONFLICT: 409,
	PROGRAMME_CLOSED: 409,
	LETTER_SENT: 409,
	LETTER_STATUS: 409,
	LETTER_ADDRESS: 409,
	LETTER_WITHDRAWN: 409,
	STATUS_NOT_ALLOWED: 409,
	LETTER_TEXT: 422,
	TRACK_UNKNOWN: 422,
	TRACK_INACTIVE: 422,
	KEYWORD_UNKNOWN: 422,
	LENGTH_REQUIRED: 411,
	TOO_LARGE: 413,
	UNSUPPORTED_TYPE: 415,
	TOO_MANY: 429,
	INTERNAL: 500,
	BUSY: 503,
	STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

export const ERROR_CODES = Object.keys(STATUS) as [ErrorCode, ...ErrorCode[]];

/** A more specific message than the code's. Clients see the code only. */
export type Closer =
	| "EDITING_ENDED"
	| "LATE"
	| "LINK_ENDED"
	| "LINK_EXPIRED"
	| "LINK_UNKNOWN"
	| "LINK_USED"
	| "NO_ADDRESS"
	| "ON_TRIAL"
	| "RESTARTING"
	| "STORAGE_LOST"
	| "TOO_MANY_ENTRIES"
	| "TOO_MANY_FIELDS"
	| "TRACK_TAKEN";
/** Codes whose messages browsers have, because the console shows them itself. */
type InBrowser = "INTERNAL" | "NOT_SIGNED_IN";

/** Key of the sentence for a fault. */
export type ErrorText = `errors.${InBrowser}` | `refusals.${Exclude<ErrorCode, InBrowser> | Closer}`;

function keyOf(name: ErrorCode | Closer): ErrorText {
	return name === "INTERNAL" || name === "NOT_SIGNED_IN" ? `errors.${name}` : `refusals.${name}`;
}

export class AppError extends Error {
	readonly code: ErrorCode;
	readonly status: number;
	/** Seconds until a retry makes sense. */
	readonly retryAfter: number | undefined;
	readonly text: ErrorText;

	constructor(code: ErrorCode, options: { cause?: unknown; retryAfter?: number; text?: Closer } = {}) {
		super(code, { cause: options.cause });
		this.code = code;
		this.status = STATUS[code];
		this.retryAfter = options.retryAfter;
		this.text = keyOf(options.text ?? code);
	}
}

/**
 * Converts any thrown value to an AppError: broken bodies, busy, full or violated database constraints, else INTERNAL
 * (a bug).
 */
export function toAppError(error: unknown): AppError {
	if (error instanceof AppError) return error;
	const sqlite = sqliteCode(error);
	if (sqlite?.startsWith("SQLITE_BUSY")) return new AppError("BUSY", { cause: error, retryAfter: 2 });
	if (sqlite?.startsWith("SQLITE_FULL") || codeOf(error) === "ENOSPC")
		return new AppError("STORAGE_FULL", { cause: error });
	if (isOfStorage(error, sqlite)) return new AppError("BUSY", { cause: error, retryAfter: 30, text: "STORAGE_LOST" });
	if (sqlite?.startsWith("SQLITE_CONSTRAINT")) return new AppError("CONFLICT", { cause: error });
	return fromBodyError(error) ?? new AppError("INTERNAL", { cause: error });
}

/** Failing, read-only or missing disk, or too many open files: not the request's fault. */
function isOfStorage(error: unknown, sqlite = ""): boolean {
	if (error instanceof LostFiles || /^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(sqlite)) return true;
	return ["EIO", "EROFS", "EMFILE", "ENFILE"].includes(String(codeOf(error)));
}

/** Log message for errors that an operator must fix; undefined otherwise. */
export function operatorsPart({ code, text, cause }: AppError): string | undefined {
	if (text === "refusals.STORAGE_LOST" && cause instanceof Error) return `nothing is stored: ${cause.message}`;
	return code === "STORAGE_FULL" ? "the disk is full, nothing new is taken" : undefined;
}

/** Errors of the body parsers: multer's carry codes or only texts, the others an HTTP status. */
function fromBodyError(error: unknown): AppError | undefined {
	if (!(error instanceof Error)) return;
	if (error.name === "MulterError") {
		const code = String(codeOf(error));
		if (code === "LIMIT_FIELD_COUNT" || code === "LIMIT_PART_COUNT") return tooManyFields(error);
		const tooLarge = code === "LIMIT_FIELD_VALUE" || code === "LIMIT_FILE_SIZE";
		return new AppError(tooLarge ? "TOO_LARGE" : "BAD_REQUEST", { cause: error });
	}
	if (
		error instanceof URIError ||
		/^(Unexpected end of form|Multipart: |Malformed part header|Boundary not found|Request (aborted|closed))/.test(
			error.message,
		)
	) {
		return new AppError("BAD_REQUEST", { cause: error });
	}
	if ("type" in error && error.type === "parameters.too.many") return tooManyFields(error);
	const status = "status" in error && typeof error.status === "number" ? error.status : 500;
	if (status === 413) return new AppError("TOO_LARGE", { cause: error });
	if (status === 415) return new AppError("UNSUPPORTED_TYPE", { cause: error });
	return status >= 400 && status < 500 ? new AppError("BAD_REQUEST", { cause: error }) : undefined;
}

const tooManyFields = (cause: unknown) => new AppError("TOO_LARGE", { cause, text: "TOO_MANY_FIELDS" });

function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}
