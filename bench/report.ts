/** One number with what it is held against. */
export interface Row {
	what: string;
	measured: string;
	target?: string;
	/** Whether the target is reached; without a target nothing is judged. */
	met?: boolean;
	/** One line on how the number came about. */
	how: string;
}

export interface Part {
	title: string;
	rows: Row[];
}

const HEADINGS = ["What", "Measured", "Target", "Reached"] as const;

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

/** The smallest value that `share` of the values do not exceed; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** A part for the terminal: aligned columns, then how it was measured. */
export function asText({ title, rows }: Part): string {
	const table = [HEADINGS, ...rows.map(cells)];
	const widths = HEADINGS.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
	const lines = table.map((line) =>
		line
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
	const notes = [...new Set(rows.map((row) => row.how))].map((how) => `  - ${how}`);
	return [title, "=".repeat(title.length), ...lines, ...notes, ""].join("\n");
}

/** The same part for the file. */
export function asMarkdown({ title, rows }: Part): string {
	const lines = rows.map((row) => [...cells(row), row.how].map((cell) => cell.replaceAll("|", "\\|")));
	const table = [[...HEADINGS, "How"], ["---", "---:", "---:", "---", "---"], ...lines];
	return [`## ${title}`, "", ...table.map((line) => `| ${line.join(" | ")} |`), ""].join("\n");
}

function cells({ what, measured, target = "", met }: Row): string[] {
	return [what, measured, target, met === undefined ? "" : met ? "yes" : "NO"];
}
