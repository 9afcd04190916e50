import { z } from "zod";
import { MOST_IN_REVIEW, RECOMMENDATIONS, SCALES } from "../enumerations.ts";
import type { Translate } from "../i18n.ts";
import { severalLines } from "../programmes/answers.ts";
import type { Locale } from "../programmes/define.ts";
import { marks as listSigns } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import { isPlainText, isUnseen, lineFault, type Problem } from "../programmes/problems.ts";
import type { Values } from "../programmes/question-values.ts";
import { countCharacters } from "../programmes/text-length.ts";
import { type Criterion, MOST_IN_RULES, marksOf } from "../reviews/criteria.ts";
import { markControl } from "../reviews/review-controls.ts";
import { criteriaIn, criterionControl } from "../reviews/rule-values.ts";
import { carried } from "./carried.ts";
import { fieldName, line, MOST } from "./definition.ts";

/** A number that a form carries; 0 for anything else. */
const count = z.string().catch("").transform(numberIn);
const prose = z.string().catch("").transform(severalLines);
const label = line(MOST.label, 1).refine((text) => !isUnseen(text));
const help = line(MOST_IN_RULES.help);

/** What reviewers mark. */
export const criterion = z.strictObject({
	/** Marks are stored by it: never use that of another criterion again. */
	id: fieldName,
	scale: z.enum(SCALES),
	weight: z.number().int().min(1).max(MOST_IN_RULES.weight),
	label: z.strictObject({ en: label, zh: label }),
	/** "" for none. */
	help: z.strictObject({ en: help, zh: help }),
});

/** How the entries of a call are reviewed, but for the dates. */
export const reviewRules = z.strictObject({
	/** How many reviews an entry should get. */
	wanted: z.number().int().min(1).max(MOST_IN_RULES.wanted),
	/** Reviewers do not learn whose entry it is. */
	blind: z.boolean(),
	/** Reviewers see those of others only after their own. */
	hidden: z.boolean(),
	/** Reviewers may see the results. */
	results: z.boolean(),
	criteria: z
		.array(criterion)
		.min(1)
		.max(MOST_IN_RULES.criteria)
		.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
});

const DAY = z.iso.date();
/** Years of the first century are typing errors, and have no offset in the event's zone. */
export const EARLIEST = "2000-01-01";

/** What is wrong with rules as their form holds them, each under the name of its control. */
export function ruleProblems(t: Translate, values: Values): Problem[] {
	const problems: Problem[] = [];
	const add = (field: string, message: string) => problems.push({ field, message });
	const { opens = "", closes = "", wanted = "" } = values;
	for (const [field, day] of Object.entries({ opens, closes })) {
		if (day !== "" && !(DAY.safeParse(day).success && day >= EARLIEST)) add(field, t("programmesMessages.badDay"));
	}
	if (problems.length === 0 && opens !== "" && closes !== "" && closes < opens)
		add("closes", t("programmesMessages.order"));
	if (numberIn(wanted) < 1 || numberIn(wanted) > MOST_IN_RULES.wanted)
		add("wanted", t("reviewRules.badWanted", { max: MOST_IN_RULES.wanted }));
	const criteria = criteriaIn(values);
	if (criteria.length === 0) add("criteria", t("reviewRules.noCriteria"));
	for (const { row, label, help, weight } of criteria) {
		const number = row + 1;
		const texts = [
			{ part: "label", text: label.en, field: t("reviewRules.criterion", { number }), max: MOST.label, needed: true },
			{
				part: "labelZh",
				text: label.zh,
				field: t("reviewRules.criterionZh", { number }),
				max: MOST.label,
				needed: true,
			},
			{ part: "help", text: help.en, field: t("reviewRules.help"), max: MOST_IN_RULES.help, needed: false },
			{ part: "helpZh", text: help.zh, field: t("reviewRules.helpZh"), max: MOST_IN_RULES.help, needed: false },
		] as const;
		for (const { part, text, field, max, needed } of texts) {
			const fault = lineFault(text);
			const control = criterionControl(row, part);
			if (needed && isUnseen(text)) add(control, t("problemMessages.required", { field }));
			else if (fault) add(control, t(`problemMessages.${fault}`, { field }));
			else if (countCharacters(text) > max) add(control, t("problemMessages.tooLong", { field, max }));
		}
		if (weight < 1 || weight > MOST_IN_RULES.weight)
			add(criterionControl(row, "weight"), t("reviewRules.badWeight", { max: MOST_IN_RULES.weight }));
	}
	return problems;
}

/** The values that a form was made with, and the revision of the rules, as it carried them. */
export const rulesSeen = carried(z.object({ revision: z.number(), values: z.record(z.string(), z.string()) }));

/** What a form of a review posts, beside the marks. */
export const reviewForm = z.object({
	recommendation: z.enum(RECOMMENDATIONS).nullable().catch(null),
	committeeNote: prose,
	authorNote: prose,
	/** What it was made with. */
	revision: count,
	entryVersion: count,
	rulesVersion: count,
});

/** What is wrong with a review. @param criteria of which a review that is done has every mark */
export function reviewProblems(
	t: Translate,
	given: Pick<z.infer<typeof reviewForm>, "recommendation" | "committeeNote" | "authorNote">,
	marks: Readonly<Record<string, number>>,
	criteria: readonly { id: string; label: string }[],
	isDone: boolean,
): Problem[] {
	const problems: Problem[] = [];
	if (isDone) {
		for (const { id, label: field } of criteria)
			if (marks[id] === undefined)
				problems.push({ field: markControl(id), message: t("problemMessages.requiredChoice", { field }) });
		if (given.recommendation === null)
			problems.push({
				field: "recommendation",
				message: t("problemMessages.requiredChoice", { field: t("review.recommendation") }),
			});
	}
	for (const name of ["committeeNote", "authorNote"] as const) {
		const field = t(`review.${name}`);
		const max = MOST_IN_REVIEW.note;
		if (!isPlainText(given[name])) problems.push({ field: name, message: t("problemMessages.characters", { field }) });
		else if (countCharacters(given[name]) > max)
			problems.push({ field: name, message: t("problemMessages.tooLong", { field, max }) });
	}
	return problems;
}

/** What is wrong with a comment of a discussion, if anything. */
export function commentFault(t: Translate, text: string): string | undefined {
	const field = t("discussion.comment");
	const max = MOST_IN_REVIEW.comment;
	if (isUnseen(text)) return t("problemMessages.required", { field });
	if (!isPlainText(text)) return t("problemMessages.characters", { field });
	return countCharacters(text) > max ? t("problemMessages.tooLong", { field, max }) : undefined;
}

/** What is wrong with marks that no form can send: unknown criteria, and marks that are not on the scale. */
export function markProblems(
	t: Translate,
	marks: Readonly<Record<string, number>>,
	criteria: readonly Criterion[],
	locale: Locale,
): Problem[] {
	return Object.entries(marks).flatMap(([id, mark]) => {
		const criterion = criteria.find((one) => one.id === id);
		const field = markControl(id);
		if (!criterion) return [{ field, message: t("refusals.unknownField", { fields: id }) }];
		const scale = marksOf(criterion.scale);
		const options = scale.join(listSigns[locale].item);
		return scale.includes(mark)
			? []
			: [{ field, message: t("refusals.oneOf", { field: criterion.label[locale], options }) }];
	});
}
