/** A measured value with its target. */
export interface Row {
	what: string;
	measured: string;
	target?: string;
	/** Whether the target was reached; undefined without a target. */
	met?: boolean;
	/** How the value was measured. */
	how: string;
}

export interface Table {
	headings: readonly string[];
	rows: readonly (readonly string[])[];
	/** What is to be known about all of it. */
	notes?: readonly string[];
}

/** A section of the report. */
export interface Part {
	title: string;
	tables: readonly Table[];
}

const HOW = "How";

/** One line for each number, with how it came about. */
export function tableOf(rows: readonly Row[]): Table {
	const cells = ({ what, measured, target = "", met, how }: Row) => [what, measured, target, verdict(met), how];
	return { headings: ["What", "Measured", "Target", "Reached", HOW], rows: rows.map(cells) };
}

/** @param met undefined: nothing is judged */
export const verdict = (met: boolean | undefined) => (met === undefined ? "" : met ? "yes" : "NO");

/** A number judged by an upper bound. */
export function atMost(what: string, value: number, limit: number, show: (n: number) => string, how: string): Row {
	return { what, measured: show(value), target: `<= ${show(limit)}`, met: value <= limit, how };
}

/** A number judged by a lower bound. */
export function atLeast(what: string, value: number, limit: number, show: (n: number) => string, how: string): Row {
	return { what, measured: show(value), target: `>= ${show(limit)}`, met: value >= limit, how };
}

export const bytes = (n: number) => `${n.toLocaleString("en-US")} B`;
export const milliseconds = (n: number) => `${Math.round(n).toLocaleString("en-US")} ms`;
export const megabytes = (n: number) => `${Math.round(n / 1_000_000)} MB`;
export const perSecond = (n: number) => `${n >= 100 ? Math.round(n).toLocaleString("en-US") : n.toFixed(1)}/s`;
export const count = (n: number) => n.toLocaleString("en-US");
export const ratio = (n: number) => n.toFixed(n >= 0.1 ? 2 : 3);

export function median(values: readonly number[]): number {
	return percentile(values, 0.5);
}

/** Percentile: the smallest value not exceeded by `share` of the values; 0 if empty. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** A part for the terminal: aligned columns, then how it was measured. */
export function asText({ title, tables }: Part): string {
	return [title, "=".repeat(title.length), ...tables.flatMap(linesOf)].join("\n");
}

function linesOf({ headings, rows, notes = [] }: Table): string[] {
	const isShown = (_: string, column: number) => headings[column] !== HOW;
	const shown = [headings, ...rows].map((row) => row.filter(isShown));
	const widths = headings.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
	const lines = shown.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
	const how = headings.includes(HOW) ? rows.map((row) => row[headings.indexOf(HOW)] ?? "") : [];
	return [...lines, ...[...new Set([...notes, ...how])].map((note) => `  - ${note}`), ""];
}

/** The same part for the file. @param about where and when it was measured */
export function asMarkdown({ title, tables }: Part, about: string): string {
	return [`## ${title}`, "", about, "", ...tables.flatMap(markdownOf)].join("\n");
}

function markdownOf({ headings, rows, notes = [] }: Table): string[] {
	const isNumber = (cell: string) => cell === "" || /^[<>= ]*\d/.test(cell);
	const rule = headings.map((heading, column) =>
		heading !== HOW && rows.every((row) => isNumber(row[column] ?? "")) ? "---:" : "---",
	);
	const lines = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
	const table = [headings, rule, ...lines].map((row) => `| ${row.join(" | ")} |`);
	return [...table, "", ...notes.map((note) => `- ${note}`), ...(notes.length > 0 ? [""] : [])];
}
