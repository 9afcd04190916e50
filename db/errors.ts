/** The database cannot be used. The message is one line for the operator. */
export class UnusableDatabase extends Error {}

/** An earlier program wrote the database, and who opens it may not migrate it. The message is one line for the operator. */
export class OlderDatabase extends UnusableDatabase {}

/** A folder or file was moved, removed or unmounted while the program ran. The message is one line for the operator. */
export class LostFiles extends Error {}

/** Fault and remedy by prefix of the SQLite code; the longest match wins. */
const WORDS: readonly (readonly [code: string, words: string])[] = [
	["SQLITE_NOTADB", "is not a database; restore a backup: npm run cli -- restore FILE"],
	["SQLITE_CORRUPT", "is damaged; restore a backup: npm run cli -- restore FILE"],
	["SQLITE_IOERR_SHORT_READ", "is damaged; restore a backup: npm run cli -- restore FILE"],
	["SQLITE_IOERR", "cannot be read or written; check the disk"],
	["SQLITE_FULL", "cannot be written because the disk is full; free some space and try again"],
	["SQLITE_READONLY", "cannot be written; let the user who runs rostrum own it and its folder"],
	["SQLITE_PERM", "cannot be written; let the user who runs rostrum own it and its folder"],
	["SQLITE_CANTOPEN", "cannot be opened; let the user who runs rostrum own it and its folder"],
	["SQLITE_BUSY", "is locked by another program; try again when it is done"],
	["SQLITE_LOCKED", "is locked by another program; try again when it is done"],
];

/** The SQLite result code of an error (`SQLITE_FULL`, `SQLITE_CONSTRAINT_UNIQUE` …), looking through wrappers. */
export function sqliteCode(error: unknown): string | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ("code" in cause && typeof cause.code === "string" && cause.code.startsWith("SQLITE_")) return cause.code;
	}
}

/**
 * Converts SQLite errors about the file or disk to one line that names the file; other errors are returned unchanged.
 */
export function ofFile(file: string, error: unknown): unknown {
	if (error instanceof UnusableDatabase) return error;
	const code = sqliteCode(error);
	const words = code && WORDS.find(([start]) => code.startsWith(start))?.[1];
	return words ? new UnusableDatabase(`${file} ${words} (${code})`, { cause: error }) : error;
}
