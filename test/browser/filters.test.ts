import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser } from "../support/browser.ts";
import { expectFocus, openConsole, press, write } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

afterAll(closeBrowser);

/** What the filters show, by name. */
const shown = (page: Page) =>
	page.evaluate(() => {
		const form = document.querySelector<HTMLFormElement>("form.filters");
		return Object.fromEntries([...new FormData(form ?? undefined)].filter(([, value]) => value !== ""));
	});

describe("filters show what the list shows, after Back and Forward as well, and keep the focus", () => {
	it.each([
		["/admin/proposals", { q: "AI", status: "Accept", need: "incomplete" }],
		["/admin/forum", { q: "AI", countryRegion: "中国" }],
		["/admin/aigc", { q: "AI", need: "withdrawn" }],
		["/admin/nominations", { q: "AI", status: "Hold" }],
		["/admin/tracks", { q: "AI" }],
		["/admin/schedule", { track: "ai-next" }],
	])("%s by %o", async (path, filters: Record<string, string>) => {
		const page = await openConsole(await openPortal(), path);
		for (const [name, value] of Object.entries(filters)) {
			if (name === "q") await write(page, ".filters [name=q]", value);
			else await page.selectOption(`.filters [name=${name}]`, value);
		}
		await press(page, ".filters button");
		await page.waitForURL(({ search }) => search !== "");
		await expect.poll(() => shown(page)).toEqual(filters);
		await expectFocus(page, ".filters button");
		await page.goBack();
		await expect.poll(() => shown(page)).toEqual({});
		await expectFocus(page, ".filters button");
		await page.goForward();
		await expect.poll(() => shown(page)).toEqual(filters);
	});

	it("lets somebody go on typing where they were", async () => {
		const page = await openConsole(await openPortal(), "/admin/proposals");
		await write(page, ".filters [name=q]", "compiles");
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("Enter");
		await page.waitForURL(/q=compiles/);
		await page.waitForSelector(".empty:has-text('No entries match.')");
		await expectFocus(page, ".filters [name=q]");
		await page.keyboard.type("r");
		expect(await page.inputValue(".filters [name=q]")).toBe("compilers");
	});
});
