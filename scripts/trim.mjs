/**
 * Removes files that never run from folders that ship: types, source maps, documents, sources of native modules.
 * `node scripts/trim.mjs node_modules build`
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";

/** Peers that only tools need. */
const TOOLS = ["typescript", "@types"];
const NEVER_RUN = /\.(map|[cm]?ts|md|markdown|flow|c|cc|cpp|h|hpp|a|o|d|gyp|gypi|mk)$/;
/** Sources of compiled modules, and other platforms. */
const NEVER_LOADED = /\/(better-sqlite3\/(deps|src)|argon2\/(argon2|src)|[^/]+\/build\/(?!Release)[^/]+)$/;
const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** @param {string} folder */
function trim(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			if (NEVER_LOADED.test(path.split(sep).join("/")) || isOfCompiler(path)) rmSync(path, { recursive: true });
			else trim(path);
		} else if (NEVER_RUN.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path);
	}
}

/** Build intermediates of native modules. @param {string} path */
function isOfCompiler(path) {
	return /[/\\]build[/\\]Release[/\\](obj|obj\.target|\.deps)$/.test(path);
}

for (const folder of process.argv.slice(2)) {
	for (const tool of TOOLS.map((name) => join(folder, name))) if (existsSync(tool)) rmSync(tool, { recursive: true });
	trim(folder);
}
