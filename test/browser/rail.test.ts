import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

it.each([
	["en-US", 320, false],
	["zh-CN", 320, true],
	["en-US", 768, false],
	["en-US", 1440, true],
])(
	"the navigation of the console shows whole where one is, %s at %i px, with scripts: %s",
	async (locale, width, scripts) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, {
			locale,
			viewport: { width, height: 640 },
			javaScriptEnabled: scripts,
		});
		await enterConsole(portal, page);
		for (const path of [
			"/admin",
			"/admin/proposals",
			"/admin/forum",
			"/admin/schedule/grid",
			"/admin/mail",
			"/admin/team",
		]) {
			await page.goto(path);
			const shown = await page.locator(".rail [aria-current]").evaluate((link) => {
				const { left, right, top, height } = link.getBoundingClientRect();
				const found = document.elementFromPoint((left + right) / 2, top + height / 2);
				return { left: left >= 0, right: right <= innerWidth, onTop: link.contains(found) };
			});
			expect([path, shown]).toEqual([path, { left: true, right: true, onTop: true }]);
			const covered = await page.locator(".rail").evaluate((rail) => {
				const boxes = [...rail.querySelectorAll("a, .rail-part")].map((one) => one.getBoundingClientRect());
				return boxes.filter((box, at) =>
					boxes.some(
						(other, place) =>
							place !== at &&
							Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
							Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
					),
				).length;
			});
			expect([path, covered]).toEqual([path, 0]);
		}
	},
);

it("the row of parts on narrow screens goes to the part that is opened, then scrolls freely", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { viewport: { width: 320, height: 640 } });
	await enterConsole(portal, page);
	await page.goto("/admin");
	const middle = () =>
		page.locator(".rail [aria-current]").evaluate((link) => {
			const { left, right } = link.getBoundingClientRect();
			return (left + right) / 2;
		});
	// Opened in the same document, from a link of the page.
	await page.click(".console-page a[href^='/admin/mail']");
	await page.waitForURL(/admin\/mail/);
	await expect.poll(middle).toBeCloseTo(160, -1);
	// Only once the row has settled can it be scrolled away from there.
	await page.waitForFunction(() => document.getAnimations().length === 0);
	await page.locator(".rail").evaluate((rail) => rail.scrollTo({ left: 0 }));
	expect(await page.locator(".rail").evaluate((rail) => rail.scrollLeft)).toBe(0);
});

it("the footer of the console has room for the switches only where they are", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await enterConsole(portal, page);
	for (const [path, hasSwitches] of [
		["/admin/proposals", true],
		["/admin/event", true],
		["/admin/schedule/grid", false],
		["/admin/programmes", false],
		["/admin/event/setup", false],
	] as const) {
		await page.goto(path);
		expect([path, (await page.locator(".preferences").count()) > 0]).toEqual([path, hasSwitches]);
		const room = await page.locator(".site-footer").evaluate((one) => getComputedStyle(one).paddingBottom);
		expect([path, room !== "0px"]).toEqual([path, hasSwitches]);
	}
});

it("from 640 px on every part is in sight, and none has to be scrolled for", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { locale: "zh-CN", viewport: { width: 640, height: 640 } });
	await enterConsole(portal, page);
	await page.goto("/admin");
	const hidden = await page
		.locator(".rail")
		.evaluate((rail) => [
			rail.scrollWidth - rail.clientWidth,
			...[...rail.querySelectorAll("a")]
				.map((link) => link.getBoundingClientRect().right)
				.filter((right) => right > innerWidth),
		]);
	expect(hidden).toEqual([0]);
});

it.each([
	["/admin/statistics", "/admin"],
	["/admin/late", "/admin/programmes"],
	["/admin/waiting", "/admin/decisions"],
])("marks at %s, which it has no link to, %s", async (path, part) => {
	const portal = await openPortal();
	const page = parse((await (await portal.admin()).get(path).expect(200)).text);
	expect(page.querySelectorAll(".rail [aria-current]").map((link) => link.getAttribute("href"))).toEqual([part]);
});

it.each([360, 390])("the header of the console has a way out, and one line, at %i px", async (width) => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, {
		viewport: { width, height: 640 },
		javaScriptEnabled: false,
		locale: width === 360 ? "zh-CN" : "en-US",
	});
	await enterConsole(portal, page);
	await page.goto("/admin/proposals");
	const shown = page.locator(".site-header .brand, .site-header .account :is(a, button):visible");
	const boxes = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
	expect(boxes.length).toBe(3);
	expect(Math.max(...boxes.map(({ top }) => top))).toBeLessThan(Math.min(...boxes.map(({ bottom }) => bottom)));
	await page.click(".site-header .account button");
	await page.goto("/admin/proposals");
	expect(await page.locator(".rail").count()).toBe(0);
});

it("a link to another page shows it from its header on", async () => {
	const portal = await openPortal();
	await sendTalk(portal);
	const page = await openPage(portal.origin, { viewport: { width: 1440, height: 500 } });
	await enterConsole(portal, page);
	await page.goto("/admin");
	await page.waitForLoadState("networkidle");
	await page.evaluate(() => scrollTo(0, 300));
	await page.click("main a[href='/admin/statistics']");
	await page.waitForURL(/statistics/);
	await page.waitForFunction(() => document.activeElement?.matches("h1"));
	expect(await page.locator(".rail [aria-current]").textContent()).toContain("Overview");
	expect(await page.evaluate(() => scrollY)).toBe(0);
});
