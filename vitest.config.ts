import { defineConfig } from "vitest/config";

// On its own: vite.config.ts would compile pages for Remix.
export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: "test/support/build.ts",
		setupFiles: "test/support/console.ts",
		pool: "forks",
		maxWorkers: 2,
		testTimeout: 30_000,
		hookTimeout: 60_000,
	},
});
