import { existsSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { assertKnownMigrations } from "../../db/copy.ts";
import { ERASURES } from "../../db/erasures.ts";
import { eventZoneIn } from "../../db/event-zone.ts";
import { makeFolder } from "../../db/folder.ts";
import { BackupFault, backupsIn, DATABASE, inWorkFolder, type Manifest, PHOTOS, SECRETS } from "../backup/archive.ts";
import { dailyName, makeDaily, PHOTOS_MISSING, removeOldDaily } from "../backup/daily.ts";
import { hasJournal } from "../backup/journals.ts";
import { noteElsewhere } from "../backup/leftovers.ts";
import { backupName, makeBackup } from "../backup/make.ts";
import { restoreBackup } from "../backup/restore.ts";
import { assertShowable, unpack } from "../backup/unpack.ts";
import { FREE_FOR_UPLOADS_BYTES } from "../disk.ts";
import { print, printError } from "../print.ts";
import { counted, type FileVerb, type Site } from "./verb.ts";

const WITH_SECRETS = "--with-secrets";
const DAILY = "--daily";
const DRILL = "--drill";

/** Makes a backup beside a running server. */
export const backup: FileVerb = {
	name: "backup",
	takes: [],
	mayTake: ["FOLDER"],
	options: [WITH_SECRETS, DAILY],
	help: `Writes the database, the photos and ${ERASURES} into one file in DATA_DIR/backups or in FOLDER. The server may be
running. An interrupted backup never gets the name of a complete one. It contains personal data: store it safely.
${WITH_SECRETS} adds the keys. Without them a restored portal makes new ones, and private links in emails already sent and
tokens of API clients stop working. Whoever has the keys can use every private link.
${DAILY} names the backup after the day and removes older daily ones: seven daily and four weekly backups are kept.
Exits with ${PHOTOS_MISSING} if the backup was made but photos are missing; it names them and removes no older backup.`,
	async runOnFiles(site, [folder], options) {
		const now = new Date();
		const target = folder === undefined ? backupsIn(site) : resolve(folder);
		const isDaily = options.has(DAILY);
		// Yields CPU to the server.
		setPriority(constants.priority.PRIORITY_LOW);
		assertOwner(site.dataDir);
		const wanted = { folder: target, secrets: options.has(WITH_SECRETS), version: site.version, now };
		const zone = eventZoneIn(join(site.dataDir, DATABASE)) ?? site.zone;
		const made = isDaily
			? await makeDaily(site, { ...wanted, name: dailyName(now.getTime(), zone) })
			: await makeBackup(site, { ...wanted, name: backupName(now), leave: FREE_FOR_UPLOADS_BYTES });
		if (isDaily && made.missing.length === 0) await removeOldDaily(target);
		await noteElsewhere(site.dataDir, made.path, now.getTime());
		for (const photo of made.missing) printError(`The photo ${photo} is missing or cannot be read`);
		const { rows, photos } = made;
		site.security.note("backup.made", { keys: wanted.secrets, entries: rows.entries ?? 0, photos });
		const size = `${(made.bytes / 1024 ** 2).toFixed(1)} MB`;
		const keys = wanted.secrets ? "with" : "without";
		print(`${made.path}: ${size}, ${contents(rows, photos)}, ${keys} keys${ofEarlier(made.schema, site)}`);
		return made.missing.length > 0 ? PHOTOS_MISSING : 0;
	},
};

/** Says whether a backup could be restored. */
export const verify: FileVerb = {
	name: "verify",
	takes: ["FILE"],
	help: "Unpacks a backup next to the data and checks every file, the database and one photo against its manifest.\nPrints the first fault, if any, and exits with 1.",
	async runOnFiles(site, [file = ""]) {
		// Not in /tmp, which may be in memory.
		const below = existsSync(site.dataDir) ? site.dataDir : tmpdir();
		const manifest = await inWorkFolder(below, async (folder) => {
			const found = await unpack(resolve(file), folder);
			assertKnownMigrations(join(folder, DATABASE), site.migrationsFolder);
			await assertShowable(folder);
			return found;
		});
		print(`${file} is intact: ${about(manifest, site)}`);
		if (!hasJournal(manifest)) print(`It has no ${ERASURES}: keep that of its folder with it`);
		return 0;
	},
};

/** Puts a backup in the place of the present data. */
export const restore: FileVerb = {
	name: "restore",
	takes: ["FILE"],
	mayTake: ["FOLDER"],
	options: [DRILL],
	help: `Verifies a backup and replaces the present data with it. Stop the server first. The replaced data is kept in folders
named before-TIME in DATA_DIR and UPLOADS_DIR. Everyone has to log in again. Emails that were waiting in the backup are
marked as failed, because most have been sent since: retry them at /admin/mail. The next start erases whom the present data,
the backup, or what is in its folder (${ERASURES} and other backups) records as erased.
${DRILL} restores into a new or empty FOLDER instead, beside a running server, and serves that copy on this machine until you
stop it with Ctrl+C, which removes the copy. You can sign in and look at everything. No email leaves, and nothing can be
changed.`,
	async runOnFiles(site, [file = "", folder], options) {
		if (options.has(DRILL)) return drill(site, resolve(file), folder);
		if (folder !== undefined)
			throw new BackupFault(`A folder is only for ${DRILL}: restore replaces the data of DATA_DIR`);
		if (existsSync(site.dataDir)) assertOwner(site.dataDir);
		const { manifest, keys, before } = await restoreBackup(resolve(file), site, {
			migrations: site.migrationsFolder,
			now: new Date(),
		});
		const entries = manifest.rows.entries ?? 0;
		const photos = photosIn(manifest);
		site.security.note("backup.restored", { made: manifest.madeAt, keys: hasKeys(manifest), entries, photos });
		print(`Restored: ${about(manifest, site)}`);
		for (const folder of before) print(`The replaced data is in ${folder}`);
		if (keys !== "backup") print(`The backup has no keys: ${KEYS_AFTER[keys]}`);
		return 0;
	},
};

/** Restores into an empty folder and serves that. Returns only where it cannot. */
async function drill(site: Site, file: string, folder?: string): Promise<number> {
	if (folder === undefined) throw new BackupFault(`${DRILL} needs a new or empty folder for the copy`);
	const place = resolve(folder);
	const isNew = !existsSync(place);
	makeFolder(place);
	if ((await readdir(place)).length > 0)
		throw new BackupFault(
			`${place} is not empty; choose another folder, or remove what a drill that was killed left there`,
		);
	const copy = { dataDir: join(place, "data"), uploadsDir: join(place, "uploads") };
	const remove = async () => {
		for (const path of isNew ? [place] : Object.values(copy)) await rm(path, { recursive: true, force: true });
	};
	try {
		const { manifest } = await restoreBackup(file, copy, { migrations: site.migrationsFolder, now: new Date() });
		const address = await site.serve(copy, remove);
		site.security.note("command.run", { command: `restore ${DRILL}`, exit: 0 });
		print(`A test copy: ${about(manifest, site)}`);
		print(`It is at ${address}, for this machine only, until you stop it with Ctrl+C`);
	} catch (error) {
		await remove();
		throw error;
	}
	// The copy is served until a signal ends the process.
	return new Promise(() => undefined);
}

const KEYS_AFTER = {
	present: "the present keys stay",
	new: "new ones were made; private links in emails already sent and tokens of API clients stop working",
} as const;

const hasKeys = ({ files }: Manifest) => files.some(({ path }) => path === SECRETS);

const photosIn = ({ files }: Manifest) => files.filter(({ path }) => path.startsWith(PHOTOS)).length;

/** Says of data of another version that they are. */
function ofEarlier(schema: number, { migrations }: Pick<Site, "migrations">): string {
	return schema === migrations ? "" : `, data of version ${schema} (this program: ${migrations})`;
}

function about(manifest: Manifest, site: Pick<Site, "migrations">): string {
	const { madeAt, version, rows, missing } = manifest;
	const lost = missing.length > 0 ? `, ${missing.length} photos already missing` : "";
	return `made ${madeAt} by version ${version}, ${contents(rows, photosIn(manifest))}${lost}, ${hasKeys(manifest) ? "with" : "without"} keys${ofEarlier(manifest.schema, site)}`;
}

/** Refuses another user, whose files the server could not read. @throws BackupFault */
function assertOwner(directory: string): void {
	const { uid } = statSync(directory);
	const own = process.getuid?.();
	if (own !== undefined && own !== uid) throw new BackupFault(`Run this as the owner of ${directory} (uid ${uid})`);
}

function contents(rows: Record<string, number>, photos: number): string {
	return `${counted(rows.entries ?? 0, "entry", "entries")}, ${counted(photos, "photo")}`;
}
