/**
 * Installs, starts and tests a clean copy of the last commit with each Node the README names, one after the other, without
 * the Node that npm installs, and writes the results into RELIABILITY.md.
 * `npm run test:node -- 22` takes other versions; arguments after a second `--` go to the tests.
 */
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./sources.mjs";

// An older Node cannot load TypeScript, and must read its one line first.
const { machineDescription, minute } = await import("../bench/machine.ts");
const { withNodes } = await import("../test/long/report-file.ts");

const VERSIONS = ["22.18", "24", "26"];
const FILE = join(root, "RELIABILITY.md");

const words = process.argv.slice(2);
const cut = words.includes("--") ? words.indexOf("--") : words.length;
const versions = cut > 0 ? words.slice(0, cut) : VERSIONS;
const forTests = words.slice(cut + 1);

/**
 * Runs a program, showing what it prints.
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} where @param {string} program @param {string[]} given
 * @returns {Promise<string>} what it printed
 */
async function run(where, program, ...given) {
	const child = spawn(program, given, { ...where, stdio: ["ignore", "pipe", "inherit"] });
	let output = "";
	child.stdout.on("data", (chunk) => {
		output += chunk;
		process.stdout.write(chunk);
	});
	const [status] = await once(child, "close");
	if (status !== 0) throw new Error(`${program} ${given.join(" ")} ended with ${status}`);
	return output;
}

/** Starts the built server on an empty volume, and stops it when it listens. @param {{ cwd: string, env: NodeJS.ProcessEnv }} where */
async function start({ cwd, env }) {
	const volume = { PORT: "0", DATA_DIR: join(cwd, "data"), UPLOADS_DIR: join(cwd, "data/uploads") };
	const child = spawn("npm", ["start"], { cwd, env: { ...env, ...volume }, stdio: ["ignore", "pipe", "inherit"] });
	let listens = false;
	child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
		if (!text.includes("rostrum listens on")) return;
		listens = true;
		child.kill("SIGTERM");
	});
	const [status] = await once(child, "close");
	if (!listens || status !== 0) throw new Error(`npm start ${listens ? "was stopped and " : ""}ended with ${status}`);
}

/** @param {string} version @returns {Promise<{ version: string, result: string }>} the exact version, and what came of it */
async function tryWith(version) {
	const folder = mkdtempSync(join(tmpdir(), "rostrum-node-"));
	let exact = `v${version}`;
	try {
		// Some tests start it as another user.
		chmodSync(folder, 0o755);
		const from = { cwd: folder, env: process.env };
		const name = `node-${process.platform}-${process.arch}`;
		await run(from, "npm", "install", "--prefix", folder, "--no-save", `${name}@${version}`);
		const path = [join(folder, "node_modules", name, "bin"), ...(process.env.PATH ?? "").split(delimiter)];
		const env = {
			...process.env,
			PATH: path.filter((one) => !one.startsWith(root)).join(delimiter),
			NODE: undefined,
			npm_node_execpath: undefined,
		};
		exact = (await run({ ...from, env }, "node", "--version")).trim();
		const copy = { cwd: join(folder, "copy"), env };
		await run(from, "git", "clone", "--quiet", root, copy.cwd);
		const installed = await run(copy, "sh", "-c", "npm ci 2>&1");
		if (installed.includes("npm warn")) throw new Error("npm ci warned");
		for (const bundled of globSync("node_modules/node-*/bin/node", { cwd: copy.cwd })) rmSync(join(copy.cwd, bundled));
		await start(copy);
		const output = await run(copy, "npm", "test", ...(forTests.length > 0 ? ["--", ...forTests] : []));
		const counted = /^ +Tests +(.+)$/m.exec(stripVTControlCharacters(output))?.[1];
		return { version: exact, result: `installs, starts, ${counted ?? "passes"}` };
	} catch (error) {
		process.exitCode = 1;
		return { version: exact, result: `FAILED: ${error instanceof Error ? error.message : error}` };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const ran = { date: minute(), machine: machineDescription() };
const results = [];
for (const version of versions) results.push({ ...(await tryWith(version)), ...ran });
console.log(`\n${results.map(({ version, result }) => `${version}: ${result}`).join("\n")}`);
// Results of a part of the tests say nothing about a Node.
if (forTests.length === 0) writeFileSync(FILE, withNodes(readFileSync(FILE, "utf8"), results));
