/** Starts the server (or `demo`, `cli …`) from the build, making it first when it is missing or stale. */
import "./node-version.mjs";
import { join } from "node:path";
import { endWithPackageFault } from "../server/package-fault.mjs";
import { INSTALL, isBuilt, root } from "./sources.mjs";

process.env.NODE_ENV ??= "production";
if (!isBuilt()) {
	console.error("Building … (about 30 seconds, only after a change)");
	try {
		const { buildAll } = await import("./build.mjs");
		await buildAll();
	} catch (error) {
		endWithPackageFault(error, INSTALL);
	}
}

const [verb] = process.argv.slice(2);
const program = { demo: "demo.js", cli: "cli.js" }[verb] ?? "main.js";
if (program === "cli.js") process.argv.splice(2, 1);
await import(join(root, "build", program));
