import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { memoryOf } from "../../bench/process-memory.ts";
import { count, megabytes } from "../../bench/report.ts";
import { installation, read } from "../support/backups.ts";
import { tell } from "../support/figures.ts";
import { imageMemory } from "../support/image-memory.ts";
import { startServer } from "../support/server.ts";
import { atRate, expectStored, openPeople, spread } from "../support/steady-load.ts";

const PEOPLE = 300;
const SECONDS = 60;
/** Seconds between waves: the most the default limits allow for everyone together. */
const EVERY_SECONDS = 12;
const PAGES_PER_SECOND = 20;

it(`${PEOPLE} people at once for ${SECONDS} s: none is refused, nothing is lost`, async (context) => {
	const where = installation();
	const server = await startServer({ ...where, ...imageMemory, TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" });
	const people = await openPeople(server);
	const [posts, pages]: [number[], number[]] = [[], []];
	const started = performance.now();

	async function somebody(person: number): Promise<void> {
		for (let time = 0; performance.now() - started < SECONDS * 1_000; time += 1) {
			await people.submit(posts, time * PEOPLE + person + 1);
			await sleep(Math.max(0, started + (time + 1) * EVERY_SECONDS * 1_000 - performance.now()));
		}
	}
	await Promise.all([
		atRate({ perSecond: PAGES_PER_SECOND, seconds: SECONDS }, (visit) =>
			people.visit(pages, visit, visit % 2 ? "/hangzhou" : "/proposals"),
		),
		...Array.from({ length: PEOPLE }, (_, person) => somebody(person)),
	]);

	expect(people.faults).toEqual([]);
	const peak = memoryOf(server, "VmHWM");
	expect(await server.end("SIGTERM")).toBe(0);
	expectStored(where, people.titles);
	expect(read(where, "select count(*) from entries")).toEqual([people.titles.length]);
	tell(
		context,
		`${count(people.titles.length)} talks with a photo of 350 KB in waves of ${PEOPLE}, ${count(pages.length)} pages, 0 refused, 0 lost`,
	);
	tell(context, `p50, p99 and slowest of a talk ${spread(posts)}; of a page ${spread(pages)}`);
	tell(context, `peak memory ${megabytes(peak)}`);
});
