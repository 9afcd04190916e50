import { execFileSync } from "node:child_process";
import autocannon from "autocannon";
import { ask } from "./http.ts";
import { makePhoto } from "./photos.ts";
import { bytes, median, megabytes, milliseconds, type Part, percentile, ratio, type Table, verdict } from "./report.ts";
import { bothCheckouts, type Checkout, type RunningServer, spawnHello, spawnPortal, untilOk } from "./servers.ts";
import { IDLE_MS, MOST_IDLE_BYTES, MOST_START_MS, type Start, startOnce } from "./start.ts";
import { answersOf, multipart } from "./talk-forms.ts";
import { fillVolumeOf, withDirectory } from "./volumes.ts";
import { LANGUAGES, weightOf } from "./weight.ts";

const TALKS = 2_000;
const PLACED = 200;
const ROUNDS = 16;
const SECONDS = 1;
const CONNECTIONS = 10;
const STARTS = 5;
/** Worse by no more than 3 %. */
const MOST = 1.03;

interface Subject {
	what: string;
	path: string;
	signedIn?: true;
	/** Body and headers of one post, by its number. Without it the page is read. */
	post?: (number: number) => { body: Buffer; headers: Record<string, string> };
	expected?: readonly number[];
	/** So many answers one after the other: a round would break off too many long ones. */
	times?: number;
	/** Asks the bare Express server instead. */
	isHello?: true;
}

interface Side {
	server: RunningServer;
	hello: RunningServer;
	cookie: string;
	/** Number of the next post. */
	next: number;
}

type Pair<T> = readonly [older: T, now: T];

/**
 * Processor time for each request, bytes of a first visit, starts and memory, of this program and of an older one in the
 * same minutes: other work on the machine and its speed change both alike. `AGAINST=folder` is the older checkout,
 * installed and built, and `AGAINST_NODE` the Node that runs it.
 * @throws Error without an older checkout
 */
export async function measureCompared(): Promise<Part> {
	const { older, now } = bothCheckouts();
	const starts = await compareStarts([older, now]);
	const subjects = await listSubjects();
	return withDirectory((ofOlder) =>
		withDirectory(async (ofNow) => {
			const sides = [await open(older, ofOlder), await open(now, ofNow)] as const;
			try {
				const weights = await compareWeights(subjects, sides);
				const rows: string[][] = [];
				for (const subject of subjects) rows.push(await compare(subject, sides));
				const peaks = sides.map(({ server }) => megabytes(server.memory().peak));
				return {
					title: "Compared",
					tables: [
						{
							headings: ["Processor time for each request", "Now to before", "Half of the rounds", "Target", "Reached"],
							rows,
							notes: [
								`${TALKS} talks, ${PLACED} of them in the schedule; median of ${ROUNDS} rounds, each ${SECONDS} s of one program and ${SECONDS} s of the other, ${CONNECTIONS} connections`,
								`Before: ${versionOf(older)}; now: ${versionOf(now)}`,
							],
						},
						{ ...starts, rows: [...starts.rows, ["Most memory under all of this load", ...peaks, ""]] },
						weights,
					],
				};
			} finally {
				for (const { server, hello } of sides) {
					await server.stop();
					await hello.stop();
				}
			}
		}),
	);
}

const versionOf = ({ node }: Checkout) => `Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`;

/** Starts both in turn, each on its own, existing volume. */
async function compareStarts(checkouts: Pair<Checkout>): Promise<Table> {
	const starts = checkouts.map((): Start[] => []);
	await withDirectory((ofOlder) =>
		withDirectory(async (ofNow) => {
			for (let round = 0; round <= STARTS; round++) {
				for (const [at, checkout] of checkouts.entries()) {
					const start = await startOnce(at ? ofNow : ofOlder, { checkout, idleMs: IDLE_MS });
					if (round > 0) starts[at]?.push(start);
				}
			}
		}),
	);
	const row = (what: string, asText: (value: number) => string, of: (start: Start) => number) => [
		what,
		...starts.map((list) => asText(median(list.map(of)))),
	];
	return {
		headings: ["Start and memory", "Before", "Now", "Target"],
		rows: [
			[...row("First answer of /healthz", milliseconds, ({ alive }) => alive), `<= ${milliseconds(MOST_START_MS)}`],
			[...row("First answer of /hangzhou", milliseconds, ({ page }) => page), `<= ${milliseconds(MOST_START_MS)}`],
			[...row("Resident memory, idle", megabytes, ({ idleBytes }) => idleBytes), `<= ${megabytes(MOST_IDLE_BYTES)}`],
		],
		notes: [
			`Median of ${STARTS} starts of each on a volume that is there, in turn; idle: ${IDLE_MS / 1_000} s after the first page`,
		],
	};
}

async function listSubjects(): Promise<Subject[]> {
	const photo = await makePhoto({ bytes: 350_000, width: 1_600, height: 1_600 });
	const form = (number: number, file?: Buffer) => {
		const { body, headers } = multipart({ ...answersOf(number), formSession: `bench-${number}` }, file);
		return { body: Buffer.concat(body), headers };
	};
	return [
		{ what: 'bare Express 4 "hello"', path: "/", isHello: true },
		{ what: "/hangzhou, from the page cache", path: "/hangzhou" },
		{ what: "/hangzhou, rendered", path: "/hangzhou?utm_source=mail" },
		{ what: "/, rendered", path: "/?utm_source=mail" },
		{ what: "/proposals, rendered", path: "/proposals?utm_source=mail" },
		{ what: "/schedule, rendered", path: "/schedule?utm_source=mail" },
		{ what: "/admin/proposals", path: "/admin/proposals", signedIn: true },
		{ what: "/admin/proposals, details", path: "/admin/proposals?modal=details&id=9", signedIn: true },
		{ what: "/admin/schedule, both days", path: "/admin/schedule", signedIn: true },
		{ what: "CSV of all talks", path: "/admin/export/talk", signedIn: true, times: 8 },
		{
			what: "talk without a photo, tried until taken",
			path: "/api/submit",
			// Three tries of each talk.
			post: (number) => form(Math.floor(number / 3)),
			expected: [201, 422],
		},
		{
			what: "talk with a photo of 350 KB",
			path: "/api/submit",
			post: (number) => form(number, photo),
			expected: [201],
		},
	];
}

/** What a first visit to each public page receives, before anything was posted. */
async function compareWeights(subjects: readonly Subject[], [older, now]: Pair<Side>): Promise<Table> {
	const rows: string[][] = [];
	for (const { what, path, signedIn, post, isHello } of subjects) {
		if (signedIn || post || isHello) continue;
		for (const language of LANGUAGES) {
			const weigh = ({ server }: Side) => weightOf(server, { name: what, path }, language);
			const [before, present] = [await weigh(older), await weigh(now)];
			const share = present / before;
			rows.push([path, language, bytes(before), bytes(present), ratio(share), `<= ${MOST}`, verdict(share <= MOST)]);
		}
	}
	const headings = ["First visit, brotli", "Language", "Before", "Now", "Now to before", "Target", "Reached"];
	return { headings, rows };
}

/** Starts a checkout on a volume that it has filled itself. */
async function open(checkout: Checkout, volume: string): Promise<Side> {
	const cookie = fillVolumeOf(checkout, volume, { talks: TALKS, placed: PLACED });
	const server = await spawnPortal(volume, checkout);
	await untilOk(server, "/healthz");
	const hello = await spawnHello(checkout);
	await untilOk(hello, "/");
	return { server, hello, cookie, next: 3 * TALKS };
}

async function compare(subject: Subject, [older, now]: Pair<Side>): Promise<string[]> {
	const ratios: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		// Each goes first in half of the rounds.
		const order = round % 2 ? [older, now] : [now, older];
		const costs = new Map<Side, number>();
		for (const side of order) costs.set(side, await costOf(subject, side));
		// The first round warms up.
		if (round > 0) ratios.push((costs.get(now) ?? Number.NaN) / (costs.get(older) ?? Number.NaN));
	}
	const share = median(ratios);
	const half = [0.25, 0.75].map((part) => ratio(percentile(ratios, part))).join(" to ");
	return [subject.what, ratio(share), half, `<= ${MOST}`, verdict(share <= MOST)];
}

/** Processor seconds for each request. @throws Error when answers are not as expected */
async function costOf(
	{ isHello, what, path, signedIn, post, expected = [200], times }: Subject,
	side: Side,
): Promise<number> {
	const headers: Record<string, string> = { "Accept-Encoding": "gzip, deflate, br" };
	if (signedIn) headers.Cookie = side.cookie;
	const server = isHello ? side.hello : side.server;
	const read = async () => {
		const { status } = await ask({ port: server.port, path, headers });
		if (!expected.includes(status)) throw new Error(`${what} was answered ${status}`);
	};
	if (!post) await read();
	const before = server.cpuSeconds();
	if (times) {
		for (let time = 0; time < times; time++) await read();
		return (server.cpuSeconds() - before) / times;
	}
	const result = await autocannon({
		url: `http://127.0.0.1:${server.port}${path}`,
		connections: CONNECTIONS,
		duration: SECONDS,
		headers,
		requests: [
			post
				? { method: "POST", setupRequest: (request) => ({ ...request, ...bodyOf(post(side.next++), headers) }) }
				: { method: "GET" },
		],
	});
	const statuses = Object.entries(result.statusCodeStats);
	const wrong = statuses.filter(([status]) => !expected.includes(Number(status)));
	if (wrong.length > 0 || result.errors > 0) throw new Error(`${what} was answered ${wrong.join() || result.errors}`);
	const answered = statuses.reduce((sum, [, { count }]) => sum + count, 0);
	return (server.cpuSeconds() - before) / answered;
}

const bodyOf = ({ body, headers }: ReturnType<NonNullable<Subject["post"]>>, more: Record<string, string>) => ({
	body,
	headers: { ...more, ...headers },
});
