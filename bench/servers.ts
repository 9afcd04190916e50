import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import { ask } from "./http.ts";
import { memoryOf } from "./process-memory.ts";

export const root = resolve(import.meta.dirname, "..");

/** A built copy of this program, of any age, and the Node that runs it. */
export interface Checkout {
	folder: string;
	node: string;
}

export const present: Checkout = { folder: root, node: process.execPath };

/** The older checkout in the folder `AGAINST`, run by the Node at `AGAINST_NODE` or this one. @throws Error if it is not built */
export function olderCheckout(): Checkout | undefined {
	const folder = process.env.AGAINST && resolve(process.env.AGAINST);
	if (!folder) return;
	if (!existsSync(join(folder, "build/main.js"))) throw new Error(`${folder} has no build`);
	return { folder, node: process.env.AGAINST_NODE ? resolve(process.env.AGAINST_NODE) : process.execPath };
}

/** This checkout and the older one. @throws Error without an older one */
export function bothCheckouts(): { older: Checkout; now: Checkout } {
	const older = olderCheckout();
	if (!older) throw new Error("AGAINST must name an older checkout");
	return { older, now: present };
}

const START_PATIENCE_MS = 60_000;
const POLL_MS = 2;
const STOP_PATIENCE_MS = 12_000;
const TICKS_PER_SECOND = 100;

const running = new Set<ChildProcess>();

/** A server process of this run. */
export interface RunningServer {
	port: number;
	/** Spawn time on the clock of `performance.now()`. */
	spawnedAt: number;
	/** In bytes: now, and at most so far. */
	memory(): { resident: number; peak: number };
	/** Processor time used so far, all threads. */
	cpuSeconds(): number;
	stop(): Promise<void>;
}

/** Starts the built server on a volume, with the memory of its image, without waiting for it. @param more settings */
export function spawnPortal(
	volume: string,
	{ folder, node } = present,
	more: Record<string, string> = {},
): Promise<RunningServer> {
	const settings = {
		...memorySettings(folder),
		...{ ...volumeOf(volume), HOST: "127.0.0.1", RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "info" },
		...more,
	};
	return spawnServer([node, join(folder, "build/main.js")], settings, folder);
}

/** Returns the memory settings of Node in the Dockerfile of a checkout. */
export function memorySettings(folder: string): Record<string, string> {
	const dockerfile = readFileSync(join(folder, "Dockerfile"), "utf8");
	const lines = dockerfile.matchAll(/^\t((?:NODE_OPTIONS|MALLOC_\w+)=.*?)(?: \\)?$/gm);
	return parseEnv([...lines].map(([, line]) => line).join("\n")) as Record<string, string>;
}

/** The settings that place everything the server keeps under one directory. */
export function volumeOf(directory: string) {
	return { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
}

/** The bare Express server. */
export function spawnHello({ node } = present): Promise<RunningServer> {
	return spawnServer([node, join(import.meta.dirname, "hello.mjs")], {});
}

async function spawnServer(
	[node = "", ...words]: string[],
	settings: Record<string, string>,
	cwd = root,
): Promise<RunningServer> {
	const port = await freePort();
	const spawnedAt = performance.now();
	const child = spawn(node, words, {
		cwd,
		env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), ...settings },
		// Logs to a file, as in production: reading a pipe would load the measuring process.
		stdio: ["ignore", "ignore", "inherit"],
	});
	running.add(child);
	child.once("exit", () => running.delete(child));
	return {
		port,
		spawnedAt,
		memory: () => ({ resident: memoryOf(child, "VmRSS"), peak: memoryOf(child, "VmHWM") }),
		cpuSeconds: () => cpuSeconds(child),
		stop: () => stop(child),
	};
}

async function freePort(): Promise<number> {
	const probe = createServer().listen(0, "127.0.0.1");
	await once(probe, "listening");
	const address = probe.address();
	probe.close();
	await once(probe, "close");
	if (address === null || typeof address === "string") throw new Error("no free port");
	return address.port;
}

/** Polls until the answer is 200. @returns milliseconds since spawn */
export async function untilOk({ port, spawnedAt }: RunningServer, path: string): Promise<number> {
	while (performance.now() - spawnedAt < START_PATIENCE_MS) {
		const answer = await ask({ port, path }).catch(() => undefined);
		if (answer?.status === 200) return performance.now() - spawnedAt;
		await sleep(POLL_MS);
	}
	throw new Error(`${path} did not answer 200 within ${START_PATIENCE_MS} ms`);
}

async function stop(child: ChildProcess): Promise<void> {
	if (!running.has(child)) return;
	const ended = once(child, "exit");
	child.kill("SIGTERM");
	const patience = setTimeout(() => child.kill("SIGKILL"), STOP_PATIENCE_MS);
	await ended;
	clearTimeout(patience);
}

/** Ends at once whatever this run started. */
export function killAll(): void {
	for (const child of running) child.kill("SIGKILL");
}

function cpuSeconds({ pid }: ChildProcess): number {
	// Field 2 of /proc/PID/stat may contain spaces, so fields are counted from its end.
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
