import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";
import { newestBackup } from "./backup/daily.ts";
import type { Volume } from "./portal.ts";

const LAG_MS = 1_000;
/** Fewer readings of the loop, one every 20 ms, tell a stall of a moment from nothing: a start always has one. */
const LEAST_READINGS = 250;
const PROBE_EVERY_MS = 30_000;
const BACKUP_LATE = "warning: the newest backup is too old\n";

export interface Health {
	/** Answers 200 while the process keeps up with its work. */
	alive: RequestHandler;
	/**
	 * Answers 200 while submissions can be taken: the database writes, the disk has room, no shutdown has begun. A late
	 * backup is a second line.
	 */
	ready: RequestHandler;
	/** From now on not ready, so that a balancer sends nobody here. */
	drain(): void;
}

/** Says nothing about versions or numbers: anybody may ask. */
export function createHealth({ db, disk, config }: Pick<Volume, "db" | "disk" | "config">): Health {
	const lag = monitorEventLoopDelay({ resolution: 20 });
	lag.enable();
	let draining = false;
	let probedAt = 0;
	let found: ReturnType<typeof probe> | undefined;

	async function probe(): Promise<{ isWritable: boolean; isBackupLate: boolean }> {
		const isBackupLate = await newestBackup(config).then(
			({ isLate }) => isLate,
			() => true,
		);
		try {
			db.probe();
			for (const directory of [config.dataDir, config.uploadsDir]) disk.assertWritable(directory);
			return { isWritable: true, isBackupLate };
		} catch {
			return { isWritable: false, isBackupLate };
		}
	}

	/** What was found within the last half minute: anybody may ask, as often as they like. */
	function lately(): ReturnType<typeof probe> {
		if (found && Date.now() - probedAt < PROBE_EVERY_MS) return found;
		probedAt = Date.now();
		found = probe();
		return found;
	}

	const answer = (ok: boolean, warning = ""): { status: number; text: string } =>
		ok ? { status: 200, text: `ok\n${warning}` } : { status: 503, text: "no\n" };

	return {
		alive: (_req, res) => {
			const { status, text } = answer(lag.count < LEAST_READINGS || lag.percentile(99) / 1e6 < LAG_MS);
			if (lag.count >= LEAST_READINGS) lag.reset();
			res.status(status).set("Cache-Control", "no-store").type("text").send(text);
		},
		ready: async (_req, res) => {
			const { isWritable, isBackupLate } = await lately();
			const { status, text } = answer(!draining && isWritable, isBackupLate ? BACKUP_LATE : "");
			res.status(status).set("Cache-Control", "no-store").type("text").send(text);
		},
		drain: () => {
			draining = true;
		},
	};
}
