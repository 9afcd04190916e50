import { readFileSync } from "node:fs";
import type { ServerBuild } from "@remix-run/node";
import type { Express } from "express";
import { createApp } from "./app.ts";
import { createDailyBackups } from "./backup/daily.ts";
import type { Development } from "./development.ts";
import { createHealth } from "./health.ts";
import { createMailWorker } from "./mail/worker.ts";
import { createMetrics } from "./metrics.ts";
import { buildPaths } from "./paths.ts";
import { createUnattended } from "./unattended.ts";
import type { Volume } from "./volume.ts";

const HOUR_MS = 60 * 60 * 1000;
/** From the start to the first look whether a backup is due: a server that never runs for an hour makes one, too. */
const FIRST_BACKUP_MS = 5 * 60 * 1000;

export interface Portal extends Volume {
	app: Express;
	/** Starts what runs beside requests: mails, the sweeper and daily backups. */
	start(): void;
	/** Stops in this order: not ready, release mails, checkpoint the write-ahead log, release the lock. */
	stop(): Promise<void>;
	drain(): void;
}

/** The whole portal on an open volume, not yet listening. */
export async function createPortal(
	volume: Volume,
	{ root, development }: { root: string; development?: Development },
): Promise<Portal> {
	const { services, config, log, security } = volume;
	await services.brandPictures.prepare();
	const paths = buildPaths(root);
	const health = createHealth(volume);
	const unattended = createUnattended(log);
	const worker = createMailWorker(services.mailing, config, {
		product: () => volume.event.brand("en").product,
		support: () => volume.event.row().support,
		log,
		security,
		unattended,
		now: volume.now,
	});
	const app = createApp({
		...volume,
		health,
		metrics: createMetrics(volume, unattended),
		build: development?.build ?? ((await import(paths.pages)) as ServerBuild),
		development: development?.middleware,
		islands: development?.islands ?? JSON.parse(readFileSync(paths.islands, "utf8")),
		browserFiles: paths.browser,
	});
	const makeBackupIfDue = createDailyBackups({ ...volume, zone: volume.event.zone }, root);
	let endSweeps = (): void => undefined;
	let endBackups = (): void => undefined;
	return {
		...volume,
		app,
		drain: health.drain,
		start: () => {
			worker.start();
			void unattended.run("sweep", services.sweep);
			endSweeps = unattended.every(HOUR_MS, "sweep", services.sweep);
			endBackups = unattended.every(HOUR_MS, "the daily backup", makeBackupIfDue, FIRST_BACKUP_MS);
		},
		stop: async () => {
			endSweeps();
			endBackups();
			await worker.stop();
			volume.close();
		},
	};
}
