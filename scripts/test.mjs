/** Everything that must hold, cheapest first, stopping at the first failure. Arguments go to vitest. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { requireBrowsers } from "./browsers.mjs";
import { isBuilt, root } from "./sources.mjs";

/** @param {string[]} words a script and its arguments */
const run = (...words) => {
	const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" });
	if (status !== 0) throw new Error(`stopped with ${status ?? "a signal"}`);
};
const tool = (/** @type {string} */ path) => join(root, "node_modules", path);

/** @type {[name: string, work: () => unknown][]} */
const steps = [
	["types", () => run(tool("typescript/bin/tsc"), "--noEmit")],
	["lint", () => run(tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings")],
	["browsers", requireBrowsers],
	["build", () => isBuilt() || run(join(root, "scripts/build.mjs"))],
	["tests", () => run(tool("vitest/vitest.mjs"), "run", ...process.argv.slice(2))],
];

for (const [name, work] of steps) {
	const started = performance.now();
	const time = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
	try {
		work();
		console.log(`✓ ${name} ${time()}`);
	} catch (error) {
		console.error(`✗ ${name} ${time()}: ${error instanceof Error ? error.message : error}`);
		process.exit(1);
	}
}
