import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt } from "../scripts/sources.mjs";
import { machineDescription, minute } from "./machine.ts";
import { asText, type Part } from "./report.ts";
import { withParts } from "./report-file.ts";
import { killAll, root } from "./servers.ts";
import { removeDirectories } from "./volumes.ts";

const FILE = join(root, "BENCHMARKS.md");
const MINUTE_MS = 60_000;

interface Run {
	/** As a person types it. */
	command: string;
	longestMs: number;
	/** Without, the numbers are shown and not written down. */
	keeps: boolean;
	measures: readonly (() => Promise<Part>)[];
}

/** Runs the parts against the real build, prints the results, and writes them to the report once all are done. */
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
		const about = `Measured by \`${command}\` on ${minute()}, ${machineDescription()}.`;
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
