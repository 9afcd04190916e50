/** What the pages of a call's form show. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { changeInWords } from "../programmes/change-words.ts";
import type { Field, ProgrammeDefinition, Words } from "../programmes/define.ts";
import type { DefinitionChange } from "../programmes/definition-changes.ts";
import { marks } from "../programmes/marks.ts";
import { callValues, sectionValues } from "../programmes/question-values.ts";
import { formatInstant } from "../programmes/window.ts";
import { OWN_KINDS } from "../schemas/call-form.ts";

export const callPath = (category: string, part = "") => `/admin/programmes/${category}${part}`;
export const questionPath = (category: string, name: string) => callPath(category, `/questions/${name}`);
export const ALL_CALLS = callPath("all");

export const fieldsIn = ({ sections }: ProgrammeDefinition): Field[] => sections.flatMap(({ fields }) => fields);

/** A question by its name, in the reader's language; the name itself where there is none. */
export const labelsOf = (definition: ProgrammeDefinition, locale: keyof Words) => (name: string) =>
	fieldsIn(definition).find((field) => field.name === name)?.label[locale] ?? name;

/** @throws AppError NOT_FOUND */
export function callPage(context: AppLoadContext, category: string) {
	const { services, actor, locale, t, zone } = context;
	const call = services.callForms.open(actor, category);
	const { definition, live, version, revision, changed, archived } = call;
	const time = (at: number) => formatInstant(at, zone, locale);
	return {
		category,
		name: definition.title[locale],
		kind: t(`kind.${definition.kind}`),
		path: definition.path,
		archived,
		isPublic: live !== undefined,
		version,
		revision,
		changed: changed && t("callPage.changedBy", { by: changed.by || t("callPage.someone"), time: time(changed.at) }),
		values: callValues(definition),
		/** Its form may count failed attempts: those of other events than the specified one do not, unless they did before. */
		mayCount: services.event.isSpecified() || definition.checking === "soft",
		sections: definition.sections.map((section) => ({
			key: section.key,
			title: section.title[locale],
			values: sectionValues(section),
			isEmpty: section.fields.length === 0,
			questions: section.fields.map((field, place) => ({
				...listedQuestion(context, field),
				place,
				isLast: place === section.fields.length - 1,
			})),
		})),
		ownSection: ownSectionOf(definition),
		kinds: OWN_KINDS.map((kind) => ({ value: kind, label: t(`callPage.kinds.${kind}`) })),
		supplied: suppliedQuestions(context, definition).map(({ name, label }) => ({ value: name, label: label[locale] })),
		versions: services.callForms.versions(actor, category).map((one) => ({
			version: one.version,
			text: [
				t("callPage.versionLine", { version: one.version, time: time(one.at) }),
				one.by ? t("callPage.versionBy", { by: one.by }) : one.version === 1 ? t("callPage.supplied") : "",
			]
				.filter(Boolean)
				.join(marks[locale].comma),
			note: one.note,
			isNow: one.version === version,
		})),
	};
}

/** The section that a new question most likely belongs to: the last one that asks about the entry itself. */
const ownSectionOf = ({ sections }: ProgrammeDefinition): string =>
	sections.findLast(({ person, fields }) => !person && fields.some(({ kind }) => kind !== "consent"))?.key ?? "";

export type CallPage = ReturnType<typeof callPage>;

function listedQuestion({ locale, t }: AppLoadContext, field: Field) {
	const { name, label, kind, required, audience, when, retired } = field;
	const said = [
		t(`callPage.kinds.${kind}`),
		required && t("callPage.marks.required"),
		audience === "admin" && t("callPage.marks.admin"),
		audience === "public" && t("callPage.marks.public"),
		when && t("callPage.marks.conditional"),
	];
	return {
		id: name,
		name,
		label: label[locale],
		about: said.filter(Boolean).join(marks[locale].item),
		retired: retired === true,
	};
}

/** Questions of the supplied forms of a kind that a form does not have. */
export function suppliedQuestions({ services }: AppLoadContext, definition: ProgrammeDefinition): Field[] {
	const present = new Set(fieldsIn(definition).map(({ name }) => name));
	const known = new Map<string, Field>();
	for (const { kind, fields } of services.callForms.templates()) {
		if (kind !== definition.kind) continue;
		for (const { when: _, ...field } of fields)
			if (field.kind !== "copy" && field.kind !== "switch") known.set(field.name, field as Field);
	}
	return [...known.values()].filter(({ name }) => !present.has(name));
}

/** What publishing changes, in words. */
export const changesInWords = ({ t, locale }: AppLoadContext, changes: readonly DefinitionChange[]): string[] =>
	changes.map((change) => changeInWords(t, locale, change));

/** Answers that a question may depend on: the options of those before it, as texts of a condition. */
export function conditions({ t, locale }: AppLoadContext, definition: ProgrammeDefinition, name: string) {
	const fields = fieldsIn(definition);
	const earlier = fields.slice(
		0,
		Math.max(
			0,
			fields.findIndex((field) => field.name === name),
		),
	);
	return earlier.flatMap((asker) =>
		"options" in asker && !asker.retired
			? asker.options
					.filter(({ retired }) => !retired)
					.map(({ value, label }) => ({
						value: `${asker.name}=${value}`,
						label: t("callPage.onlyIf", { question: asker.label[locale], option: label[locale] }),
					}))
			: [],
	);
}

export const isList = (definition: ProgrammeDefinition) => (name: string) =>
	fieldsIn(definition).some((field) => field.name === name && field.kind === "choices");
