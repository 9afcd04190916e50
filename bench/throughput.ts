import autocannon from "autocannon";
import { ask } from "./http.ts";
import { atLeast, count, median, type Part, perSecond, type Row, ratio, tableOf } from "./report.ts";
import { type RunningServer, spawnHello, spawnPortal, untilOk } from "./servers.ts";
import { fillVolume, MANY_TALKS, withDirectory } from "./volumes.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 10;

/** Accept-Encoding of a browser, also sent to the baseline. */
const BROWSER = {
	Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
	"Accept-Encoding": "gzip, deflate, br",
	"Accept-Language": "en-GB,en;q=0.8",
	"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

interface Subject {
	what: string;
	server: RunningServer;
	path: string;
	cookie?: string;
	/** Share of the bare server's requests to reach. */
	target?: number;
	how: string;
}

interface Round {
	perSecond: number;
	/** CPU time of the server, as a share of one core. */
	cpu: number;
}

/** Requests per second of pages, beside those of a bare Express server in the same rounds. */
export function measureThroughput(): Promise<Part> {
	return withDirectory(async (volume) => {
		const cookie = await fillVolume(volume, MANY_TALKS);
		return besideHello(volume, "Throughput", [
			{
				what: "/hangzhou, no cookie",
				path: "/hangzhou",
				target: 0.4,
				how: "kept ready by the page cache, sent with brotli",
			},
			{
				what: "/hangzhou, rendered each time",
				path: "/hangzhou?utm_source=mail",
				how: "a parameter that the page cache does not know, as in links of a newsletter",
			},
			{
				what: `/admin/proposals, 12 of ${count(MANY_TALKS)} entries`,
				path: "/admin/proposals",
				cookie,
				how: "signed in, first page of the list",
			},
		]);
	});
}

/** Measures pages of a portal on this volume, beside a bare Express server. */
export async function besideHello(
	volume: string,
	title: string,
	pages: readonly Omit<Subject, "server">[],
): Promise<Part> {
	const hello = await spawnHello();
	const portal = await spawnPortal(volume);
	try {
		await untilOk(hello, "/");
		await untilOk(portal, "/healthz");
		const bare = {
			what: 'bare Express 4 "hello"',
			server: hello,
			path: "/",
			how: "app.get with res.send, nothing else",
		};
		const rows = await compare([bare, ...pages.map((page) => ({ ...page, server: portal }))]);
		return { title, tables: [tableOf(rows)] };
	} finally {
		await Promise.all([hello.stop(), portal.stop()]);
	}
}

/** One row per subject; the first is the baseline. */
async function compare(subjects: readonly Subject[]): Promise<Row[]> {
	const rounds = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]));
	for (let round = 0; round <= ROUNDS; round++) {
		for (const subject of subjects) {
			const result = await run(subject);
			// The first round warms up.
			if (round > 0) rounds.get(subject)?.push(result);
		}
	}
	const [bare, ...pages] = subjects;
	if (!bare) return [];
	const known = (subject: Subject) => rounds.get(subject) ?? [];
	return [rateOf(bare, known(bare)), ...pages.flatMap((page) => pageRows(page, known(page), known(bare)))];
}

function pageRows(page: Subject, mine: readonly Round[], bare: readonly Round[]): Row[] {
	const shares = mine.map((round, index) => round.perSecond / (bare[index]?.perSecond ?? Number.NaN));
	const share = median(shares);
	const perCpu = (rounds: readonly Round[]) => median(rounds.map((round) => round.perSecond / round.cpu));
	const what = `${page.what}, share of hello`;
	const how = `median of the ${ROUNDS} rounds (${ratio(Math.min(...shares))} to ${ratio(Math.max(...shares))}); by processor time of the servers, which other work on the machine hardly changes, ${ratio(perCpu(mine) / perCpu(bare))}`;
	const row = page.target ? atLeast(what, share, page.target, ratio, how) : { what, measured: ratio(share), how };
	return [rateOf(page, mine), row];
}

function rateOf({ what, how }: Subject, rounds: readonly Round[]): Row {
	const rates = rounds.map((round) => round.perSecond);
	const cpu = Math.round(median(rounds.map((round) => round.cpu)) * 100);
	const spread = `${perSecond(Math.min(...rates))} to ${perSecond(Math.max(...rates))}`;
	const measured = perSecond(median(rates));
	return {
		what,
		measured,
		how: `${how}; median of ${ROUNDS} alternating rounds of ${SECONDS} s, ${CONNECTIONS} connections (${spread}; server at ${cpu} % of a core)`,
	};
}

async function run({ server, path, cookie, what }: Subject): Promise<Round> {
	const headers = { ...BROWSER, ...(cookie && { Cookie: cookie }) };
	const first = await ask({ port: server.port, path, headers });
	if (first.status !== 200) throw new Error(`${what} was answered ${first.status}`);
	const before = server.cpuSeconds();
	const result = await autocannon({
		url: `http://127.0.0.1:${server.port}${path}`,
		connections: CONNECTIONS,
		duration: SECONDS,
		headers,
	});
	const failed = result.non2xx + result.errors;
	if (failed > 0) throw new Error(`${what}: ${failed} requests failed`);
	return {
		perSecond: result["2xx"] / result.duration,
		cpu: (server.cpuSeconds() - before) / result.duration,
	};
}
