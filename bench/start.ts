import { setTimeout as sleep } from "node:timers/promises";
import { atMost, median, megabytes, milliseconds, type Part, type Row, tableOf } from "./report.ts";
import { type Checkout, spawnPortal, untilOk } from "./servers.ts";
import { withDirectory } from "./volumes.ts";

const ROUNDS = 5;
export const MOST_START_MS = 1_500;
export const MOST_IDLE_BYTES = 150_000_000;
export const IDLE_MS = 5_000;

export interface Start {
	alive: number;
	page: number;
	idleBytes: number;
}

/** How long a start takes until the first answers, on a new volume and on one that is there, and the memory after it. */
export async function measureStart(): Promise<Part> {
	const cold: Start[] = [];
	const warm: Start[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		await withDirectory(async (volume) => {
			cold.push(await startOnce(volume, { idleMs: 0 }));
			warm.push(await startOnce(volume, { idleMs: round === ROUNDS ? IDLE_MS : 0 }));
		});
	}
	const idle = warm.at(-1)?.idleBytes ?? Number.NaN;
	const rows = [
		...rowsOf("new volume", cold, "empty directories: creates secrets, runs all migrations, seeds"),
		...rowsOf("existing volume", warm, "second start on the same directories"),
		atMost(
			"Resident memory, idle",
			idle,
			MOST_IDLE_BYTES,
			megabytes,
			`VmRSS ${IDLE_MS / 1_000} s after the first page of a start on an existing volume`,
		),
	];
	return { title: "Start", tables: [tableOf(rows)] };
}

/** Starts the server, asks for its first page, and reads its memory after `idleMs` milliseconds. */
export async function startOnce(
	volume: string,
	{ checkout, idleMs }: { checkout?: Checkout; idleMs: number },
): Promise<Start> {
	const server = await spawnPortal(volume, checkout);
	try {
		const alive = await untilOk(server, "/healthz");
		const page = await untilOk(server, "/hangzhou");
		await sleep(idleMs);
		return { alive, page, idleBytes: server.memory().resident };
	} finally {
		await server.stop();
	}
}

function rowsOf(volume: string, starts: readonly Start[], what: string): Row[] {
	const how = `${what}; median of ${ROUNDS} starts of build/main.js, from spawn to the last byte of the first 200, files in the disk cache`;
	const row = (path: string, times: readonly number[]) =>
		atMost(`${path}, ${volume}`, median(times), MOST_START_MS, milliseconds, how);
	return [
		row(
			"/healthz",
			starts.map((start) => start.alive),
		),
		row(
			"/hangzhou",
			starts.map((start) => start.page),
		),
	];
}
