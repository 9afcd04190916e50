import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { cli, installation, send, titles } from "./support/backups.ts";
import { root, temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";

const MOST_MB = 90;

/** Packages of `npm ci --omit=dev`, as paths below the root. */
function packages(): string[] {
	const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { cwd: root, encoding: "utf8" });
	return listed
		.trim()
		.split("\n")
		.map((path) => relative(root, path))
		.filter(Boolean);
}

/** What the image copies, beside Node. */
function ship(): string {
	const folder = temporaryDirectory();
	for (const path of [...packages(), "build", "migrations", "package.json", "LICENSE"]) {
		// Packages inside of others are listed by themselves.
		const isOwn = (from: string) => !relative(join(root, path), from).startsWith("node_modules");
		mkdirSync(join(folder, path, ".."), { recursive: true });
		cpSync(join(root, path), join(folder, path), { recursive: true, filter: isOwn });
	}
	execFileSync(process.execPath, [join(root, "scripts/trim.mjs"), "node_modules", "build"], { cwd: folder });
	return folder;
}

const filesIn = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => lstatSync(join(folder, name)).isFile());

it("the shipped image is small, contains nothing unused, and works", async () => {
	const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
	for (const folder of ["node_modules", "build"]) expect(dockerfile).toContain(`node scripts/trim.mjs ${folder}`);
	const folder = ship();
	const files = filesIn(folder);
	expect(files.filter((name) => /\.(ts|map|c|o|a)$/.test(name))).toEqual([]);
	const bytes = files.reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0);
	expect(bytes / 1024 ** 2).toBeLessThan(MOST_MB);
	const where = installation();
	const server = await startServer({ ...where }, folder);
	const title = await send(server);
	const page = await (await fetch(`${server.origin}/proposals`)).text();
	expect(page).toContain(title);
	expect(await server.end("SIGTERM")).toBe(0);
	expect(titles(where)).toEqual([title]);
	expect((await cli(where, "backup")).code).toBe(0);
});
