import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { TZDate } from "@date-fns/tz";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { backupsIn, DATABASE, type Directories, NoRoom } from "./archive.ts";
import { type Made, makeBackup, type Wanted } from "./make.ts";

const DAILY = /^daily-(\d{4}-\d\d-\d\d)\.tar$/;
/** Hour after which the daily backup is due, in the event's zone. */
const HOUR = 3;
/** Disk space that must stay free; more than elsewhere, because nobody watches at night. */
const LEFT_FREE_AT_NIGHT_BYTES = 2 * 1024 ** 3;
/** Exit code of the command that made one although photos are missing. */
export const PHOTOS_MISSING = 3;
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A daily backup may be two hours late. */
const MOST_AGE_MS = 26 * HOUR_MS;
const timeOf = ({ mtimeMs }: { mtimeMs: number }) => [mtimeMs];

/** `daily-2025-09-13.tar`, by the calendar of the event's zone. @param now milliseconds since the epoch */
export function dailyName(now: number, zone: string): string {
	return `daily-${new TZDate(now, zone).toISOString().slice(0, 10)}.tar`;
}

/**
 * When the newest backup was made (milliseconds since the epoch) and how many whole hours ago, if there is any; late where
 * the last night should have made one.
 */
export async function newestBackup({
	dataDir,
	dailyBackup,
}: Config): Promise<{ madeAt?: number; hours?: number; isLate: boolean }> {
	const folder = backupsIn({ dataDir });
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".tar"));
	// The backup may have been removed in between.
	const times = await Promise.all(names.map((name) => stat(join(folder, name)).then(timeOf, () => [])));
	// A new installation has no backup until the first night.
	const known = times.flat();
	const since = known.length > 0 ? Math.max(...known) : await madeAt(join(dataDir, DATABASE));
	const age = Date.now() - since;
	const made = known.length > 0 ? { madeAt: since, hours: Math.floor(age / HOUR_MS) } : {};
	return { ...made, isLate: dailyBackup && age > MOST_AGE_MS };
}

/** When the database was made, in milliseconds since the epoch; now where there is none. */
async function madeAt(database: string): Promise<number> {
	return stat(database).then(
		({ birthtimeMs }) => birthtimeMs,
		() => Date.now(),
	);
}

/**
 * Starts the daily backup in a separate process when it is due, so that reading and hashing do not block the server.
 * @param zone of the event
 */
export function createDailyBackups(
	{ config, zone, log, now }: { config: Config; zone: () => string; log: Logger; now: () => number },
	root: string,
) {
	const program = join(root, "build/cli.js");

	return async function makeIfDue(): Promise<void> {
		const hour = new TZDate(now(), zone()).getHours();
		const isThere = existsSync(join(backupsIn(config), dailyName(now(), zone())));
		if (!config.dailyBackup || hour < HOUR || isThere || !existsSync(program)) return;
		const { dataDir: DATA_DIR, uploadsDir: UPLOADS_DIR } = config;
		const env = { ...process.env, DATA_DIR, UPLOADS_DIR };
		try {
			const { stdout } = await promisify(execFile)(process.execPath, [program, "backup", "--daily"], { env });
			log.info({ backup: stdout.trim() }, "backup made");
		} catch (err) {
			const isMade = (err as { code?: unknown }).code === PHOTOS_MISSING;
			log.error({ err }, isMade ? "a backup was made, photos are missing" : "no backup was made");
		}
	};
}

/**
 * Makes the daily backup. If space is short, removes the oldest daily backups first, but never the newest.
 * @throws NoRoom if that is not enough
 */
export async function makeDaily(portal: Directories, wanted: Omit<Wanted, "leave">): Promise<Made> {
	for (;;) {
		try {
			return await makeBackup(portal, { ...wanted, leave: LEFT_FREE_AT_NIGHT_BYTES });
		} catch (error) {
			if (!(error instanceof NoRoom)) throw error;
			const [oldest, ...newer] = await dailyNamesIn(wanted.folder);
			if (!oldest || newer.length === 0) throw error;
			await rm(join(wanted.folder, oldest));
		}
	}
}

/** Oldest first. */
async function dailyNamesIn(folder: string): Promise<string[]> {
	return (await readdir(folder)).filter((name) => DAILY.test(name)).sort();
}

/** Keeps the newest seven daily backups, and the newest of each of the four weeks before. */
export async function removeOldDaily(folder: string): Promise<void> {
	const names = (await dailyNamesIn(folder)).reverse();
	const kept = new Set<number>();
	for (const name of names.slice(KEPT_DAYS)) {
		const week = weekOf(DAILY.exec(name)?.[1] ?? "");
		if (kept.has(week) || kept.size === KEPT_WEEKS) await rm(join(folder, name));
		else kept.add(week);
	}
}

/** Number of a week that starts on Monday (1 January 1970 was a Thursday). */
function weekOf(date: string): number {
	return Math.floor((Date.parse(date) / DAY_MS + 3) / 7);
}
