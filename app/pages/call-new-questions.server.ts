/** Adds questions to a call's form. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import type { ProgrammeDefinition } from "../programmes/define.ts";
import { isReserved } from "../programmes/definition-faults.ts";
import { addField, fieldIn, nameFor } from "../programmes/editing.ts";
import type { Problem } from "../programmes/problems.ts";
import { needed, newQuestion, optionsFrom, postedValues } from "../programmes/question-values.ts";
import { ownKind, readNewQuestion } from "../schemas/call-form.ts";
import { answered, refused } from "./call-outcome.server.ts";
import { callPath, fieldsIn, questionPath, suppliedQuestions } from "./call-page.server.ts";

const QUESTION_CONTROLS = ["label", "labelZh", "kind", "section", "options"];

export async function addQuestion(context: AppLoadContext, category: string) {
	const { services, actor, form, t, locale } = context;
	const typed = textOf(form, "options").slice(0, 20_000);
	const values: Record<string, string> = { ...postedValues(form, QUESTION_CONTROLS), options: typed };
	const { definition } = services.callForms.open(actor, category);
	const kind = ownKind.safeParse(values.kind).data;
	const label = needed(values, "label");
	const section = definition.sections.find(({ key }) => key === values.section);
	const options = optionsFrom(typed);
	const takesOptions = kind === "select" || kind === "radio" || kind === "choices";
	const problems: Problem[] = [];
	const lacks = (field: string, control: "question" | "controls.kind" | "controls.section") =>
		problems.push({ field, message: t("problemMessages.required", { field: t(`callPage.${control}`) }) });
	if (!label.en) lacks("label", "question");
	if (!kind) lacks("kind", "controls.kind");
	if (!section) lacks("section", "controls.section");
	if (takesOptions && options.length === 0) problems.push({ field: "options", message: t("callPage.noOption") });
	if (problems.length > 0 || !kind || !section) return refused(context, { problems, form: "new", values });
	const read = readNewQuestion(t, newQuestion(kind, "question", label, options), values);
	if (!read.ok) return refused(context, { problems: read.problems, form: "new", values });
	let name = "";
	const outcome = await services.callForms.edit(actor, category, (present) => {
		// A name is never used for two questions, so that answers in lists and files are of one.
		const taken = new Set([...fieldsIn(present).map((one) => one.name), ...namesOfOthers(context, present)]);
		name = nameFor(label.en, (one) => taken.has(one) || isReserved(one), "question");
		return addField(present, section.key, { ...read.value, name });
	});
	const about = read.value.label[locale];
	if (outcome.ok) throw seeOther(context.flash.say(questionPath(category, name), [t("callPage.added", { about })]));
	return answered(context, outcome, "new", values, definition);
}

/** Names of the questions of all other forms, and of the supplied ones. */
function namesOfOthers({ services }: AppLoadContext, { category }: ProgrammeDefinition): string[] {
	const others = [
		...services.registry().every.filter((one) => one.category !== category),
		...services.callForms.templates(),
	];
	return others.flatMap(({ fields }) => fields.map(({ name }) => name));
}

/** Adds a question of the supplied forms as it is. */
export async function takeSupplied(context: AppLoadContext, category: string) {
	const { services, actor, form, t, locale } = context;
	const values = postedValues(form, ["supplied", "section"]);
	const { definition } = services.callForms.open(actor, category);
	const field = suppliedQuestions(context, definition).find(({ name }) => name === values.supplied);
	const section = definition.sections.find(({ key }) => key === values.section);
	if (!field || !section) {
		const of = (control: "controls.section" | "templateQuestion") =>
			t("problemMessages.required", { field: t(`callPage.${control}`) });
		const problems = [
			...(field ? [] : [{ field: "supplied", message: of("templateQuestion") }]),
			...(section ? [] : [{ field: "section", message: of("controls.section") }]),
		];
		return refused(context, { problems, form: "supplied", values });
	}
	const outcome = await services.callForms.edit(actor, category, (present) =>
		fieldIn(present, field.name) ? present : addField(present, section.key, field),
	);
	if (!outcome.ok) return answered(context, outcome, "supplied", values, definition);
	const about = field.label[locale];
	throw seeOther(context.flash.say(`${callPath(category)}#q-${field.name}`, [t("callPage.added", { about })]));
}
