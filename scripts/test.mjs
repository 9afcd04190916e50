/** Everything that must hold, cheapest first, stopping at the first failure. Arguments go to vitest. */
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { requireBrowsers } from "./browsers.mjs";
import { isBuilt, requirePackages, root } from "./sources.mjs";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** @param {ChildProcess} child */
const ended = async (child) => {
	const [status] = await once(child, "close");
	if (status !== 0) throw new Error(`stopped with ${status ?? "a signal"}`);
};
/** @param {string[]} words a script and its arguments */
const run = (...words) => ended(spawn(process.execPath, words, { cwd: root, stdio: "inherit" }));
const tool = (/** @type {string} */ path) => join(root, "node_modules", path);

/**
 * Checks types on one core while what needs no types uses the other; what did not change since the last run is not checked
 * again. What is wrong is shown when it is asked how it ended.
 */
function checkTypes() {
	const words = [tool("typescript/bin/tsc"), "--noEmit", "--incremental"];
	words.push("--tsBuildInfoFile", tool(".cache/types.tsbuildinfo"), "--pretty", String(process.stdout.isTTY === true));
	const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
	process.once("exit", () => child.kill());
	let output = "";
	child.stdout.on("data", (chunk) => (output += chunk));
	// Awaited later: until then a failure is nobody's.
	const outcome = ended(child).catch((error) => error);
	return async () => {
		const error = await outcome;
		process.stdout.write(output);
		if (error) throw error;
	};
}

requirePackages("@biomejs/biome", "typescript", "vitest");

const types = checkTypes();

/** @type {[name: string, work: () => unknown][]} */
const steps = [
	["lint", () => run(tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings")],
	["browsers", requireBrowsers],
	["build", () => isBuilt() || run(join(root, "scripts/build.mjs"))],
	["types", types],
	["tests", () => run(tool("vitest/vitest.mjs"), "run", ...process.argv.slice(2))],
];

for (const [name, work] of steps) {
	const started = performance.now();
	const time = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
	try {
		await work();
		console.log(`✓ ${name} ${time()}`);
	} catch (error) {
		console.error(`✗ ${name} ${time()}: ${error instanceof Error ? error.message : error}`);
		process.exit(1);
	}
}
