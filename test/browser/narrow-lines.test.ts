import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

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
