import { describe, expect, it } from "vitest";
import { LOCALES } from "../app/i18n.ts";
import * as en from "../app/locales/console-en.ts";
import * as zh from "../app/locales/console-zh.ts";
import { translators } from "../app/locales/index.ts";
import { createTranslator } from "../app/locales/translator.ts";
import { read } from "./support/sources.ts";

const browserTexts = { en, zh };

type Tree = { [key: string]: string | Tree };
type Say = (key: string, values?: object) => string;

function textsIn(tree: Tree, path = ""): [key: string, text: string][] {
	return Object.entries(tree).flatMap(([name, value]) =>
		typeof value === "string" ? [[path + name, value] as [string, string]] : textsIn(value, `${path}${name}.`),
	);
}

describe.each(LOCALES)("a browser in %s", (locale) => {
	it("has the sentences of the server under the same keys", () => {
		const inBrowser = textsIn(browserTexts[locale] as unknown as Tree);
		expect(inBrowser.length).toBeGreaterThan(250);
		const onServer = new Map(textsIn(JSON.parse(read(`app/locales/${locale}.json`)) as Tree));
		expect(inBrowser.filter(([key, text]) => onServer.get(key) !== text)).toEqual([]);
	});
});

describe("a text", () => {
	it("has the plural form of its count in its language", () => {
		expect([0, 1, 2, 21].map((count) => translators.en("schedule.conflicts", { count }))).toEqual([
			"0 conflicts",
			"1 conflict",
			"2 conflicts",
			"21 conflicts",
		]);
		const { one, other } = {
			one: translators.zh("schedule.conflicts", { count: 1 }),
			other: translators.zh("schedule.conflicts", { count: 2 }),
		};
		expect(one.replace("1", "2")).toBe(other);
	});

	it("shows values as they are, even those that look like placeholders or patterns", () => {
		const say = createTranslator("en", { a: { b: "{{x}}, {{y}}, {{z}}" } } as never) as Say;
		expect(say("a.b", { x: "{{y}} $& $1 $t(a.b)", y: undefined, z: 0 })).toBe("{{y}} $& $1 $t(a.b), , 0");
		expect(say("a.b", { x: "<b>" })).toBe("<b>, {{y}}, {{z}}");
		expect(say("a.c")).toBe("a.c");
	});
});
