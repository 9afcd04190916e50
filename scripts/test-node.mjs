/**
 * Installs and tests a clean copy of the last commit with each Node the README names, one after the other.
 * `npm run test:node -- 22` takes other versions; arguments after a second `--` go to the tests.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./sources.mjs";

const VERSIONS = ["20", "22", "24.18"];

const words = process.argv.slice(2);
const cut = words.includes("--") ? words.indexOf("--") : words.length;
const versions = cut > 0 ? words.slice(0, cut) : VERSIONS;
const forTests = words.slice(cut + 1);

/** @param {string} folder @param {NodeJS.ProcessEnv} env @param {string} program @param {string[]} given */
function run(folder, env, program, ...given) {
	const { status } = spawnSync(program, given, { cwd: folder, env, stdio: "inherit" });
	if (status !== 0) throw new Error(`${program} ${given.join(" ")} ended with ${status}`);
}

/** @param {string} version @returns {string} the version and the result */
function tryWith(version) {
	const folder = mkdtempSync(join(tmpdir(), "rostrum-node-"));
	try {
		// Some tests start it as another user.
		chmodSync(folder, 0o755);
		// The npm package `node` has the binary and headers.
		run(folder, process.env, "npm", "install", "--prefix", folder, "--no-save", `node@${version}`);
		const modules = join(folder, "node_modules/node/node_modules");
		const headers = join(
			modules,
			readdirSync(modules).find((name) => existsSync(join(modules, name, "include"))) ?? "",
		);
		const path = [join(folder, "node_modules/node/bin"), process.env.PATH].join(delimiter);
		const env = { ...process.env, PATH: path, npm_config_nodedir: headers };
		const exact = spawnSync("node", ["--version"], { env, encoding: "utf8" }).stdout.trim();
		const copy = join(folder, "copy");
		run(folder, env, "git", "clone", "--quiet", root, copy);
		try {
			run(copy, env, "npm", "ci");
			run(copy, env, "npm", "test", ...(forTests.length > 0 ? ["--", ...forTests] : []));
			return `${exact} passed`;
		} catch (error) {
			process.exitCode = 1;
			return `${exact} failed: ${error instanceof Error ? error.message : error}`;
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const results = versions.map(tryWith);
console.log(`\n${results.join("\n")}`);
