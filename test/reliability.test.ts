import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promises } from "./long/promises.ts";
import { cellsIn, known, withFound, withNodes } from "./long/report-file.ts";
import { read, root } from "./support/sources.ts";

/** Number of promises per kind. */
const COUNTS = { R: 17, L: 12, F: 6, A: 9, S: 2 };

test("every promise is there, and RELIABILITY.md has a row for it as it is promised now", () => {
	const numbers = Object.entries(COUNTS).flatMap(([kind, count]) =>
		Array.from({ length: count }, (_, index) => `${kind}${index + 1}`),
	);
	expect(promises.map(({ id }) => id)).toEqual(numbers);
	const rows = cellsIn(read("RELIABILITY.md")).map(([id, words, by, , , lacks]) => ({ id, words, by, lacks }));
	expect(rows).toEqual(promises.map(known));
});

test("every test that a promise names exists, and what no test holds says what is not measured", () => {
	const named = promises.flatMap(({ tests }) => tests);
	expect(named.filter(([file]) => !existsSync(join(root, file)))).toEqual([]);
	const missing = named.flatMap(([file, ...names]) => {
		const texts = [...read(file).matchAll(/(["`])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , text = ""]) => text);
		const isThere = (name: string) =>
			texts.some((text) => text.startsWith(name)) ||
			texts.some((group) => texts.some((text) => `${group} ${text}`.startsWith(name)));
		return names.filter((name) => !isThere(name)).map((name) => `${file}: ${name}`);
	});
	expect(missing).toEqual([]);
	expect(promises.filter(({ tests, bench, lacks }) => tests.length === 0 && !bench && !lacks)).toEqual([]);
});

test("a run replaces the rows of its promises and leaves the others as they are", () => {
	const made = (id: string) => ({ id, words: `It holds ${id}`, tests: [["a.test.ts"] as const] });
	const list = [made("R1"), made("R2"), { ...made("R3"), tests: [], lacks: "All of it" }];
	const run = (date: string) => ({ date, command: `test ${date}`, machine: "two cores" });
	const found = (figure: string) => ({ held: true, figures: [figure, "a | b"] });
	const first = withFound(
		"",
		list,
		new Map([
			["R1", found("1")],
			["R2", found("2")],
		]),
		run("2025-09-13"),
	);
	const second = withFound(first, list, new Map([["R2", { held: false, figures: ["failed: x"] }]]), run("2025-09-14"));
	expect(cellsIn(second)).toEqual([
		["R1", "It holds R1", "`a.test.ts`", "yes", "1; a | b", "", "2025-09-13"],
		["R2", "It holds R2", "`a.test.ts`", "NO", "failed: x", "", "2025-09-14"],
		["R3", "It holds R3", "", "not measured", "", "All of it", ""],
	]);
	expect(second).toContain("| 2025-09-13 | `test 2025-09-13` | two cores |");
	const third = withFound(
		second,
		list,
		new Map([["R1", { held: undefined, figures: ["no mount"] }]]),
		run("2025-09-15"),
	);
	expect(cellsIn(third)[0]?.slice(3)).toEqual(["not measured", "no mount", "", "2025-09-15"]);
	expect(third).not.toContain("test 2025-09-13");
	const others = list.map((one) => ({ ...one, tests: [["b.test.ts"] as const] }));
	expect(cellsIn(withFound(third, others, new Map(), run("2025-09-16")))[1]?.slice(3)).toEqual(["not run", "", "", ""]);
});

test("a run with one Node replaces the row of its major version, and runs of promises keep the table", () => {
	const result = (version: string, said: string) => ({
		version,
		result: said,
		date: "2025-09-13",
		machine: "two cores",
	});
	const rows = (document: string) =>
		[...document.matchAll(/^\| (v[\d.]+) \| ([^|]+) \|/gm)].map(([, version, said]) => [version, said]);
	const first = withNodes("# Reliability\n", [result("v24.21.0", "passed"), result("v22.18.0", "passed")]);
	expect(rows(first)).toEqual([
		["v22.18.0", "passed"],
		["v24.21.0", "passed"],
	]);
	const second = withNodes(first, [result("v22.18", "FAILED: not installed")]);
	const kept = withFound(second, [], new Map(), { date: "2025-09-14", command: "test", machine: "two cores" });
	for (const document of [second, kept])
		expect(rows(document)).toEqual([
			["v22.18", "FAILED: not installed"],
			["v24.21.0", "passed"],
		]);
	expect(kept.match(/^## Node versions$/gm)).toHaveLength(1);
});
