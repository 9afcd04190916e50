import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;

/** Names the files that took longest, behind the report. */
export default class Slowest implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const longest = modules
			.map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
			.sort((a, b) => b.ms - a.ms)
			.slice(0, SHOWN);
		if (modules.length <= SHOWN) return;
		console.log(
			`Slowest files:\n${longest.map(({ name, ms }) => `  ${(ms / 1_000).toFixed(1)} s ${name}`).join("\n")}`,
		);
	}
}
