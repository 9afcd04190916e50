import { cpSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, temporaryDirectory } from "../../support/portal.ts";
import { startServer } from "../../support/server.ts";

const PARTS = ["build", "migrations", "db", "package.json", "package-lock.json"];

it("files of the build that go while the server runs are not found, and it goes on", async () => {
	const folder = temporaryDirectory();
	for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true });
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	const data = temporaryDirectory();
	const server = await startServer({ DATA_DIR: join(data, "data"), UPLOADS_DIR: join(data, "uploads") }, folder);
	const assets = join(folder, "build/client/assets");
	const style = readdirSync(assets).find((name) => /^console-.*\.css$/.test(name));
	const ask = () => fetch(`${server.origin}/assets/${style}`);
	expect((await ask()).status).toBe(200);
	rmSync(assets, { recursive: true });
	expect((await ask()).status).toBe(404);
	expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
	expect(await server.end("SIGTERM")).toBe(0);
});
