import { defineConfig } from "vitest/config";

// On its own: vite.config.ts would compile pages for Remix.
export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: "test/support/build.ts",
		setupFiles: "test/support/console.ts",
		pool: "forks",
		// Most tests wait for a server, a mail or a browser: three at once keep two cores busy.
		maxWorkers: 3,
		// Files share what they import; loading it again for each costs a fifth of the whole run.
		isolate: false,
		testTimeout: 30_000,
		hookTimeout: 60_000,
	},
});
