import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { place, publishTalks, release, TRACKS } from "../support/released-schedule.ts";
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

it("on a phone the chosen track is in sight, also without scripts", async () => {
	const portal = await openPortal();
	await publishTalks(portal, { count: 8, tracks: TRACKS });
	const page = await openPage(portal.origin, { viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
	for (const track of TRACKS) {
		await page.goto(`/schedule?track=${track}`);
		const box = await page.locator(".track-links a[aria-current]").boundingBox();
		expect(box?.x).toBeGreaterThanOrEqual(0);
		expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
	}
});

describe.each([320, 1280])("a full day at %d px", (width) => {
	it("keeps day and time in sight, and never hides what has the focus behind them", async () => {
		const portal = await openPortal();
		await publishTalks(portal, { count: 40, tracks: TRACKS });
		const page = await openPage(portal.origin, { viewport: { width, height: 700 } });
		await page.goto("/schedule");
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
		const seen = await page.evaluate(() => {
			const tops = (selector: string) =>
				[...document.querySelectorAll(selector)].map((one) => Math.round(one.getBoundingClientRect().top));
			const [days = -1] = tops(".day-links");
			return { days, times: tops(".start-time h3").filter((top) => top > 0 && top < 150).length };
		});
		expect(seen.days).toBe(0);
		expect(seen.times).toBeGreaterThan(0);
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
		const hidden = await page.evaluate(() => {
			const links = [...document.querySelectorAll<HTMLElement>(".start-time a")];
			for (const link of [...links, ...links.toReversed()]) {
				link.focus();
				const box = link.getBoundingClientRect();
				for (const y of [box.top + 2, box.bottom - 2]) {
					const there = document.elementFromPoint(box.left + 4, y);
					if (there !== link && !link.contains(there))
						return [link.textContent, box.top, there?.outerHTML.slice(0, 80)];
				}
			}
			return links.length;
		});
		expect(hidden).toBe(40);
	});
});

it("the marks of what is on move with the minutes, and the way to it with them", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Robots"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day1", "ai-next", "10:00"]);
	await release(portal);
	portal.clock.now = Date.parse("2025-09-13T09:58:30+08:00");
	const page = await openPage(portal.origin);
	await page.clock.install({ time: portal.clock.now });
	const marks = () =>
		page.$$eval("[data-live]", (items) =>
			items.map((item) => [item.querySelector("a, b")?.textContent, item.querySelector(".live-mark")?.textContent]),
		);
	await page.goto("/schedule");
	const before = [
		["Compilers", "Now"],
		["Robots", "Next"],
	];
	expect(await marks()).toEqual(before);
	await page.clock.runFor(60_000);
	expect(await marks()).toEqual(before);
	await page.clock.runFor(60_000);
	expect(await marks()).toEqual([
		["Robots", "Now"],
		["Lunch", "Next"],
	]);
	expect(await page.locator("#now time").textContent()).toBe("10:00");
	expect(await page.locator(".live-mark").count()).toBe(2);
	await page.click(".jump-to-now a");
	expect(new URL(page.url()).hash).toBe("#now");
});

it("a button copies the address of the page and says so; without scripts there is the address alone", async () => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["Compilers"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await release(portal);
	const page = await openPage(portal.origin, { permissions: ["clipboard-read", "clipboard-write"] });
	for (const path of ["/schedule", `/schedule/${one}`]) {
		await page.goto(path);
		await page.click("text=Copy link");
		await page.waitForSelector("[role=status]:has-text('Copied')");
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect([copied, copied]).toEqual([`http://localhost:3000${path}`, await page.inputValue("#address")]);
	}
	const plain = await openPage(portal.origin, { javaScriptEnabled: false });
	await plain.goto("/schedule");
	expect(await plain.locator(".share-link button").count()).toBe(0);
	expect(await plain.inputValue("#address")).toBe("http://localhost:3000/schedule");
});

it("on paper every day has a page of its own, black on white, without a way to go", async () => {
	const portal = await openPortal();
	await publishTalks(portal, { count: 4, tracks: TRACKS.slice(0, 2), days: ["day1", "day2"] });
	const page = await openPage(portal.origin, { colorScheme: "dark", timezoneId: "Europe/Paris" });
	await page.goto("/schedule?day=all");
	const own = page.locator("main time + small");
	await own.first().waitFor();
	const pdf = await page.pdf({ preferCSSPageSize: true });
	const sizes = [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
	expect(sizes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])).toEqual([
		[842, 595],
		[842, 595],
	]);
	await page.emulateMedia({ media: "print", colorScheme: "dark" });
	const printed = await page.evaluate(() => ({
		shown: [...document.querySelectorAll("nav, form, header, footer, input, button")]
			.filter((one) => one.getClientRects().length > 0)
			.map((one) => one.className),
		colours: [...new Set([...document.querySelectorAll("main *")].map((one) => getComputedStyle(one).color))],
		behind: [
			...new Set([...document.querySelectorAll("body, main *")].map((one) => getComputedStyle(one).backgroundColor)),
		],
	}));
	// A sheet on a wall is read where the event is.
	expect(await own.first().isVisible()).toBe(false);
	// Heads of columns are the links that choose a track.
	expect(printed).toEqual({
		shown: ["track-links", "track-links"],
		colours: ["rgb(0, 0, 0)"],
		behind: ["rgb(255, 255, 255)"],
	});
});

it("the edges of tracks are still there where colours are the system's", async () => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["Compilers"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await release(portal);
	const page = await openPage(portal.origin, { forcedColors: "active", viewport: { width: 320, height: 700 } });
	await page.goto("/schedule");
	const edge = await page.$eval(".start-time li[class*=track-hue]", (card) => {
		const { borderLeftWidth, borderLeftStyle, borderLeftColor, color } = getComputedStyle(card);
		return [borderLeftWidth, borderLeftStyle, borderLeftColor === color];
	});
	expect(edge).toEqual(["4px", "solid", true]);
	expect(await page.locator(".track-and-room").first().textContent()).toContain("AI Next");
});

it("the schedule comes with at most 5,000 bytes of style and 6 KB of script, as brotli", async () => {
	const portal = await openPortal();
	await publishTalks(portal, { count: 1, tracks: ["ai-next"] });
	const { text } = await portal.agent().get("/schedule").expect(200);
	const [, css = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
	expect(css.length).toBeGreaterThan(5_000);
	expect(brotliCompressSync(css).length).toBeLessThanOrEqual(5_000);
	const [, script = ""] = /src="(\/e\/schedule-[^"]*)"/.exec(text) ?? [];
	const { headers } = await portal.agent().get(script).set("Accept-Encoding", "br").buffer(true);
	expect(Number(headers["content-length"])).toBeLessThanOrEqual(6 * 1024);
});
