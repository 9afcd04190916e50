import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

/** Routes are files of their own; everything they share is one file, so that the console needs few requests. */
function chunkOf(id: string): string | undefined {
	const own = id.includes("/app/routes/") || /\/app\/(root|entry\.client)\.tsx/.test(id) || id.startsWith("\0");
	return own ? undefined : "console";
}

export default defineConfig(({ isSsrBuild }) => ({
	plugins: [remix(remixConfig)],
	server: { middlewareMode: true },
	build: {
		assetsInlineLimit: 0,
		target: "es2022",
		reportCompressedSize: false,
		rollupOptions: {
			output: isSsrBuild ? {} : { manualChunks: chunkOf },
			// A route that only redirects has nothing for the browser, and that is no fault.
			onwarn: (warning, warn) => warning.code !== "EMPTY_BUNDLE" && warn(warning),
		},
	},
}));
