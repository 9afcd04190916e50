import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LISTS, openList, reads, settle, TITLE, whole } from "../support/reading-lists.ts";

const [LIST] = LISTS;

/** What the page shows whenever its address changes. */
async function watchAddresses(page: Page) {
	await page.evaluate((title) => {
		const push = history.pushState.bind(history);
		const seen: string[] = [];
		Object.assign(window, { seen });
		history.pushState = (...given) => {
			seen.push(document.querySelector(title)?.textContent ?? "the list");
			push(...given);
		};
	}, TITLE);
	return () => page.evaluate<string[]>("window.seen");
}

/** Keys without a pause between them. */
const pressAtOnce = (page: Page, keys: readonly string[]) =>
	page.evaluate((all) => {
		for (const key of all) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
	}, keys);

const address = (page: Page) => new URL(page.url()).search;

describe("an entry whose row is there", () => {
	it("is painted before the router goes to its address, by link, button and key", async () => {
		if (!LIST) throw new Error("no list");
		const { page } = await openList(LIST);
		const seen = await watchAddresses(page);
		await page.click('[aria-label="Details of Third"]');
		await whole(page);
		await page.click(".reading-pane [rel=next]");
		await reads(page, "Second");
		await expect.poll(() => address(page)).toContain("id=2");
		await settle(page);
		await page.keyboard.press("j");
		await reads(page, "First");
		await expect.poll(() => address(page)).toContain("id=1");
		expect(await seen()).toEqual(["Third", "Second", "First"]);
	});

	it("is passed over by keys that are faster than the picture, and the browser's Back leads to the list", async () => {
		if (!LIST) throw new Error("no list");
		const { page } = await openList(LIST);
		await pressAtOnce(page, ["j", "j", "j"]);
		await reads(page, "First");
		await expect.poll(() => address(page)).toContain("id=1");
		await page.goBack();
		await page.waitForSelector(".reading-pane", { state: "detached" });
		expect(address(page)).toBe("");
	});

	it("is left at once by Escape, and the list is there again", async () => {
		if (!LIST) throw new Error("no list");
		const { page } = await openList(LIST);
		await pressAtOnce(page, ["j", "Escape"]);
		await page.waitForSelector(".reading-pane", { state: "detached" });
		await settle(page);
		expect([address(page), await page.locator(TITLE).count()]).toEqual(["", 0]);
	});
});
