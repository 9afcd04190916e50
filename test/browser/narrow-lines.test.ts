import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";

/** The narrowest screens, in steps smaller than a character: what ends a line on one of them ends none on others. */
const WIDTHS = Array.from({ length: 20 }, (_, step) => 300 + 4 * step);

/** Lines in the messages of a page that have nothing but marks on them, with the width they were seen at. */
async function loneMarks(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 640 });
		const lines = await page.evaluate(() => {
			const lines: string[] = [];
			for (const block of document.querySelectorAll("main :is(p, li, dd, .hint)")) {
				if (!block.textContent?.includes("@")) continue;
				const tops = new Map<number, string>();
				const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
				for (let node = texts.nextNode(); node; node = texts.nextNode()) {
					for (const [at, character] of [...(node.textContent ?? "")].entries()) {
						const range = document.createRange();
						range.setStart(node, at);
						range.setEnd(node, at + 1);
						const top = Math.round((range.getBoundingClientRect().top ?? 0) / 8);
						tops.set(top, (tops.get(top) ?? "") + character);
					}
				}
				lines.push(...tops.values());
			}
			return lines;
		});
		expect([page.url(), lines.length > 1]).toEqual([page.url(), true]);
		found.push(...lines.filter((line) => /^[\p{P}\s]+$/u.test(line)).map((line) => `${width} px: ${line}`));
	}
	return found;
}

it.each(["en-US", "zh-CN"])("no mark after the support address is left alone on a line, %s", async (locale) => {
	const { origin } = await openPortal();
	const page = await openPage(origin, { locale, javaScriptEnabled: false });
	await page.goto("/forgot-password");
	expect(await loneMarks(page)).toEqual([]);
	await page.fill("[name=email]", "mei@example.org");
	await page.click("main form button");
	expect(await loneMarks(page)).toEqual([]);
	await page.goto("/register");
	for (const [name, typed] of Object.entries({ name: "韩梅梅", email: "mei@example.org" }))
		await page.fill(`[name=${name}]`, typed);
	for (const name of ["password", "confirm"]) await page.fill(`[name=${name}]`, "correct-Horse-9-battery");
	await page.click("main form button");
	await page.waitForURL(/registered=/);
	expect(await loneMarks(page)).toEqual([]);
	await page.goto("/login");
	await page.fill("[name=email]", "mei@example.org");
	await page.fill("[name=password]", "correct-Horse-9-battery");
	await page.click("main form:has([name=password]) button");
	await page.waitForURL(/dashboard/);
	expect(await loneMarks(page)).toEqual([]);
	await page.context().clearCookies();
	await page.goto("/forum");
	await page.fill("[name=email]", "mei@example.org");
	await page.click("[name='do.mail-draft']");
	await page.waitForURL(/said=/);
	expect(await loneMarks(page)).toEqual([]);
});

it.each(["en-US", "zh-CN"])("the visitor's own time stays on one line at 320 px, %s", async (locale) => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["Compilers"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await release(portal);
	for (const timezoneId of ["Europe/Berlin", "America/New_York"]) {
		const page = await openPage(portal.origin, { locale, timezoneId, viewport: { width: 320, height: 640 } });
		for (const [path, selector] of [
			["/schedule", ".start-time small"],
			[`/schedule/${one}`, ".lead small"],
		] as const) {
			await page.goto(path);
			await page.waitForSelector(selector);
			const lines = await page.$$eval(selector, (notes) =>
				notes.map((note) => {
					const range = document.createRange();
					range.selectNodeContents(note);
					return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
				}),
			);
			expect([path, new Set(lines)]).toEqual([path, new Set([1])]);
		}
	}
});

it("the longest topic track can be read whole in its select at 320 px", async () => {
	const { origin } = await openPortal();
	for (const locale of ["en-US", "zh-CN"]) {
		const page = await openPage(origin, { locale, viewport: { width: 320, height: 640 } });
		await page.goto("/hangzhou");
		const [needed = 0, given = 0] = await page.locator("[name=tracks]").evaluate((select: HTMLElement) => {
			const given = select.offsetWidth;
			select.style.width = "max-content";
			return [select.offsetWidth, given];
		});
		expect([locale, needed > 100, needed <= given]).toEqual([locale, true, true]);
	}
});

it.each(["en-US", "zh-CN"])("the heading of a version of the schedule is one line at 320 px, %s", async (locale) => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["Compilers"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await release(portal);
	const page = await openPage(portal.origin, { locale, viewport: { width: 320, height: 640 } });
	await page.goto("/schedule/versions");
	const height = await page
		.locator("main h2")
		.evaluate((heading) => heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight));
	expect(Math.round(height)).toBe(1);
});

it("what keeps Chinese links apart in text browsers takes no room in others", async () => {
	const portal = await openPortal();
	await sendAccepted(portal, ["Compilers"]);
	const page = await openPage(portal.origin, { locale: "zh-CN" });
	await enterConsole(portal, page, "/dashboard");
	for (const path of ["/dashboard", "/hangzhou", "/proposals", "/register", "/schedule", "/nowhere"]) {
		await page.goto(path);
		const shown = await page.$$eval("span[hidden]", (spaces) => spaces.map((one) => one.getClientRects().length));
		expect([path, new Set(shown)]).toEqual([path, new Set([0])]);
	}
});
