import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { holdRequests, keysAreHeard, marked, notes, openReview, reads, reviewIt, status } from "../support/reading.ts";
import { changeCriteria, stored } from "../support/reviews.ts";

const NEXT = "[name='do.next']";
const NOTE = "[name=committeeNote]";
const isSame = (page: Page) => page.evaluate("window.isSame");

/** The first entry with all its marks, in a page that knows whether it was loaded again. */
async function openMarked() {
	const { portal, page } = await openReview({ expected: /409|Failed to load/ });
	for (const key of ["3", "5", "4", "a"]) await page.keyboard.press(key);
	await expect.poll(() => status(page)).toBe("Recommendation: Accept · Saved");
	await page.evaluate("window.isSame = true");
	return { portal, page };
}

/** The first entry, while the page of the second is on its way. */
async function openBeforeSlowPage() {
	const { portal, page } = await openReview({ expected: /Failed to load/ });
	const release = await holdRequests(page, "GET", "/review/talk-2");
	await page.reload();
	await keysAreHeard(page);
	await page.evaluate("window.isSame = true");
	return { portal, page, release };
}

const states = (portal: Parameters<typeof stored>[0]) => stored(portal).map(([entry, state]) => [entry, state]);

describe("while a review that was left is still being saved, its reviewer", () => {
	it("comes back and goes on typing; that is saved, too, and the page stays", async () => {
		const { portal, page } = await openMarked();
		const release = await holdRequests(page, "POST", "/review/talk-1");
		await page.click(NEXT);
		await reads(page, "Second");
		await page.keyboard.press("k");
		await reads(page, "First");
		await page.fill(NOTE, "Forgot to say this");
		await release();
		await expect.poll(() => notes(portal)).toEqual(["Forgot to say this"]);
		await expect.poll(() => page.textContent("[data-part=state]")).toBe("My review: Done");
		expect([await isSame(page), await page.inputValue(NOTE)]).toEqual([true, "Forgot to say this"]);
		expect(states(portal)).toEqual([[1, "done"]]);
	});

	it("presses “Save and next” twice, and does not skip an entry", async () => {
		const { portal, page } = await openMarked();
		await page.dblclick(NEXT);
		await reads(page, "Second");
		await expect.poll(() => states(portal)).toEqual([[1, "done"]]);
		await expect.poll(() => page.textContent("[data-part=progress]")).toContain("1 of 3 reviewed");
		expect(await page.textContent("main h1")).toBe("Second");
	});
});

describe("while the next entry is loading, its reviewer", () => {
	it("is told so, and reads it when it is there, though the review was saved before", async () => {
		const { portal, page, release } = await openBeforeSlowPage();
		for (const key of ["3", "5", "4", "a"]) await page.keyboard.press(key);
		await page.click(NEXT);
		await expect.poll(() => states(portal)).toEqual([[1, "done"]]);
		await expect.poll(() => status(page)).toContain("is done. · Loading the next entry…");
		// A second press asks for nothing else.
		await page.click(NEXT);
		await release();
		await reads(page, "Second");
		expect([await isSame(page), new URL(page.url()).pathname]).toEqual([true, "/review/talk-2"]);
	});

	it("goes on typing, which is saved", async () => {
		const { portal, page, release } = await openBeforeSlowPage();
		await page.keyboard.press("j");
		await page.fill(NOTE, "While it was loading");
		await release();
		await reads(page, "Second");
		await expect.poll(() => notes(portal)).toEqual(["While it was loading"]);
	});

	it("goes on typing, and finds it by its title where it cannot be saved", async () => {
		const { portal, page, release } = await openBeforeSlowPage();
		await holdRequests(page, "POST", "/review/talk-1", { fails: true });
		await page.keyboard.press("j");
		await page.fill(NOTE, "While it was loading");
		await release();
		await reads(page, "Second");
		await expect.poll(() => page.textContent("main [role=alert]")).toContain("Your review of First is not saved.");
		await page.click("main [role=alert] a");
		await reads(page, "First");
		expect([await page.inputValue(NOTE), notes(portal)]).toEqual(["While it was loading", []]);
	});
});

it("by keys alone a complete review is done, and an incomplete one is kept", async () => {
	const { portal, page } = await openMarked();
	await page.keyboard.press("n");
	await reads(page, "Second");
	await expect.poll(() => status(page)).toBe("Your review of talk-1 is done.");
	await page.keyboard.press("2");
	await page.keyboard.press("n");
	await reads(page, "Third");
	await expect.poll(() => status(page)).toContain("It still lacks a mark or the recommendation.");
	expect(states(portal)).toEqual([
		[1, "done"],
		[2, "open"],
	]);
});

it("the way to the next without one's review leaves out the one that has just been done", async () => {
	const { portal, page } = await openReview();
	reviewIt(portal, 3);
	await page.reload();
	await keysAreHeard(page);
	for (const key of ["3", "5", "4", "a", "n"]) await page.keyboard.press(key);
	await reads(page, "Second");
	await expect.poll(() => page.locator("[data-step=waiting]").count()).toBe(0);
});

it("says that a review is not saved for as long as that is so, on every entry", async () => {
	const { portal, page } = await openMarked();
	const release = await holdRequests(page, "POST", "/review/talk-1", { fails: true });
	await page.keyboard.press("u");
	await page.keyboard.press("j");
	await reads(page, "Second");
	await page.waitForSelector("main [role=alert]");
	await page.keyboard.press("j");
	await reads(page, "Third");
	expect(await page.locator("main [role=alert]").count()).toBe(1);
	await release();
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await expect.poll(() => page.locator("main [role=alert]").count()).toBe(0);
	await expect.poll(() => stored(portal)[0]?.[3]).toBe("maybe");
	await page.keyboard.press("k");
	await reads(page, "Second");
	expect(await page.locator("main [role=alert]").count()).toBe(0);
});

it("“Save and next” under other criteria shows them instead of the next entry", async () => {
	const { portal, page } = await openMarked();
	changeCriteria(portal, '"relevance"', '"novelty"');
	await page.keyboard.press("u");
	await page.waitForSelector("#errors");
	await page.click(NEXT);
	await page.waitForSelector("[name=mark-novelty]");
	expect(await marked(page)).toEqual(["5", "4", "maybe"]);
	expect(await page.textContent("main h1")).toBe("First");
});

describe("while a review is being saved, its reviewer", () => {
	it("follows a link elsewhere, which waits for everything typed since", async () => {
		const { portal, page } = await openReview();
		const release = await holdRequests(page, "POST", "/review/talk-1");
		await page.fill(NOTE, "First sentence.");
		await page.keyboard.press("Tab");
		await page.fill(NOTE, "First sentence. Second sentence.");
		await page.click("nav a[href='/review']");
		await expect.poll(() => status(page)).toBe("Saving…");
		await release();
		await page.waitForURL(({ pathname }) => pathname === "/review");
		expect(notes(portal)).toEqual(["First sentence. Second sentence."]);
	});

	it("is asked before the page is closed or loaded again", async () => {
		const { portal, page } = await openReview();
		const asked: string[] = [];
		page.on("dialog", async (dialog) => {
			asked.push(dialog.type());
			await dialog.dismiss();
		});
		await page.focus(NOTE);
		await page.keyboard.type("Just typed");
		await page.evaluate(() => location.reload());
		await expect.poll(() => asked).toEqual(["beforeunload"]);
		await expect.poll(() => notes(portal)).toEqual(["Just typed"]);
		expect(await page.inputValue(NOTE)).toBe("Just typed");
	});
});

it("pages that were ready before a review was saved do not lead back to it, nor count without it", async () => {
	const { portal, page } = await openMarked();
	const release = await holdRequests(page, "POST", "/review/talk-1");
	await page.keyboard.press("n");
	await reads(page, "Second");
	await page.waitForLoadState("networkidle");
	await release();
	await expect.poll(() => states(portal)).toEqual([[1, "done"]]);
	await expect.poll(() => page.textContent("[data-part=progress]")).toContain("1 of 3 reviewed");
	for (const key of ["3", "5", "4", "a"]) await page.keyboard.press(key);
	await page.keyboard.press("n");
	await reads(page, "Third");
	await expect.poll(() => page.textContent("[data-part=progress]")).toContain("2 of 3 reviewed");
	await expect.poll(() => page.locator("[data-step=waiting]").count()).toBe(0);
});
