import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, temporaryDirectory } from "./support/portal.ts";

/** A copy of these parts of the program, without packages. */
function copy(...parts: string[]): string {
	const folder = temporaryDirectory();
	for (const part of [...parts, "package.json"]) cpSync(join(root, part), join(folder, part), { recursive: true });
	return folder;
}

/** Gives a copy all packages; of `own` files of its own. @returns the folder of that package */
function withPackages(folder: string, own: string): string {
	mkdirSync(join(folder, "node_modules"));
	for (const name of readdirSync(join(root, "node_modules")).filter((one) => one !== own))
		symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
	const copied = join(folder, "node_modules", own);
	cpSync(join(root, "node_modules", own), copied, { recursive: true });
	return copied;
}

/** @returns exit code and output of a script in a folder */
function run(folder: string, ...words: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, words, {
		cwd: folder,
		encoding: "utf8",
		env: { NODE_ENV: "production", PATH: process.env.PATH, DATA_DIR: join(folder, "data"), PORT: "0" },
	});
	return [status, stdout + stderr];
}

it.each(["build/main.js", "build/cli.js"])("without packages %s ends with one line that says what to do", (program) => {
	expect(run(copy("build"), program, ...(program.includes("cli") ? ["doctor"] : []))).toEqual([
		1,
		"rostrum: the package better-sqlite3 is missing: run `npm ci`\n",
	]);
});

it("without the packages for development a build and a test run end with one line that says what to do", () => {
	const folder = copy("scripts", "server", "vite.config.ts");
	expect(run(folder, "scripts/start.mjs")).toEqual([
		1,
		"Building … (about 30 seconds, only after a change)\nrostrum: the package esbuild is missing: run `npm ci`\n",
	]);
	expect(run(folder, "scripts/test.mjs")).toEqual([
		1,
		"rostrum: the package @biomejs/biome is missing: run `npm ci`\n",
	]);
});

it.each(["better-sqlite3", "argon2"])(
	"with %s of another system the server ends with one line that says what to do",
	(name) => {
		const folder = copy("build", "migrations");
		const binaries = join(withPackages(folder, name), "prebuilds");
		for (const file of readdirSync(binaries, { recursive: true, encoding: "utf8" }))
			if (file.endsWith(".node")) writeFileSync(join(binaries, file), "of another system");
		const line = `rostrum: the package ${name} was installed for another Node or another system: run \`npm ci\`\n`;
		expect(run(folder, "build/main.js")).toEqual([1, line]);
		rmSync(binaries, { recursive: true });
		const [status, said] = run(folder, "build/main.js");
		expect(status).toBe(1);
		expect(said).toMatch(
			/^rostrum: the package \S+ (is incomplete|was installed for another Node or another system): run `npm ci`\n$/,
		);
	},
);
