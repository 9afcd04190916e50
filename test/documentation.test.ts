import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EVENT_PLACEHOLDERS, MAIL_TEXTS, MOST_IN_MAIL_TEXT } from "../app/mails/mail-texts.ts";
import { environment } from "../server/config.ts";
import { filesIn, read, root } from "./support/sources.ts";

const DOCUMENTS = [
	"README.md",
	"ARCHITECTURE.md",
	"CONTRIBUTING.md",
	...filesIn("docs").filter((path) => path.endsWith(".md")),
];
const RECORDS = filesIn("docs/decisions").filter((path) => /\/\d{4}-[a-z0-9-]+\.md$/.test(path));
/** Words, tables and code included. */
const MOST_WORDS = { "ARCHITECTURE.md": 1_500, "README.md": 900 };
const project = JSON.parse(read("package.json")) as Record<
	"scripts" | "dependencies" | "devDependencies" | "optionalDependencies" | "allowScripts",
	Record<string, string>
>;

/** Text between a second-level heading and the next one. */
function section(document: string, heading: string): string {
	const found = read(document)
		.split(/^## /m)
		.find((part) => part.startsWith(`${heading}\n`));
	if (found === undefined) throw new Error(`${document} has no section "${heading}"`);
	return found;
}

/** The names in the first column of the tables of a section. */
function firstColumn(text: string): string[] {
	return [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name = ""]) => name).sort();
}

const variables = Object.keys(environment.shape).sort();

test("docs/settings.md explains every environment variable the program reads, and no other", () => {
	expect(firstColumn(section("docs/settings.md", "All settings"))).toEqual(variables);
});

test("docs/mail-texts.md has the placeholders of every mail", () => {
	const text = read("docs/mail-texts.md");
	const names = (cell = "") => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
	const rows = [...text.matchAll(/^\| (`\w+`) +\|([^|]+)\|([^|]+)\|$/gm)].map(([, ...cells]) => cells.map(names));
	expect(rows).toEqual(
		Object.entries(MAIL_TEXTS).map(([kind, { placeholders, required }]) => [[kind], placeholders, required]),
	);
	expect(names(/Every email has ([^.]+)\./.exec(text)?.[1])).toEqual(EVENT_PLACEHOLDERS);
	const most = MOST_IN_MAIL_TEXT;
	for (const limit of [most.subject, most.body, most.lines]) expect(text).toContain(` ${limit.toLocaleString("en")} `);
});

test(".env.example has every variable with a comment above it, and no other", () => {
	const entries = [...read(".env.example").matchAll(/^(.*)\n#?([A-Z][A-Z_]+)=.*$/gm)];
	expect(entries.map(([, , name]) => name).sort()).toEqual(variables);
	expect(entries.filter(([, before]) => !/^# \w/.test(before ?? "")).map(([, , name]) => name)).toEqual([]);
});

test("docs/commands.md says what every npm script does", () => {
	const commands = section("docs/commands.md", "All commands");
	const spelled = (name: string) => (["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`);
	const row = (name: string) => new RegExp(`^\\| \`${spelled(name)}\` +\\|`, "m");
	expect(Object.keys(project.scripts).filter((name) => !row(name).test(commands))).toEqual([]);
});

test("docs/commands.md shows every verb of the command line as its help does", () => {
	const program = [join(root, "server/cli/main.ts"), "--help"];
	const { stdout } = spawnSync(process.execPath, program, { cwd: root, encoding: "utf8" });
	const verbs = stdout.split("\n").flatMap((line) => /^ +(npm run cli -- .+)$/.exec(line)?.[1] ?? []);
	expect(verbs).not.toEqual([]);
	expect(verbs.filter((verb) => !firstColumn(section("docs/commands.md", "All commands")).includes(verb))).toEqual([]);
});

test("documents refer to measured figures, and copy none that would soon differ", () => {
	// Decision records say what was measured when they were made.
	const copied = DOCUMENTS.filter((path) => !path.startsWith("docs/decisions/")).flatMap((path) =>
		read(path)
			.split(/\n(?=\n|- |\| )/)
			.filter((part) => /(RELIABILITY|BENCHMARKS)\.md/.test(part) && /\d ?(ms|s|MB|%)(?!\w)|\d a second/.test(part))
			.map((part) => `${path}: ${part}`),
	);
	expect(copied).toEqual([]);
});

test("ARCHITECTURE names every folder at the top", () => {
	const ignored = read(".gitignore").split("\n");
	const folders = readdirSync(root, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== ".git" && !ignored.includes(`${entry.name}/`))
		.map((entry) => `${entry.name}/`);
	const tree = section("ARCHITECTURE.md", "Tree").split("\n");
	expect(folders.filter((folder) => !tree.some((line) => line.split(" ")[0] === folder))).toEqual([]);
});

test("docs/dependencies.md gives a reason for every package that runs, and for no other", () => {
	expect(firstColumn(section("docs/dependencies.md", "What runs"))).toEqual(Object.keys(project.dependencies).sort());
});

test("docs/dependencies.md says why each Node is installed, and why a package is not at its newest version", () => {
	const { optionalDependencies, ...lists } = project;
	expect(firstColumn(section("docs/dependencies.md", "What the npm commands run on"))).toEqual(
		Object.keys(optionalDependencies).sort(),
	);
	const known = { ...lists.dependencies, ...lists.devDependencies };
	const kept = [
		...section("docs/dependencies.md", "Not at the newest version").matchAll(/^\| (`[^|]+) \| +([\d.]+) +\|/gm),
	].flatMap(([, names = "", version = ""]) =>
		[...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [name, version] as const),
	);
	expect(kept.length).toBeGreaterThan(4);
	expect(kept.filter(([name, version]) => !`${known[name]}.`.startsWith(`${version}.`))).toEqual([]);
});

test("every version is exact, and no package runs a script when it is installed", () => {
	const { dependencies, devDependencies, optionalDependencies, allowScripts } = project;
	const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
	expect(versions.filter(([, version]) => !/^(npm:\w+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
	const locked = JSON.parse(read("package-lock.json")) as { packages: Record<string, { hasInstallScript?: true }> };
	const withScript = Object.entries(locked.packages)
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
	expect(allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
	expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
});

test.each(DOCUMENTS)("the links of %s lead to files that exist", (document) => {
	const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
	const files = links.filter((target) => !/^([a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*$/, ""));
	if (!document.startsWith("docs/")) expect(files).not.toEqual([]);
	expect(files.filter((file) => !existsSync(join(root, document, "..", file)))).toEqual([]);
});

test.each(Object.entries(MOST_WORDS))("%s has at most %d words", (document, most) => {
	expect(read(document).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
});

test("each decision is a numbered record with a date, a context, a decision and a consequence, named in the index", () => {
	const index = read("docs/decisions/README.md");
	expect(RECORDS.length).toBeGreaterThan(50);
	const shape =
		/^# (\d+)\. .+\n\nDate: \d{4}-\d\d-\d\d\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequence\.\*\* .+\n$/s;
	const numbers = RECORDS.map((path) => Number(shape.exec(read(path))?.[1]));
	expect(numbers).toEqual(RECORDS.map((_, at) => at + 1));
	expect(RECORDS.filter((path) => !index.includes(`(${path.split("/").at(-1)})`))).toEqual([]);
});

test.each(DOCUMENTS)("what %s names as a file of the program exists", (document) => {
	const named = [...read(document).matchAll(/`((?:[a-z.][\w.-]*\/)+[\w.-]+\.(?:ts|tsx|mjs|md|sql|json))`/g)].map(
		([, path = ""]) => path,
	);
	const known = ["", "app/", "server/", "docs/"];
	expect(named.filter((path) => !known.some((start) => existsSync(join(root, start, path))))).toEqual([]);
});
