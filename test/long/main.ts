import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startVitest, type TestCase } from "vitest/node";
import { machineDescription, minute } from "../../bench/machine.ts";
import { requireBrowsers } from "../../scripts/browsers.mjs";
import { root } from "../../scripts/sources.mjs";
import { figuresFor } from "../support/figures.ts";
import { type Promised, promises } from "./promises.ts";
import { type Found, withFound } from "./report-file.ts";

const FILE = join(root, "RELIABILITY.md");

/** The promises on the command line, by number or by the name of a file in this folder, or all of them. */
const wanted = process.argv.slice(2);
const isNamed = ({ id, tests }: Promised, word: string) =>
	id === word || tests.some(([file]) => file === `test/long/${word}.test.ts`);
const unknown = wanted.find((word) => !promises.some((promise) => isNamed(promise, word)));
if (unknown !== undefined) {
	console.error(`test:long: no promise ${unknown}; there are ${promises.map(({ id }) => id).join(", ")}`);
	process.exit(1);
}
const isWanted = (promise: Promised) => wanted.length === 0 || wanted.some((word) => isNamed(promise, word));
const chosen = promises.filter((promise) => promise.tests.length > 0 && isWanted(promise));
const files = new Set(chosen.flatMap(({ tests }) => tests.map(([file]) => file)));
// Some tests of minutes belong to no promise.
if (wanted.length === 0) files.add("test/long/");
const run = {
	date: minute(),
	command: ["npm run test:long", ...(wanted.length > 0 ? ["--", ...wanted] : [])].join(" "),
	machine: machineDescription(),
};
requireBrowsers();
const vitest = await startVitest("test", [...files], {
	config: join(import.meta.dirname, "vitest.config.ts"),
	watch: false,
});
const tried = vitest.state.getTestModules().flatMap((module) =>
	[...module.children.allTests()].map((test) => ({
		file: module.relativeModuleId,
		name: test.fullName.replaceAll(" > ", " "),
		test,
	})),
);
const found = new Map(chosen.map((promise) => [promise.id, judge(promise)]));
const document = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
writeFileSync(FILE, withFound(document, promises, found, run));
if ([...found.values()].some(({ held }) => held === false)) process.exitCode = 1;
await vitest.close();

/** A promise is kept if all its tests passed; tests that cannot run here say why. */
function judge({ id, tests }: Promised): Found {
	const own = tests.map(([file, ...names]) =>
		tried.filter((one) => one.file === file && (names.length === 0 || names.some((name) => one.name.startsWith(name)))),
	);
	const results = own.flat();
	const failed = results.filter(({ test }) => test.result().state === "failed").map(({ name }) => `failed: ${name}`);
	const missing = own.some((those) => those.length === 0) ? ["some of its tests did not run"] : [];
	if (failed.length + missing.length > 0) return { held: false, figures: [...failed, ...missing] };
	const notes = results.flatMap(({ test }) => noteOf(test));
	const figures = results.flatMap(({ test }) => figuresFor(id, test.meta().figures ?? []));
	const passed = results.filter(({ test }) => test.result().state === "passed").length;
	const counted = `${passed} ${passed === 1 ? "test" : "tests"} passed`;
	return { held: notes.length > 0 ? undefined : true, figures: [...notes, ...figures, counted] };
}

function noteOf(test: TestCase): string[] {
	const result = test.result();
	return result.state === "skipped" ? [result.note ?? "left out"] : [];
}
