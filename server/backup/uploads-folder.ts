import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UnusableDatabase } from "../../db/errors.ts";
import { flushNow } from "../../db/flush.ts";
import { MARKER, markerIn } from "../uploads-marker.ts";
import { backupsIn, DATABASE, type Directories, photoIn, SECRETS } from "./archive.ts";

/** Files ignored when deciding whose folder it is. */
const NOBODYS = /^(\.git(keep|ignore)|\.rostrum(\.new)?|lost\+found|before-.*)$/;
/** Maximum number of photos checked in an unmarked folder. */
const MOST_LOOKED_UP = 1_000;
const BEGIN_ANEW = "npm start -- --new";

/** The installation, as far as the folder of its photos goes. */
interface Installation {
	/** 32 hexadecimal digits. */
	name(): Promise<string>;
	knowsAny(photos: readonly string[]): boolean;
	photosInUse(): number;
}

/**
 * Refuses to create an empty database if there are signs of a lost one.
 * @param anew the operator requested an empty database
 * @returns whether to start with an empty database
 * @throws UnusableDatabase if keys, photos or backups exist without a database
 */
export function beginsAnew({ dataDir, uploadsDir }: Directories, anew: boolean): boolean {
	const database = join(dataDir, DATABASE);
	if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
	if (anew) return true;
	const left = [
		...(existsSync(join(dataDir, SECRETS)) ? [join(dataDir, SECRETS)] : []),
		...found(uploadsDir, (name) => name === MARKER || photoIn(name) !== undefined),
		...found(backupsIn({ dataDir }), (name) => /\.(tar|db)$/.test(name)),
	];
	if (!left[0]) return false;
	throw new UnusableDatabase(
		`${database} is missing or empty, but ${left[0]} is there. Check DATA_DIR and UPLOADS_DIR, put the database back, ` +
			`or restore a backup (npm run cli -- restore FILE). To begin with an empty one: ${BEGIN_ANEW}`,
	);
}

/**
 * Claims the photos folder for this installation on the first run; later checks that it still belongs to it.
 * @param anew a new database takes over the existing files, removing none
 * @throws UnusableDatabase if the folder belongs to another installation or program, or has lost the photos
 */
export async function claimUploads(own: Installation, uploadsDir: string, anew: boolean): Promise<void> {
	const name = await own.name();
	const present = markerIn(uploadsDir);
	if (present === name) return;
	if (!anew && present !== undefined) {
		throw new UnusableDatabase(
			`${uploadsDir} holds the photos of another installation (${join(uploadsDir, MARKER)}); set UPLOADS_DIR to a folder of its own`,
		);
	}
	if (!anew) assertNobodys(own, uploadsDir, name);
	markUploads(uploadsDir, name);
}

/** Recognises an unmarked folder of an older version by its photos. */
function assertNobodys(own: Installation, uploadsDir: string, name: string): void {
	const inside = readdirSync(uploadsDir).filter((one) => !NOBODYS.test(one));
	if (inside.length === 0) {
		const lost = own.photosInUse();
		if (lost === 0) return;
		throw new UnusableDatabase(
			`${uploadsDir} is empty, but entries of the database have photos (${lost}). Mount the folder that holds them. ` +
				`To go on without them: echo ${name} > ${join(uploadsDir, MARKER)}`,
		);
	}
	const names = inside.flatMap((one) => photoIn(one) ?? []).slice(0, MOST_LOOKED_UP);
	if (own.knowsAny(names)) return;
	throw new UnusableDatabase(
		`${uploadsDir} holds files of something else (${inside[0]}); set UPLOADS_DIR to an empty folder of its own`,
	);
}

/** Writes the marker. If that fails, the next start checks the photos again. */
export function markUploads(uploadsDir: string, name: string | undefined): void {
	const marker = join(uploadsDir, MARKER);
	if (name === undefined) {
		rmSync(marker, { force: true });
		return;
	}
	writeFileSync(`${marker}.new`, `${name}\n`, { mode: 0o600 });
	flushNow(`${marker}.new`);
	renameSync(`${marker}.new`, marker);
	flushNow(uploadsDir);
}

function found(folder: string, isOne: (name: string) => boolean): string[] {
	const name = existsSync(folder) ? readdirSync(folder).find(isOne) : undefined;
	return name === undefined ? [] : [join(folder, name)];
}
