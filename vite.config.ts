import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

export default defineConfig({
	plugins: [remix(remixConfig)],
	server: { middlewareMode: true },
	build: {
		assetsInlineLimit: 0,
		target: "es2022",
		reportCompressedSize: false,
		rollupOptions: {
			// A route that only redirects has nothing for the browser, and that is no fault.
			onwarn: (warning, warn) => warning.code !== "EMPTY_BUNDLE" && warn(warning),
		},
	},
});
