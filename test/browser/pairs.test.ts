import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

it.each([
	["en-US", 1440],
	["zh-CN", 800],
	["en-US", 640],
])("controls beside each other stand on one line, whatever is above them, %s at %i px", async (locale, width) => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { locale, viewport: { width, height: 900 } });
	await enterConsole(portal, page);
	for (const path of ["hangzhou/questions/abstract", "hangzhou/questions/language", "forum/questions/position"]) {
		await page.goto(`/admin/programmes/${path}`);
		const pairs = await page.locator("main form > .side-by-side").evaluateAll((all) =>
			all.map((pair) => {
				const controls = [
					...pair.querySelectorAll(":scope > .field > :is(input, select, textarea), :scope > .field > div > textarea"),
				];
				const bottoms = controls.map((control) => Math.round(control.getBoundingClientRect().bottom));
				// What has no room beside the first is below it.
				const first = pair.querySelector(".field")?.getBoundingClientRect().bottom ?? 0;
				return bottoms.filter((bottom) => bottom <= first + 1);
			}),
		);
		expect(pairs.filter((bottoms) => bottoms.length > 1)).not.toEqual([]);
		expect(pairs.map((bottoms) => new Set(bottoms).size)).toEqual(pairs.map(() => 1));
	}
});

it.each([
	["en-US", 1440],
	["zh-CN", 320],
])("the buttons that move a question or a call stand on one line, %s at %i px", async (locale, width) => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { locale, viewport: { width, height: 900 } });
	await enterConsole(portal, page);
	for (const path of ["/admin/programmes/all", "/admin/programmes/sl-aigc"]) {
		await page.goto(path);
		const tops = await page
			.locator(".move-cell")
			.evaluateAll((cells) =>
				cells.map((cell) => [...cell.querySelectorAll("button")].map((one) => one.getBoundingClientRect().top)),
			);
		const pairs = tops.filter(({ length }) => length > 1);
		expect(pairs).not.toEqual([]);
		expect(pairs.filter(([up, down]) => up !== down)).toEqual([]);
	}
});
