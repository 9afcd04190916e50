import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { holdRequests, notes, openReview, reads, status } from "../support/reading.ts";

const NOTE = "[name=committeeNote]";
/** The page of the first entry, which another one asks for once the review there is saved. */
const askedAnew = (page: Page) =>
	page.waitForResponse((one) => one.request().method() === "GET" && one.url().endsWith("/review/talk-1"));
const LOST = { expected: /Failed to load/ };

it("what is said of the review on the screen stays while that of another entry is saved", async () => {
	const { portal, page } = await openReview(LOST);
	const release = await holdRequests(page, "POST", "/review/talk-1");
	await holdRequests(page, "POST", "/review/talk-2", { fails: true });
	await page.fill(NOTE, "One");
	await page.keyboard.press("Tab");
	await page.focus("[data-step]");
	await page.keyboard.press("j");
	await reads(page, "Second");
	await page.fill(NOTE, "Two");
	await expect.poll(() => status(page)).toContain("No connection");
	const answer = askedAnew(page);
	await release();
	await answer;
	expect(notes(portal)).toEqual(["One"]);
	expect(await status(page)).toContain("No connection");
});

it("“Saved” is not said of an entry whose review was not touched", async () => {
	const { page } = await openReview();
	const release = await holdRequests(page, "POST", "/review/talk-1");
	await page.fill(NOTE, "One");
	await page.focus("[data-step]");
	await page.keyboard.press("j");
	await reads(page, "Second");
	const answer = askedAnew(page);
	await release();
	await answer;
	expect(await status(page)).toBe("");
});

it("“Saved” goes away with the next letter", async () => {
	const { page } = await openReview();
	await page.focus(NOTE);
	await page.keyboard.type("One");
	await expect.poll(() => status(page)).toBe("Saved");
	await holdRequests(page, "POST", "/review/talk-1");
	await page.keyboard.type("!");
	expect(await status(page)).toBe("Saving…");
});

it("one who comes back while a review is being saved reads that it is, and then what became of it", async () => {
	const { page } = await openReview();
	const release = await holdRequests(page, "POST", "/review/talk-1");
	for (const key of ["3", "5", "4", "a", "n"]) await page.keyboard.press(key);
	await reads(page, "Second");
	await page.keyboard.press("k");
	await reads(page, "First");
	expect(await status(page)).toBe("Saving…");
	await release();
	await expect.poll(() => status(page)).toBe("Your review of talk-1 is done.");
});
