import { expect, it } from "vitest";
import { LOCALES } from "../../app/i18n.ts";
import en from "../../app/locales/en.json" with { type: "json" };
import zh from "../../app/locales/zh.json" with { type: "json" };
import type { Locale } from "../../app/programmes/define.ts";
import { externalSpotlight } from "../../app/programmes/external-call.ts";
import { generalCalls } from "../../app/programmes/templates.ts";
import { read } from "../support/sources.ts";
import { programmes } from "../support/templates.ts";

/** Words not to use, because CONTRIBUTING.md has another one for the same thing. */
const UNUSED: Record<Locale, readonly RegExp[]> = {
	en: [
		/(?<!upper ?case |lower ?case )\bletters?\b/i,
		/\be-mails?\b/i,
		/\bmails?\b(?! server)/i,
		/\bmailbox/i,
		/\bprogrammes?\b/i,
		/\b(sign(s|ed)?|signing)[ -]in\b/i,
		/\bsign-ins?\b/i,
		/\b(some|any|every)body\b/i,
		/\bmeanwhile\b/i,
		/\bcapital\b/i,
		/\badvised\b/i,
		/\bhand(ed)? in\b/i,
		/\bno more\b/i,
	],
	zh: [
		/账户/,
		/信件|随信|来信/,
		/登陆/,
		/(?<!演)讲者/,
		/条目/,
		/个人主页(?!或)/,
		/聚光灯/,
		/入选/,
		/分论坛/,
		/访问者/,
		/待定/,
		/议题/,
		/组织者/,
		/我的页面/,
		// One who reviews is 评审人, what they write 评审意见, the panel 专家组; 评审 alone is what they do.
		/^评审$/,
		/(?:位|个|份|些|其他|所有|已有|没有|的)评审(?!人|意见|规则|委员会)/,
		/评审(?:数|少于|较少|不足|专题)/,
		/评委|专家(?!组)/,
		/取消.*分配/,
	],
};

/** Every text in a value, with where it stands. Of a definition, the texts of the language only. */
function textsIn(value: unknown, locale: Locale, at: string): [at: string, text: string][] {
	if (typeof value === "string") return [[at, value]];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => textsIn(one, locale, `${at}.${name}`));
}

const inLanguage = (locale: Locale) => [
	...textsIn({ en, zh }[locale], locale, ""),
	...textsIn([programmes, generalCalls, externalSpotlight], locale, "programmes").filter(([at]) =>
		at.endsWith(`.${locale}`),
	),
	...textsIn(locale === "zh" ? read("db/seed.ts") : [], locale, "db/seed.ts"),
];

it.each(LOCALES)("the texts in %s use one word per thing", (locale) => {
	const texts = inLanguage(locale).map(([at, text]) => [at, text.replace(/{{.*?}}/g, "{{}}")] as const);
	expect(texts.length).toBeGreaterThan(1_000);
	const found = texts.flatMap(([at, text]) =>
		UNUSED[locale].flatMap((word) => word.exec(text)?.[0] ?? []).map((word) => [at, word]),
	);
	expect(found).toEqual([]);
});

it("the words that are used stand in CONTRIBUTING.md, and in a text of their language", () => {
	const [, table = ""] = /## Words on the screen\n([\s\S]*?)\n## /.exec(read("CONTRIBUTING.md")) ?? [];
	const rows = [...table.matchAll(/^\| +([a-z][^|]*?) +\| +(\S+) +\|/gmu)].map(([, english = "", chinese = ""]) => ({
		en: english,
		zh: chinese,
	}));
	expect(rows.length).toBeGreaterThan(15);
	const missing = LOCALES.flatMap((locale) => {
		const all = inLanguage(locale)
			.map(([, text]) => text.toLowerCase())
			.join("\n");
		return rows.map((row) => row[locale]).filter((word) => !all.includes(word));
	});
	expect(missing).toEqual([]);
});
