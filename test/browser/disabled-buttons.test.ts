import { expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";

const DESK = { viewport: { width: 1440, height: 900 } };

it("draws buttons that cannot be pressed otherwise than those that can", async () => {
	const { page } = await openConsole(DESK);
	const looks = (selector: string) =>
		page.locator(selector).evaluate((one) => {
			const { color, backgroundColor, borderTopColor, cursor } = getComputedStyle(one);
			return { color, backgroundColor, borderTopColor, cursor };
		});
	await page.goto("/admin/programmes/all");
	const off = await looks("tbody tr:first-child button[name='do.up']");
	const on = await looks("tbody tr:first-child button[name='do.down']");
	for (const part of ["color", "backgroundColor", "borderTopColor", "cursor"] as const)
		expect([part, off[part]]).not.toEqual([part, on[part]]);
	await page.goto("/admin/proposals");
	await page.locator("tbody th a").first().click();
	expect(await looks(".reading-steps :text('Previous')")).toEqual(off);
	expect(await looks(".reading-steps :text('Next')")).toEqual(on);
});
