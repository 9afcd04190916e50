import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atRest, card, cellOf, choose, drag, openBoard } from "../support/board.ts";
import { openConsole, tabTo, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const BOTH = "/admin/schedule?entries=ai-next&track=ai-next";
const NINE = "day2-ai-next-09:00";
const TEN = "day2-ai-next-10:00";

const cellAt = (page: Page, day: string, row: string) =>
	page.locator(`section[aria-labelledby=${day}] tr:has(th:text-is("${row}")) td`);

describe("an entry is placed, moved and taken out", () => {
	it("by mouse; special and taken slots refuse it", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const page = await openBoard(portal, BOTH, { viewport: { width: 1280, height: 2600 } });
		await drag(page, card("One"), page.locator(cellOf(NINE)));
		await toast(page, "Schedule updated: One scheduled at 09:00");
		await atRest(page);
		expect(placed(portal)).toEqual([[one, NINE]]);
		await drag(page, card("Two"), cellAt(page, "day2", "12:00"));
		await toast(page, "Cannot schedule entries into special time slots");
		await drag(page, card("Two"), cellAt(page, "day2", "09:00"));
		await toast(page, "This slot is taken: “One”");
		await drag(page, ".placed-talk", page.locator(".entry-choices"), { isSlot: false });
		await toast(page, "To take it off the schedule, press Remove.");
		expect(placed(portal)).toEqual([[one, NINE]]);
		await drag(page, ".placed-talk", page.locator(cellOf(TEN)));
		await toast(page, "Schedule updated: One scheduled at 10:00");
		await atRest(page);
		expect(placed(portal)).toEqual([[one, TEN]]);
		await drag(page, card("Two"), page.locator(cellOf(NINE)));
		await toast(page, "Schedule updated: Two scheduled at 09:00");
		await atRest(page);
		await page.click('[aria-label^="Remove: One"]');
		await toast(page, "Entry removed from schedule");
		await atRest(page);
		expect(placed(portal)).toEqual([[two, NINE]]);
		await page.click('.undo-line button[name^="do.undo"]:text-is("Undo removing “One”")');
		await toast(page, "Schedule updated successfully");
		expect(placed(portal)).toEqual([
			[one, TEN],
			[two, NINE],
		]);
	});

	it("by touch after a long press, while swiping scrolls", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOTH, {
			viewport: { width: 390, height: 2600 },
			hasTouch: true,
			isMobile: true,
		});
		const touch = await page.context().newCDPSession(page);
		const send = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
			touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
		const start = await page.locator(card("One")).boundingBox();
		const end = await page.locator(cellOf("day1-ai-next-09:30")).boundingBox();
		if (!start || !end) throw new Error("nothing to drag, or nowhere to");
		const sizes = await page.locator(".board button:visible").evaluateAll((buttons) =>
			buttons.map((button) => {
				const { width, height } = button.getBoundingClientRect();
				return Math.min(width, height);
			}),
		);
		expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
		await send("touchStart", start.x + 60, start.y + 12);
		await send("touchMove", start.x + 60, start.y + 60);
		await send("touchEnd");
		expect(placed(portal)).toEqual([]);
		await send("touchStart", start.x + 60, start.y + 12);
		await page.waitForSelector(".drag-preview");
		for (const part of [0.2, 0.5, 0.8, 1]) {
			await send("touchMove", start.x + 60, start.y + (end.y + end.height / 2 - start.y) * part);
			await page.waitForTimeout(50);
		}
		await page.waitForSelector(`${cellOf("day1-ai-next-09:30")}[data-over]`);
		await send("touchEnd");
		await toast(page, "Schedule updated: One scheduled at 09:30");
		expect(placed(portal)).toEqual([[one, "day1-ai-next-09:30"]]);
	});

	it("by keyboard alone, with every step announced", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["One"]);
		const page = await openConsole(portal, BOTH);
		await page.waitForSelector(".drag-handle");
		await tabTo(page, ".board-entry .drag-handle");
		const said = (text: string) =>
			page.waitForSelector(`[aria-live=assertive]:has-text("${text}")`, { state: "attached" });
		await page.keyboard.press("Space");
		await said("One picked up.");
		await page.keyboard.press("ArrowDown");
		await said("One is over Saturday, 13 September 2025, AI Next, 09:00.");
		await page.keyboard.press("ArrowDown");
		await said("One is over Saturday, 13 September 2025, AI Next, 09:30.");
		await page.keyboard.press("Escape");
		await said("One stays where it was.");
		expect(placed(portal)).toEqual([]);
		await page.keyboard.press("Space");
		await said("One picked up.");
		for (const time of ["09:00", "09:30", "10:00"]) {
			await page.keyboard.press("ArrowDown");
			await said(`AI Next, ${time}.`);
		}
		await page.keyboard.press("Space");
		await toast(page, "Schedule updated: One scheduled at 10:00");
		expect(placed(portal)).toEqual([[one, "day1-ai-next-10:00"]]);
		await tabTo(page, ".placed-talk .choose");
		await page.keyboard.press("Enter");
		await tabTo(page, `button[name="do.place.day1-ai-next-11:00"]`);
		await page.keyboard.press("Enter");
		await toast(page, "Schedule updated: One scheduled at 11:00");
		expect(placed(portal)).toEqual([[one, "day1-ai-next-11:00"]]);
	});

	it("without scripts, with the same result", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const page = await openBoard(portal, BOTH, { javaScriptEnabled: false });
		const say = (text: string) => page.waitForSelector(`main [role=status]:has-text("${text}")`);
		await choose(page, one);
		await page.click(`button[name="do.place.${NINE}"]`);
		await say("Schedule updated: One scheduled at 09:00");
		await choose(page, two);
		await page.click(`button[name="do.place.${TEN}"]`);
		await say("Schedule updated: Two scheduled at 10:00");
		await page.click('[aria-label^="Remove: One"]');
		await say("Entry removed from schedule");
		expect(placed(portal)).toEqual([[two, TEN]]);
	});
});

describe("the schedule in a browser", () => {
	it("sends several drops one after the other, and keeps what the server refuses where it was", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0] = await sendAccepted(portal, ["One", "Two", "Three"]);
		const page = await openBoard(portal, BOTH, { viewport: { width: 1280, height: 2600 } });
		portal.sqlite.exec(
			`update slots set entry_id = ${three} where day_id || '-' || track_id || '-' || time = '${TEN}'`,
		);
		let goOn = () => {};
		const dropped = new Promise<void>((done) => {
			goOn = done;
		});
		await page.route("**/admin/schedule*", async (route) => {
			if (route.request().method() === "POST") await dropped;
			await route.continue();
		});
		await drag(page, card("One"), page.locator(cellOf(NINE)));
		await drag(page, card("Two"), page.locator(cellOf(TEN)));
		goOn();
		await toast(page, "Schedule updated: One scheduled at 09:00");
		await toast(page, "Failed to update schedule: This slot was just taken: “Three”");
		expect(placed(portal)).toEqual([
			[one, NINE],
			[three, TEN],
		]);
		await page.waitForSelector(card("Two"));
		await page.waitForSelector(`button[name="do.remove.${three}@${TEN}"]`);
		expect(await page.locator(card("Two")).count()).toBe(1);
		expect(two).toBeGreaterThan(0);
	});

	it("moves on an entry that has just been placed, before the server has confirmed the first place", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOTH);
		const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
		await page.route("**/admin/schedule*", async (route) => {
			if (route.request().method() === "POST") await confirmed;
			await route.continue();
		});
		await page.click(".board-entry .choose");
		await page.click(`button[name="do.place.${NINE}"]`);
		await page.click(".placed-talk .choose");
		await page.waitForSelector(".placed-talk [aria-current]");
		await page.click(`button[name="do.place.${TEN}"]`);
		await page.waitForSelector(`.placed-talk button[name="do.remove.${one}@${TEN}"]`);
		expect(placed(portal)).toEqual([]);
		confirm();
		await toast(page, "Schedule updated: One scheduled at 10:00");
		expect(placed(portal)).toEqual([[one, TEN]]);
	});

	it("says that it could not be reached, and keeps what is there", async () => {
		const portal = await openPortal();
		await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOTH, { expected: /net::ERR_FAILED|Failed to fetch/ });
		await page.route("**/admin/schedule*", (route) => route.abort());
		await page.click(".board-entry .choose");
		await page.waitForSelector(".board-entry [aria-current]");
		await page.click(`button[name="do.place.${NINE}"]`);
		await toast(page, "Failed to update schedule");
		expect(await page.locator(card("One")).count()).toBe(1);
	});

	it("says what failed when the session has ended", async () => {
		const portal = await openPortal();
		await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOTH, { expected: /^(Failed to load resource: |SyntaxError)/ });
		await page.click(".board-entry .choose");
		await page.waitForSelector(".board-entry [aria-current]");
		portal.sqlite.exec("update sessions set revoked_at = 1");
		await page.click(`button[name="do.place.${NINE}"]`);
		await toast(page, "Failed to update schedule");
		await toast(page, "Please log in first.");
	});

	it("reloads the board after an update that failed in the server, and says so where the board cannot be loaded", async () => {
		const portal = await openPortal();
		await sendAccepted(portal, ["One"]);
		const page = await openBoard(portal, BOTH, { expected: /status of 500|SyntaxError/ });
		await page.click(".board-entry .choose");
		await page.waitForSelector(".board-entry [aria-current]");
		const loads: string[] = [];
		await page.route("**/admin/schedule*", (route) => {
			const { url, method } = { url: route.request().url(), method: route.request().method() };
			if (method === "POST") return route.fulfill({ status: 500, body: "broken" });
			loads.push(url);
			return route.fallback();
		});
		await page.click(`button[name="do.place.${NINE}"]`);
		await toast(page, "Failed to update schedule");
		await expect.poll(() => loads.length).toBeGreaterThan(0);
		await page.route("**/admin/schedule*", (route) => route.fulfill({ status: 500, body: "broken" }));
		await page.click("a[href*='day=day2'] >> nth=0");
		await toast(page, "Failed to load schedule");
	});
});
