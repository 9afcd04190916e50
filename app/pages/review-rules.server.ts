/** The page of the rules by which the entries of a call are reviewed. Server only. */

import { type AppLoadContext, data } from "@remix-run/node";
import { seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import type { Problem } from "../programmes/problems.ts";
import type { Values } from "../programmes/question-values.ts";
import { dayOf } from "../programmes/window.ts";
import { FIRST_RULES } from "../reviews/criteria.ts";
import { REVIEWED_CALLS } from "../reviews/review-controls.ts";
import { criteriaIn, postedRules, RULE_CONTROLS, ruleValues, withRows } from "../reviews/rule-values.ts";
import { ruleProblems, rulesSeen } from "../schemas/reviews.ts";
import { callPath } from "./call-page.server.ts";

export const resultsPath = (category: string) => `${REVIEWED_CALLS}/${category}`;

export const rulesPath = (category: string) => callPath(category, "/review");

/** A form that comes back. */
export interface RulesOutcome {
	problems: Problem[];
	headline?: string;
	values: Values;
	/** What the form was made with. */
	was: string;
	/** The row to go on with. */
	row?: number;
	/** What somebody else has changed since. */
	differences?: { id: string; label: string; before: string; now: string; typed: string }[];
}

/** @throws AppError NOT_FOUND */
export function rulesPage(context: AppLoadContext, category: string) {
	const { services, actor, locale, zone } = context;
	const { programme, rules, hasReviews } = services.reviewRules.open(actor, category);
	const values = ruleValues(rules ?? { opensAt: null, closesAt: null, ...FIRST_RULES }, (at) => dayOf(at, zone));
	return {
		call: programme.title[locale],
		path: rulesPath(category),
		back: callPath(category),
		assignments: callPath(category, "/assignments"),
		results: resultsPath(category),
		zone,
		/** 0: its entries are not reviewed. */
		revision: rules?.revision ?? 0,
		hasReviews,
		values,
		was: JSON.stringify({ revision: rules?.revision ?? 0, values }),
	};
}

/** @throws AppError NOT_FOUND */
export async function takeRules(context: AppLoadContext, category: string) {
	const { services, actor, form, t } = context;
	const was = textOf(form, "was");
	if ("do.end" in form) {
		const refusal = await services.reviewRules.remove(actor, category, numberIn(textOf(form, "do.end")));
		const page = rulesPage(context, category);
		if (refusal)
			return refused(
				context,
				{ ...page, problems: [], headline: t(refusal === "stale" ? "callPage.stale" : "reviewRules.inUse") },
				409,
			);
		throw seeOther(context.flash.say(rulesPath(category), [t("reviewRules.ended")]));
	}
	const values = postedRules(form);
	const changed = withRows(values, form);
	if (changed) return data<RulesOutcome>({ ...changed, problems: [], was });
	const problems = ruleProblems(t, values);
	if (problems.length > 0) return refused(context, { problems, values, was }, 422);
	const seen = rulesSeen.safeParse(was).data;
	const { opens = "", closes = "" } = values;
	const rules = {
		opens,
		closes,
		wanted: numberIn(values.wanted ?? ""),
		blind: values.blind === "yes",
		hidden: values.hidden === "yes",
		results: values.results === "yes",
		criteria: criteriaIn(values).map(({ row: _, ...criterion }) => criterion),
	};
	if (seen && (await services.reviewRules.save(actor, category, seen.revision, rules)))
		throw seeOther(context.flash.say(rulesPath(category), [t("reviewRules.saved")]));
	return stale(context, category, seen?.values ?? values, values);
}

/** The form as it was typed, and what someone else has changed. The next attempt relies on that. */
function stale(context: AppLoadContext, category: string, seen: Values, typed: Values) {
	const { t } = context;
	const page = rulesPage(context, category);
	const [before, now, given] = [seen, page.values, typed].map((values) => inWords(context, values));
	const differences = [...RULE_CONTROLS, "criteria" as const]
		.filter((id) => before?.[id] !== now?.[id])
		.map((id) => ({
			id,
			label: t(`reviewRules.${id}`),
			before: before?.[id] ?? "",
			now: now?.[id] ?? "",
			typed: given?.[id] ?? "",
		}));
	const { was } = page;
	return refused(context, { problems: [], headline: t("callPage.stale"), values: typed, was, differences }, 409);
}

/** Rules as people read them; the criteria one a line. */
function inWords({ t, locale }: AppLoadContext, values: Values): Record<string, string> {
	const said = RULE_CONTROLS.map((name) => {
		const value = values[name] ?? "";
		return [name, value === "yes" || value === "no" ? t(`callPage.${value}`) : value];
	});
	const lines = criteriaIn(values).map(({ label, help, scale, weight }) =>
		[label.en, label.zh, scale, t("reviewRules.weightOf", { weight }), help.en, help.zh]
			.filter(Boolean)
			.join(marks[locale].comma),
	);
	return { ...Object.fromEntries(said), criteria: lines.join("\n") };
}

function refused(context: AppLoadContext, outcome: RulesOutcome, status: number) {
	context.page.hasProblems = true;
	const { problems, headline, values, was, differences } = outcome;
	return data<RulesOutcome>({ problems, values, was, ...(headline && { headline }), differences }, { status });
}
