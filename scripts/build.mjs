/** Builds everything into build/: pages and their browser files, islands, server, commands. */
import "./node-version.mjs";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build as bundle } from "esbuild";
import { minify } from "terser";
import { build as vite } from "vite";
import { endWithPackageFault } from "../server/package-fault.mjs";
import { INSTALL, root, sourceHash, stampFile } from "./sources.mjs";

const islandFolder = join(root, "build/client/e");

/** Bundles each island separately: a shared chunk would cost another request. @returns their addresses and sources */
async function buildIslands() {
	mkdirSync(islandFolder, { recursive: true });
	const names = readdirSync(join(root, "app/islands")).filter((name) => name.endsWith(".island.ts"));
	/** @type {Record<string, string>} */
	const files = {};
	/** @type {Record<string, string[]>} */
	const modules = {};
	for (const name of names) {
		const { outputFiles, metafile } = await bundle({
			entryPoints: [join(root, "app/islands", name)],
			bundle: true,
			minify: true,
			format: "esm",
			target: "es2020",
			write: false,
			metafile: true,
			legalComments: "none",
		});
		// 6 % smaller once compressed.
		const { code: contents = "" } = await minify(outputFiles[0]?.text ?? "", { module: true, compress: { passes: 3 } });
		const island = name.replace(".island.ts", "");
		const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8);
		writeFileSync(join(islandFolder, `${island}-${hash}.js`), contents);
		files[island] = `/e/${island}-${hash}.js`;
		modules[`e/${island}-${hash}.js`] = Object.keys(metafile.inputs);
	}
	return { files, modules };
}

/** Address of the texts file, so that the page can preload it. @param {import("vite").Rollup.RollupOutput} result */
function textsIn({ output }) {
	const found = output.flatMap((file) => {
		const name = file.type === "chunk" ? /\/console-(\w+)\.ts$/.exec(file.facadeModuleId ?? "")?.[1] : undefined;
		return name ? [[`texts-${name}`, `/${file.fileName}`]] : [];
	});
	return Object.fromEntries(found);
}

/** Sources in each browser file after tree shaking. @param {import("vite").Rollup.RollupOutput} result */
function modulesOf({ output }) {
	const chunks = output.filter((file) => file.type === "chunk");
	return Object.fromEntries(
		chunks.map(({ fileName, modules }) => [
			fileName,
			Object.keys(modules)
				.filter((id) => (modules[id]?.renderedLength ?? 0) > 0)
				.map((id) => relative(root, id.replace(/^\0/, ""))),
		]),
	);
}

/** Not bundled: modules that load binaries beside themselves, and development-only ones. */
const LOADED_FROM_PACKAGES = ["argon2", "better-sqlite3", "sharp", "vite"];

/** The programs in build/. `writeStarters` adds a check of the Node version to each. */
const PROGRAMS = { main: "server/main.ts", cli: "server/cli/main.ts", demo: "scripts/demo/main.ts" };

/** Writes build/main.js and the like: they check the Node version before they load the bundle, because better-sqlite3 crashes older ones. */
function writeStarters() {
	for (const file of ["scripts/node-version.mjs", "server/package-fault.mjs"])
		copyFileSync(join(root, file), join(root, "build", basename(file)));
	for (const name of Object.keys(PROGRAMS)) {
		writeFileSync(
			join(root, "build", `${name}.js`),
			[
				'import "./node-version.mjs";',
				'import { endWithPackageFault } from "./package-fault.mjs";',
				"",
				`await import("./run-${name}.js").catch((error) => endWithPackageFault(error));`,
				"",
			].join("\n"),
		);
	}
}

/**
 * Bundles server, commands and pages with their packages: resolving a thousand small files took half of every start.
 */
async function buildServer() {
	await bundle({
		entryPoints: {
			"server/index": join(root, "build/server/index.js"),
			...Object.fromEntries(Object.entries(PROGRAMS).map(([name, from]) => [`run-${name}`, join(root, from)])),
			// The threads of the server, started from beside the file that starts them.
			"thread-worker": join(root, "server/services/threads/thread-worker.ts"),
		},
		outdir: join(root, "build"),
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node22.18",
		external: LOADED_FROM_PACKAGES,
		allowOverwrite: true,
		// CommonJS packages use `require` for Node's modules.
		banner: {
			js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
		},
		// Removes development-only code.
		define: { "process.env.NODE_ENV": '"production"' },
		legalComments: "none",
		splitting: true,
		chunkNames: "server-[hash]",
	});
}

/** Maximum compression: hashed files never change. @param {string} folder */
function precompress(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) precompress(path);
		else if (/\.(js|css|svg|json)$/.test(entry.name)) {
			const bytes = readFileSync(path);
			writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
			writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
		}
	}
}

export async function buildAll() {
	process.env.NODE_ENV = "production";
	const hash = sourceHash();
	rmSync(stampFile, { force: true });
	rmSync(join(root, "build"), { recursive: true, force: true });
	const bundles = /** @type {import("vite").Rollup.RollupOutput} */ (await vite({ root, logLevel: "warn" }));
	const pages = modulesOf(bundles);
	await vite({ root, logLevel: "warn", build: { ssr: true } });
	const { files, modules: islands } = await buildIslands();
	writeFileSync(join(root, "build/islands.json"), JSON.stringify({ ...files, ...textsIn(bundles) }));
	// For `test/architecture.test.ts`; not served.
	writeFileSync(join(root, "build/modules.json"), JSON.stringify({ pages, islands }, null, "\t"));
	await buildServer();
	writeStarters();
	precompress(join(root, "build/client"));
	// Written last and renamed: an interrupted build has no stamp.
	writeFileSync(`${stampFile}.new`, hash);
	renameSync(`${stampFile}.new`, stampFile);
}

if (process.argv[1] === import.meta.filename) await buildAll().catch((error) => endWithPackageFault(error, INSTALL));
