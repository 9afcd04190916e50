import { expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";

it.each(["en-US", "zh-CN"])(
	"at 320 px dates are whole, mails have theirs on a line, sort links form columns, %s",
	async (locale) => {
		const { page } = await openConsole({ locale });
		await page.setViewportSize({ width: 320, height: 800 });
		/** Lines on which each stands. */
		const lines = (selector: string) =>
			page.locator(selector).evaluateAll((all) => all.map((one) => one.getClientRects().length));
		const lefts = (selector: string) =>
			page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
		expect(new Set(await lefts(".card-table thead a")).size).toBeLessThanOrEqual(3);
		await page.goto("/admin/mail");
		const dates = await lines(".outbox .whole-date");
		expect([dates.length, new Set(dates)]).toEqual([4, new Set([1])]);
		expect(new Set(await lefts(".outbox .whole-date"))).toEqual(new Set(await lefts(".outbox li")));
		await page.goto("/admin/proposals?modal=details&id=1");
		await page.waitForSelector(".reading-pane .whole-date");
		const inside = await lines(".reading-pane .whole-date");
		expect([inside.length > 0, new Set(inside)]).toEqual([true, new Set([1])]);
	},
);

it("the bar of ticked rows is low: at 390 px until it is opened, at 1280 px with everything in it", async () => {
	const { page } = await openConsole();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/admin/proposals");
	await page.locator("tbody [name=ids]").first().check();
	const height = () => page.locator(".bulk-tools").evaluate((bar) => bar.getBoundingClientRect().height);
	await page.waitForSelector(".bulk-more");
	expect(await height()).toBeLessThan(100);
	await page.click(".bulk-more");
	await page.waitForSelector("[name='do.bulk-status']");
	await page.setViewportSize({ width: 1280, height: 844 });
	await page.waitForSelector(".bulk-more", { state: "hidden" });
	expect(await height()).toBeLessThan(100);
});
