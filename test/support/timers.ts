import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/** Replaces a function of `node:timers/promises` for the rest of a test, also where the server has imported it. */
export function replaceTimer(name: "setTimeout" | "setImmediate", by: (...args: unknown[]) => Promise<void>): void {
	const spy = vi.spyOn(timers, name).mockImplementation(by as never);
	syncBuiltinESMExports();
	onTestFinished(() => {
		spy.mockRestore();
		syncBuiltinESMExports();
	});
}
