/** What the page of a call's form does. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { notFound, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import {
	addSection,
	fieldIn,
	moveField,
	moveSection,
	nameFor,
	placeField,
	removeSection,
	replaceSection,
} from "../programmes/editing.ts";
import { numberIn } from "../programmes/number.ts";
import { callValues, postedValues, sectionValues } from "../programmes/question-values.ts";
import { CALL_CONTROLS, readCall, readSection, SECTION_CONTROLS, valuesSeen } from "../schemas/call-form.ts";
import { moveIn } from "./call-moves.server.ts";
import { addQuestion, takeSupplied } from "./call-new-questions.server.ts";
import { answered, isSame, notDone, refused, staleForm } from "./call-outcome.server.ts";
import { ALL_CALLS, callPath } from "./call-page.server.ts";

/** @param category of the call @throws AppError NOT_FOUND */
export async function takeCall(context: AppLoadContext, category: string) {
	const { services, actor, form, t, locale } = context;
	const { callForms } = services;
	const name = (button: string) => textOf(form, button);
	const say = (line: string) => {
		throw seeOther(context.flash.say(callPath(category), [line]));
	};
	if ("do.call" in form) return saveCall(context, category);
	if ("do.section" in form) return saveSection(context, category);
	if ("do.add-section" in form) return startSection(context, category);
	if ("do.add" in form) return addQuestion(context, category);
	if ("do.take" in form) return takeSupplied(context, category);
	if ("do.discard" in form) {
		const { live, definition } = callForms.open(actor, category);
		// What was not published is gone with its draft: that is asked first, on the same page.
		if (!("sure" in form)) throw seeOther(`${callPath(category)}?discard=1`);
		const isGone = await callForms.discard(actor, category, numberIn(name("revision")));
		if (!isGone) return notDone(context, t("callPage.stale"));
		const path = live ? callPath(category) : ALL_CALLS;
		const said = live ? t("callPage.discarded") : t("callPage.deleted", { call: definition.title[locale] });
		throw seeOther(context.flash.say(path, [said]));
	}
	if ("do.take-up" in form) {
		const version = numberIn(name("do.take-up"));
		if (await callForms.takeUp(actor, category, version)) say(t("callPage.tookUp", { version }));
		return notDone(context, t("callPage.takeUpFirst"));
	}
	if ("do.undo" in form) {
		const version = numberIn(name("do.undo"));
		const note = t("callPage.undoNote", { version });
		const done = await callForms.undo(actor, category, version, note);
		if (done) say(t("callPage.undone", { version }));
		return notDone(context, t("callPage.undoStale"));
	}
	if ("do.archive" in form || "do.unarchive" in form) {
		const archived = "do.archive" in form;
		const { definition } = callForms.open(actor, category);
		const outcome = await callForms.setArchived(actor, category, archived);
		const call = definition.title[locale];
		if (outcome.ok) say(t(archived ? "callPage.archived" : "callPage.unarchived", { call }));
		return answered(context, outcome, "", {}, definition);
	}
	const question = moveIn(form);
	const section = moveIn(form, "section-");
	if (question || section) {
		const to = { section: name("section"), before: name("before") };
		const { definition } = callForms.open(actor, category);
		const outcome = await callForms.edit(actor, category, (present) => {
			const hasSection = (key: string) => present.sections.some((one) => one.key === key);
			if (section) return hasSection(section.name) ? moveSection(present, section.name, section.to) : undefined;
			if (!question || !fieldIn(present, question.name)) return;
			if (typeof question.to !== "number" && !hasSection(to.section)) return;
			return typeof question.to === "number"
				? moveField(present, question.name, question.to)
				: placeField(present, question.name, to);
		});
		if (!outcome.ok) return answered(context, outcome, "", {}, definition);
		throw seeOther(`${callPath(category)}#${section ? `s-${section.name}` : `q-${question?.name}`}`);
	}
	if ("do.remove-section" in form) {
		const key = name("do.remove-section");
		const outcome = await callForms.edit(actor, category, (present) => {
			const isEmpty = present.sections.some((section) => section.key === key && section.fields.length === 0);
			return isEmpty ? removeSection(present, key) : undefined;
		});
		if (outcome.ok) say(t("callPage.sectionRemoved"));
		return notDone(context, t("callPage.stale"));
	}
	throw notFound(context);
}

async function saveCall(context: AppLoadContext, category: string) {
	const { services, actor, form, t } = context;
	const values = postedValues(form, CALL_CONTROLS);
	const { definition } = services.callForms.open(actor, category);
	const read = readCall(t, definition, values);
	const was = textOf(form, "was");
	if (!read.ok) return refused(context, { problems: read.problems, form: "call", values, was });
	const seen = valuesSeen.safeParse(was).data;
	const now = callValues(definition);
	const outcome = await services.callForms.edit(actor, category, (present) => {
		if (!seen || !isSame(callValues(present), seen)) return;
		const again = readCall(t, present, values);
		return again.ok ? again.value : undefined;
	});
	if (outcome.ok) throw seeOther(context.flash.say(callPath(category), [t("callPage.savedForm")]));
	if (outcome.stale && seen) return staleForm(context, "call", { seen, now, values }, definition);
	return answered(context, outcome, "call", values, definition);
}

async function saveSection(context: AppLoadContext, category: string) {
	const { services, actor, form, t } = context;
	const key = textOf(form, "do.section");
	const values = postedValues(form, SECTION_CONTROLS);
	const read = readSection(t, values);
	const was = textOf(form, "was");
	if (!read.ok) return refused(context, { problems: read.problems, form: `section-${key}`, values, was });
	const seen = valuesSeen.safeParse(was).data;
	const { definition } = services.callForms.open(actor, category);
	const outcome = await services.callForms.edit(actor, category, (present) => {
		const section = present.sections.find((one) => one.key === key);
		if (!section || !seen || !isSame(sectionValues(section), seen)) return;
		return replaceSection(present, key, read.value);
	});
	if (outcome.ok) throw seeOther(context.flash.say(`${callPath(category)}#s-${key}`, [t("callPage.savedForm")]));
	const section = definition.sections.find((one) => one.key === key);
	if (outcome.stale && seen && section)
		return staleForm(context, `section-${key}`, { seen, now: sectionValues(section), values }, definition);
	return answered(context, outcome, `section-${key}`, values, definition);
}

async function startSection(context: AppLoadContext, category: string) {
	const { services, actor, form, t, locale } = context;
	const values = postedValues(form, SECTION_CONTROLS);
	const read = readSection(t, values);
	if (!read.ok) return refused(context, { problems: read.problems, form: "new-section", values });
	let key = "";
	const { definition } = services.callForms.open(actor, category);
	const outcome = await services.callForms.edit(actor, category, (present) => {
		key = nameFor(read.value.title.en, (one) => present.sections.some((section) => section.key === one), "section");
		return addSection(present, { key, ...read.value, fields: [] });
	});
	if (!outcome.ok) return answered(context, outcome, "new-section", values, definition);
	const about = read.value.title[locale];
	throw seeOther(context.flash.say(`${callPath(category)}#s-${key}`, [t("callPage.added", { about })]));
}
