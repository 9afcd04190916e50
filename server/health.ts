import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";
import { newestBackup } from "./backup/daily.ts";
import { FREE_FOR_UPLOADS_BYTES } from "./disk.ts";
import type { Volume } from "./volume.ts";

const LAG_MS = 1_000;
/** Minimum number of event-loop samples (one per 20 ms): the stall at start must not count. */
const LEAST_READINGS = 250;
const PROBE_EVERY_MS = 30_000;
/** How often an idle server tests a write. */
const WRITE_EVERY_MS = 10 * 60_000;
const BACKUP_LATE = "warning: the newest backup is too old\n";
const PHOTOS_MISSING = "warning: photos are missing\n";

export interface Health {
	/** 200 while the event loop is responsive. */
	alive: RequestHandler;
	/**
	 * 200 while submissions can be accepted: writable database, space for photos, not shutting down. A late backup
	 * and missing photos add a warning line each.
	 */
	ready: RequestHandler;
	/** From now on not ready, so that a load balancer sends no more requests. */
	drain(): void;
	isDraining(): boolean;
}

/** Reveals no versions or numbers: anyone may ask. */
export function createHealth({
	db,
	disk,
	config,
	services,
}: Pick<Volume, "db" | "disk" | "config" | "services">): Health {
	const lag = monitorEventLoopDelay({ resolution: 20 });
	lag.enable();
	let draining = false;
	// Monotonic clock: the system clock may be set back.
	let probedAt = 0;
	let wroteAt = Number.NEGATIVE_INFINITY;
	let version = "";
	let found: ReturnType<typeof probe> | undefined;

	/** Throws if nothing can be written. A recent write is proof enough. */
	async function assertWrites(): Promise<void> {
		const now = performance.now();
		const isIdle = db.version() === version;
		if (isIdle && now - wroteAt < WRITE_EVERY_MS) {
			await db.assertLockable();
			return;
		}
		if (isIdle) await db.probe();
		wroteAt = now;
		version = db.version();
	}

	async function probe(): Promise<{ isWritable: boolean; isBackupLate: boolean }> {
		const isBackupLate = await newestBackup(config).then(
			({ isLate }) => isLate,
			() => true,
		);
		try {
			await assertWrites();
			disk.assertWritable(config.dataDir);
			db.assertPresent();
			db.assertSchema();
			services.photos.assertPresent();
			return { isWritable: disk.free(config.uploadsDir) >= FREE_FOR_UPLOADS_BYTES, isBackupLate };
		} catch {
			return { isWritable: false, isBackupLate };
		}
	}

	/** Cached for 30 seconds: anyone may ask, as often as they like. */
	function lately(): ReturnType<typeof probe> {
		if (found && performance.now() - probedAt < PROBE_EVERY_MS) return found;
		probedAt = performance.now();
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
			const warnings = [isBackupLate && BACKUP_LATE, services.missingPhotos.count() > 0 && PHOTOS_MISSING];
			const { status, text } = answer(!draining && isWritable, warnings.filter(Boolean).join(""));
			res.status(status).set("Cache-Control", "no-store").type("text").send(text);
		},
		drain: () => {
			draining = true;
		},
		isDraining: () => draining,
	};
}
