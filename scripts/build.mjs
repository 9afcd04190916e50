/** Builds everything into build/: pages and their browser files, islands, server, commands. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build as bundle } from "esbuild";
import { build as vite } from "vite";
import { root, sourceHash, stampFile } from "./sources.mjs";

const islandFolder = join(root, "build/client/e");

/**
 * Bundles each island on its own: a shared chunk would be a second request in a chain.
 * @param {{ hashed: boolean }} options a name with a hash may be cached for ever
 */
export async function buildIslands({ hashed }) {
	mkdirSync(islandFolder, { recursive: true });
	const names = readdirSync(join(root, "app/islands")).filter((name) => name.endsWith(".island.ts"));
	/** @type {Record<string, string>} */
	const files = {};
	for (const name of names) {
		const { outputFiles } = await bundle({
			entryPoints: [join(root, "app/islands", name)],
			bundle: true,
			minify: true,
			format: "esm",
			target: "es2020",
			write: false,
			legalComments: "none",
		});
		const contents = outputFiles[0]?.contents ?? new Uint8Array();
		const island = name.replace(".island.ts", "");
		const hash = hashed ? `-${createHash("sha256").update(contents).digest("hex").slice(0, 8)}` : "";
		writeFileSync(join(islandFolder, `${island}${hash}.js`), contents);
		files[island] = `/e/${island}${hash}.js`;
	}
	writeFileSync(join(root, "build/islands.json"), JSON.stringify(files));
}

async function buildServer() {
	await bundle({
		entryPoints: {
			main: join(root, "server/main.ts"),
			cli: join(root, "server/cli/main.ts"),
			demo: join(root, "server/demo/main.ts"),
		},
		outdir: join(root, "build"),
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		packages: "external",
		sourcemap: "linked",
		splitting: true,
		chunkNames: "server-[hash]",
	});
}

/**
 * Files never change under their names, so the best compression is worth its time once.
 * @param {string} folder
 */
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
	const hash = sourceHash();
	rmSync(stampFile, { force: true });
	rmSync(join(root, "build"), { recursive: true, force: true });
	await vite({ root, logLevel: "warn" });
	await vite({ root, logLevel: "warn", build: { ssr: true } });
	await buildIslands({ hashed: true });
	await buildServer();
	precompress(join(root, "build/client"));
	// Written last and renamed into place: a build that was interrupted has no stamp.
	writeFileSync(`${stampFile}.new`, hash);
	renameSync(`${stampFile}.new`, stampFile);
}

if (process.argv[1] === import.meta.filename) {
	process.env.NODE_ENV = "production";
	await buildAll();
}
