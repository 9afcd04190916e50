import { execFileSync } from "node:child_process";
import { statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { isBuilt } from "../scripts/sources.mjs";
import { measureExport } from "./export.ts";
import { asMarkdown, asText, type Part } from "./report.ts";
import { measureSchedule } from "./schedule.ts";
import { killAll, root } from "./servers.ts";
import { measureStart } from "./start.ts";
import { measureSubmissions } from "./submissions.ts";
import { measureThroughput } from "./throughput.ts";
import { removeDirectories } from "./volumes.ts";
import { measureWeight } from "./weight.ts";

const LONGEST_MS = 8 * 60_000;
const GIB = 1024 ** 3;
const TMPFS = 0x01021994;

const parts: Record<string, () => Promise<Part>> = {
	start: measureStart,
	weight: measureWeight,
	throughput: measureThroughput,
	submissions: measureSubmissions,
	schedule: measureSchedule,
	export: measureExport,
};

/** Measures the parts named on the command line, or all of them; the file is written only when all were measured. */
async function main(wanted: readonly string[]): Promise<void> {
	const unknown = wanted.find((name) => !(name in parts));
	if (unknown !== undefined) throw new Error(`no part ${unknown}; there are ${Object.keys(parts).join(", ")}`);
	if (process.platform !== "linux") throw new Error("memory and processor time are read from /proc: Linux only");
	if (!isBuilt()) execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
	const about = machine();
	console.log(`${about.join("\n")}\n`);
	const measured: Part[] = [];
	for (const [name, measure] of Object.entries(parts)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		const part = await measure();
		measured.push(part);
		console.log(asText(part));
	}
	if (wanted.length > 0) return;
	const intro = [
		"# Benchmarks",
		"",
		"Made by `npm run bench`. Load and servers share the machine, so these numbers are lower than those of a server alone.",
		"",
		...about.map((line) => `- ${line}`),
		"",
	];
	writeFileSync(join(root, "BENCHMARKS.md"), [...intro, ...measured.map(asMarkdown)].join("\n"));
}

function machine(): string[] {
	const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
	const [busy = 0] = loadavg();
	const onDisk = statfsSync(tmpdir()).type === TMPFS ? "in memory, so flushing costs nothing" : "on disk";
	return [
		`Date: ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
		`Machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${(memory / GIB).toFixed(1)} GiB memory`,
		`Node: ${process.version} (${process.platform} ${process.arch})`,
		`Data: ${tmpdir()}, ${onDisk}`,
		`Load average before the run: ${busy.toFixed(2)}`,
	];
}

const watchdog = setTimeout(() => {
	console.error(`bench: not finished after ${LONGEST_MS / 60_000} minutes`);
	process.exit(1);
}, LONGEST_MS);
process.on("exit", () => {
	killAll();
	removeDirectories();
});
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

main(process.argv.slice(2)).then(
	() => clearTimeout(watchdog),
	(error) => {
		console.error(error);
		process.exit(1);
	},
);
