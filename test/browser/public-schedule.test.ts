import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/published.ts";
import { sendAccepted } from "../support/schedule.ts";

/** Left edges of what stands in each place, by the text of its link. */
const lefts = (page: Page, selector: string) =>
	page.$$eval(selector, (found) => found.map((one) => Math.round(one.getBoundingClientRect().left)));

it("is a list on a phone and a table on a wide screen, each talk below the head of its track", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0, three = 0] = await sendAccepted(portal, ["Compilers", "Robots", "Agents"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day1", "embodied-ai", "09:30"]);
	await place(portal, three, ["day1", "ai-next", "10:00"]);
	await release(portal);
	const page = await openPage(portal.origin, { viewport: { width: 320, height: 800 } });
	await page.goto("/schedule");
	expect(new Set(await lefts(page, ".start-time li")).size).toBe(1);
	await page.setViewportSize({ width: 1280, height: 800 });
	const [, embodied, next] = await lefts(page, ".track-links li");
	expect(await lefts(page, ".start-time li:not(.special-event)")).toEqual([embodied, next, next]);
});

it("says what time it is for visitors elsewhere, also when that is another day, and nothing to those who are there", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Robots"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day1", "ai-next", "16:00"]);
	await release(portal);
	const seen = async (timezoneId: string, locale: string, javaScriptEnabled = true) => {
		const page = await openPage(portal.origin, { timezoneId, locale, javaScriptEnabled });
		await page.goto("/schedule?track=ai-next");
		const headings = await page.locator(".start-time h3").allTextContents();
		await page.goto(`/schedule/${one}`);
		const talk = await page.locator("article .lead").textContent();
		return [headings.map((text) => text.replace(/\s+/g, " ")).filter((text) => /^(09:30|16)/.test(text)), talk];
	};
	expect(await seen("America/New_York", "en-US")).toEqual([
		["09:30 Fri 21:30 your time", "16:00 04:00 your time"],
		"Saturday, 13 September 2025 09:30–10:00 (UTC+8) Fri 21:30 your time",
	]);
	expect(await seen("Europe/Berlin", "zh-CN")).toEqual([
		["09:30 您当地时间03:30", "16:00 您当地时间10:00"],
		"2025年9月13日星期六 09:30–10:00（UTC+8） 您当地时间03:30",
	]);
	const same = [["09:30", "16:00"], "Saturday, 13 September 2025 09:30–10:00 (UTC+8)"];
	expect(await seen("Asia/Singapore", "en-US")).toEqual(same);
	expect(await seen("America/New_York", "en-US", false)).toEqual(same);
});
