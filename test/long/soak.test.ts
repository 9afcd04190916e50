import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { memoryOf } from "../../bench/process-memory.ts";
import { count, median } from "../../bench/report.ts";
import { type Installation, installation, read } from "../support/backups.ts";
import { judged, tell } from "../support/figures.ts";
import { imageMemory } from "../support/image-memory.ts";
import { lasted, minutes } from "../support/minutes.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { lineThrough } from "../support/statistics.ts";
import { addAccounts, atRate, expectStored, openPeople, spread } from "../support/steady-load.ts";

const PROMISED_MINUTES = 120;
const MINUTES = minutes(PROMISED_MINUTES);
/** Before that, caches fill and functions are compiled: 15 minutes of two hours. */
const WARM_UP = 1 / 8;
const RATES = { talks: 2, pages: 2, logins: 0.05 };
const SAMPLE_SECONDS = 5;
const ACCOUNTS = 100;
const MOST_GROWTH = 0.1;
const MOST_LOG_BYTES = 64 * 1024 ** 2;

interface Sample {
	/** Hours since the first sample. */
	at: number;
	memory: number;
	handles: number;
	log: number;
}

function sample(server: ServerProcess, { DATA_DIR }: Installation, at: number): Sample {
	return {
		at,
		memory: memoryOf(server, "VmRSS") / 1_000_000,
		handles: readdirSync(`/proc/${server.pid}/fd`).length,
		log: statSync(join(DATA_DIR, "rostrum.db-wal")).size,
	};
}

/** Samples of a minute as one: a collection of garbage moves several in a row, which are no evidence of their own. */
function byMinute(samples: readonly Sample[]): { at: number; memory: number }[] {
	const perMinute = 60 / SAMPLE_SECONDS;
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	return Array.from({ length: Math.floor(samples.length / perMinute) }, (_, minute) => {
		const some = samples.slice(minute * perMinute, (minute + 1) * perMinute);
		return { at: mean(some.map(({ at }) => at)), memory: mean(some.map(({ memory }) => memory)) };
	});
}

// `LOAD_MINUTES=5 npm run test:long -- L10` tries it.
it(
	"memory, files and log do not grow at two talks a second",
	async (context) => {
		const where = installation();
		const accounts = await addAccounts(where, ACCOUNTS);
		const mailbox = await openMailbox();
		const server = await startServer({
			...where,
			...imageMemory,
			TRUST_PROXY: "1",
			RATE_LIMIT_SCALE: "1",
			MAIL_RATE: "5",
			SMTP_URL: mailbox.url,
		});
		const people = await openPeople(server);
		const [talks, pages, logins]: [number[], number[], number[]] = [[], [], []];
		const samples: Sample[] = [];
		const paths = ["/hangzhou", "/proposals"];
		const during = (perSecond: number, work: (number: number) => Promise<unknown>) =>
			atRate({ perSecond, seconds: 60 * MINUTES }, work);
		const started = performance.now();
		await Promise.all([
			during(RATES.talks, (number) => people.submit(talks, number)),
			during(RATES.pages, (number) => people.visit(pages, number, paths[number % 2] ?? "/")),
			during(RATES.logins, (number) => people.logIn(logins, number, accounts[number % ACCOUNTS] ?? "")),
			during(1 / SAMPLE_SECONDS, async () => {
				samples.push(sample(server, where, (performance.now() - started) / 3_600_000));
			}),
		]);
		expect(people.faults).toEqual([]);
		await until(() => mailbox.mails.length >= people.titles.length);
		expect(read(where, "select count(*) from outbox where state <> 'sent'")).toEqual([0]);
		const left = readdirSync(join(where.DATA_DIR, "tmp"));
		expect(await server.end("SIGTERM")).toBe(0);
		expectStored(where, people.titles);

		const warm = samples.slice(Math.floor(samples.length * WARM_UP));
		const line = lineThrough(byMinute(warm).map(({ at, memory }) => [at, memory]));
		const growth = line.slope * ((warm.at(-1)?.at ?? 0) - (warm[0]?.at ?? 0));
		const isFlat = line.slope - 2 * line.error <= 0 || growth < MOST_GROWTH * line.mean;
		const quarter = Math.ceil(warm.length / 4);
		const handles = [warm.slice(0, quarter), warm.slice(-quarter)].map((some) =>
			median(some.map((one) => one.handles)),
		) as [number, number];
		const log = Math.max(...samples.map((one) => one.log));
		const sent = `${count(talks.length)} talks with a photo of 350 KB and their receipts, ${count(pages.length)} pages and ${count(logins.length)} logins in ${MINUTES} min: 0 refused, 0 lost`;
		tell(context, lasted(PROMISED_MINUTES, sent));
		tell(context, `p50, p99 and slowest of a talk ${spread(talks)}, of a page ${spread(pages)}`);
		const slope = `memory ${line.mean.toFixed(0)} MB, ${line.slope.toFixed(1)} ± ${line.error.toFixed(1)} MB an hour after the first ${(MINUTES * WARM_UP).toFixed(0)} min`;
		tell(context, judged(slope, "no growth beyond two errors, or less than a tenth", isFlat));
		tell(context, judged(`open handles ${handles[0]}, at the end ${handles[1]}`, "as many", handles[1] <= handles[0]));
		tell(context, judged(`temporary files ${left.length}`, "none", left.length === 0));
		tell(context, judged(`log at most ${(log / 1024 ** 2).toFixed(1)} MiB`, "64 MiB", log <= MOST_LOG_BYTES));
	},
	(MINUTES + 15) * 60_000,
);
