import { describe, expect, it } from "vitest";
import { LOCALES } from "../app/i18n.ts";
import * as en from "../app/locales/console-en.ts";
import * as zh from "../app/locales/console-zh.ts";
import { translators } from "../app/locales/index.ts";
import { createTranslator } from "../app/locales/translator.ts";

const browserTexts = { en, zh };

type Tree = { [key: string]: string | Tree };
type Say = (key: string, values?: object) => string;

function textsIn(tree: Tree, path = ""): [key: string, text: string][] {
	return Object.entries(tree).flatMap(([name, value]) =>
		typeof value === "string" ? [[path + name, value] as [string, string]] : textsIn(value, `${path}${name}.`),
	);
}

describe.each(LOCALES)("a browser in %s", (locale) => {
	const inBrowser = createTranslator(locale, browserTexts[locale]) as Say;
	const onServer = translators[locale] as Say;
	const texts = textsIn(browserTexts[locale] as unknown as Tree);

	it("has the sentences of the server", () => {
		expect(texts.length).toBeGreaterThan(250);
		for (const count of [undefined, 0, 1, 2, 1_000]) {
			const said = (say: Say) => texts.map(([key]) => say(key.replace(/_(one|other)$/, ""), { count }));
			expect(said(inBrowser)).toEqual(said(onServer));
		}
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
