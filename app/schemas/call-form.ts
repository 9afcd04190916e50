import { z } from "zod";
import type { Translate } from "../i18n.ts";
import { faultInWords } from "../programmes/change-words.ts";
import type { Field, ProgrammeDefinition, Section } from "../programmes/define.ts";
import type { DefinitionFault } from "../programmes/definition-faults.ts";
import { optionControls } from "../programmes/option-rows.ts";
import type { Problem } from "../programmes/problems.ts";
import { optionsIn, questionFrom, sectionFrom, type Values, withCallValues } from "../programmes/question-values.ts";
import { carried } from "./carried.ts";
import { field as fieldShape, isOfDirection, programmeDefinition } from "./definition.ts";

/** The kinds of questions that organisers add of their own. The others stand for something and come from a template. */
export const OWN_KINDS = ["text", "textarea", "url", "email", "select", "radio", "choices", "consent"] as const;
export const ownKind = z.enum(OWN_KINDS);

/** Controls of the pages whose texts are checked as a whole. */
export const CALL_CONTROLS = [
	"label",
	"labelZh",
	"title",
	"titleZh",
	"lead",
	"leadZh",
	"path",
	"announced",
	"checking",
];
export const SECTION_CONTROLS = ["title", "titleZh", "lead", "leadZh", "person"];

/** The values that a form was made with, as it carried them. */
export const valuesSeen = carried(z.record(z.string(), z.string()));

type Read<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** The definition with what the page of its call says, or what is wrong with that. */
export function readCall(t: Translate, present: ProgrammeDefinition, values: Values): Read<ProgrammeDefinition> {
	const parsed = programmeDefinition.safeParse(withCallValues(present, values));
	return parsed.success
		? { ok: true, value: parsed.data }
		: { ok: false, problems: problemsIn(t, parsed.error, values) };
}

const sectionShape = programmeDefinition.unwrap().shape.sections.unwrap().element.unwrap().pick({
	title: true,
	lead: true,
	person: true,
});

export function readSection(t: Translate, values: Values): Read<Pick<Section, "title" | "lead" | "person">> {
	const parsed = sectionShape.safeParse(sectionFrom(values));
	return parsed.success
		? { ok: true, value: parsed.data }
		: { ok: false, problems: problemsIn(t, parsed.error, values) };
}

/** A question with what its page says of it, or what is wrong with that. @param kept as for `optionsIn` */
export function readQuestion(
	t: Translate,
	present: Field,
	values: Values,
	isList: (name: string) => boolean,
	kept: ReadonlySet<string>,
): Read<Field> {
	const parsed = fieldShape.safeParse(questionFrom(present, values, isList, kept));
	if (parsed.success) return { ok: true, value: parsed.data };
	const rows = "options" in present ? optionsIn(present, values, kept).map(({ row }) => row) : [];
	return { ok: false, problems: problemsIn(t, parsed.error, values, rows, "question") };
}

/** A new question, all of whose options are in one control, or what is wrong with it. */
export function readNewQuestion(t: Translate, question: Field, values: Values): Read<Field> {
	const parsed = fieldShape.safeParse(question);
	if (parsed.success) return { ok: true, value: parsed.data };
	return { ok: false, problems: inOneControl(problemsIn(t, parsed.error, values, [], "question")) };
}

/** The problems of options, which are in the one control of a new question. */
export function inOneControl(problems: readonly Problem[]): Problem[] {
	return problems.map((problem) => (/^option-\d/.test(problem.field) ? { ...problem, field: "options" } : problem));
}

/** Every wrong part under the name of its control. @param rows of the options, in their order */
function problemsIn(
	t: Translate,
	{ issues }: z.ZodError,
	values: Values,
	rows: readonly number[] = [],
	of?: "question",
): Problem[] {
	const said = new Map<string, string>();
	for (const issue of issues) {
		const control = controlAt(issue.path, rows);
		if (saysWhatOtherSays(values, control)) continue;
		if (!said.has(control)) said.set(control, messageOf(t, issue, control, of));
	}
	return [...said].map(([field, message]) => ({ field, message }));
}

/** It is empty, so its language shows the other one, beside which the fault is told. */
function saysWhatOtherSays(values: Values, control: string): boolean {
	const chinese = /-en$/.test(control) ? control.replace(/en$/, "zh") : `${control}Zh`;
	return values[control] === "" && (/(Zh|-zh)$/.test(control) || Boolean(values[chinese]));
}

function controlAt([part, ...rest]: readonly PropertyKey[], rows: readonly number[]): string {
	const name = String(part ?? "form");
	if (name === "options") {
		const [at, inside, language] = rest;
		const control = optionControls(rows[Number(at ?? 0)] ?? Number(at ?? 0));
		return inside === "label" && language === "zh" ? control.zh : control.en;
	}
	if (name === "advice") return rest[0] === "unit" ? "adviceUnit" : "adviceLimit";
	return rest[0] === "zh" ? `${name}Zh` : name;
}

function messageOf(t: Translate, issue: z.core.$ZodIssue, control: string, of?: "question"): string {
	const field =
		of && control.startsWith("label")
			? t(control === "label" ? "callPage.question" : "callPage.questionZh")
			: labelOfControl(t, control);
	if (issue.code === "too_big")
		return t(issue.origin === "number" ? "callPage.tooMuch" : "problemMessages.tooLong", {
			field,
			max: Number(issue.maximum),
		});
	if (issue.code === "too_small" && issue.origin === "string") return t("problemMessages.required", { field });
	if (isOfDirection(issue)) return t("problemMessages.direction", { field });
	if (control === "path") return t("callPage.badPath");
	return t(/^(max|rows|adviceLimit)$/.test(control) ? "callPage.badNumber" : "callPage.badValue", { field });
}

/** What a control is called. */
export function labelOfControl(t: Translate, control: string): string {
	const option = /^option-(\d+)-(\w+)$/.exec(control);
	if (option) return t(option[2] === "zh" ? "callPage.optionZh" : "callPage.option", { number: Number(option[1]) + 1 });
	const chinese = /^(.+)Zh$/.exec(control);
	const name = t(`callPage.controls.${(chinese?.[1] ?? control) as "label"}`);
	return chinese ? t("callPage.inChinese", { field: name }) : name;
}

/** The controls beside which faults of a whole definition are said. */
const CONTROL_OF: Record<Exclude<DefinitionFault["part"], "options">, string> = {
	name: "label",
	kind: "label",
	when: "when",
	required: "required",
	initial: "initial",
	form: "form",
	path: "path",
};

/**
 * Faults of a definition as problems of a page. @param labelOf a question by its name @param rows of the options of the
 * page's question, in their order
 */
export function faultsAsProblems(
	t: Translate,
	faults: readonly DefinitionFault[],
	labelOf: (name: string) => string,
	rows: readonly number[] = [],
): Problem[] {
	return faults.map(({ field, part, fault, about, at = 0 }) => ({
		field: part === "options" ? optionControls(rows[at] ?? at).en : CONTROL_OF[part],
		message: faultInWords(t, { field, part, fault, about }, labelOf),
	}));
}
