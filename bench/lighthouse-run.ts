import { type ExecFileException, execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { promisify } from "node:util";
import { requireBrowsers } from "../scripts/browsers.mjs";

/** The version that the last report was made by. */
export const LIGHTHOUSE = "lighthouse@13.5.0";

const CHROME_FLAGS = [
	"--headless=new",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	// No network access beyond this machine.
	"--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'",
];
const PATIENCE_MS = 180_000;
const MOST_TRIES = 3;
const MOST_REPORT_BYTES = 64 * 1024 ** 2;

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Audits that matter for search engines only. */
export const FOR_SEARCH = ["is-crawlable", "meta-description"];
export type Category = (typeof CATEGORIES)[number];

/** Network and CPU profiles: Lighthouse's mobile default, or custom throttling. */
export const PROFILES = {
	mobile: { categories: CATEGORIES, settings: [] },
	slow: {
		categories: ["performance"],
		settings: [
			"--throttling-method=simulate",
			"--throttling.rttMs=400",
			"--throttling.throughputKbps=400",
			"--throttling.cpuSlowdownMultiplier=6",
		],
	},
} as const satisfies Record<string, { categories: readonly Category[]; settings: readonly string[] }>;

export type Profile = keyof typeof PROFILES;

export interface Asked {
	url: string;
	profile: Profile;
	language: string;
	cookie?: string | undefined;
	/** Pages that ask not to be indexed are not penalised for it. */
	unlisted?: true | undefined;
}

/** What one run found; scores are 0 to 100, times in milliseconds, sizes in bytes. */
export interface Figures {
	scores: Partial<Record<Category, number>>;
	firstPaint: number;
	largestPaint: number;
	blocked: number;
	shift: number;
	received: number;
	/** Reading and running scripts. */
	boot: number;
	/** Audits that cost points. */
	missed: string[];
}

interface Report {
	categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
	audits: Record<string, { score: number | null; numericValue?: number; details?: { items?: unknown[] } }>;
}

/** Runs Lighthouse with a temporary home directory. */
export type Lighthouse = (asked: Asked) => Promise<Figures>;

/** Downloads Lighthouse unless npm has it. @param home directory for caches */
export async function fetchLighthouse(home: string): Promise<Lighthouse> {
	const run = promisify(execFile);
	const find = ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--call", "command -v lighthouse"];
	const program = realpathSync((await run("npm", find)).stdout.trim());
	const env = {
		NODE_ENV: "production" as const,
		PATH: process.env.PATH,
		HOME: home,
		TMPDIR: home,
		CHROME_PATH: requireBrowsers(),
	};
	const options = { env, timeout: PATIENCE_MS, maxBuffer: MOST_REPORT_BYTES };
	return async (asked) => {
		for (let tries = 1; ; tries += 1) {
			const ended = await run(process.execPath, [program, ...argumentsOf(asked)], options).catch(failureOf);
			if ("stdout" in ended) return figuresOf(JSON.parse(ended.stdout));
			// On a busy machine Chromium may lose the trace and asks to run again.
			if (tries === MOST_TRIES) throw new Error(`${asked.url}: ${ended.reason}`);
			console.log(`run again: ${asked.url}: ${ended.reason}`);
		}
	};
}

/** The last line it wrote: the report it ends with is as long as a book. */
function failureOf(error: Partial<ExecFileException>): { reason: string } {
	return { reason: error.stderr?.trim().split("\n").at(-1) || String(error.code ?? error.signal) };
}

function argumentsOf({ url, profile, language, cookie, unlisted }: Asked): string[] {
	const { categories, settings } = PROFILES[profile];
	const headers = { "Accept-Language": language, ...(cookie && { Cookie: cookie }) };
	return [
		url,
		"--quiet",
		"--output=json",
		"--output-path=stdout",
		"--no-enable-error-reporting",
		`--chrome-flags=${CHROME_FLAGS.join(" ")}`,
		`--extra-headers=${JSON.stringify(headers)}`,
		`--only-categories=${categories.join(",")}`,
		...(unlisted && (categories as readonly Category[]).includes("seo")
			? [`--skip-audits=${FOR_SEARCH.join(",")}`]
			: []),
		...settings,
	];
}

function figuresOf({ categories, audits }: Report): Figures {
	const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
	const asked = CATEGORIES.flatMap((name) => (categories[name] ? [{ name, ...categories[name] }] : []));
	const refs = asked.flatMap(({ auditRefs }) => auditRefs);
	const missed = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
	return {
		scores: Object.fromEntries(asked.map(({ name, score }) => [name, Math.round((score ?? 0) * 100)])),
		firstPaint: value("first-contentful-paint"),
		largestPaint: value("largest-contentful-paint"),
		blocked: value("total-blocking-time"),
		shift: value("cumulative-layout-shift"),
		received: value("total-byte-weight"),
		boot: value("bootup-time"),
		missed: missed.map(({ id }) => id),
	};
}
