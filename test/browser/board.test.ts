import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atRest, card, cellOf, choose, drag, halfPlanned, openBoard } from "../support/board.ts";
import { tabTo, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const BOARD = "/admin/schedule";
const SAME_TRACK = "Please select the same track in both filters to enable drag & drop";
const DESK = { viewport: { width: 1440, height: 900 } };

/** How often a button of the mouse was pressed. */
async function counted(page: Page): Promise<() => Promise<number>> {
	await page.evaluate(() => {
		const { dataset } = document.documentElement;
		addEventListener("pointerdown", () => (dataset.presses = String(Number(dataset.presses ?? 0) + 1)), true);
	});
	return () => page.evaluate(() => Number(document.documentElement.dataset.presses ?? 0));
}

describe("on a screen of 1440 pixels", () => {
	it("eight talks of four tracks are placed in at most 24 clicks, whatever is on the screen at first", async () => {
		const portal = await openPortal();
		const waiting = await halfPlanned(portal);
		const page = await openBoard(portal, BOARD, DESK);
		const clicks = await counted(page);
		let presses = 0;
		for (const [index, id] of waiting.entries()) {
			const link = page.locator(`.board-entry .choose[href$="chosen=${id}"]`);
			if ((await link.count()) === 0) {
				// A list is opened with one press, and closed with another.
				await page.selectOption(".filters [name=entries]", "");
				presses += 2;
			}
			await link.click();
			await page
				.locator(`[data-fits=chosen] > button:near(${"thead"}, 9999)`)
				.nth(index % 5)
				.click();
			await page.waitForSelector(`button[name^="do.remove.${id}@"]`, { state: "attached" });
		}
		await atRest(page);
		expect(presses + (await clicks())).toBeLessThanOrEqual(24);
		const where = new Map(placed(portal));
		const tracks = portal.sqlite.prepare("select track_id from entries where id = ?").pluck();
		expect(waiting.map((id) => where.get(id)?.replace(/^day\d-(.+)-\d\d:\d\d$/, "$1"))).toEqual(
			waiting.map((id) => tracks.get(id)),
		);
	});

	it("the heads of the columns and the times stay in sight while a day is scrolled", async () => {
		const portal = await openPortal();
		await halfPlanned(portal);
		const page = await openBoard(portal, BOARD, { viewport: { width: 1100, height: 500 } });
		const scroller = page.locator("section[aria-labelledby=day1]");
		await scroller.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
		const at = await scroller.evaluate((element) => {
			const box = (selector: string) => element.querySelector(selector)?.getBoundingClientRect();
			const { left = 0, top = 0 } = element.getBoundingClientRect();
			return {
				isScrolled: element.scrollLeft > 100 && element.scrollTop > 100,
				head: Math.round((box("thead th:last-child")?.top ?? -99) - top),
				time: Math.round((box("tbody tr:last-child th")?.left ?? -99) - left),
			};
		});
		expect(at.isScrolled).toBe(true);
		expect([at.head, at.time].every((distance) => distance >= 0 && distance <= 1)).toBe(true);
	});

	it("buttons in cells appear where the mouse or the focus is, and without scripts are always there", async () => {
		const portal = await openPortal();
		await halfPlanned(portal);
		const opacity = (page: Page, selector: string) =>
			page.locator(selector).evaluate((element) => getComputedStyle(element).opacity);
		const button = 'button[name="do.place.day1-ai-next-11:00"]';
		const tools = '.placed-talk:has-text("First of ai-next") .placed-tools';
		const page = await openBoard(portal, BOARD, DESK);
		expect([await opacity(page, button), await opacity(page, tools)]).toEqual(["0", "0"]);
		await page.focus(button);
		await page.locator(button).press("Shift");
		expect(await opacity(page, button)).toBe("1");
		await page.hover('.placed-talk:has-text("First of ai-next")');
		expect(await opacity(page, tools)).toBe("1");
		const [move, remove] = await page
			.locator(`${tools} :is(a, button)`)
			.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
		expect((remove?.left ?? 0) - (move?.right ?? 0)).toBeGreaterThanOrEqual(2);
		const plain = await openBoard(portal, BOARD, { ...DESK, javaScriptEnabled: false });
		expect([await opacity(plain, button), await opacity(plain, tools)]).toEqual(["1", "1"]);
	});
});

describe("a drop", () => {
	it("in another track says the specification's sentence and sends nothing; there is no button for it", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOARD, { viewport: { width: 1440, height: 2600 } });
		const posts: string[] = [];
		page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
		const foreign = "day1-agentic-web-10:00";
		await drag(page, card("One"), page.locator(cellOf(foreign)));
		await toast(page, SAME_TRACK);
		await page.click(".toasts button");
		await choose(page, one);
		await page.locator(`button[name="do.place.${foreign}"]`).waitFor({ state: "hidden" });
		expect([posts, placed(portal)]).toEqual([[], []]);
	});

	it("shows before the server has answered, and goes back with the reason if it is refused", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const page = await openBoard(portal, BOARD, { viewport: { width: 1440, height: 2600 } });
		let answer = () => {};
		const held = new Promise<void>((done) => {
			answer = done;
		});
		await page.route("**/admin/schedule*", async (route) => {
			if (route.request().method() === "POST") await held;
			await route.continue();
		});
		await place(portal, two, ["day1", "ai-next", "10:00"]);
		await drag(page, card("One"), page.locator(cellOf("day1-ai-next-10:00")));
		const shown = `.placed-talk[data-pending]:has(button[name="do.remove.${one}@day1-ai-next-10:00"])`;
		await page.waitForSelector(shown);
		expect(await page.locator(card("One")).count()).toBe(0);
		answer();
		await toast(page, "Failed to update schedule: This slot was just taken: “Two”");
		await page.waitForSelector(card("One"));
		await atRest(page);
		expect(await page.locator(`button[name="do.remove.${two}@day1-ai-next-10:00"]`).count()).toBe(1);
		expect(placed(portal)).toEqual([[two, "day1-ai-next-10:00"]]);
	});

	it("is not carried away: the page scrolls only once the card is at the edge of the window", async () => {
		const portal = await openPortal();
		await halfPlanned(portal);
		const page = await openBoard(portal, BOARD, DESK);
		const start = await page.locator(card("Third of ai-next")).boundingBox();
		if (!start) throw new Error("nothing to drag");
		await page.mouse.move(start.x + 40, start.y + 12);
		await page.mouse.down();
		await page.mouse.move(start.x + 50, start.y + 20, { steps: 3 });
		await page.waitForSelector(".drag-preview");
		const scrolled = () => page.evaluate(() => scrollY);
		await page.mouse.move(600, 800, { steps: 8 });
		await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
		expect(await scrolled()).toBe(0);
		await page.mouse.move(600, 890, { steps: 8 });
		await expect.poll(scrolled).toBeGreaterThan(0);
		await page.mouse.up();
	});

	it("by keyboard goes up and down within a column, and to other columns by the keys to the side", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOARD, DESK);
		const said = (text: string) =>
			page.waitForSelector(`[aria-live=assertive]:has-text("${text}")`, { state: "attached" });
		await tabTo(page, ".board-entry .drag-handle");
		await page.keyboard.press("Space");
		await said("One picked up.");
		await page.keyboard.press("ArrowDown");
		await said("One is over Saturday, 13 September 2025");
		await page.keyboard.press("ArrowDown");
		await said("AI Next, 09:30.");
		await page.keyboard.press("ArrowLeft");
		await said(`Apps & Agents, 09:30. ${SAME_TRACK}`);
		await page.keyboard.press("ArrowRight");
		await said("AI Next, 09:30.");
		await page.keyboard.press("ArrowDown");
		await said("AI Next, 10:00.");
		await page.keyboard.press("Space");
		await toast(page, "Schedule updated: One scheduled at 10:00");
		expect(placed(portal)).toEqual([[one, "day1-ai-next-10:00"]]);
	});
});
