import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { count, megabytes, milliseconds, percentile } from "../../bench/report.ts";
import { backupsOf, cli, installation, send, titles } from "../support/backups.ts";
import { judged, tell } from "../support/figures.ts";
import { fillInstallation } from "../support/large-installation.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** About 100 MB, a third of it the database. */
const SIZE = { entries: 3_000, photos: 2_050 };
const POSTS_PER_SECOND = 20;
const SECONDS_BEFORE = 60;
/** Talks sent while backups are made; fewer would have no 99th percentile worth the name. */
const TALKS_MEANWHILE = 1_000;
const MOST_BACKUP_MS = 5_000;
const MOST_DELAY_MS = 50;

/** Submits talks at a steady rate until told to stop. */
function submitSteadily(server: ServerProcess) {
	const took: { began: number; ms: number }[] = [];
	const posts: Promise<void>[] = [];
	let isOver = false;
	const post = async () => {
		const began = performance.now();
		await send(server);
		took.push({ began, ms: performance.now() - began });
	};
	const steadily = (async () => {
		const start = performance.now();
		for (let sent = 1; !isOver; sent += 1) {
			posts.push(post());
			await sleep(Math.max(0, start + (sent * 1_000) / POSTS_PER_SECOND - performance.now()));
		}
	})();
	return {
		/** How long the talks took that were begun in any of these spans. */
		within: (spans: readonly (readonly [number, number])[]) =>
			took.filter(({ began }) => spans.some(([from, to]) => began >= from && began < to)).map(({ ms }) => ms),
		stop: async () => {
			isOver = true;
			await steadily;
			await Promise.all(posts);
		},
	};
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

it("backups of 100 MB during 20 submissions a second are quick, delay them little and have all that was there", async (context) => {
	const from = installation();
	const photoBytes = await fillInstallation(from, SIZE);
	const server = await startServer({ ...from, DAILY_BACKUP: "0" });
	const databaseBytes = statSync(join(from.DATA_DIR, "rostrum.db")).size;
	const talks = submitSteadily(server);
	// The program is compiled while it runs: its first seconds count for nothing.
	await sleep(10_000);
	const before = [[performance.now(), performance.now() + SECONDS_BEFORE * 1_000]] as const;
	await sleep(SECONDS_BEFORE * 1_000);
	const spans: [number, number][] = [];
	let [atStart, file] = [0, ""];
	while (talks.within(spans).length < TALKS_MEANWHILE) {
		if (file) rmSync(file);
		await sleep(1_000);
		atStart = titles(from).length;
		const began = performance.now();
		expect(await cli(from, "backup", "--with-secrets")).toEqual(expect.objectContaining({ code: 0 }));
		spans.push([began, performance.now()]);
		[file = ""] = backupsOf(from);
	}
	await talks.stop();
	expect((await cli(from, "verify", file)).code).toBe(0);
	expect(await server.end("SIGTERM")).toBe(0);
	const to = installation();
	expect(await cli(to, "restore", file)).toEqual(expect.objectContaining({ code: 0 }));
	const restored = titles(to);
	expect(restored.length).toBeGreaterThanOrEqual(atStart);
	expect(titles(from).slice(0, restored.length)).toEqual(restored);

	const slowest = Math.max(...spans.map(([began, ended]) => ended - began));
	const [usual, meanwhile] = [talks.within(before), talks.within(spans)];
	const [usual99, meanwhile99] = [percentile(usual, 0.99), percentile(meanwhile, 0.99)];
	tell(context, `database of ${megabytes(databaseBytes)}, ${megabytes(photoBytes)} of photos, verified and restored`);
	tell(
		context,
		judged(`slowest of ${spans.length} backups ${seconds(slowest)}`, "5 s", slowest <= MOST_BACKUP_MS),
		judged(
			`p99 of ${count(meanwhile.length)} talks meanwhile ${milliseconds(meanwhile99)}, of ${count(usual.length)} before ${milliseconds(usual99)}`,
			"50 ms more",
			meanwhile99 <= usual99 + MOST_DELAY_MS,
		),
	);
});
