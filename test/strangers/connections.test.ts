import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { createBoundedServer } from "../../server/listen.ts";

const UNREAD_MS = 400;
/** More than the system's buffers on both sides take. */
const LARGE = Buffer.alloc(32 * 1024 ** 2);

/** Starts a server and connects to it. */
async function connected(answer: RequestListener) {
	const server = createBoundedServer(answer, UNREAD_MS).listen(0, "127.0.0.1");
	await once(server, "listening");
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	socket.on("error", () => undefined);
	onTestFinished(() => {
		socket.destroy();
		server.close();
	});
	return socket;
}

const head = (line: string, ...more: string[]) =>
	[`${line} HTTP/1.1`, "Host: rostrum.example", ...more, "", ""].join("\r\n");

/** Reads until the connection ends, with a pause after each chunk. */
async function readAll(socket: AsyncIterable<Buffer>, pauseMs = 0) {
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of socket) {
			chunks.push(chunk);
			if (pauseMs > 0) await sleep(pauseMs);
		}
	} catch {
		// Cut off: what came before counts.
	}
	return Buffer.concat(chunks);
}

it("closes a connection that reads nothing of its answer", async () => {
	const closed = Promise.withResolvers<boolean>();
	const socket = await connected((_req, res) => {
		res.once("close", () => closed.resolve(res.writableFinished));
		res.end(LARGE);
	});
	socket.write(head("GET /"));
	expect(await closed.promise).toBe(false);
});

it("waits for a reader who is slow", async () => {
	const socket = await connected((_req, res) => void res.end(LARGE));
	socket.write(head("GET /", "Connection: close"));
	expect((await readAll(socket, 5)).length).toBeGreaterThan(LARGE.length);
});

it("waits for a body that pauses, and for an answer that takes long", async () => {
	const socket = await connected(async (req, res) => {
		const body = await readAll(req);
		await sleep(3 * UNREAD_MS);
		res.end(`got ${body.length}`);
	});
	socket.write(`${head("POST /", "Content-Length: 4", "Connection: close")}ab`);
	await sleep(3 * UNREAD_MS);
	socket.write("cd");
	expect(String(await readAll(socket))).toMatch(/^HTTP\/1\.1 200 [\s\S]*got 4$/);
});

it("answers up to 50 requests sent at once in order, one at a time; 51 close the connection", async () => {
	/** The answers to so many requests, and how many were being made at once. */
	async function answersTo(requests: number) {
		let [running, most] = [0, 0];
		const socket = await connected(async (req, res) => {
			running += 1;
			most = Math.max(most, running);
			// The first is the slowest.
			await sleep(req.url === "/1" ? 50 : 1);
			running -= 1;
			res.end(`path ${req.url};`);
		});
		const paths = Array.from({ length: requests }, (_, n) => `/${n + 1}`);
		const isLast = (path: string) => path === paths.at(-1);
		socket.write(paths.map((path) => head(`GET ${path}`, ...(isLast(path) ? ["Connection: close"] : []))).join(""));
		const text = String(await readAll(socket));
		return { most, paths, answered: [...text.matchAll(/path (\S+);/g)].map(([, path]) => path) };
	}
	const { most, paths, answered } = await answersTo(50);
	expect([most, answered]).toEqual([1, paths]);
	expect((await answersTo(51)).answered).toEqual([]);
});
