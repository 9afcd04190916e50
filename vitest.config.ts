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
		// No measure of speed: a loaded machine takes several times as long, and only a hang may end a test.
		testTimeout: 180_000,
		hookTimeout: 180_000,
	},
});
