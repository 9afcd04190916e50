import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { count, megabytes, milliseconds, percentile } from "../../bench/report.ts";
import { fillVolume, signIn, withVolume } from "../../bench/volumes.ts";
import { backupsOf, cli, installation } from "../support/backups.ts";
import { judged, tell } from "../support/figures.ts";
import { imageMemory } from "../support/image-memory.ts";
import { startObserved } from "../support/loop-blocks.ts";
import { lasted, minutes } from "../support/minutes.ts";
import { runToEnd } from "../support/server.ts";
import { addAccounts, atRate, expectStored, openPeople, spread } from "../support/steady-load.ts";

const PROMISED_MINUTES = 10;
const SECONDS = 60 * minutes(PROMISED_MINUTES);
/** Pages alone, before the first talk. */
const QUIET_SECONDS = 30;
const BEFORE = 1_000;
const ACCOUNTS = 300;
const RATES = { talks: 5, pages: 20, logins: 2, lists: 0.1 };
const MOST = { talk: 800, page: 400, lag: 100, bytes: 512_000_000 };

it("the hour of the deadline: talks with photos, pages, logins, a list of the console and a backup", async (context) => {
	const where = installation();
	const volume = dirname(where.DATA_DIR);
	const admin = await fillVolume(volume, BEFORE);
	const accounts = await addAccounts(where, ACCOUNTS);
	const speaker = await withVolume(volume, ({ db }) =>
		db.write((tx) => signIn(tx, { email: "speaker@mail.example", isAdmin: false }).cookie),
	);
	const server = await startObserved(where, { TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" });
	const people = await openPeople(server);
	/** Most pages are the same for everybody; some are made for one person. */
	const pages = ["/hangzhou", "/proposals", "/", "/dashboard"];
	const look = (times: number[]) => (number: number) => {
		const path = pages[number % pages.length] ?? "/";
		return people.visit(times, number, path, path === "/dashboard" ? speaker : undefined);
	};

	const quiet: number[] = [];
	await atRate({ perSecond: RATES.pages, seconds: QUIET_SECONDS }, look(quiet));
	await server.lagOf("p99");
	const times = { talks: [], pages: [], logins: [], lists: [] } as Record<keyof typeof RATES, number[]>;
	const during = (what: keyof typeof RATES, work: (number: number) => Promise<unknown>) =>
		atRate({ perSecond: RATES[what], seconds: SECONDS }, work);
	let backupMs = 0;
	async function backUp(): Promise<void> {
		await sleep((SECONDS * 1_000) / 2);
		const started = performance.now();
		const made = await runToEnd("cli.js", { ...where, ...imageMemory }, ["backup"]);
		backupMs = performance.now() - started;
		expect(made).toEqual(expect.objectContaining({ code: 0 }));
	}
	await Promise.all([
		during("talks", (number) => people.submit(times.talks, number)),
		during("pages", look(times.pages)),
		during("logins", (number) => people.logIn(times.logins, number, accounts[number % ACCOUNTS] ?? "")),
		during("lists", (number) => people.visit(times.lists, number, "/admin/proposals", admin)),
		backUp(),
	]);
	const lag = await server.lagOf("p99");
	const peak = server.peakMib() * 1024 ** 2;

	expect(people.faults).toEqual([]);
	expect(await server.end("SIGTERM")).toBe(0);
	expectStored(where, people.titles);
	const [file = ""] = backupsOf(where);
	expect((await cli(where, "verify", file)).code).toBe(0);
	const [talk, page] = [percentile(times.talks, 0.99), percentile(times.pages, 0.99)];
	const sent = `${count(people.titles.length)} talks with a photo of 350 KB, ${count(times.pages.length)} pages, ${count(times.logins.length)} logins, ${times.lists.length} lists and a backup (${milliseconds(backupMs)}) in ${SECONDS / 60} min beside ${count(BEFORE)} talks: 0 refused, 0 lost`;
	tell(context, lasted(PROMISED_MINUTES, sent));
	tell(context, judged(`p50, p99 and slowest of a talk ${spread(times.talks)}`, "p99 800 ms", talk <= MOST.talk));
	tell(context, judged(`of a page ${spread(times.pages)}`, "p99 400 ms", page <= MOST.page));
	tell(context, `of a page before the first talk ${spread(quiet)}`);
	tell(context, `of a login ${spread(times.logins)}; of the list ${spread(times.lists)}`);
	tell(context, judged(`p99 of the event loop's delay ${milliseconds(lag)}`, "100 ms", lag <= MOST.lag));
	tell(context, judged(`peak memory ${megabytes(peak)}`, "512 MB", peak <= MOST.bytes));
});
