import type { Translate } from "../i18n.ts";
import type { Locale } from "./define.ts";
import type { ChangedPart, DefinitionChange } from "./definition-changes.ts";
import type { DefinitionFault } from "./definition-faults.ts";
import { marks } from "./marks.ts";

const LANGUAGES = Object.keys(marks) as Locale[];

/** A difference between two definitions as a sentence for organisers. */
export function changeInWords(t: Translate, locale: Locale, { what, about, field, parts }: DefinitionChange): string {
	function inWords({ name, value, was, now }: ChangedPart): string[] {
		const part = t(`callPage.partNames.${field && name === "label" ? "wording" : (name as "label")}`);
		if (value !== undefined) return [t("callPage.now", { part, value: t(`callPage.audiences.${value as "public"}`) })];
		if (!was || !now) return [part];
		return LANGUAGES.filter((one) => was[one] !== now[one]).map((one) => {
			const [before, after] = aroundChange(was[one], now[one]);
			const kind = before === "" ? "new" : after === "" ? "gone" : "other";
			return t(`callPage.texts.${kind}`, { part, language: t(`letters.languages.${one}`), before, after });
		});
	}
	return t(`callPage.changes.${what}`, {
		about: about?.[locale] ?? "",
		parts: parts.flatMap(inWords).join(marks[locale].semicolon),
	});
}

/** Characters of a long text that are shown before a change, and in all. */
const LEADING = 20;
const MOST_SHOWN = 120;

/** Two texts, or the part of them in which they differ if they are long. */
function aroundChange(was: string, now: string): [was: string, now: string] {
	const [one, other] = [[...was], [...now]];
	if (Math.max(one.length, other.length) <= MOST_SHOWN) return [was, now];
	const differs = one.findIndex((sign, at) => sign !== other[at]);
	const from = Math.max(0, (differs < 0 ? one.length : differs) - LEADING);
	const cut = (text: string[]) => {
		if (text.length === 0) return "";
		const end = from + MOST_SHOWN;
		return `${from > 0 ? "…" : ""}${text.slice(from, end).join("")}${end < text.length ? "…" : ""}`;
	};
	return [cut(one), cut(other)];
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
