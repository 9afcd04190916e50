/** The page of one question of a call's form. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { notFound, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import type { Field, ProgrammeDefinition } from "../programmes/define.ts";
import { fieldIn, placeField, removeField, replaceField, sectionOf } from "../programmes/editing.ts";
import { inRowsOf, rowsFor } from "../programmes/option-rows.ts";
import {
	optionsIn,
	postedValues,
	questionControls,
	questionValues,
	type Values,
} from "../programmes/question-values.ts";
import { readQuestion, valuesSeen } from "../schemas/call-form.ts";
import { answered, type CallOutcome, isSame, notDone, refused, staleForm } from "./call-outcome.server.ts";
import { callPath, conditions, isList, questionPath } from "./call-page.server.ts";

/** @throws AppError NOT_FOUND; Response 404 for a question that is not there */
function opened(context: AppLoadContext, category: string, name: string) {
	const call = context.services.callForms.open(context.actor, category);
	const field = fieldIn(call.definition, name);
	const section = sectionOf(call.definition, name);
	if (!field || !section) throw notFound(context);
	return { ...call, field, section };
}

export function questionPage(context: AppLoadContext, category: string, name: string) {
	const { t, locale } = context;
	const { definition, live, revision, field, section } = opened(context, category, name);
	const was = live && fieldIn(live, name);
	return {
		category,
		name,
		call: definition.title[locale],
		/** Where changes are published, if there are any. */
		publish: revision > 0 ? callPath(category, "/publish") : undefined,
		label: field.label[locale],
		kind: field.kind,
		kindName: t(`callPage.kinds.${field.kind}`),
		retired: field.retired === true,
		/** Nobody has seen it yet. */
		isNew: was === undefined,
		/** Lists and mails need its answer. */
		isKept: field.column !== undefined,
		/** As visitors see it. */
		field,
		values: questionValues(field, section.key),
		rows: "options" in field ? rowsFor(field.options) : 0,
		/** Options whose values are fixed. */
		fixed: "options" in field ? field.options.length : 0,
		conditions: [{ value: "", label: t("callPage.always") }, ...conditions(context, definition, name)],
		sections: definition.sections.map(({ key, title }) => ({ value: key, label: title[locale] })),
		initials:
			field.kind === "radio"
				? [
						{ value: "", label: t("callPage.none") },
						...field.options.map(({ value, label }) => ({ value, label: label[locale] })),
					]
				: [],
	};
}

/** @throws AppError NOT_FOUND; Response 404 */
export async function takeQuestion(context: AppLoadContext, category: string, name: string) {
	const { services, actor, form, t, locale } = context;
	const { definition, live, field, section } = opened(context, category, name);
	const about = field.label[locale];
	// Published since the page was made.
	if ("do.remove" in form && live && fieldIn(live, name)) return notDone(context, t("callPage.stale"));
	if ("do.retire" in form || "do.restore" in form || "do.remove" in form) {
		const outcome = await services.callForms.edit(actor, category, (present) => changed(present, name, form));
		if (!outcome.ok) return answered(context, outcome, "question", {}, definition);
		const isGone = "do.remove" in form;
		const said = isGone ? "removed" : "do.retire" in form ? "retired" : "restored";
		const path = isGone ? callPath(category) : questionPath(category, name);
		throw seeOther(context.flash.say(path, [t(`callPage.${said}`, { about })]));
	}
	const was = textOf(form, "was");
	const seen = valuesSeen.safeParse(was).data;
	const values = postedValues(form, questionControls(field, seen));
	const now = questionValues(field, section.key);
	const differing = (from: Values) => staleForm(context, "question", { seen: from, now, values }, definition);
	// What is wrong could be told only of the rows that the page was made with.
	if ("do.save" in form && seen && !isSame(inRowsOf(now, seen, seen), seen)) return differing(seen);
	const before = live && fieldIn(live, name);
	const kept = new Set(before && "options" in before ? before.options.map(({ value }) => value) : []);
	const read = readQuestion(t, field, values, isList(definition), kept);
	if (!read.ok) return refused(context, { problems: read.problems, form: "question", values, was });
	if ("do.show" in form) return data<CallOutcome>({ problems: [], form: "question", values, was, shown: read.value });
	const outcome = await services.callForms.edit(actor, category, (present) => {
		const [one, place] = [fieldIn(present, name), sectionOf(present, name)];
		if (!one || !place || !seen) return;
		if (!isSame(questionValues(one, place.key), seen)) return;
		const next = replaceField(present, read.value);
		const to = values.section ?? "";
		if (!present.sections.some(({ key }) => key === to)) return;
		return to === place.key ? next : placeField(next, name, { section: to, before: undefined });
	});
	if (outcome.ok) throw seeOther(context.flash.say(questionPath(category, name), [t("callPage.savedForm")]));
	if (outcome.stale && seen) return differing(seen);
	const rows = "options" in field ? optionsIn(field, values, kept).map(({ row }) => row) : [];
	return answered(context, outcome, "question", values, definition, rows);
}

function changed(present: ProgrammeDefinition, name: string, form: object): ProgrammeDefinition | undefined {
	const field = fieldIn(present, name);
	if (!field) return;
	if ("do.remove" in form) return removeField(present, name);
	const { retired: _, ...asked } = field;
	return replaceField(present, "do.retire" in form ? ({ ...asked, retired: true } as Field) : (asked as Field));
}
