import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
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
		}
	},
);

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
