import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageFault } from "../server/package-fault.mjs";
import { root, temporaryDirectory } from "./support/portal.ts";

/** A copy of these parts of the program, without packages. */
function copy(...parts: string[]): string {
	const folder = temporaryDirectory();
	for (const part of [...parts, "package.json"]) cpSync(join(root, part), join(folder, part), { recursive: true });
	return folder;
}

/** Links all packages into a copy, except `own`, which is copied. @returns its folder */
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
		// Which one is looked for first differs between versions of Node.
		expect.stringMatching(
			/^rostrum: the package (better-sqlite3|sharp|express) is missing or incomplete: run `npm ci`\n$/,
		),
	]);
});

it("without the packages for development a build and a test run end with one line that says what to do", () => {
	const folder = copy("scripts", "server", "vite.config.ts");
	expect(run(folder, "scripts/start.mjs")).toEqual([
		1,
		"Building … (about 30 seconds, only after a change)\nrostrum: the package esbuild is missing or incomplete: run `npm ci --include=dev`\n",
	]);
	expect(run(folder, "scripts/test.mjs")).toEqual([
		1,
		"rostrum: the package @biomejs/biome is missing or incomplete: run `npm ci --include=dev`\n",
	]);
});

const hasNoBinary = (name: string) =>
	`the package ${name} has no binary that ${process.platform}-${process.arch} can load: run \`npm ci\` on this machine; README.md lists the systems that have one`;

it.each(["better-sqlite3", "argon2"])("with %s of another system the server ends with one line", (name) => {
	const folder = copy("build", "migrations");
	const binaries = join(withPackages(folder, name), "prebuilds");
	for (const file of readdirSync(binaries, { recursive: true, encoding: "utf8" }))
		if (file.endsWith(".node")) writeFileSync(join(binaries, file), "of another system");
	expect(run(folder, "build/main.js")).toEqual([1, `rostrum: ${hasNoBinary(name)}\n`]);
	rmSync(binaries, { recursive: true });
	const [status, said] = run(folder, "build/main.js");
	expect(status).toBe(1);
	expect(said).toMatch(/^rostrum: the package \S+ (is missing or incomplete: run `npm ci`|has no binary .+)\n$/);
});

const missing = (name: string) => `the package ${name} is missing or incomplete: run \`npm ci\``;
const [DLOPEN, ESM, CJS] = ["ERR_DLOPEN_FAILED", "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

it.each([
	[DLOPEN, "/srv/a b/node_modules/better-sqlite3/x.node: file too short", hasNoBinary("better-sqlite3")],
	[DLOPEN, "dlopen(/srv/node_modules/rostrum/node_modules/argon2/x.node, 1): tried", hasNoBinary("argon2")],
	[DLOPEN, "\\\\?\\C:\\node_modules\\@img\\sharp-win32-x64\\x.node is not valid", hasNoBinary("@img/sharp-win32-x64")],
	[
		DLOPEN,
		"/lib/libc.so.6: version `GLIBC_2.34' not found (required by /srv/node_modules/argon2/x.node)",
		"the package argon2 needs GLIBC_2.34 of the C library: use a newer system",
	],
	[
		"",
		"No native build was found for platform=darwin\n    loaded from: /srv/node_modules/argon2\n",
		hasNoBinary("argon2"),
	],
	[CJS, "Cannot find module 'x'\nRequire stack:\n- /srv/node_modules/sharp/lib/index.js", missing("sharp")],
	[ESM, "Cannot find package '@img/colour' imported from /srv/build/run.js", missing("@img/colour")],
	[ESM, "Cannot find package '/srv/node_modules/foo/index.js' imported from /srv/x.js", missing("foo")],
	[CJS, "Cannot find module '/srv/build/gone.js'", undefined],
	["", "/srv/node_modules/foo: broken", undefined],
])("an error of a package becomes one line, any other none: %s %s", (code, message, line) => {
	expect(packageFault(Object.assign(new Error(message), { code }))).toBe(line);
});
