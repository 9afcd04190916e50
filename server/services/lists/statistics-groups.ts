import type { Translate } from "../../../app/i18n.ts";
import { countryCode, countryIn } from "../../../app/programmes/countries.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Answered } from "./statistics-counts.ts";

/** A figure, and what it is a part of. */
export interface Group {
	label: string;
	count: number;
	whole: number;
}

/** What part of its whole a figure is; null where there is no whole. */
export const shareOf = ({ count, whole }: Group): number | null => (whole === 0 ? null : count / whole);

type Named = readonly [label: string, count: number];

/** Figures that are parts of their sum, in the order given. */
export function partsOf(figures: readonly Named[]): Group[] {
	const whole = figures.reduce((sum, [, count]) => sum + count, 0);
	return figures.map(([label, count]) => ({ label, count, whole }));
}

/** Figures of one name added up, the largest first. @param last names that come behind the others */
export function addedUp(figures: readonly Named[], last: readonly string[] = []): Group[] {
	const sums = new Map<string, number>();
	for (const [label, count] of figures) sums.set(label, (sums.get(label) ?? 0) + count);
	const place = (label: string) => last.indexOf(label);
	return partsOf([...sums].sort(([a, n], [b, m]) => place(a) - place(b) || m - n || (a < b ? -1 : 1)));
}

/**
 * Answers as their options are called. What somebody typed could name them, so only the names of countries are shown
 * of it.
 */
export function answersIn(t: Translate, locale: Locale, answers: readonly Answered[]): Group[] {
	const [other, none] = [t("statistics.other"), t("statistics.notSaid")];
	const nameOf = ({ options, value }: Answered) => {
		if (value === "") return none;
		if (countryCode(value)) return countryIn(value, locale);
		return options.find((option) => option.value === value)?.label[locale] ?? other;
	};
	return addedUp(
		answers.map((one) => [nameOf(one), one.n] as const),
		[other, none],
	);
}
