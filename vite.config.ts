import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import remixConfig from "./remix.config.js";
import { plainCss } from "./scripts/plain-css.mjs";

/** What the board loads, the one page that hydrates. The files of other pages are never asked for. */
const BOARD = /\/app\/(entry\.client|root|routes\/admin(-schedule)?)\.tsx/;

/** The entries of the build that a module is part of, in whatever way they import it. */
function entriesOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string[] {
	const seen = new Set([id]);
	for (const one of seen) for (const importer of getModuleInfo(one)?.importers ?? []) seen.add(importer);
	return [...seen].filter((one) => getModuleInfo(one)?.isEntry);
}

/** One file with what the board shares with other entries, so that a visit takes few requests. */
function chunkOf(id: string, meta: Rollup.ManualChunkMeta): string | undefined {
	if (id.includes("/app/entry.client.tsx")) return "console";
	if (/\/app\/(routes\/|root\.tsx)/.test(id)) return;
	return entriesOf(id, meta).some((entry) => BOARD.test(entry)) ? "console" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
	plugins: [remix(remixConfig)],
	server: { middlewareMode: true },
	css: { postcss: { plugins: [plainCss()] } },
	build: {
		assetsInlineLimit: 0,
		target: "es2022",
		// 4 % smaller than by esbuild, once compressed; a first visit to the console is measured in bytes.
		minify: isSsrBuild ? false : "terser",
		terserOptions: { compress: { passes: 2 } },
		reportCompressedSize: false,
		rollupOptions: {
			output: isSsrBuild ? {} : { manualChunks: chunkOf },
			// A route that only redirects has nothing for the browser, and that is no fault.
			onwarn: (warning, warn) => warning.code !== "EMPTY_BUNDLE" && warn(warning),
		},
	},
}));
