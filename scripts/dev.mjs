/**
 * Runs the server from the sources: Vite compiles pages and islands on request, and the server restarts when its own
 * sources change.
 */
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { requirePackages, root } from "./sources.mjs";

/** Vite reloads these folders itself. `--watch` without paths would also restart for the temporary files that Vite imports. */
const RELOADED = ["components", "hooks", "islands", "pages", "routes", "styles"];
const watched = [
	"server",
	"db",
	...readdirSync(join(root, "app")).flatMap((name) =>
		RELOADED.includes(name) || name.endsWith(".tsx") ? [] : `app/${name}`,
	),
].map((path) => `--watch-path=${join(root, path)}`);
requirePackages("vite");
const server = spawn(process.execPath, [...watched, "--watch-preserve-output", join(root, "server/main.ts")], {
	stdio: "inherit",
	// Hides Node's warning for each of hundreds of modules.
	env: { LOG_LEVEL: "warn", ...process.env, NODE_ENV: "development" },
});
// Ctrl+C reaches both processes; the server decides when to exit.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code) => process.exit(code ?? 0));
