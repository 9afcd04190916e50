import { LostFiles, ofFile, UnusableDatabase } from "../db/errors.ts";
import { BackupFault } from "./backup/archive.ts";
import { ConfigError } from "./config.ts";
import { packageFault } from "./package-fault.mjs";

const OWNER = "let the user who runs rostrum own it and its folder";
/** System errors of files and folders, with the remedy. */
const WORDS: Readonly<Record<string, string>> = {
	ENOSPC: "cannot be written because the disk is full; free some space and try again",
	EDQUOT: "cannot be written because the disk is full; free some space and try again",
	EFBIG: "cannot be written because it would become too large for this user or disk; raise the limit",
	EACCES: `cannot be used; ${OWNER}`,
	EPERM: `cannot be used; ${OWNER}`,
	EROFS: "cannot be written because the disk is mounted read-only; mount it for writing",
	ENOTDIR: "cannot be used, because a part of it is not a folder; choose another path",
	EEXIST: "cannot be made, because something else has this name; choose another path",
	EISDIR: "is a folder where a file should be; remove it or choose another path",
	ENOENT: "is not there; choose another path",
	ELOOP: "is a link that leads nowhere; choose another path",
	EIO: "cannot be read or written; check the disk",
	EMFILE: "cannot be opened, because too many files are; raise the limit of open files",
};

/** Remedies where the portal cannot listen. */
const LISTEN: Readonly<Record<string, string>> = {
	EADDRINUSE: "stop the program that has this port, or set PORT",
	EACCES: "only root may use this port; set PORT to one above 1023",
	EADDRNOTAVAIL: "set HOST to an address of this machine",
};

/** mkdir reports ENOENT if it cannot create parents, whatever the cause. */
const NOT_MADE = "cannot be made; free some space, or choose a path on a disk that can be written";

/**
 * One line about a fault the operator can fix; undefined for bugs.
 * @param database path, for SQLite errors without one
 */
export function surroundingsFault(error: unknown, database?: string): string | undefined {
	const known = database === undefined ? error : ofFile(database, error);
	const kinds = [ConfigError, UnusableDatabase, BackupFault];
	if (known instanceof Error && kinds.some((kind) => known instanceof kind)) return known.message;
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if (!("syscall" in cause) || !("code" in cause)) continue;
		if (cause.syscall === "listen") return `${cause.message}; ${LISTEN[String(cause.code)] ?? "set HOST and PORT"}`;
		const words = cause.syscall === "mkdir" && cause.code === "ENOENT" ? NOT_MADE : WORDS[String(cause.code)];
		const path = "path" in cause && typeof cause.path === "string" ? cause.path : "A file";
		if (words) return `${"dest" in cause ? cause.dest : path} ${words} (${cause.code})`;
	}
	if (error instanceof LostFiles) return error.message;
	return packageFault(error);
}
