import { expect, it } from "vitest";
import type { LOCALES } from "../../app/i18n.ts";
import { translators } from "../../app/locales/index.ts";
import { changeInWords } from "../../app/programmes/change-words.ts";
import { definitionOf, type Field, type ProgrammeDefinition } from "../../app/programmes/define.ts";
import { definitionChanges } from "../../app/programmes/definition-changes.ts";
import { templates } from "../../app/programmes/templates.ts";
import { englishIn, faultsIn } from "../support/languages.ts";

const hangzhou = definitionOf(templates.find(({ category }) => category === "hangzhou") as never);

/** The talk form with one question changed. */
function withField(name: string, change: (field: Field) => Partial<Field>): ProgrammeDefinition {
	const sections = hangzhou.sections.map((section) => ({
		...section,
		fields: section.fields.map((field) => (field.name === name ? ({ ...field, ...change(field) } as Field) : field)),
	}));
	return { ...hangzhou, sections };
}

const told = (after: ProgrammeDefinition, locale: (typeof LOCALES)[number] = "en", before = hangzhou) =>
	definitionChanges(before, after).map((change) => changeInWords(translators[locale], locale, change));

it("a list of changes says which words change, in which language, and how", () => {
	const label = withField("title", () => ({ label: { en: "Title of your talk", zh: "您的演讲题目" } }));
	expect(told(label)).toEqual([
		"“Title of your talk”: wording in English, “Talk Title” becomes “Title of your talk”; wording in Chinese, “演讲题目” becomes “您的演讲题目”",
	]);
	const hint = withField("title", () => ({ hint: { en: "One line.", zh: "一行。" } }));
	expect(told(hint)).toEqual(["“Talk Title”: new hint in English, “One line.”; new hint in Chinese, “一行。”"]);
	expect(told(hangzhou, "en", hint)).toEqual([
		"“Talk Title”: hint in English, “One line.”, is removed; hint in Chinese, “一行。”, is removed",
	]);
	const audience = withField("title", () => ({ audience: "admin" }));
	expect(told(audience)).toEqual([
		"“Talk Title”: who sees the answer (now: Organisers only; asked in the proposal editor)",
	]);
});

it("options that come, go or are renamed are told one by one", () => {
	const options = withField("language", (field) => ({
		options: [
			...("options" in field ? field.options : []).flatMap((option) => {
				if (option.value === "Chinese") return [];
				return [{ ...option, label: { ...option.label, en: "In English" } }];
			}),
			{ value: "Both", label: { en: "Both", zh: "双语" } },
		],
	}));
	expect(told(options)).toEqual([
		"“Talk Language”: option in English, “English” becomes “In English”; option in English, “Chinese”, is removed; option in Chinese, “中文”, is removed; new option in English, “Both”; new option in Chinese, “双语”",
	]);
	const order = withField("language", (field) => ({ options: "options" in field ? [...field.options].reverse() : [] }));
	expect(told(order)).toEqual(["“Talk Language”: options"]);
});

it("of long texts the place is shown that changes", () => {
	const long = (word: string) => `${"What stays as it is. ".repeat(20)}Until ${word}.${" And more.".repeat(30)}`;
	const of = (word: string) => ({ ...hangzhou, lead: { en: long(word), zh: hangzhou.lead.zh } });
	const [line = ""] = told(of("September"), "en", of("August"));
	expect(line).toMatch(
		/^The form: introduction in English, “….{0,20}August\. And .+…” becomes “….{0,20}September\. And .+…”$/,
	);
	expect(line.length).toBeLessThan(400);
});

it("is Chinese in Chinese, with its marks", () => {
	const label = withField("title", () => ({ label: { en: "演讲题", zh: "您的题目" }, hint: { en: "一", zh: "二" } }));
	const [line = ""] = told(label, "zh");
	expect(line).toBe(
		"“您的题目”：问题文字（英文）由“Talk Title”改为“演讲题”；问题文字（中文）由“演讲题目”改为“您的题目”；新提示（英文）“一”；新提示（中文）“二”",
	);
	const own = line.replace("Talk Title", "");
	expect([englishIn(own), faultsIn(own)]).toEqual([[], []]);
});
