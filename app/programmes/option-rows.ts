import type { Option } from "./define.ts";
import type { Values } from "./question-values.ts";

/** Rows for options that a page offers besides those there are. */
export const NEW_OPTIONS = 3;

/** Names of the controls of an option's row. */
export const optionControls = (row: number) => ({
	value: `option-${row}-value`,
	en: `option-${row}-en`,
	zh: `option-${row}-zh`,
	offered: `option-${row}-offered`,
	place: `option-${row}-place`,
});

/** Rows of a page with these options. */
export const rowsFor = (options: readonly Option[]): number => options.length + NEW_OPTIONS;

/** The values of the options that a form was made with, each at the number of its row. */
export function optionsOf(seen: Values): string[] {
	const found: string[] = [];
	for (let row = 0; ; row += 1) {
		const value = seen[optionControls(row).value];
		if (value === undefined) return found;
		found.push(value);
	}
}

/**
 * Values of a form made with `seen`, under the rows that the same options have in `now`: a text that was typed for one
 * option must not become that of another. What was typed for options that are gone comes behind all rows.
 */
export function inRowsOf(now: Values, seen: Values, values: Values): Values {
	const [before, after] = [optionsOf(seen), optionsOf(now)];
	const moved: Record<string, string> = {};
	for (const [name, value] of Object.entries(values)) {
		const [, row = "", part] = /^option-(\d+)-(\w+)$/.exec(name) ?? [];
		const option = before[Number(row)];
		if (part === undefined) moved[name] = value;
		else if (option === undefined) moved[`option-${after.length + Number(row) - before.length}-${part}`] = value;
		else {
			const at = after.indexOf(option);
			moved[`option-${at < 0 ? after.length + NEW_OPTIONS + Number(row) : at}-${part}`] = value;
		}
	}
	return moved;
}
