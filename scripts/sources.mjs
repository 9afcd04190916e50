/** Tells whether build/ still matches the sources. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");
/** Installs what a build and the tests need, even where production is set. */
export const INSTALL = "npm ci --include=dev";

/** Ends the process with one line if one of these packages is not installed. @param {string[]} names */
export function requirePackages(...names) {
	const missing = names.find((name) => !existsSync(join(root, "node_modules", name)));
	if (missing === undefined) return;
	console.error(`rostrum: the package ${missing} is missing or incomplete: run \`${INSTALL}\``);
	process.exit(1);
}

export const stampFile = join(root, "build/.stamp");

const SOURCES = [
	"app",
	"server",
	"db",
	"scripts",
	"package-lock.json",
	"vite.config.ts",
	"remix.config.js",
	"tsconfig.json",
];

/** Hash of all build inputs. */
export function sourceHash() {
	const hash = createHash("sha256");
	const add = (/** @type {string} */ path) => {
		hash.update(path.slice(root.length)).update(readFileSync(path));
	};
	for (const name of SOURCES) {
		const path = join(root, name);
		if (!existsSync(path)) continue;
		const entries = /\.[a-z]+$/.test(name)
			? [path]
			: readdirSync(path, { recursive: true, withFileTypes: true })
					.filter((entry) => entry.isFile())
					.map((entry) => join(entry.parentPath, entry.name))
					.sort();
		for (const entry of entries) add(entry);
	}
	return hash.digest("hex");
}

export function isBuilt() {
	// The Docker image contains the build without sources.
	if (!existsSync(join(root, "vite.config.ts"))) return existsSync(join(root, "build/main.js"));
	return existsSync(stampFile) && readFileSync(stampFile, "utf8") === sourceHash();
}
