import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";

const MOST_BYTES = 256 * 1024;
const MOST_DRAWN_BYTES = 8 * 1024 * 1024;
const MOST_MS = 5_000;
/** With the program that draws; half of what the container has. */
const MOST_MEMORY_KB = 384 * 1024;
const LOOK_EVERY_MS = 25;
/** Longer edge of the picture, in pixels: twice the largest size that is made of it. */
const EDGE = 960;

/** Only this loader of libvips, and from memory: relative and `file:` addresses in the drawing lead nowhere. */
const PROGRAM = `
const sharp = require("sharp");
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
(async () => {
	const chunks = [];
	for await (const chunk of process.stdin) chunks.push(chunk);
	const svg = Buffer.concat(chunks);
	const size = (density) => sharp(svg, { density }).metadata();
	// One that says it is larger than any picture can be has that size at a lower density.
	const { width, height } = await size(72).catch(() => size(1).then(({ width, height }) => ({ width: 72 * width, height: 72 * height })));
	const density = Math.min(10000, Math.max(1, (72 * ${EDGE}) / Math.max(width, height)));
	const drawn = sharp(svg, { density, limitInputPixels: ${2 * EDGE * 2 * EDGE} });
	require("node:fs").writeFileSync(1, await drawn.resize(${EDGE}, ${EDGE}, { fit: "inside" }).png().toBuffer());
})().catch(() => process.exit(1));
`;

/**
 * Draws an SVG file of a stranger and puts a PNG in its place. The library bounds neither the time nor the memory that a
 * drawing takes, so a process of its own draws it, which has no settings or keys and is ended when it takes too much.
 * @returns whether it could be drawn. An SVG of more than 256 KB is not tried.
 */
export async function drawSvg(path: string): Promise<boolean> {
	if ((await stat(path)).size > MOST_BYTES) return false;
	const png = await drawnApart(await readFile(path));
	if (!png) return false;
	await writeFile(path, png);
	return true;
}

function drawnApart(svg: Buffer): Promise<Buffer | undefined> {
	return new Promise((done) => {
		const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
			process.execPath,
			["--max-old-space-size=64", "-e", PROGRAM],
			// `sharp` is found from here.
			{ cwd: import.meta.dirname, env: { NODE_ENV: "production" }, stdio: ["pipe", "pipe", "ignore"] },
		);
		const chunks: Buffer[] = [];
		let bytes = 0;
		const end = () => child.kill("SIGKILL");
		const patience = setTimeout(end, MOST_MS);
		const watch = setInterval(() => memoryOf(child.pid) > MOST_MEMORY_KB && end(), LOOK_EVERY_MS);
		child.stdout.on("data", (chunk: Buffer) => {
			chunks.push(chunk);
			bytes += chunk.length;
			if (bytes > MOST_DRAWN_BYTES) end();
		});
		const finish = (code: number | null) => {
			clearTimeout(patience);
			clearInterval(watch);
			done(code === 0 && bytes > 0 ? Buffer.concat(chunks) : undefined);
		};
		// A process that could not be started may never close.
		child.once("error", () => finish(null));
		child.once("close", finish);
		// It may have ended before it has read everything.
		child.stdin.on("error", () => undefined);
		child.stdin.end(svg);
	});
}

/** Of a process, in KB; 0 where the system does not say. */
function memoryOf(pid: number | undefined): number {
	try {
		return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
	} catch {
		return 0;
	}
}
