import { verdict } from "../../bench/report.ts";
import { isMissed } from "../support/figures.ts";
import type { Promised } from "./promises.ts";

const INTRO = `# Reliability

What the product promises, the tests of each promise, and what they measured last. \`npm run test:long\` runs all of them and
writes this file; \`npm run test:long -- R1 F1\` runs these and leaves the other rows as they are. Tests and servers share the
machine. "In part" means that a target was not reached, or that something is not measured.
`;

const KINDS: Readonly<Record<string, string>> = {
	R: "Faults",
	L: "Load",
	F: "Bad input",
	A: "Access and privacy",
	S: "Screens",
};
const HEADINGS = ["", "Promise", "Tests", "Held", "Figures", "Not measured", "Run"];

/** Result of a promise in one run. */
export interface Found {
	/** Undefined where it could not be tried on this machine. */
	held: boolean | undefined;
	figures: readonly string[];
}

export interface Run {
	/** When; the name of the run in the rows. */
	date: string;
	/** As a person types it. */
	command: string;
	machine: string;
}

/** The cells of a row that the list of promises gives: number, promise, tests, and what is not measured. */
export function known({ id, words, tests, bench, lacks = "" }: Promised) {
	const files = [...new Set(tests.map(([file]) => `\`${file}\``))];
	const by = bench ? [`\`npm run bench -- ${bench}\``] : files;
	return { id, words, by: by.join(", "), lacks };
}

/** Result of `npm run test:node` with one Node. */
export interface NodeResult {
	/** As Node prints it: `v24.21.0`; `v22.18` if it was not installed. */
	version: string;
	result: string;
	date: string;
	machine: string;
}

const NODES = "Node versions";
const NODE_HEADINGS = ["Node", "Clean copy by `npm run test:node`", "Run", "Machine"];

/** The document with these results, each in the place of an earlier one with the same major version. */
export function withNodes(document: string, results: readonly NodeResult[]): string {
	const major = (version = "") => Number(/^v(\d+)/.exec(version)?.[1]);
	const isNew = ([version]: readonly string[]) => !results.some((one) => major(one.version) === major(version));
	const rows = [
		...nodesIn(document).filter(isNew),
		...results.map(({ version, result, date, machine }) => [version, result, date, machine]),
	].sort(([a], [b]) => major(a) - major(b));
	const [rest = ""] = document.split(`\n## ${NODES}\n`);
	return `${rest.trimEnd()}\n\n## ${NODES}\n\n${asTable(NODE_HEADINGS, rows)}\n`;
}

const nodesIn = (document: string) => rowsIn(document).filter(([version = ""]) => /^v\d+/.test(version));

/** The document with updated rows for the tested promises. */
export function withFound(
	document: string,
	promises: readonly Promised[],
	found: ReadonlyMap<string, Found>,
	run: Run,
): string {
	const before = new Map(cellsIn(document).map((cells) => [cells[0], cells]));
	const rows = promises.map((promise) => {
		const { id, words, by, lacks } = known(promise);
		const now = found.get(id);
		const old = before.get(id);
		const kept = old?.[2] === by ? old : undefined;
		const [held = "not run", figures = "", date = ""] = now
			? [heldAs(now, lacks), now.figures.join("; "), run.date]
			: (untried(promise) ?? [kept?.[3], kept?.[4], kept?.[6]]);
		return [id, words, by, held, figures, lacks, date];
	});
	const named = new Set(rows.map((row) => row[6]));
	const runs = [
		...runsIn(document).filter(([date]) => date !== run.date),
		[run.date, `\`${run.command}\``, run.machine],
	];
	const sections = Object.entries(KINDS).map(([letter, title]) => {
		const own = rows.filter(([id = ""]) => id.startsWith(letter));
		return `## ${title}\n\n${asTable(HEADINGS, own)}\n`;
	});
	const ofRuns = asTable(
		["Run", "Command", "Machine"],
		runs.filter(([date = ""]) => named.has(date)),
	);
	const written = [INTRO, `## Runs\n\n${ofRuns}\n`, ...sections].join("\n");
	const nodes = nodesIn(document).map(([version = "", result = "", date = "", machine = ""]) => ({
		version,
		result,
		date,
		machine,
	}));
	return nodes.length > 0 ? withNodes(written, nodes) : written;
}

function heldAs({ held, figures }: Found, lacks: string): string {
	if (held === undefined) return "not measured";
	return held && (lacks !== "" || figures.some(isMissed)) ? "in part" : verdict(held);
}

/** Row of a promise without a test. */
function untried({ tests, bench }: Promised): string[] | undefined {
	if (bench) return ["see [benchmarks](BENCHMARKS.md)"];
	return tests.length === 0 ? ["not measured"] : undefined;
}

const asTable = (headings: readonly string[], lines: readonly (readonly string[])[]) =>
	[headings, headings.map(() => "---"), ...lines].map(asRow).join("\n");

const asRow = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

/** The cells of every row that begins with the number of a promise. */
export function cellsIn(document: string): string[][] {
	return rowsIn(document).filter(([id = ""]) => /^[A-Z]\d+$/.test(id));
}

const runsIn = (document: string) => rowsIn(document).filter(([date = ""]) => /^\d{4}-/.test(date));

function rowsIn(document: string): string[][] {
	const lines = document.split("\n").filter((line) => line.startsWith("| "));
	return lines.map((line) =>
		line
			.slice(2, -2)
			.split(/ (?<!\\)\| /)
			.map((cell) => cell.trim().replaceAll("\\|", "|")),
	);
}
