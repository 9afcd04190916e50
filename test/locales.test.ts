import { describe, expect, it } from "vitest";
import { LOCALES } from "../app/i18n.ts";
import * as en from "../app/locales/console-en.ts";
import * as zh from "../app/locales/console-zh.ts";
import { consoleTranslator } from "../app/locales/in-browser.ts";
import { translators } from "../app/locales/index.ts";

const texts = { en, zh };

type Tree = { [key: string]: string | Tree };
type Say = (key: string, values?: object) => string;

function sentences(tree: Tree, before = ""): [key: string, text: string][] {
	return Object.entries(tree).flatMap(([name, value]) =>
		typeof value === "string" ? [[before + name, value] as [string, string]] : sentences(value, `${before}${name}.`),
	);
}

describe.each(LOCALES)("a browser in %s", (locale) => {
	const inBrowser = consoleTranslator(locale, texts[locale]) as unknown as Say;
	const onServer = translators[locale] as unknown as Say;
	const all = sentences(texts[locale] as unknown as Tree);
	const compare = (values?: Record<string, unknown>) => {
		const keys = new Set(all.flatMap(([key]) => [key, key.replace(/_(one|other)$/, "")]));
		const said = (say: Say) => [...keys].map((key) => [key, say(key, values)]);
		expect(said(inBrowser)).toEqual(said(onServer));
	};

	it("formats texts like the server: without values, with counts, with values that look like placeholders", () => {
		expect(all.length).toBeGreaterThan(250);
		compare();
		const names = all.flatMap(([, text]) => [...text.matchAll(/{{(.*?)}}/g)].map(([, name = ""]) => name));
		expect(new Set(names).size).toBeGreaterThan(10);
		for (const value of ["Ann & <b>", "{{count}} $t(site.title) $& $1", "", 3, undefined]) {
			compare(Object.fromEntries(names.filter((name) => name !== "count").map((name) => [name, value])));
		}
		for (const count of [0, 1, 2, 5, 11, 21, 1_000])
			compare({ ...Object.fromEntries(names.map((n) => [n, "x"])), count });
	});
});
