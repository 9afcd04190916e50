/** What the controls of a call's form hold, in words. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { ProgrammeDefinition } from "../programmes/define.ts";
import type { Values } from "../programmes/question-values.ts";
import { labelOfControl } from "../schemas/call-form.ts";
import { fieldsIn } from "./call-page.server.ts";

/** @param form which form of the page it is @param definition the questions and sections that values name */
export function inWords({ t, locale }: AppLoadContext, form: string, definition: ProgrammeDefinition) {
	const fields = fieldsIn(definition);

	/** What a control is called on its page. */
	function nameOf(control: string): string {
		if (form === "question" && control === "label") return t("callPage.question");
		if (form === "question" && control === "labelZh") return t("callPage.questionZh");
		const option = /^option-(\d+)-(value|offered|place)$/.exec(control);
		if (!option) return labelOfControl(t, control);
		const number = Number(option[1]) + 1;
		if (option[2] === "value") return t("callPage.option", { number });
		return `${t("callPage.option", { number })} · ${t(option[2] === "place" ? "callPage.place" : "callPage.offered")}`;
	}

	/** A value as its control shows it: choices by their labels. */
	function textOf(control: string, values: Values): string {
		const value = values[control] ?? "";
		const choices = choicesOf(control, values) ?? {};
		return (Object.hasOwn(choices, value) ? choices[value] : undefined) ?? value;
	}

	function choicesOf(control: string, values: Values): Readonly<Record<string, string>> | undefined {
		const isOrNot = { yes: t("callPage.yes"), no: t("callPage.no") };
		if (/^option-\d+-offered$/.test(control)) return isOrNot;
		switch (control) {
			case "announced":
				return isOrNot;
			case "checking":
				return { soft: t("callPage.soft"), strict: t("callPage.strict"), later: t("callPage.later") };
			case "person":
				return { yes: t("callPage.person"), no: t("callPage.matter") };
			case "required":
				return { yes: t("callPage.required"), no: t("callPage.optional") };
			case "audience":
				return {
					public: t("callPage.audiences.public"),
					owner: t("callPage.audiences.owner"),
					admin: t("callPage.audiences.admin"),
				};
			case "adviceUnit":
				return { characters: t("callPage.units.characters"), words: t("callPage.units.words") };
			case "section":
				return Object.fromEntries(definition.sections.map(({ key, title }) => [key, title[locale]]));
			case "when":
				return Object.fromEntries([["", t("callPage.always")], ...fields.flatMap(conditionsOn)]);
			case "initial":
				return Object.fromEntries(optionsIn(values));
		}
	}

	function conditionsOn(asker: (typeof fields)[number]): [string, string][] {
		const question = asker.label[locale];
		const options = "options" in asker ? asker.options : [];
		return options.map(({ value, label }) => [
			`${asker.name}=${value}`,
			t("callPage.onlyIf", { question, option: label[locale] }),
		]);
	}

	/** The options of the question itself, by their values. */
	function optionsIn(values: Values): [string, string][] {
		return Object.keys(values).flatMap((name): [string, string][] => {
			const row = /^option-(\d+)-value$/.exec(name)?.[1];
			return row === undefined ? [] : [[values[name] ?? "", values[`option-${row}-${locale}`] ?? ""]];
		});
	}

	return { nameOf, textOf };
}
