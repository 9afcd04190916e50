import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inWorkFolder, type Manifest, SECRETS } from "../backup/archive.ts";
import { backupsIn, dailyName, removeOldDaily } from "../backup/daily.ts";
import { makeBackup } from "../backup/make.ts";
import { restoreBackup } from "../backup/restore.ts";
import { unpack } from "../backup/unpack.ts";
import type { FileVerb } from "./verb.ts";

const WITH_SECRETS = "--with-secrets";
const DAILY = "--daily";

/** Makes a backup beside a running server. */
export const backup: FileVerb = {
	name: "backup",
	takes: [],
	mayTake: ["FOLDER"],
	options: [WITH_SECRETS, DAILY],
	help: `Makes one file of the database and the photos as they are now, beside a running server, in DATA_DIR/backups or the
folder that is named. Only a whole backup gets its name. It holds personal data; store it accordingly.
${WITH_SECRETS} adds the keys: without them a restored portal makes new ones, and private links in mails and tokens of
API clients end. Who has the keys can use every private link.
${DAILY} names it by the day and removes older ones that were named so: seven days and four weeks before them stay.
Exits with 1 when photos are missing, which are named.`,
	async runOnFiles(site, [folder], options) {
		const now = new Date();
		const target = folder === undefined ? backupsIn(site) : resolve(folder);
		const isDaily = options.has(DAILY);
		const made = await makeBackup(site, {
			folder: target,
			name: isDaily ? dailyName(now.getTime(), site.zone) : `rostrum-${now.toISOString().replace(/[:.]/g, "-")}.tar`,
			secrets: options.has(WITH_SECRETS),
			version: site.version,
			now,
		});
		if (isDaily) await removeOldDaily(target);
		for (const photo of made.missing) console.error(`The photo ${photo} is missing`);
		const size = `${(made.bytes / 1024 ** 2).toFixed(1)} MB`;
		console.log(`${made.path}: ${size}, ${contents(made.rows, made.photos)}`);
		return made.missing.length > 0 ? 1 : 0;
	},
};

/** Says whether a backup could be restored. */
export const verify: FileVerb = {
	name: "verify",
	takes: ["FILE"],
	help: "Unpacks a backup beside the data and compares every file, the database and a photo with what it says of itself.\nExits with 1 and the first thing that is wrong.",
	async runOnFiles(site, [file = ""]) {
		// Where there is room for the data there is room for one more; a temporary directory may be a piece of memory.
		const below = existsSync(site.dataDir) ? site.dataDir : tmpdir();
		const manifest = await inWorkFolder(below, (folder) => unpack(resolve(file), folder));
		console.log(`${file} is whole: ${about(manifest)}`);
		return 0;
	},
};

/** Puts a backup in the place of the present data. */
export const restore: FileVerb = {
	name: "restore",
	takes: ["FILE"],
	help: `Verifies a backup and puts it in the place of the present data, while no server runs on it. What was there is kept in
DATA_DIR/before-TIME. Mails that waited in the backup are shown as failed, because most have left since: try them again
at /admin/mail.`,
	async runOnFiles(site, [file = ""]) {
		const { manifest, before, secrets } = await restoreBackup(resolve(file), site, {
			newest: site.migrations,
			now: new Date(),
		});
		console.log(`Restored: ${about(manifest)}`);
		if (before) console.log(`What was there before is in ${before}`);
		if (!secrets) console.log(`The backup has no keys: ${keysThere(site.dataDir)}`);
		return 0;
	},
};

function keysThere(dataDir: string): string {
	return existsSync(join(dataDir, SECRETS))
		? "those that are there stay"
		: "new ones are made, and private links in mails and tokens of API clients end";
}

function about({ madeAt, version, rows, files }: Manifest): string {
	const photos = files.filter(({ path }) => path.endsWith(".jpg")).length;
	const keys = files.some(({ path }) => path === SECRETS) ? "with" : "without";
	return `made ${madeAt} by version ${version}, ${contents(rows, photos)}, ${keys} keys`;
}

function contents(rows: Record<string, number>, photos: number): string {
	return `${rows.entries ?? 0} entries, ${photos} photos`;
}
