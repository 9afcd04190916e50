import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fill, openPage, untilItAnswers } from "../support/browser.ts";
import { DAY1, GRID, LAY, NEW, put, rows, slotsOf } from "../support/grid.ts";
import { expectFocus, openConsole, press, tabTo, toast, write } from "../support/keyboard.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";

describe("the grid by keyboard alone", () => {
	it("gets a day, its tracks, its slots after a preview, and a special event", async () => {
		const portal = await openPortal();
		const page = await openConsole(portal, GRID);
		await tabTo(page, "[name=date]");
		await page.keyboard.type("09152025");
		await press(page, "[name='do.add-day']");
		await toast(page, "Monday, 15 September 2025 was added.");
		await press(page, "a[href$='day=day3']");
		await page.waitForSelector("[name='room-ai-next']");
		await tabTo(page, "[name=tracks][value=ai-next]");
		await page.keyboard.press("Space");
		await write(page, "[name='room-ai-next']", "Hall");
		await press(page, "[name='do.tracks']");
		await toast(page, "Tracks and rooms were saved.");
		expect(rows(portal, "select * from day_tracks where day_id = 'day3'")).toEqual([["day3", "ai-next", "Hall"]]);
		await page.goto(LAY);
		await untilItAnswers(page);
		await write(page, "[name=every]", "60");
		await page.keyboard.press("Enter");
		await page.waitForSelector("#errors");
		await expectFocus(page, "#errors");
		expect(await page.inputValue("[name=every]")).toBe("60");
		await write(page, "[name=from]", "09:00");
		await write(page, "[name=to]", "11:00");
		await tabTo(page, "[name=days][value=day3]");
		await page.keyboard.press("Space");
		await tabTo(page, "[name=tracks][value=ai-next]");
		await page.keyboard.press("Space");
		await press(page, "[name='do.preview']");
		await page.waitForSelector("table.series-plan");
		expect(slotsOf(portal, "day3")).toEqual([]);
		await tabTo(page, "[name='do.lay']", "Shift+Tab");
		await page.keyboard.press("Enter");
		await expectFocus(page, "#laid");
		expect(await page.locator("#laid p").allTextContents()).toEqual([
			"3 slots were created.",
			"Go to the schedule Slots of Monday, 15 September 2025",
		]);
		expect(await page.locator(".toasts .banner").count()).toBe(0);
		expect(slotsOf(portal, "day3")).toEqual(["09:00+60", "10:00+60", "11:00+60"]);
		expect(await page.inputValue("[name=every]")).toBe("");
		await page.goto(NEW);
		await untilItAnswers(page);
		await write(page, "[name=title]", "Lunch");
		await tabTo(page, "[name=day]");
		await page.keyboard.type("Mon");
		await write(page, "[name=time]", "11:30");
		await write(page, "[name=minutes]", "60");
		await page.keyboard.press("Enter");
		await toast(page, "“Lunch” was saved.");
		await toast(page, "1 slot was removed.");
		expect(slotsOf(portal, "day3")).toEqual(["09:00+60", "10:00+60"]);
	});

	it("shows the tracks and rooms of a day as they were saved, so saving again changes nothing", async () => {
		const portal = await openPortal();
		portal.sqlite.exec("insert into days (id, date) values ('day3', '2025-09-15')");
		const page = await openConsole(portal, `${GRID}?day=day3`);
		const shown = (room: string) =>
			page.waitForFunction(
				(room) =>
					document.querySelector<HTMLInputElement>("[name=tracks][value=ai-next]")?.checked &&
					document.querySelector<HTMLInputElement>("[name='room-ai-next']")?.value === room,
				room,
			);
		const stored = () => rows(portal, "select * from day_tracks where day_id = 'day3'");
		await tabTo(page, "[name=tracks][value=ai-next]");
		await page.keyboard.press("Space");
		for (const room of ["Hall", "Attic"]) {
			await write(page, "[name='room-ai-next']", room);
			await press(page, "[name='do.tracks']");
			await expect.poll(stored).toEqual([["day3", "ai-next", room]]);
			await shown(room);
		}
		await press(page, "[name='do.tracks']");
		await toast(page, "Tracks and rooms were saved.");
		await shown("Attic");
		expect(stored()).toEqual([["day3", "ai-next", "Attic"]]);
	});

	it("removes a scheduled slot only after confirmation that names the entry", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		put(portal, id, "day1-ai-next-09:30");
		const page = await openConsole(portal, DAY1);
		await page.locator("[value='day1-embodied-ai-09:30']").focus();
		await tabTo(page, "[value='day1-ai-next-09:30']");
		await page.keyboard.press("Space");
		await page.locator("[name='do.length']").focus();
		await press(page, "[name='do.remove']");
		await page.waitForSelector("#errors:has-text('“Talk”: Saturday, 13 September 2025, AI Next, 09:30')");
		await expectFocus(page, "#errors");
		expect(placed(portal)).toHaveLength(1);
		expect(await page.isChecked("label.slot-tick [value='day1-ai-next-09:30']")).toBe(true);
		const colour = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element).color);
		const red = await page.locator("#errors").evaluate((element) => getComputedStyle(element).borderTopColor);
		expect(await colour("[name='do.go-on']")).toBe(red);
		expect(await colour("#errors .actions a")).not.toBe(red);
		await press(page, "[name='do.go-on']");
		await toast(page, "1 entry was removed from the schedule.");
		await page.waitForSelector("#errors", { state: "detached" });
		expect([placed(portal), slotsOf(portal, "day1").length]).toEqual([[], 13]);
	});
});

it.each([1280, 320])("words of titles are not broken, and the length has a small field, %d px wide", async (width) => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Speculative decoding", "x".repeat(150)]);
	put(portal, one, "day1-ai-next-09:30");
	put(portal, two, "day1-embodied-ai-09:30");
	const page = await signedIn(portal, {});
	await page.setViewportSize({ width, height: 800 });
	await page.goto(DAY1);
	const lines = await page.locator(".slot-tick b:has-text('Speculative')").evaluate((title) => {
		const word = document.createRange();
		word.setStart(title.firstChild ?? title, 0);
		word.setEnd(title.firstChild ?? title, "Speculative".length);
		return word.getClientRects().length;
	});
	expect(lines).toBe(1);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	// A number of minutes wants little room, its label a line.
	const field = await page.locator(".bulk-tools .field").evaluate((one) => ({
		width: one.getBoundingClientRect().width,
		lines: one.querySelector("label")?.getClientRects().length,
	}));
	expect(field).toEqual({ width: 200, lines: 1 });
});

it("typed text survives an unreachable server", async () => {
	const portal = await openPortal();
	const page = await signedIn(portal, { expected: /net::ERR_FAILED|Failed to fetch/ });
	await page.goto(NEW);
	await untilItAnswers(page);
	await page.route("**/admin/schedule/grid*", (route) => route.abort());
	await fill(page, { title: "Lunch", time: "11:30" });
	await page.click("[name='do.special']");
	await page.waitForSelector("main [role=alert]:focus:has-text('Unable to connect to server')");
	expect([await page.inputValue("[name=title]"), await page.inputValue("[name=time]")]).toEqual(["Lunch", "11:30"]);
});

async function signedIn(portal: TestPortal, options: Parameters<typeof openPage>[1]): Promise<Page> {
	const page = await openPage(portal.origin, options);
	await enterConsole(portal, page);
	return page;
}
