import { type Conference, fillConference } from "./conference.ts";
import {
	type Category,
	type Figures,
	FOR_SEARCH,
	fetchLighthouse,
	LIGHTHOUSE,
	type Lighthouse,
	type Profile,
} from "./lighthouse-run.ts";
import { bytes, median, milliseconds, type Part, type Table } from "./report.ts";
import { run } from "./run.ts";
import { spawnPortal, untilOk } from "./servers.ts";
import { withDirectory } from "./volumes.ts";

const LONGEST_MS = 90 * 60_000;
const USUAL_RUNS = 5;

interface Page {
	path: string;
	language: "en" | "zh";
	cookie?: string;
	/** The page asks not to be indexed. */
	unlisted?: true;
	/** Shown without targets. */
	isInConsole?: true;
}

function pagesOf({ admin, talk }: Conference): Page[] {
	const forms = ["/hangzhou", "/spotlight-hz", "/spotlight-aigc", "/forum"];
	const listed = ["/", ...forms, "/schedule", `/schedule/${talk}`, "/proposals", "/nominations-aigc"];
	return [
		...listed.map((path): Page => ({ path, language: "en" })),
		{ path: `/thank-you?entry=talk-${talk}`, language: "en", unlisted: true },
		...["/", "/hangzhou", "/schedule"].map((path): Page => ({ path, language: "zh" })),
		{ path: "/admin/proposals", language: "en", cookie: admin, unlisted: true, isInConsole: true },
	];
}

interface Column {
	heading: string;
	value(figures: Figures): number;
	show(value: number): string;
	/** In words, and as a rule; without, nothing is judged. */
	target?: string;
	fits?(value: number): boolean;
}

const score = (category: Category, heading: string, least: number): Column => ({
	heading,
	value: ({ scores }) => scores[category] ?? 0,
	show: String,
	target: `${heading} >= ${least}`,
	fits: (value) => value >= least,
});
const atMost = (heading: string, most: number, show: Column["show"], value: Column["value"]): Column => ({
	heading,
	value,
	show,
	target: `${heading} <= ${show(most)}`,
	fits: (found) => found <= most,
});
const shifted = (value: number) => value.toFixed(3).replace(/0$/, "");

const COLUMNS: Record<Profile, Column[]> = {
	mobile: [
		score("performance", "Performance", 100),
		score("accessibility", "Accessibility", 100),
		score("best-practices", "Practices", 100),
		score("seo", "SEO", 100),
		atMost("FCP", 900, milliseconds, ({ firstPaint }) => firstPaint),
		atMost("LCP", 1_000, milliseconds, ({ largestPaint }) => largestPaint),
		atMost("TBT", 50, milliseconds, ({ blocked }) => blocked),
		atMost("CLS", 0.01, shifted, ({ shift }) => shift),
		{ heading: "Received", value: ({ received }) => received, show: bytes },
	],
	slow: [
		score("performance", "Performance", 95),
		atMost("FCP", 2_400, milliseconds, ({ firstPaint }) => firstPaint),
		atMost("LCP", 2_600, milliseconds, ({ largestPaint }) => largestPaint),
		atMost("TBT", 100, milliseconds, ({ blocked }) => blocked),
		atMost("Scripts", 60, milliseconds, ({ boot }) => boot),
	],
};

/** Runs every page several times in both profiles. @param only address prefixes; empty for all */
function measureLighthouse(runs: number, only: readonly string[]): Promise<Part> {
	return withDirectory((home) =>
		withDirectory(async (volume) => {
			const conference = await fillConference(volume);
			const lighthouse = await fetchLighthouse(home);
			const server = await spawnPortal(volume);
			try {
				await untilOk(server, "/healthz");
				const isWanted = ({ path }: Page) => only.length === 0 || only.some((start) => path.startsWith(start));
				const pages = pagesOf(conference).filter(isWanted);
				const origin = `http://127.0.0.1:${server.port}`;
				const tables: Table[] = [];
				for (const profile of ["mobile", "slow"] as const) {
					const shown = profile === "mobile" ? pages : pages.filter(({ isInConsole }) => !isInConsole);
					const rows: string[][] = [];
					for (const page of shown) rows.push(await audit(lighthouse, { origin, page, profile, runs }));
					tables.push({ headings: headingsOf(profile), rows, notes: notesOf(profile, runs) });
				}
				return { title: "Lighthouse", tables };
			} finally {
				await server.stop();
			}
		}),
	);
}

interface Audit {
	origin: string;
	page: Page;
	profile: Profile;
	runs: number;
}

/** @returns cells of a line: the page, the middle of what the runs found, and what of it misses its target */
async function audit(lighthouse: Lighthouse, { origin, page, profile, runs }: Audit): Promise<string[]> {
	const { path, language, cookie, unlisted, isInConsole } = page;
	const found: Figures[] = [];
	for (let index = 0; index < runs; index++) {
		found.push(await lighthouse({ url: `${origin}${path}`, profile, language, cookie, unlisted }));
	}
	const lost = [...new Set(found.flatMap(({ missed }) => missed))];
	console.log(
		`${profile} ${path} ${language}: ${lost.length > 0 ? `points lost by ${lost.join(", ")}` : "all points"}`,
	);
	const columns = COLUMNS[profile].map((column) => ({ ...column, middle: median(found.map(column.value)) }));
	const missed = columns.filter(({ fits, middle }) => fits?.(middle) === false).map(({ heading }) => heading);
	const reached = missed.length === 0 ? "yes" : `NO: ${missed.join(", ")}`;
	const name = path.replace(/\d+$/, ":id");
	return [name, language, ...columns.map(({ show, middle }) => show(middle)), isInConsole ? "" : reached];
}

function headingsOf(profile: Profile): string[] {
	return ["Page", "Language", ...COLUMNS[profile].map(({ heading }) => heading), "Reached"];
}

function notesOf(profile: Profile, runs: number): string[] {
	const targets = COLUMNS[profile].flatMap(({ target }) => target ?? []).join(", ");
	const median = runs === 1 ? "one run of each page" : `medians of ${runs} runs of each page`;
	const about = {
		mobile: [
			`${LIGHTHOUSE} with its usual settings for phones, ${median}. The console is shown and not judged.`,
			`/thank-you and the console ask search engines to leave them out, which is right, so ${FOR_SEARCH.join(" and ")} are left out there.`,
		],
		slow: [`Simulated: 400 ms there and back, 400 kbit/s, a processor six times slower; ${median}.`],
	};
	return [...about[profile], `Target of each: ${targets}.`];
}

/** `--runs=1` for a quick look; with addresses, results are printed but not written. */
const words = process.argv.slice(2);
const runs = Number(/^--runs=(\d+)$/.exec(words.find((word) => word.startsWith("--runs")) ?? "")?.[1] ?? USUAL_RUNS);
const only = words.filter((word) => !word.startsWith("--"));
run({
	command: ["npm run bench:lighthouse", ...(words.length > 0 ? ["--", ...words] : [])].join(" "),
	longestMs: LONGEST_MS,
	keeps: only.length === 0,
	measures: [() => measureLighthouse(runs, only)],
});
