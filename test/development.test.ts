import { spawn } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root, temporaryDirectory } from "./support/portal.ts";

const PARTS = ["app", "db", "migrations", "scripts", "server", "package.json", "remix.config.js", "tsconfig.json"];

/** `npm run dev` in a copy of the sources. */
function develop() {
	const folder = temporaryDirectory();
	for (const part of [...PARTS, "vite.config.ts"]) cpSync(join(root, part), join(folder, part), { recursive: true });
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	const child = spawn(process.execPath, ["scripts/dev.mjs"], {
		cwd: folder,
		env: {
			NODE_ENV: "development",
			PATH: process.env.PATH,
			PORT: "0",
			DATA_DIR: join(folder, "data"),
			UPLOADS_DIR: join(folder, "uploads"),
		},
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	const ended = new Promise((done) => child.on("close", done));
	onTestFinished(async () => {
		child.kill("SIGTERM");
		await ended;
	});
	return { folder, starts: () => [...output.matchAll(/listens on http:\/\/localhost:(\d+)/g)].map(([, port]) => port) };
}

it("the server runs from the sources, and starts again when a file of its own changes, not for those that Vite reloads", async () => {
	const { folder, starts } = develop();
	await expect.poll(() => starts().length).toBe(1);
	const page = await fetch(`http://127.0.0.1:${starts()[0]}/hangzhou`);
	expect([page.status, (await page.text()).includes("<form")]).toEqual([200, true]);
	const append = (path: string) => cpSync(join(root, path), join(folder, path));
	append("app/components/layout/space.tsx");
	writeFileSync(join(folder, "server/unused.ts"), "export {};\n");
	await expect.poll(() => starts().length).toBe(2);
	expect((await fetch(`http://127.0.0.1:${starts()[1]}/login`)).status).toBe(200);
	expect(starts()).toHaveLength(2);
});
