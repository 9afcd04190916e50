import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { ask } from "../../bench/http.ts";
import { makePhoto } from "../../bench/photos.ts";
import { memoryOf } from "../../bench/process-memory.ts";
import { count, megabytes, milliseconds, percentile } from "../../bench/report.ts";
import { answersOf, multipart } from "../../bench/talk-forms.ts";
import { installation, read } from "../support/backups.ts";
import { tell } from "../support/figures.ts";
import { imageMemory } from "../support/image-memory.ts";
import { startServer } from "../support/server.ts";

const PEOPLE = 300;
const SECONDS = 60;
/** Seconds between waves: the most the default limits allow for everyone together. */
const EVERY_SECONDS = 12;
const PAGES_PER_SECOND = 20;
const PHOTO = { bytes: 350_000, width: 1_600, height: 1_600 };

const shown = (times: readonly number[]) =>
	[0.5, 0.99, 1].map((share) => milliseconds(percentile(times, share))).join(", ");

it(`${PEOPLE} people at once for ${SECONDS} s: none is refused, nothing is lost`, async (context) => {
	const where = installation();
	const server = await startServer({ ...where, ...imageMemory, TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" });
	const port = Number(new URL(server.origin).port);
	const photo = await makePhoto(PHOTO);
	const from = (person: number) => ({ "X-Forwarded-For": `10.${person >> 8}.${person & 255}.1` });
	const [posts, pages]: [number[], number[]] = [[], []];
	const answers: string[] = [];
	const titles: string[] = [];
	const started = performance.now();
	const isOver = () => performance.now() - started >= SECONDS * 1000;

	async function handIn(number: number, person: number): Promise<void> {
		const title = `Talk ${number} of person ${person}`;
		const fields = { ...answersOf(number), title };
		const { headers, body } = multipart(fields, Buffer.concat([photo, Buffer.from(title)]));
		const address = { port, path: "/api/submit", method: "POST" } as const;
		const answer = await ask({ ...address, headers: { ...headers, ...from(person) }, body });
		answers.push(answer.status === 201 ? "taken" : `${answer.status} ${answer.body}`);
		if (answer.status === 201) titles.push(title);
		posts.push(answer.ms);
	}
	async function somebody(person: number): Promise<void> {
		for (let time = 0; !isOver(); time += 1) {
			await handIn(time * PEOPLE + person + 1, person);
			await sleep(Math.max(0, started + (time + 1) * EVERY_SECONDS * 1000 - performance.now()));
		}
	}
	async function look(visit: number): Promise<void> {
		const path = visit % 2 ? "/hangzhou" : "/proposals";
		const { status, ms } = await ask({ port, path, headers: from(PEOPLE + (visit % PEOPLE)) });
		answers.push(status === 200 ? "shown" : `${status}`);
		pages.push(ms);
	}
	async function visitors(): Promise<void> {
		const visits: Promise<void>[] = [];
		for (let visit = 0; !isOver(); visit += 1) {
			visits.push(look(visit));
			await sleep(1000 / PAGES_PER_SECOND);
		}
		await Promise.all(visits);
	}
	await Promise.all([visitors(), ...Array.from({ length: PEOPLE }, (_, person) => somebody(person))]);

	expect(new Set(answers)).toEqual(new Set(["taken", "shown"]));
	const peak = memoryOf(server, "VmHWM");
	expect(await server.end("SIGTERM")).toBe(0);
	expect(new Set(read(where, "select title from entries"))).toEqual(new Set(titles));
	const files = new Set(readdirSync(where.UPLOADS_DIR));
	expect(read(where, "select photo from entries").filter((name) => !files.has(`${name}.jpg`))).toEqual([]);
	expect(read(where, "select count(*) from entries")).toEqual([titles.length]);
	expect(readdirSync(join(where.DATA_DIR, "tmp"))).toEqual([]);
	tell(
		context,
		`${count(titles.length)} talks with a photo of 350 KB in waves of ${PEOPLE}, ${count(pages.length)} pages, 0 refused, 0 lost`,
	);
	tell(context, `p50, p99 and slowest of a talk ${shown(posts)}; of a page ${shown(pages)}`);
	tell(context, `peak memory ${megabytes(peak)}`);
});
