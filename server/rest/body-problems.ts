import type { z } from "zod";
import type { Translate } from "../../app/i18n.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { marks } from "../../app/programmes/marks.ts";
import type { Problem } from "../../app/programmes/problems.ts";

/** Maximum number of reported problems, and of names and values in one: a body may have thousands. */
const MOST = 20;
/** Characters of a name that is told. */
const MOST_OF_NAME = 60;

/** Problems of a JSON body by field, saying what to send instead; and whether there is a field that the call does not know. */
export function bodyProblems(
	error: z.ZodError,
	t: Translate,
	locale: Locale,
): { problems: Problem[]; isUnknownField: boolean } {
	const issues = nearest(error.issues);
	return {
		problems: issues
			.flatMap(byField)
			.slice(0, MOST)
			.map((issue) => toProblem(issue, t, locale)),
		isUnknownField: unknownFields(issues) > 0,
	};
}

type Issue = z.core.$ZodIssue;

/** Of several possible schemas, the closest one: most known fields, then fewest problems. */
function nearest(issues: readonly Issue[], path: readonly PropertyKey[] = []): Issue[] {
	return issues.flatMap((issue) => {
		const whole = { ...issue, path: [...path, ...issue.path] };
		if (issue.code !== "invalid_union" || issue.errors.length === 0) return [whole];
		const shapes = issue.errors.map((errors) => nearest(errors, whole.path));
		return shapes.reduce((best, one) => {
			const fewer = unknownFields(one) - unknownFields(best) || one.length - best.length;
			return fewer < 0 ? one : best;
		});
	});
}

function unknownFields(issues: readonly Issue[]): number {
	return issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0), 0);
}

/** Fields that the call does not know, each with its own name. */
function byField(issue: Issue): Issue[] {
	if (issue.code !== "unrecognized_keys") return [issue];
	return issue.keys.slice(0, MOST).map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
}

/** The text that asks for a type, by its name in the schema. */
const TYPES = {
	string: "refusals.text",
	array: "refusals.list",
	object: "refusals.object",
	number: "refusals.number",
	int: "refusals.wholeNumber",
	boolean: "refusals.yesOrNo",
} as const;

function toProblem(issue: Issue, t: Translate, locale: Locale): Problem {
	const field = shortened(issue.path.map(String).join(".")) || "JSON";
	const listed = (values: readonly unknown[]) =>
		values
			.slice(0, MOST)
			.map((value) => shortened(String(value)))
			.join(marks[locale].item);
	const message = (): string => {
		switch (issue.code) {
			case "invalid_value":
				return t("refusals.oneOf", { field, options: listed(issue.values) });
			case "unrecognized_keys":
				return t("refusals.unknownField", { fields: listed(issue.keys) });
			case "invalid_type": {
				if (issue.input === undefined) return t("refusals.missing", { field });
				const expected = Object.entries(TYPES).find(([type]) => type === issue.expected);
				return t(expected?.[1] ?? "refusals.unreadable", { field });
			}
			case "too_small":
				if (issue.origin === "string" || issue.origin === "array") break;
				return t("refusals.least", { field, min: Number(issue.minimum) });
			case "too_big": {
				const max = Number(issue.maximum);
				if (issue.origin === "string") return t("problemMessages.tooLong", { field, max });
				return t(issue.origin === "array" ? "refusals.tooManyInList" : "refusals.most", { field, max });
			}
		}
		return t("refusals.unreadable", { field });
	};
	return { field: field === "JSON" ? "" : field, message: message() };
}

function shortened(text: string): string {
	return [...text.slice(0, MOST_OF_NAME)].join("").toWellFormed();
}
