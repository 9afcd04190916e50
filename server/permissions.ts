import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "./config.ts";

const OTHERS = 0o077;
const STICKY = 0o1000;
/** Files the program creates; it leaves others alone. */
const OWN_DATA =
	/^(rostrum\.db|lock\.db|secrets\.json|orderly-end$|operator\.log$|backup-elsewhere\.json$|tmp$|backups$|cards$|mail$|before-|\.backup-|\.restored$)/;
/** Files that only this program makes. */
const PROOF = /^(rostrum\.db|secrets\.json|before-)/;
/** Files that a new disk, a new folder or the operator's settings bring along. */
const USUAL = new Set(["lost+found", ".gitkeep", ".DS_Store", ".env"]);
const OWN_UPLOADS = /^(\.?[0-9a-f]{32}|\.rostrum$|before-)/;

/** Sets umask 077 for everything this process creates. */
export function keepToOwner(): void {
	process.umask(OTHERS);
}

/**
 * A program run by root goes on as the owner of the database, or of the folder it will be made in: the service could not use
 * files of root.
 * @throws ConfigError where root may not do that
 */
export function becomeOwner(database: string): void {
	if (process.getuid?.() !== 0) return;
	let path = database;
	while (!existsSync(path)) path = dirname(path);
	const { uid, gid } = statSync(path);
	if (uid === 0) return;
	try {
		process.setgroups?.([gid]);
		process.setgid?.(gid);
		process.setuid?.(uid);
	} catch (cause) {
		throw new ConfigError(`Run this as the owner of ${path} (uid ${uid})`, { cause });
	}
}

/**
 * Removes other users' permissions on a file or folder.
 * @throws ConfigError if that fails, and for a folder shared by all users, such as /tmp
 */
export function tighten(path: string): void {
	// File systems of Windows have other rules.
	if (process.platform === "win32" || lstatSync(path).isSymbolicLink()) return;
	const { mode } = lstatSync(path);
	if ((mode & OTHERS) === 0) return;
	const refuse = () => {
		throw new ConfigError(`${path} is open to other users and cannot be closed to them; use a folder of your own`);
	};
	if (mode & STICKY) refuse();
	try {
		chmodSync(path, mode & 0o700);
	} catch {
		refuse();
	}
	// Some file systems accept chmod without effect.
	if ((lstatSync(path).mode & OTHERS) !== 0) refuse();
}

/**
 * Refuses a data directory before the first start, if other users may read it and it has files that are not ours, as `/srv`
 * has: the start would close it to them.
 * @param uploads the folder of photos, which may be within
 * @throws ConfigError
 */
export function assertOwnFolder(folder: string, uploads: string): void {
	if (process.platform === "win32" || !existsSync(folder) || (statSync(folder).mode & OTHERS) === 0) return;
	const names = readdirSync(folder);
	if (names.some((name) => PROOF.test(name))) return;
	const foreign = names.filter(
		(name) => !OWN_DATA.test(name) && !USUAL.has(name) && !`${uploads}/`.startsWith(`${join(folder, name)}/`),
	);
	if (foreign.length === 0) return;
	throw new ConfigError(
		`DATA_DIR ${folder} holds other files (${foreign.slice(0, 3).join(", ")}) and would be closed to other users; use a folder of its own`,
	);
}

/** Restricts the data directory and its known files to the owner. @throws ConfigError */
export const tightenData = (folder: string) => tightenFolder(folder, OWN_DATA);

/** The same for the folder of photos, once it is known to be ours. */
export const tightenUploads = (folder: string) => tightenFolder(folder, OWN_UPLOADS);

function tightenFolder(folder: string, own: RegExp): void {
	// It may be a symbolic link to the data.
	tighten(realpathSync(folder));
	for (const name of readdirSync(folder)) if (own.test(name)) tightenBelow(join(folder, name));
}

function tightenBelow(path: string): void {
	// A command may have removed it in the meantime.
	const found = lstatSync(path, { throwIfNoEntry: false });
	if (!found) return;
	tighten(path);
	if (found.isDirectory()) for (const name of readdirSync(path)) tightenBelow(join(path, name));
}
