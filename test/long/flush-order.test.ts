import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installation, send } from "../support/backups.ts";
import { tell } from "../support/figures.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";

const SUBMISSIONS = 200;

/** Parses a line of strace; interrupted calls take two lines. */
function stepsIn(trace: string, { UPLOADS_DIR, DATA_DIR }: { UPLOADS_DIR: string; DATA_DIR: string }): string {
	const begun = new Map<string, string>();
	let steps = "";
	for (const line of trace.split("\n")) {
		const thread = /^\d+/.exec(line)?.[0] ?? "";
		if (line.includes("HTTP/1.1 201")) steps += "A";
		else if (line.endsWith("<unfinished ...>")) begun.set(thread, line);
		else if (/ = 0$/.test(line)) {
			const call = /<\.\.\. f(data)?sync resumed>/.test(line) ? (begun.get(thread) ?? "") : line;
			const path = /f(?:data)?sync\(\d+<([^>]+)>/.exec(call)?.[1] ?? "";
			if (path === UPLOADS_DIR) steps += "D";
			else if (path.startsWith(`${UPLOADS_DIR}/`)) steps += "P";
			else if (path === join(DATA_DIR, "rostrum.db-wal")) steps += "W";
		}
	}
	return steps;
}

it(`each of ${SUBMISSIONS} answers comes after the flush of photo, folder and log, in that order`, async (context) => {
	if (spawnSync("strace", ["-V"]).status !== 0)
		throw new Error("strace not found: install it (Debian: apt-get install strace)");
	const where = installation();
	const server = await startServer({ ...where });
	const file = join(temporaryDirectory(), "trace");
	const words = ["-f", "-y", "-s", "32", "-e", "trace=fsync,fdatasync,write,writev", "-o", file];
	const strace = spawn("strace", [...words, "-p", String(server.pid)], { stdio: ["ignore", "ignore", "pipe"] });
	const [said] = await Promise.race([once(strace.stderr, "data"), once(strace, "exit")]);
	if (!String(said).includes("attached")) return context.skip("strace may not look at other processes here");
	for (let sent = 0; sent < SUBMISSIONS; sent += 1) await send(server);
	const ended = once(strace, "exit");
	strace.kill("SIGINT");
	await ended;
	await server.end("SIGTERM");
	const before = stepsIn(readFileSync(file, "utf8"), where).split("A").slice(0, -1);
	expect(before).toHaveLength(SUBMISSIONS);
	expect(before.filter((steps) => !/P.*D.*W/.test(steps))).toEqual([]);
	tell(context, `${SUBMISSIONS} submissions traced, every answer after the three flushes`);
});
