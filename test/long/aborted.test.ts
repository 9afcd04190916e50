import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { memoryOf } from "../../bench/process-memory.ts";
import { installation, send } from "../support/backups.ts";
import { judged, tell } from "../support/figures.ts";
import { imageMemory } from "../support/image-memory.ts";
import { startServer } from "../support/server.ts";

const ABORTS = 500;
const AT_ONCE = 20;
const BODY = `--cut\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${"x".repeat(100_000)}`;

it(`${ABORTS} aborted uploads leave no files and no memory`, async (context) => {
	const where = installation();
	const server = await startServer({ ...where, ...imageMemory });
	const { hostname, port } = new URL(server.origin);
	const head = `POST /api/submit HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: 400000\r\n\r\n`;
	const temporary = () => readdirSync(join(where.DATA_DIR, "tmp"));
	const resident = () => memoryOf(server, "VmRSS") / 1024 ** 2;
	let mostFiles = 0;
	const abortSome = async () => {
		const sockets = Array.from({ length: AT_ONCE }, () => connect(Number(port), hostname));
		for (const socket of sockets) socket.on("error", () => undefined).write(head + BODY);
		await expect.poll(() => temporary().length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
		mostFiles = Math.max(mostFiles, temporary().length);
		await Promise.all(sockets.map((socket) => once(socket.resetAndDestroy(), "close")));
		await expect.poll(temporary, { interval: 5, timeout: 30_000 }).toEqual([]);
	};
	// The first ones load what is loaded once.
	for (let sent = 0; sent < 100; sent += AT_ONCE) await abortSome();
	const before = resident();
	for (let sent = 0; sent < ABORTS; sent += AT_ONCE) await abortSome();
	const grown = resident() - before;
	await send(server);
	expect(await server.end("SIGTERM")).toBe(0);
	tell(context, `${ABORTS} uploads broken off, up to ${mostFiles} under way at once: 0 files left`);
	tell(context, judged(`memory grew by ${grown.toFixed(0)} MB`, "20 MB", grown < 20));
});
