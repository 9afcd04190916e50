import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import remixConfig from "./remix.config.js";
import { plainCss } from "./scripts/plain-css.mjs";

/** What every page of the console loads, and its screens. Other pages do not hydrate, and their files are never asked for. */
const EVERYWHERE = /\/app\/(entry\.client|root|routes\/admin)\.tsx/;
const BOARD = /\/app\/routes\/admin-schedule(-grid)?\.tsx/;
const SCREEN =
	/\/app\/routes\/admin-(?!broadcast|call|decision|editor|event|export|history|mail-text|message|person|reviews|spam|statistics|team|waiting)/;

/** The entries of the build that a module is part of, in whatever way they import it. */
function entriesOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string[] {
	const seen = new Set([id]);
	for (const one of seen) for (const importer of getModuleInfo(one)?.importers ?? []) seen.add(importer);
	return [...seen].filter((one) => getModuleInfo(one)?.isEntry);
}

/**
 * Two files with what screens of the console share, so that a visit takes few requests: that of the browser's entry,
 * which each of them loads anyway, and one with what the board and the grid, the heaviest screens, do without. What one screen
 * alone needs is in the file of that screen.
 */
function chunkOf(id: string, meta: Rollup.ManualChunkMeta): string | undefined {
	if (id.includes("/app/entry.client.tsx")) return "console";
	if (/\/app\/(routes\/|root\.tsx)/.test(id)) return;
	const entries = entriesOf(id, meta);
	if (entries.some((entry) => EVERYWHERE.test(entry))) return "console";
	const screens = entries.filter((entry) => SCREEN.test(entry));
	if (entries.length < 2 || screens.length === 0) return;
	return screens.some((entry) => BOARD.test(entry)) ? "console" : "lists";
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
