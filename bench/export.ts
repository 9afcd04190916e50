import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ask } from "./http.ts";
import { atMost, bytes, count, median, milliseconds, type Part, percentile, tableOf } from "./report.ts";
import { type RunningServer, spawnPortal, untilOk } from "./servers.ts";
import { fillVolume, withDirectory } from "./volumes.ts";

const ENTRIES = 10_000;
const ROUNDS = 5;
/** Maximum wait of other requests during an export. */
const LONGEST_MS = 50;

/** Exports a large list and measures the wait of other requests. */
export function measureExport(): Promise<Part> {
	return withDirectory(async (volume) => {
		const cookie = await fillVolume(volume, ENTRIES);
		const portal = await spawnPortal(volume);
		try {
			await untilOk(portal, "/healthz");
			const files: { ms: number; size: number }[] = [];
			const waits: number[] = [];
			const without: number[] = [];
			for (let round = 0; round <= ROUNDS; round += 1) {
				const meanwhile: number[] = [];
				const file = await exported(portal, cookie, meanwhile);
				// Warm-up round.
				if (round === 0) continue;
				files.push(file);
				waits.push(...meanwhile);
				await asked(portal, file.ms, without);
			}
			const times = files.map(({ ms }) => ms);
			const how = `${ROUNDS} exports of ${count(ENTRIES)} talks, /healthz asked for again and again meanwhile; the file is read by a thread of its own`;
			const rows = [
				{
					what: "CSV of all talks",
					measured: milliseconds(median(times)),
					how: `median of ${ROUNDS}, to the last byte`,
				},
				{ what: "CSV of all talks, size", measured: bytes(files[0]?.size ?? 0), how: "as sent, not compressed" },
				{ what: "Others' answers meanwhile, p50", measured: milliseconds(median(waits)), how },
				{ what: "Others' answers meanwhile, p99", measured: milliseconds(percentile(waits, 0.99)), how },
				atMost("Others' answers meanwhile, longest", Math.max(...waits), LONGEST_MS, milliseconds, how),
				{
					what: "Answers without an export, longest",
					measured: milliseconds(Math.max(...without)),
					how: "as long and between them, when the server has nothing else to do: what the machine itself adds",
				},
			];
			return { title: "Export", tables: [tableOf(rows)] };
		} finally {
			await portal.stop();
		}
	});
}

/** Polls the health check for some milliseconds. @param waits called with each latency */
async function asked({ port }: RunningServer, duration: number, waits: number[]): Promise<void> {
	for (const end = performance.now() + duration; performance.now() < end; ) waits.push(await waited(port));
}

/** How long one answer of the health check takes, in milliseconds. */
async function waited(port: number): Promise<number> {
	const started = performance.now();
	await ask({ port, path: "/healthz" });
	return performance.now() - started;
}

/** @param waits is given how long each answer of the health check took, in milliseconds */
async function exported(
	{ port }: RunningServer,
	cookie: string,
	waits: number[],
): Promise<{ ms: number; size: number }> {
	const started = performance.now();
	let done = false;
	const workerData = { port, path: "/admin/export/talk", headers: { Cookie: cookie } };
	const reader = new Worker(new URL("./reader.mjs", import.meta.url), { workerData });
	const file = once(reader, "message").finally(() => {
		done = true;
	});
	while (!done) waits.push(await waited(port));
	const [{ status, size }] = (await file) as [{ status: number; size: number }];
	if (status !== 200) throw new Error(`the export answered ${status}`);
	return { ms: performance.now() - started, size };
}
