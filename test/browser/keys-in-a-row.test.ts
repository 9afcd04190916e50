import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LISTS, openList, reads, settle, TITLE } from "../support/reading-lists.ts";

const [LIST] = LISTS;

/** Keys without a pause between them. */
const pressAtOnce = (page: Page, keys: readonly string[]) =>
	page.evaluate((all) => {
		for (const key of all) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
	}, keys);

const address = (page: Page) => new URL(page.url()).search;

describe("an entry that is on its way", () => {
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
