import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openReview, reads, status } from "../support/reading.ts";
import { stored } from "../support/reviews.ts";

const LOST = { expected: /Failed to load/ };
const states = (portal: Parameters<typeof stored>[0]) => stored(portal).map(([entry, state]) => [entry, state]);

/** Lets the next attempt to save a review fail, for the want of a connection or with this status. */
const failOnce = (page: Page, code: number | undefined) =>
	page.evaluate((answer) => {
		const now = window.fetch;
		window.fetch = async (what, options) => {
			if (options?.method !== "POST") return now(what, options);
			window.fetch = now;
			if (!answer) throw new TypeError("Failed to fetch");
			return new Response("Busy", { status: answer });
		};
	}, code);

describe("“Save and next” that fails", () => {
	it.each([
		["for the want of a connection", undefined],
		["at a busy server", 503],
	])("once, %s, ends the review all the same", async (_, code) => {
		const { portal, page } = await openReview(LOST);
		for (const key of ["3", "5", "4", "a"]) await page.keyboard.press(key);
		await expect.poll(() => status(page)).toContain("Saved");
		await failOnce(page, code);
		await page.keyboard.press("n");
		await reads(page, "Second");
		await expect.poll(() => status(page)).toBe("Your review of talk-1 is done.");
		expect(states(portal)).toEqual([[1, "done"]]);
	});
});
