import { expect, test } from "vitest";
import { tableOf } from "../bench/report.ts";
import { withParts } from "../bench/report-file.ts";

const part = (title: string, measured: string) => ({
	title,
	tables: [tableOf([{ what: "pages | second", measured, target: "<= 2", met: true, how: "by hand" }])],
});
const headings = (document: string) => document.split("\n").filter((line) => line.startsWith("#"));

test("a run of benchmarks replaces the sections it measured and leaves the others as they are", () => {
	const first = withParts("", [part("Start", "1"), part("Weight", "2")], "Measured first.");
	const second = withParts(first, [part("Start", "3"), part("Lighthouse", "4")], "Measured later.");
	expect(headings(first)).toEqual(["# Benchmarks", "## Start", "## Weight"]);
	expect(headings(second)).toEqual(["# Benchmarks", "## Start", "## Weight", "## Lighthouse"]);
	const [, start, weight] = second.split(/^## /m);
	expect(weight?.trimEnd()).toBe(first.split(/^## /m)[2]?.trimEnd());
	expect(start).toBe(
		[
			"Start",
			"",
			"Measured later.",
			"",
			"| What | Measured | Target | Reached | How |",
			"| --- | ---: | ---: | --- | --- |",
			"| pages \\| second | 3 | <= 2 | yes | by hand |",
			"",
			"",
		].join("\n"),
	);
	expect(withParts(second, [], "")).toBe(second);
});
