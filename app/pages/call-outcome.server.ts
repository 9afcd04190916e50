/** How the pages of a call's form come back when a change was not made. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { Field, ProgrammeDefinition } from "../programmes/define.ts";
import { inRowsOf } from "../programmes/option-rows.ts";
import type { Problem } from "../programmes/problems.ts";
import type { Values } from "../programmes/question-values.ts";
import { faultsAsProblems, inOneControl } from "../schemas/call-form.ts";
import { labelsOf } from "./call-page.server.ts";
import { inWords } from "./call-words.server.ts";

/** A page that comes back: what is wrong, and what was typed. */
export interface CallOutcome {
	problems: Problem[];
	headline?: string;
	/** Which form of the page it is about. */
	form: string;
	values: Values;
	/** What the form was made with, where it comes back to be corrected. */
	was?: string;
	/** The question as it would be with what was typed. */
	shown?: Field;
	/** What somebody else has changed since. */
	differences?: { id: string; label: string; before: string; now: string; typed: string }[];
}

type EditOutcome = Awaited<ReturnType<AppLoadContext["services"]["callForms"]["edit"]>>;

export const refused = (context: AppLoadContext, outcome: CallOutcome, status = 422) => {
	context.page.hasProblems = true;
	return data(outcome, { status });
};

/** The page as it is, and why nothing was changed. */
export const notDone = (context: AppLoadContext, headline: string) =>
	refused(context, { problems: [], headline, form: "", values: {} }, 409);

/** The controls of options, of which there may be fewer now. */
const OPTION = /^option-\d{1,3}-[a-z]+$/;

interface Versions {
	seen: Values;
	now: Values;
	values: Values;
}

/** What was changed since, by controls. */
function differencesBetween(
	context: AppLoadContext,
	form: string,
	{ seen, now, values }: Versions,
	definition: ProgrammeDefinition,
) {
	const { nameOf, textOf } = inWords(context, form, definition);
	return [...new Set([...Object.keys(now), ...Object.keys(seen).filter((name) => OPTION.test(name))])]
		.filter((name) => (seen[name] ?? "") !== (now[name] ?? ""))
		.map((id) => ({
			id,
			label: nameOf(id),
			before: textOf(id, seen),
			now: textOf(id, now),
			typed: textOf(id, values),
		}));
}

export const isSame = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other);

/** The answer to a change that was not made. @param rows of the options of a question, in their order */
export function answered(
	context: AppLoadContext,
	outcome: EditOutcome,
	form: string,
	values: Values,
	definition: ProgrammeDefinition,
	rows?: readonly number[],
) {
	const { t, locale } = context;
	const faults = "faults" in outcome ? (outcome.faults ?? []) : [];
	if (faults.length === 0) return refused(context, { problems: [], headline: t("callPage.stale"), form, values }, 409);
	const problems = faultsAsProblems(t, faults, labelsOf(definition, locale), rows);
	return refused(context, { problems: form === "new" ? inOneControl(problems) : problems, form, values });
}

/** A form that comes back since somebody else changed the same. */
export function staleForm(context: AppLoadContext, form: string, versions: Versions, definition: ProgrammeDefinition) {
	const { now } = versions;
	const [seen, typed] = [versions.seen, versions.values].map((one) => inRowsOf(now, versions.seen, one));
	const values: Record<string, string> = { ...typed };
	// Options that were not there are as they are now, and so are places that were not changed.
	for (const name of Object.keys(now).filter((one) => OPTION.test(one)))
		if (typed?.[name] === undefined || (name.endsWith("-place") && typed[name] === seen?.[name]))
			values[name] = now[name] ?? "";
	const differences = differencesBetween(context, form, { seen: seen ?? {}, now, values }, definition);
	return refused(context, { problems: [], headline: context.t("callPage.stale"), form, values, differences }, 409);
}
