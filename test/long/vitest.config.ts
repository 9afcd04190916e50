import { resolve } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import everyday from "../../vitest.config.ts";

const { projects: _, ...shared } = everyday.test ?? {};
const LONG = "test/long/**/*.test.ts";

// Of its own, so that `npm test` never runs what takes minutes.
export default defineConfig({
	root: resolve(import.meta.dirname, "../.."),
	test: {
		...shared,
		// Programs run as they do elsewhere.
		env: { NODE_ENV: "production", MANY: "1" },
		projects: [
			{
				extends: true,
				test: {
					name: "everyday",
					include: ["test/**/*.test.ts"],
					exclude: [...configDefaults.exclude, LONG],
					testTimeout: 20 * 60_000,
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: "long",
					include: [LONG],
					sequence: { groupOrder: 1 },
					testTimeout: 45 * 60_000,
					// What is measured has the machine to itself.
					maxWorkers: 1,
				},
			},
		],
	},
});
