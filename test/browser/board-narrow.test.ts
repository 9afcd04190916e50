import { describe, expect, it } from "vitest";
import { choose, halfPlanned, openBoard } from "../support/board.ts";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { placed } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";

const BOARD = "/admin/schedule";
const PHONE = { viewport: { width: 320, height: 640 } };

describe("on a screen of 320 pixels", () => {
	it("one day is a list by time, folded where much is free, and short", async () => {
		const portal = await openPortal();
		await halfPlanned(portal);
		const page = await openBoard(portal, BOARD, PHONE);
		const size = () =>
			page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
		for (const day of [1, 2]) {
			await page.goto(`${BOARD}?day=day${day}`);
			await page.waitForSelector(".drag-handle", { state: "attached" });
			const [width = 0, height = 0] = await size();
			expect(width).toBe(320);
			expect(height).toBeLessThan(4_000);
		}
		await page.goto(BOARD);
		expect(await page.locator(".board-day h2:visible").allTextContents()).toEqual(["Saturday, 13 September 2025"]);
		expect(await page.locator(".day-links a:visible").allTextContents()).toEqual([
			"Saturday, 13 September 2025",
			"Sunday, 14 September 2025",
		]);
	});

	it("a finger that chooses an entry is led to its first free slot", async () => {
		const portal = await openPortal();
		const [one = 0] = await halfPlanned(portal);
		const page = await openBoard(portal, BOARD, {
			viewport: { width: 390, height: 844 },
			isMobile: true,
			hasTouch: true,
		});
		await page.locator(`.board-entry .choose[href$="chosen=${one}"]`).tap();
		await page.waitForFunction(() => {
			const { top = -1, bottom = 0 } = document.querySelector("[data-fits=chosen]")?.getBoundingClientRect() ?? {};
			return top >= 0 && bottom <= innerHeight;
		});
		expect(await page.locator(".to-slots").getAttribute("href")).toBe("#day1");
	});

	it.each([true, false])("what is chosen stays in sight above its slots (scripts: %s)", async (javaScriptEnabled) => {
		const portal = await openPortal();
		const [one = 0] = await halfPlanned(portal);
		const page = await openBoard(portal, BOARD, { ...PHONE, javaScriptEnabled });
		for (const chosen of [String(one), `${placed(portal)[0]?.join("@")}`]) {
			await choose(page, chosen);
			const title = page.locator(".board-chosen b");
			for (const end of [0, 9_999]) {
				await page.evaluate((to) => scrollTo(0, to), end);
				const { y = -1, height = 0 } = (await title.boundingBox()) ?? {};
				expect([chosen, y >= 0 && y + height <= PHONE.viewport.height]).toEqual([chosen, true]);
			}
		}
	});

	it.each([true, false])("free slots unfold, and an entry is placed there (scripts: %s)", async (javaScriptEnabled) => {
		const portal = await openPortal();
		const [one = 0] = await halfPlanned(portal);
		const page = await openPage(portal.origin, { ...PHONE, javaScriptEnabled });
		await enterConsole(portal, page, BOARD);
		const row = page.locator("section[aria-labelledby=day1] tr:has(th:has-text('11:00'))");
		const buttons = row.locator("button:visible");
		expect(await buttons.count()).toBe(0);
		const all = await row.locator("button").count();
		expect(await row.locator("summary").textContent()).toBe(`${all} free`);
		await row.locator("summary").click();
		expect(await buttons.count()).toBe(all);
		await row.locator("summary").click();
		if (javaScriptEnabled) await page.waitForSelector(".drag-handle", { state: "attached" });
		await choose(page, one);
		// The slot of the chosen entry's track stands there without being unfolded.
		await expect.poll(() => buttons.count()).toBe(1);
		await row.locator('button[name="do.place.day1-ai-next-11:00"]').click();
		await page.waitForSelector(`button[name^="do.remove.${one}@"]`);
		await expect.poll(() => new Map(placed(portal)).get(one)).toBe("day1-ai-next-11:00");
	});
});
