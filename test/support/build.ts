import { isBuilt } from "../../scripts/sources.mjs";

/** Tests run against the real build; it is made once, before the first of them. */
export async function setup(): Promise<void> {
	if (isBuilt()) return;
	process.env.NODE_ENV = "production";
	const { buildAll } = await import("../../scripts/build.mjs");
	await buildAll();
	process.env.NODE_ENV = "test";
}
