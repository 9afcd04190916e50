import type { Page } from "playwright-core";
import { openPage } from "./browser.ts";
import type { TestPortal } from "./portal.ts";
import { place } from "./released-schedule.ts";
import { sendAccepted } from "./schedule.ts";
import { enterConsole } from "./sessions.ts";

const TRACKS = ["ai-next", "ws-dora", "agentic-web", "embodied-ai"];

/** Opens the board as an organiser; with scripts, as soon as cards can be dragged. */
export async function openBoard(
	portal: TestPortal,
	path: string,
	options: Parameters<typeof openPage>[1] = {},
): Promise<Page> {
	const page = await openPage(portal.origin, options);
	await enterConsole(portal, page, path);
	if (options.javaScriptEnabled !== false) await page.waitForSelector(".drag-handle", { state: "attached" });
	return page;
}

/** Chooses an entry: `12`, or in the grid `12@day1-ai-next-09:00`. */
export async function choose(page: Page, entry: string | number): Promise<void> {
	await page.locator(`.choose[href$="chosen=${encodeURIComponent(entry)}"]`).click();
	await page.waitForSelector(`[name=entry][value="${entry}"]`, { state: "attached" });
}

export const card = (title: string) => `.board-entry:has-text("${title}")`;
export const cellOf = (key: string) => `td:has(> button[name="do.place.${key}"])`;

/** The answer to the last order has come, and the grid shows it. */
export const atRest = (page: Page) => page.waitForSelector("form.board[aria-busy=false]");

/** Drags by mouse as a hand does: down, a little, over there, and up once the eye sees that it is there. */
export async function drag(
	page: Page,
	from: string,
	to: ReturnType<Page["locator"]>,
	{ isSlot = true } = {},
): Promise<void> {
	await to.scrollIntoViewIfNeeded();
	const start = await page.locator(from).first().boundingBox();
	const end = await to.boundingBox();
	if (!start || !end) throw new Error("nothing to drag, or nowhere to");
	await page.mouse.move(start.x + 40, start.y + 12);
	await page.mouse.down();
	await page.mouse.move(start.x + 50, start.y + 20, { steps: 3 });
	await page.waitForSelector(".drag-preview");
	await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
	if (isSlot) await to.and(page.locator("[data-over]")).waitFor();
	await page.mouse.up();
}

/** A conference half planned: two talks of each track have a place, and two wait. @returns the numbers of those */
export async function halfPlanned(portal: TestPortal): Promise<number[]> {
	const waiting: number[] = [];
	for (const tracks of TRACKS) {
		const titles = ["First", "Second", "Third", "Fourth"].map((title) => `${title} of ${tracks}`);
		const [one = 0, two = 0, ...others] = await sendAccepted(portal, titles, { tracks });
		await place(portal, one, ["day1", tracks, "09:30"]);
		await place(portal, two, ["day2", tracks, "10:00"]);
		waiting.push(...others);
	}
	return waiting;
}
