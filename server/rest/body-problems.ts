import type { z } from "zod";
import type { Translate } from "../../app/i18n.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { marks } from "../../app/programmes/marks.ts";
import type { Problem } from "../../app/programmes/problems.ts";

/** Problems told of one body, and names and values told in one of them: what a stranger sends may hold thousands. */
const MOST = 20;
/** Characters of a name that is told. */
const MOST_OF_NAME = 60;

/** What is wrong with the body of a call, field by field, in words that say what to send instead. */
export function bodyProblems(error: z.ZodError, t: Translate, locale: Locale): Problem[] {
	return nearest(error.issues)
		.slice(0, MOST)
		.map((issue) => toProblem(issue, t, locale));
}

type Issue = z.core.$ZodIssue;

/** Of several shapes a body may have, the one it comes closest to. */
function nearest(issues: readonly Issue[], path: readonly PropertyKey[] = []): Issue[] {
	return issues.flatMap((issue) => {
		const whole = { ...issue, path: [...path, ...issue.path] };
		if (issue.code !== "invalid_union" || issue.errors.length === 0) return [whole];
		const shapes = issue.errors.map((errors) => nearest(errors, whole.path));
		return shapes.reduce((best, one) => (one.length < best.length ? one : best));
	});
}

function toProblem(issue: Issue, t: Translate, locale: Locale): Problem {
	const field = shortened(issue.path.map(String).join("."));
	const listed = (values: readonly unknown[]) =>
		values
			.slice(0, MOST)
			.map((value) => shortened(String(value)))
			.join(marks[locale].item);
	switch (issue.code) {
		case "invalid_value":
			return { field, message: t("refusals.oneOf", { field, options: listed(issue.values) }) };
		case "unrecognized_keys":
			return { field, message: t("refusals.unknownField", { fields: listed(issue.keys) }) };
		case "too_big":
			if (issue.origin !== "string") break;
			return { field, message: t("problems.tooLong", { field, max: Number(issue.maximum) }) };
	}
	return { field, message: t("refusals.unreadable", { field: field || "JSON" }) };
}

function shortened(text: string): string {
	return [...text.slice(0, MOST_OF_NAME)].join("").toWellFormed();
}
