/**
 * The same server as `npm start`, from the sources: pages and islands are compiled as they are asked for, and a change
 * of anything the server itself imports starts it again.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./sources.mjs";

if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));

const tsx = fileURLToPath(import.meta.resolve("tsx/cli"));
const server = spawn(process.execPath, [tsx, "watch", "--clear-screen=false", join(root, "server/main.ts")], {
	stdio: "inherit",
	// A line for each of hundreds of modules would hide the ones that matter.
	env: { LOG_LEVEL: "warn", ...process.env, NODE_ENV: "development" },
});
// The terminal sends Ctrl+C to both; the server decides when it is done.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code) => process.exit(code ?? 0));
