import { MOST_IN_REVIEW } from "../enumerations.ts";
import type { Translate } from "../i18n.ts";
import { oneLine, severalLines } from "../programmes/answers.ts";
import { isPlainText, type Problem } from "../programmes/problems.ts";
import { countCharacters } from "../programmes/text-length.ts";

/**
 * Texts in the place of answers, as fields have them, and what is wrong with them, by the names of the questions.
 * @param textOf what was sent for a question
 */
export function givenRedactions(
	t: Translate,
	fields: readonly { name: string; label: string; isLong: boolean }[],
	textOf: (name: string) => string,
): { texts: Map<string, string>; problems: Problem[] } {
	const texts = new Map(fields.map(({ name, isLong }) => [name, (isLong ? severalLines : oneLine)(textOf(name))]));
	const max = MOST_IN_REVIEW.redaction;
	const problems = fields.flatMap(({ name, label: field }): Problem[] => {
		const text = texts.get(name) ?? "";
		if (!isPlainText(text)) return [{ field: name, message: t("problemMessages.characters", { field }) }];
		return countCharacters(text) > max ? [{ field: name, message: t("problemMessages.tooLong", { field, max }) }] : [];
	});
	return { texts, problems };
}
