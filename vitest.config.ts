import { configDefaults, defineConfig } from "vitest/config";

/** The walks through every screen keep both cores busy for minutes; what watches the time is not to run beside them. */
const WALKS = "test/browser/screens-*.test.ts";
/** Minutes each: `npm run test:long` has a configuration of its own for them. */
const LONG = "test/long/**";

// On its own: vite.config.ts would compile pages for Remix.
export default defineConfig({
	test: {
		// The compiler of TypeScript 7 cannot be used by programs, which `openapi-typescript` does.
		alias: { typescript: "typescript-parser" },
		server: { deps: { inline: ["openapi-typescript"] } },
		// Pages are rendered as they are in production: the other React is three times as slow, and is not what ships.
		// Programs that tests start end soon: see `test/support/server.ts`.
		env: { NODE_ENV: "production", BRIEF_PROGRAMS: "1" },
		projects: [
			{
				extends: true,
				test: {
					name: "all but walks",
					include: ["test/**/*.test.ts"],
					exclude: [...configDefaults.exclude, WALKS, LONG],
					sequence: { groupOrder: 0 },
				},
			},
			// All four at once, so that none of them is left to run alone.
			{
				extends: true,
				// Each is one test that opens every screen.
				test: { name: "walks", include: [WALKS], maxWorkers: 4, testTimeout: 900_000, sequence: { groupOrder: 1 } },
			},
		],
		reporters: ["default", "./test/support/slowest.ts"],
		globalSetup: "test/support/build.ts",
		setupFiles: "test/support/console-errors.ts",
		pool: "forks",
		// Requests leave much that is garbage at once: more room for it saves a tenth of a worker's time.
		execArgv: ["--max-semi-space-size=64"],
		// Most tests wait for a server, a mail or a browser: three at once keep two cores busy.
		maxWorkers: 3,
		// Files share what they import; loading it again for each costs a fifth of the whole run.
		isolate: false,
		// No measure of speed: a loaded machine takes several times as long, and only a hang may end a test.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		// One second unless stated otherwise, which a loaded machine misses.
		expect: { poll: { timeout: 60_000 } },
	},
});
