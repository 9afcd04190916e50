import type { ShownAnswer } from "../programmes/shown-answers.ts";

/** What names a language in the words of a question. */
const LANGUAGE = /(?:\bin )?(?:english|chinese|英文|中文|英语|汉语)/giu;

/** What a question asks, whatever the language of its answer. */
const matter = ({ label }: ShownAnswer) =>
	label
		.replace(LANGUAGE, " ")
		.replace(/[\s:：·—()[\]（）【】-]+/gu, " ")
		.trim()
		.toLowerCase();

/**
 * Answers in their order. Two longer texts whose questions differ only by language are beside each other, where the first
 * stands: “Abstract” and “Abstract in Chinese”.
 */
export function inPairs(answers: readonly ShownAnswer[]): ShownAnswer[][] {
	const rows: ShownAnswer[][] = [];
	for (const answer of answers) {
		const isOther = ([one, another]: ShownAnswer[]) =>
			one?.part === "text" && !another && one.label !== answer.label && matter(one) === matter(answer);
		const row = answer.part === "text" ? rows.find(isOther) : undefined;
		if (row) row.push(answer);
		else rows.push([answer]);
	}
	return rows;
}
