import { SCALES, type Scale } from "../enumerations.ts";
import { oneLine, type RawForm, textOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import type { Values } from "../programmes/question-values.ts";
import { firstCharacters } from "../programmes/shown-again.ts";
import { type Criterion, MOST_IN_RULES, type ReviewRules } from "./criteria.ts";

/** Rules as the controls of their page hold them: every part is a text. Dates as `2025-08-18`, or "". */

/** The parts of a criterion that have a control each. */
const PARTS = ["id", "label", "labelZh", "help", "helpZh", "scale", "weight"] as const;
type Row = Record<(typeof PARTS)[number], string>;

/** The controls beside the criteria. */
export const RULE_CONTROLS = ["opens", "closes", "wanted", "blind", "hidden", "results"] as const;

/** Characters of a control that are shown again. */
const MOST_SHOWN = 2 * MOST_IN_RULES.help;

export const criterionControl = (row: number, part: (typeof PARTS)[number]) => `criterion-${row}-${part}`;

const yes = (is: boolean) => (is ? "yes" : "no");

/** @param dayOf an instant as a day of the event */
export function ruleValues(rules: ReviewRules, dayOf: (instant: number) => string): Values {
	const day = (instant: number | null) => (instant === null ? "" : dayOf(instant));
	const { opensAt, closesAt, wanted, blind, hidden, results, criteria } = rules;
	return {
		opens: day(opensAt),
		closes: day(closesAt),
		wanted: String(wanted),
		blind: yes(blind),
		hidden: yes(hidden),
		results: yes(results),
		...valuesOfRows(criteria.map(rowOf)),
	};
}

const rowOf = ({ id, label, help, scale, weight }: Criterion): Row => ({
	id,
	label: label.en,
	labelZh: label.zh,
	help: help.en,
	helpZh: help.zh,
	scale,
	weight: String(weight),
});

function valuesOfRows(rows: readonly Row[]): Values {
	return Object.fromEntries(
		rows.flatMap((row, number) => PARTS.map((part) => [criterionControl(number, part), row[part]])),
	);
}

/** The criteria of a form, each at the number of its row. */
function rowsIn(values: Values): Row[] {
	const rows: Row[] = [];
	for (let number = 0; number < MOST_IN_RULES.criteria; number += 1) {
		if (values[criterionControl(number, "label")] === undefined) break;
		const parts = PARTS.map((part) => [part, values[criterionControl(number, part)] ?? ""]);
		rows.push(Object.fromEntries(parts) as Row);
	}
	return rows;
}

/** How many criteria a form has. */
export const rowCount = (values: Values): number => rowsIn(values).length;

/** What was posted, in one line each. */
export function postedRules(form: RawForm): Values {
	const names = [
		...RULE_CONTROLS,
		...Array.from({ length: MOST_IN_RULES.criteria }, (_, row) =>
			PARTS.map((part) => criterionControl(row, part)),
		).flat(),
	];
	return Object.fromEntries(
		names.flatMap((name) => (name in form ? [[name, firstCharacters(oneLine(textOf(form, name)), MOST_SHOWN)]] : [])),
	);
}

const EMPTY: Row = { id: "", label: "", labelZh: "", help: "", helpZh: "", scale: SCALES[0], weight: "1" };

/** What a button beside the criteria does to them. @returns the form, and the row to go on with */
export function withRows(values: Values, form: RawForm): { values: Values; row: number } | undefined {
	const rows = rowsIn(values);
	const others = Object.fromEntries(RULE_CONTROLS.map((name) => [name, values[name] ?? ""]));
	const given = (next: Row[], row: number) => ({ values: { ...others, ...valuesOfRows(next) }, row });
	if ("do.add" in form) {
		const next = rows.length < MOST_IN_RULES.criteria ? [...rows, EMPTY] : rows;
		return given(next, next.length - 1);
	}
	const at = (button: string) => (button in form ? numberIn(textOf(form, button)) - 1 : -1);
	const moved = (from: number, to: number) => {
		const row = rows[from];
		if (!row || to < 0 || to >= rows.length) return given(rows, from);
		const rest = rows.filter((_, number) => number !== from);
		return given([...rest.slice(0, to), row, ...rest.slice(to)], to);
	};
	if ("do.up" in form) return moved(at("do.up"), at("do.up") - 1);
	if ("do.down" in form) return moved(at("do.down"), at("do.down") + 1);
	if (!("do.drop" in form)) return;
	const dropped = at("do.drop");
	const left = rows.filter((_, number) => number !== dropped);
	return given(left, Math.min(dropped, left.length - 1));
}

/** The criteria of a form, each with the number of its row; rows with no text are left out. */
export function criteriaIn(values: Values): (Criterion & { row: number })[] {
	return rowsIn(values).flatMap(({ id, label, labelZh, help, helpZh, scale, weight }, row) => {
		if ([label, labelZh, help, helpZh].every((text) => text === "")) return [];
		return {
			row,
			id,
			label: { en: label, zh: labelZh },
			help: { en: help, zh: helpZh },
			scale: SCALES.find((one): one is Scale => one === scale) ?? SCALES[0],
			weight: numberIn(weight),
		};
	});
}
