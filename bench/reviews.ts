import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { FIRST_RULES } from "../app/reviews/criteria.ts";
import { reviewCriteria, reviewRules } from "../db/schema.ts";
import { findChromium } from "../scripts/browsers.mjs";
import { atMost, median, milliseconds, type Part, percentile, type Row, tableOf } from "./report.ts";
import { spawnPortal, untilOk } from "./servers.ts";
import { fillVolume, withDirectory, withVolume } from "./volumes.ts";

const TALKS = 60;
const TIMES = 12;
const SLOWER = 4;
const TARGET_MS = 100;
/** Until the pages around an entry have been read ahead, milliseconds. */
const PAUSE_MS = 1_500;
const SHARE = 0.9;
const KEYS = { j: "next entry, j", k: "previous entry, k", n: "next without a review, n" } as const;

/** How soon a reviewer sees the next entry after a key, in a browser whose processor is slowed down. */
export async function measureReviews(): Promise<Part> {
	const rows = await withDirectory(async (volume) => {
		const cookie = await fillVolume(volume, TALKS);
		await withVolume(volume, ({ db }) =>
			db.write((tx) => {
				const at = Date.now();
				const { criteria, ...rules } = FIRST_RULES;
				const category = "hangzhou";
				tx.insert(reviewCriteria)
					.values({ category, version: 1, criteria: [...criteria], at, actorId: null })
					.run();
				tx.insert(reviewRules)
					.values({ category, ...rules, opensAt: null, closesAt: null, version: 1, revision: 1 })
					.run();
			}),
		);
		const server = await spawnPortal(volume);
		const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
		try {
			await untilOk(server, "/healthz");
			const origin = `http://127.0.0.1:${server.port}`;
			const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, bypassCSP: true });
			const [name = "", value = ""] = cookie.split("=");
			await context.addCookies([{ name, value, url: origin }]);
			const page = await context.newPage();
			const protocol = await context.newCDPSession(page);
			await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
			await page.goto(`${origin}/review/talk-1`, { waitUntil: "networkidle" });
			const found: Row[] = [];
			for (const [key, what] of Object.entries(KEYS)) {
				const times: number[] = [];
				// The first warms up.
				for (let turn = 0; turn <= TIMES; turn += 1) {
					await sleep(PAUSE_MS);
					await page.evaluate(watch);
					await page.keyboard.press(key);
					const time = await page.evaluate<number>("window.answer");
					if (turn > 0) times.push(time);
				}
				const how = `median of ${TIMES} in Chromium, 1,440 x 900, processor slowed down ${SLOWER} times, ${TALKS} talks, with pauses of ${PAUSE_MS} ms; from the key to the frame with the new heading; 9 of 10 within ${milliseconds(percentile(times, SHARE))}`;
				found.push(atMost(what, median(times), TARGET_MS, milliseconds, how));
			}
			return found;
		} finally {
			await browser.close();
			await server.stop();
		}
	});
	return { title: "Reviews", tables: [tableOf(rows)] };
}

/** Runs in the page: `window.answer` is how long after the next key another heading is painted, in milliseconds. */
function watch(): void {
	const address = location.pathname;
	const answer = new Promise<number>((resolve, reject) =>
		addEventListener(
			"keydown",
			async ({ timeStamp }) => {
				while (location.pathname === address || !document.querySelector("main h1")) {
					await new Promise((done) => setTimeout(done, 2));
					if (performance.now() - timeStamp > 10_000) reject(new Error("no other entry"));
				}
				await new Promise(requestAnimationFrame);
				// This frame shows it. It has been handed over when the next task runs.
				await new Promise((done) => setTimeout(done));
				resolve(performance.now() - timeStamp);
			},
			{ capture: true, once: true },
		),
	);
	Object.assign(window, { answer });
}
