import { measureAssignment } from "./assignment.ts";
import { measureCompared } from "./compared.ts";
import { measureConsole } from "./console.ts";
import { measureExport } from "./export.ts";
import { measureLists } from "./lists.ts";
import { measureMails } from "./mails.ts";
import type { Part } from "./report.ts";
import { measureReviews } from "./reviews.ts";
import { run } from "./run.ts";
import { measureSchedule } from "./schedule.ts";
import { measureStart } from "./start.ts";
import { measureSubmissions } from "./submissions.ts";
import { measureThroughput } from "./throughput.ts";
import { measureUpgrade } from "./upgrade.ts";
import { measureWeight } from "./weight.ts";

const LONGEST_MS = 20 * 60_000;

const parts: Record<string, () => Promise<Part>> = {
	start: measureStart,
	weight: measureWeight,
	throughput: measureThroughput,
	submissions: measureSubmissions,
	schedule: measureSchedule,
	export: measureExport,
	lists: measureLists,
	mails: measureMails,
	console: measureConsole,
	assignment: measureAssignment,
	reviews: measureReviews,
};

if (process.env.AGAINST) Object.assign(parts, { compared: () => measureCompared(), upgrade: measureUpgrade });

/** The parts named on the command line, or all of them. */
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) {
	console.error(`bench: no part ${unknown}; there are ${Object.keys(parts).join(", ")}`);
	process.exit(1);
}
run({
	command: ["npm run bench", ...(wanted.length > 0 ? ["--", ...wanted] : [])].join(" "),
	longestMs: LONGEST_MS,
	keeps: true,
	measures: Object.entries(parts).flatMap(([name, measure]) =>
		wanted.length === 0 || wanted.includes(name) ? [measure] : [],
	),
});
