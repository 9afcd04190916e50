import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { column } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { chosen, LISTS, TITLE, whole } from "../support/reading-lists.ts";
import { enterConsole } from "../support/sessions.ts";

describe.each(LISTS)("the page of an entry, $path", (list) => {
	it.each(["en-US", "zh-CN"])(
		"fits 320 px by itself, and stands beside its list where there is room, %s",
		async (locale) => {
			const portal = await openPortal();
			const id = await list.send(portal, "Unbreakable".repeat(12));
			const page = await openPage(portal.origin, { locale, viewport: { width: 320, height: 800 } });
			await enterConsole(portal, page, `${list.path}?modal=details&id=${id}`);
			await whole(page);
			const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect([await tooWide(), await page.isVisible(".reading-others")]).toEqual([0, false]);
			await page.setViewportSize({ width: 1200, height: 800 });
			await page.locator(".reading-others").waitFor();
			const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? 0;
			expect(await tooWide()).toBe(0);
			expect(await left(".reading-others")).toBeLessThan(await left(".reading-pane"));
		},
	);
});

describe("without scripts", () => {
	it.each(LISTS)("$path is read and decided by links and buttons", async (list) => {
		const portal = await openPortal();
		for (const title of ["First", "Second", "Third"]) await list.send(portal, title);
		const page = await openPage(portal.origin, { javaScriptEnabled: false });
		await enterConsole(portal, page, `${list.path}?status=New`);
		await page.click('[aria-label="Details of Third"]');
		expect(await page.textContent(TITLE)).toBe("Third");
		await page.click(".reading-pane [rel=next]");
		expect(await page.textContent(TITLE)).toBe("Second");
		await page.check(".status-choice [value=Accept]");
		await page.click(".reading-tools button.primary");
		expect(await page.textContent(".banner p")).toBe("1 change saved.");
		expect([await page.textContent(TITLE), await chosen(page)]).toEqual(["Second", "Accept"]);
		expect(column(portal, "status")).toEqual(["New", "Accept", "New"]);
		await page.click(".reading-pane [rel=prev]");
		expect(await page.textContent(TITLE)).toBe("Third");
		await page.click("text=Back to list");
		expect(new URL(page.url()).search).toBe("?status=New");
		expect(await page.locator("tbody th").count()).toBe(2);
	});
});
