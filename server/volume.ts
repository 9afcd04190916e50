import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { EventTemplate } from "../app/enumerations.ts";
import { definitionOf } from "../app/programmes/define.ts";
import type { Registry } from "../app/programmes/registry.ts";
import { templatesOf } from "../app/programmes/templates.ts";
import { type Database, lockVolume, openDatabase } from "../db/client.ts";
import { ERASURES } from "../db/erasures.ts";
import { ofFile, UnusableDatabase } from "../db/errors.ts";
import { hasEvent } from "../db/first-event.ts";
import { makeFolder } from "../db/folder.ts";
import { checkAfterCrash, markOrderlyEnd } from "../db/orderly-end.ts";
import { seed } from "../db/seed.ts";
import { isFreeAddress } from "./access-lookup.ts";
import { backupsIn, DATABASE, SECRETS } from "./backup/archive.ts";
import { assertNotHalfRestored, finishExchange } from "./backup/exchange.ts";
import { beginsAnew, claimUploads } from "./backup/uploads-folder.ts";
import type { Config } from "./config.ts";
import { createDisk, type Disk, type ReadsDisk } from "./disk.ts";
import { makeKeys } from "./key-file.ts";
import { createLog, createOperatorLog } from "./log.ts";
import { buildPaths, directoriesOf } from "./paths.ts";
import { assertOwnFolder, tightenData, tightenUploads } from "./permissions.ts";
import { withoutRepeats } from "./repeats.ts";
import { openSecrets, type Secrets } from "./secrets.ts";
import { createSecurityLog, type SecurityLog } from "./security-log.ts";
import type { HashingCost } from "./services/accounts/password-hashing.ts";
import { takeTextsApart } from "./services/entries/entry-rows.ts";
import { createCurrentEvent, type KnownEvent } from "./services/event/current-event.ts";
import { firstEventOf } from "./services/event/first-event.ts";
import { createServices, type Services } from "./services/index.ts";
import { UPLOAD } from "./services/photos/photo-sweep.ts";
import { createRegistry } from "./services/programmes/registry.ts";

export interface Volume {
	db: Database;
	disk: Disk;
	secrets: Secrets;
	services: Services;
	config: Config;
	event: KnownEvent;
	registry: () => Registry;
	log: Logger;
	security: SecurityLog;
	temporary: string;
	now: () => number;
	close(): void;
}

/**
 * Opens the data directory: creates it on the first run, migrates and seeds. `exclusive` locks it for this process;
 * commands run without the lock, beside a server, so they migrate nothing.
 * @throws OlderDatabase if a command is to work on data of an earlier program
 * @throws UnusableDatabase if the database is lost or the photos folder belongs to something else
 */
export async function openVolume(
	given: Config,
	options: {
		root: string;
		exclusive: boolean;
		/** Starts with an empty database although there are traces of an earlier one. */
		anew?: boolean;
		/** Makes keys where those of the database are lost: every private link sent before stops working. */
		newKeys?: boolean;
		/** What a new database starts with; that of the specification unless it is said. */
		template?: EventTemplate;
		now?: () => number;
		log?: Logger;
		readsDisk?: ReadsDisk;
		/** What hashing a password costs; the usual unless it is said. */
		hashing?: HashingCost;
	},
): Promise<Volume> {
	const config = { ...given, ...directoriesOf(given, options.root) };
	const temporary = join(config.dataDir, "tmp");
	if (options.exclusive) assertOwnFolder(config.dataDir, config.uploadsDir);
	for (const folder of [config.dataDir, temporary, config.uploadsDir]) makeFolder(folder);
	if (options.exclusive) tightenData(config.dataDir);
	const disk = createDisk(options.readsDisk);
	disk.assertLocal(config.dataDir);
	const unlock = options.exclusive ? lockVolume(join(config.dataDir, "lock.db")) : () => undefined;
	if (options.exclusive) finishExchange(config);
	else assertNotHalfRestored(config.dataDir);
	// Partial uploads of a crashed server were never acknowledged.
	const torn = options.exclusive ? readdirSync(temporary).filter((name) => UPLOAD.test(name)) : [];
	for (const name of torn) rmSync(join(temporary, name), { force: true });
	try {
		const anew = beginsAnew(config, options.anew === true);
		const log = withoutRepeats(options.log ?? (options.exclusive ? createLog(config) : createOperatorLog(config)));
		const db = openDatabase({
			file: join(config.dataDir, DATABASE),
			migrations: buildPaths(options.root).migrations,
			backups: backupsIn(config),
			replicated: config.replication,
			onlyNew: !options.exclusive,
			// Commands may write on a full disk, because operators free space with them.
			...(options.exclusive && { assertRoom: () => disk.assertWritable(config.dataDir) }),
		});
		if (db.migrated) log.info(db.migrated, "the database was migrated");
		const mark = join(config.dataDir, "orderly-end");
		if (options.exclusive) checkAfterCrash(db, mark);
		const first = hasEvent(db.orm) ? undefined : await firstEventOf(config.firstEvent[options.template ?? "hangzhou"]);
		const keys = join(config.dataDir, SECRETS);
		if (!existsSync(keys) && !first && !options.newKeys) throw new UnusableDatabase(lostKeys(keys));
		if (!existsSync(keys) && !first)
			log.warn({ event: "new keys" }, "new keys were made: private links in emails already sent end");
		makeKeys(keys);
		const now = options.now ?? Date.now;
		const programmesOf = (template: EventTemplate) => templatesOf(template).map(definitionOf);
		const publicTalksOf = (template: EventTemplate) => config.firstEvent[template].publicTalks;
		await db.settle((tx) => seed(tx, { first, programmesOf, publicTalksOf }, now()));
		const registry = createRegistry(db);
		while ((await db.settle((tx) => takeTextsApart(tx, registry()))) > 0);
		const secrets = openSecrets(keys);
		const security = createSecurityLog(log, secrets);
		const runtime = { db, disk, secrets, config, event: createCurrentEvent(db), registry, log, security, now };
		const services = createServices(runtime, {
			temporary,
			erasures: join(backupsIn(config), ERASURES),
			isFree: isFreeAddress,
			hashing: options.hashing,
		});
		await claimUploads(services.installation, config.uploadsDir, anew);
		if (options.exclusive) tightenUploads(config.uploadsDir);
		await services.erasing.catchUp();
		const close = () => {
			const isOurs = isPresent(db);
			db.close();
			// Not if the database file was replaced meanwhile: the mark would vouch for an unchecked file.
			if (options.exclusive && isOurs) markOrderlyEnd(mark);
			unlock();
		};
		return { ...runtime, services, temporary, close };
	} catch (error) {
		unlock();
		throw ofFile(join(config.dataDir, DATABASE), error);
	}
}

/** New keys are made for a new database only: with others every private link in an email that was sent stops working. */
function lostKeys(path: string): string {
	return (
		`${path} is missing. Put it back from a backup with keys (tar -xf FILE ${SECRETS}). To go on without it: ` +
		"npm start -- --new-keys; private links in emails already sent and tokens of API clients stop working then"
	);
}

function isPresent(db: Database): boolean {
	try {
		db.assertPresent();
		return true;
	} catch {
		return false;
	}
}
