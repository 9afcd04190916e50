import type { Translate } from "../i18n.ts";
import type { Locale } from "./define.ts";
import type { DefinitionChange } from "./definition-changes.ts";
import type { DefinitionFault } from "./definition-faults.ts";
import { marks } from "./marks.ts";

/** A difference between two definitions as a sentence for organisers. */
export function changeInWords(t: Translate, locale: Locale, { what, about, field, parts }: DefinitionChange): string {
	const said = {
		about: about?.[locale] ?? "",
		parts: parts.map(partInWords).join(marks[locale].item),
	};
	function partInWords(part: string): string {
		const [name, value] = part.split(".");
		const words = t(`callPage.partNames.${field && name === "label" ? "wording" : (name as "label")}`);
		return value === undefined
			? words
			: t("callPage.now", { part: words, value: t(`callPage.audiences.${value as "public"}`) });
	}
	if (what === "required")
		return t(parts[0] === "required" ? "callPage.changes.nowRequired" : "callPage.changes.nowOptional", said);
	return t(`callPage.changes.${what}`, said);
}

/** A fault of a definition as a sentence. @param labelOf a question by its name */
export function faultInWords(
	t: Translate,
	{ field, fault, about = "" }: DefinitionFault,
	labelOf: (name: string) => string,
): string {
	return t(`callPage.faults.${fault}`, {
		question: field ? labelOf(field) : "",
		about: /^column(Lost|Twice)$/.test(fault) ? t(`callPage.columns.${about as "name"}`) : labelOf(about),
	});
}
