import { get } from "node:http";
import { memoryOf } from "../../bench/process-memory.ts";
import type { Installation } from "./backups.ts";
import { imageMemory } from "./image-memory.ts";
import { TOKEN } from "./measured-server.ts";
import { startServer } from "./server.ts";

/** No answer keeps others waiting for longer. */
export const MOST_BLOCK_MS = 100;
/** Memory of the image: 768 MB. */
export const MOST_RESIDENT_MIB = 700;

/** A server with the memory of the image that tells for how long its event loop was blocked. */
export async function startObserved(where: Installation, more: Record<string, string> = {}) {
	const server = await startServer({ ...where, ...imageMemory, METRICS_TOKEN: TOKEN, ...more });

	/**
	 * How late the event loop was since this was last asked, in milliseconds, too long by up to 10: at most, or the 99th
	 * percentile.
	 */
	async function lagOf(which: "max" | "p99"): Promise<number> {
		const headers = { Authorization: `Bearer ${TOKEN}` };
		const told = await (await fetch(`${server.origin}/metrics`, { headers })).text();
		return 1_000 * Number(new RegExp(`^nodejs_eventloop_lag_${which}_seconds (\\S+)$`, "m").exec(told)?.[1]);
	}
	const longestBlock = () => lagOf("max");

	/** An answer as it was sent. */
	function bytesOf(path: string, headers: Record<string, string>): Promise<{ status: number; bytes: number }> {
		return new Promise((done, fail) => {
			get(server.origin + path, { headers }, (answer) => {
				let bytes = 0;
				answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
				answer.on("end", () => done({ status: answer.statusCode ?? 0, bytes }));
				answer.on("error", fail);
			}).on("error", fail);
		});
	}

	/** Reads an answer slowly for a while, then hangs up. @returns the bytes that were read */
	function readSlowly(path: string, headers: Record<string, string>, forMs: number): Promise<number> {
		return new Promise((done, fail) => {
			get(server.origin + path, { headers }, (answer) => {
				let bytes = 0;
				answer.pause();
				const timer = setInterval(() => (bytes += (answer.read() as Buffer | null)?.length ?? 0), 100);
				setTimeout(() => {
					clearInterval(timer);
					answer.destroy();
					done(bytes);
				}, forMs);
				answer.on("error", () => undefined);
			}).on("error", fail);
		});
	}

	const peakMib = () => memoryOf(server, "VmHWM") / 1024 ** 2;
	return { ...server, lagOf, longestBlock, bytesOf, readSlowly, peakMib };
}
