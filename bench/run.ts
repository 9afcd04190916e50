import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { isBuilt } from "../scripts/sources.mjs";
import { withParts } from "./document.ts";
import { asText, type Part } from "./report.ts";
import { killAll, root } from "./servers.ts";
import { removeDirectories } from "./volumes.ts";

const FILE = join(root, "BENCHMARKS.md");
const GIB = 1024 ** 3;
const TMPFS = 0x01021994;
const MINUTE_MS = 60_000;

interface Run {
	/** As a person types it. */
	command: string;
	longestMs: number;
	/** Without, the numbers are shown and not written down. */
	keeps: boolean;
	measures: readonly (() => Promise<Part>)[];
}

/** Measures one part after the other against the real build, shows them, and writes them down when all are there. */
export function run({ command, longestMs, keeps, measures }: Run): void {
	const watchdog = setTimeout(() => {
		console.error(`${command}: not finished after ${longestMs / MINUTE_MS} minutes`);
		process.exit(1);
	}, longestMs);
	process.on("exit", () => {
		killAll();
		removeDirectories();
	});
	process.on("SIGINT", () => process.exit(130));
	process.on("SIGTERM", () => process.exit(143));
	measureAll().then(
		() => clearTimeout(watchdog),
		(error) => {
			console.error(error);
			process.exit(1);
		},
	);

	async function measureAll(): Promise<void> {
		if (process.platform !== "linux") throw new Error("memory and processor time are read from /proc: Linux only");
		if (!isBuilt()) execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
		const about = `Measured by \`${command}\` ${circumstances()}.`;
		console.log(`${about}\n`);
		const parts: Part[] = [];
		for (const measure of measures) {
			const part = await measure();
			parts.push(part);
			console.log(asText(part));
		}
		if (!keeps) return;
		writeFileSync(FILE, withParts(existsSync(FILE) ? readFileSync(FILE, "utf8") : "", parts, about));
	}
}

function circumstances(): string {
	const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
	const [busy = 0] = loadavg();
	const onDisk = statfsSync(tmpdir()).type === TMPFS ? "in memory, so flushing costs nothing" : "on disk";
	return [
		`on ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
		`${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"})`,
		`${(memory / GIB).toFixed(1)} GiB memory`,
		`Node ${process.version} (${process.platform} ${process.arch})`,
		`data ${onDisk}`,
		`load average before ${busy.toFixed(2)}`,
	].join(", ");
}
