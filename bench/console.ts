import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/browsers.mjs";
import { median, milliseconds, type Part, percentile, verdict } from "./report.ts";
import { type Checkout, olderCheckout, present, spawnPortal, untilOk } from "./servers.ts";
import { fillVolumeOf, withDirectory } from "./volumes.ts";
import { type Answer, watch } from "./watched-key.ts";

/** Five pages of the list. */
const TALKS = 60;
const TIMES = 12;
const SLOWER = 4;
const TARGET_MS = 100;
/** Beside the median, which the target is for: on a shared machine the slowest say more about the neighbours. */
const SHARE = 0.9;
/** Until the page has read ahead and takes digits again (`SETTLE_MS` of app/islands/reading.ts), milliseconds. */
const PAUSE_MS = 500;

interface Action {
	what: string;
	/** Focuses what takes the key. @returns the key, and what the page shows once it has answered */
	before(page: Page, turn: number): Promise<{ key: string; done: string }>;
	/** Brings the page back. */
	after?(page: Page): Promise<void>;
}

const LIST = "/admin/proposals";
const TITLES = "tbody th a";
const HEADING = ".reading-pane h1, dialog[open] :is(h1, h2)";
const TICKED = "document.activeElement.checked";

const focusOn = (page: Page, selector: string) => page.locator(selector).first().focus();
const shows = (text: string) =>
	`[...document.querySelectorAll(${JSON.stringify(`${HEADING}, dialog[open] dd`)})].some((e) => e.textContent.includes(${JSON.stringify(text)}))`;

/** In the list, with any number of columns. */
const IN_LIST: readonly Action[] = [
	{
		what: "details of a row, Enter",
		async before(page, turn) {
			const link = page.locator(TITLES).nth(turn % 10);
			const title = await link.evaluate((element) => element.firstChild?.textContent ?? "");
			await link.focus();
			return { key: "Enter", done: shows(title.trim()) };
		},
		async after(page) {
			await sleep(PAUSE_MS);
			await page.keyboard.press("Escape");
			await page.waitForSelector(HEADING, { state: "detached" });
		},
	},
	{
		what: "status in a row, first letter",
		async before(page, turn) {
			await focusOn(page, `tbody tr:nth-of-type(${(turn % 10) + 1}) [name^=status-]`);
			const value = await page.evaluate("document.activeElement.value");
			const key = value === "Hold" ? "N" : "H";
			return { key, done: `document.activeElement.value === "${key === "H" ? "Hold" : "New"}"` };
		},
	},
	{
		what: "tick of a row, Space",
		async before(page, turn) {
			await focusOn(page, `tbody tr:nth-of-type(${(turn % 10) + 1}) [name=ids]`);
			return { key: "Space", done: (await page.evaluate(TICKED)) ? `!${TICKED}` : TICKED };
		},
	},
];

/** With an entry open beside the list. */
const WHILE_READING: readonly Action[] = [
	{ what: "next entry, j", before: (page) => step(page, "j") },
	{ what: "previous entry, k", before: (page) => step(page, "k") },
	{
		what: "status of the entry, 1 to 4",
		async before(_, turn) {
			const key = String((turn % 4) + 1);
			return { key, done: `document.querySelector(".status-choice [aria-keyshortcuts='${key}']").checked` };
		},
	},
	{
		what: "tick of the entry, x",
		async before(page) {
			const row =
				"document.querySelector('.reading-others [aria-current]').closest('li, tr').querySelector('[name=ids]')";
			const isTicked = await page.evaluate(`${row}.checked`);
			return { key: "x", done: `${row}.checked === ${!isTicked}` };
		},
	},
];

/** Done when the title and the texts of another entry are there. */
async function step(page: Page, key: "j" | "k") {
	const present = JSON.stringify(await page.textContent(".reading-pane h1"));
	const done = `document.querySelector(".reading-pane h1").textContent !== ${present} && !!document.querySelector(".reading-texts")`;
	return { key, done };
}

/**
 * How soon the console answers keys, in a browser whose processor is slowed down.
 * `AGAINST=folder` measures an older checkout, installed and built, in the same run.
 */
export async function measureConsole(): Promise<Part> {
	const older = olderCheckout();
	const [now = new Map<string, Answer[]>(), before] = await withPages(older ? [present, older] : [present], answersIn);
	const rows = [...now].map(([what, answers]) => {
		const pictures = answers.map(({ picture }) => picture);
		const events = answers.map(({ event }) => event);
		const reached = Math.max(median(pictures), median(events)) <= TARGET_MS;
		const past = before?.get(what)?.map(({ picture, event }) => Math.max(picture, event));
		return [
			what,
			milliseconds(median(pictures)),
			milliseconds(percentile(pictures, SHARE)),
			milliseconds(median(events)),
			milliseconds(percentile(events, SHARE)),
			past ? milliseconds(median(past)) : "",
			`<= ${milliseconds(TARGET_MS)}`,
			verdict(reached),
		];
	});
	return {
		title: "Console",
		tables: [
			{
				headings: ["What", "Painted", "9 of 10", "Event", "9 of 10", "Before, median", "Target", "Reached"],
				rows,
				notes: [
					`Chromium, 1,440 x 900, processor slowed down ${SLOWER} times, ${TALKS} talks, each key ${TIMES} times with pauses`,
					"The target is for the medians. Painted: from the key to the frame that shows the result; Event: the longest event of the key by Event Timing (steps of 8 ms)",
					...(older ? ["Before: an older checkout, key by key in turn with this one; the longer of both"] : []),
				],
			},
		],
	};
}

/** @param checkouts each runs on a volume of its own, with a browser of its own */
async function withPages<T>(
	checkouts: readonly Checkout[],
	work: (pages: readonly Page[]) => Promise<T>,
	open: readonly Page[] = [],
): Promise<T> {
	const [checkout, ...rest] = checkouts;
	if (!checkout) return work(open);
	return withDirectory(async (volume) => {
		const cookie = fillVolumeOf(checkout, volume, { talks: TALKS });
		const server = await spawnPortal(volume, checkout);
		const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
		try {
			await untilOk(server, "/healthz");
			return await withPages(rest, work, [...open, await slowPage(browser, `http://127.0.0.1:${server.port}`, cookie)]);
		} finally {
			await browser.close();
			await server.stop();
		}
	});
}

async function slowPage(browser: Browser, origin: string, cookie: string): Promise<Page> {
	const context = await browser.newContext({
		baseURL: origin,
		viewport: { width: 1_440, height: 900 },
		bypassCSP: true,
	});
	const [name = "", value = ""] = cookie.split("=");
	await context.addCookies([{ name, value, url: origin }]);
	const page = await context.newPage();
	const protocol = await context.newCDPSession(page);
	await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
	return page;
}

/** What each page answers, by action. They take turns: how fast the machine is changes within minutes. */
async function answersIn(pages: readonly Page[]): Promise<Map<string, Answer[]>[]> {
	const answers = pages.map(() => new Map<string, Answer[]>());
	const measure = async (actions: readonly Action[], on: readonly Page[]) => {
		for (const action of actions) {
			const found = on.map((): Answer[] => []);
			// The first warms up.
			for (let turn = 0; turn <= TIMES; turn++) {
				for (const [at, page] of on.entries()) {
					const answer = await answerTo(page, action, turn);
					if (turn > 0) found[at]?.push(answer);
				}
			}
			for (const [at, page] of on.entries()) answers[pages.indexOf(page)]?.set(action.what, found[at] ?? []);
		}
	};
	for (const page of pages) await page.goto(LIST, { waitUntil: "networkidle" });
	await measure(IN_LIST, pages);
	const reading: Page[] = [];
	for (const page of pages) {
		await page.goto(LIST, { waitUntil: "networkidle" });
		await focusOn(page, TITLES);
		await page.keyboard.press("Enter");
		await page.waitForSelector(HEADING);
		await sleep(PAUSE_MS);
		// An older checkout may have none.
		if ((await page.locator(".reading-pane").count()) > 0) reading.push(page);
	}
	await measure(WHILE_READING, reading);
	return answers;
}

async function answerTo(page: Page, action: Action, turn: number): Promise<Answer> {
	await sleep(PAUSE_MS);
	const { key, done } = await action.before(page, turn);
	await page.evaluate(watch, done);
	await page.keyboard.press(key);
	const answer = await page.evaluate<Answer>("window.answer");
	await action.after?.(page);
	return answer;
}
