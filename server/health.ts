import { statfsSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";
import type { Database } from "../db/client.ts";

const LAG_MS = 1_000;
/** Fewer readings of the loop, one every 20 ms, tell a stall of a moment from nothing: a start always has one. */
const LEAST_READINGS = 250;
const LEAST_FREE = 64 * 1024 * 1024;
const PROBE_EVERY_MS = 30_000;

export interface Health {
	/** Answers 200 while the process keeps up with its work. */
	alive: RequestHandler;
	/** Answers 200 while submissions can be taken: the database writes, the disk has room, no shutdown has begun. */
	ready: RequestHandler;
	/** From now on not ready, so that a balancer sends nobody here. */
	drain(): void;
}

/** Says nothing about versions or numbers: anybody may ask. */
export function createHealth(db: Database, directories: readonly string[]): Health {
	const lag = monitorEventLoopDelay({ resolution: 20 });
	lag.enable();
	let draining = false;
	let probedAt = 0;
	let writable = false;

	function canWrite(): boolean {
		if (Date.now() - probedAt < PROBE_EVERY_MS) return writable;
		probedAt = Date.now();
		try {
			db.probe();
			writable = directories.every((directory) => {
				const { bavail, bsize } = statfsSync(directory);
				return bavail * bsize > LEAST_FREE;
			});
		} catch {
			writable = false;
		}
		return writable;
	}

	const answer = (ok: boolean): { status: number; text: string } =>
		ok ? { status: 200, text: "ok\n" } : { status: 503, text: "no\n" };

	return {
		alive: (_req, res) => {
			const { status, text } = answer(lag.count < LEAST_READINGS || lag.percentile(99) / 1e6 < LAG_MS);
			if (lag.count >= LEAST_READINGS) lag.reset();
			res.status(status).set("Cache-Control", "no-store").type("text").send(text);
		},
		ready: (_req, res) => {
			const { status, text } = answer(!draining && canWrite());
			res.status(status).set("Cache-Control", "no-store").type("text").send(text);
		},
		drain: () => {
			draining = true;
		},
	};
}
