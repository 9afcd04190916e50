import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { holdRequests, notes, openReview, reads, status } from "../support/reading.ts";
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

/** Refuses what is kept alive beyond 64 KB, as browsers do. @returns how often something was kept alive */
const limitKeepalive = (page: Page) =>
	page.evaluate(() => {
		const now = window.fetch;
		let inFlight = 0;
		Object.assign(window, { keptAlive: 0 });
		window.fetch = async (what, options) => {
			if (!options?.keepalive) return now(what, options);
			const size = String(options.body).length;
			if (inFlight + size > 65_536) throw new TypeError("Failed to fetch");
			Object.assign(window, { keptAlive: (window as unknown as { keptAlive: number }).keptAlive + 1 });
			inFlight += size;
			return now(what, options).finally(() => {
				inFlight -= size;
			});
		};
	});

it("long notes on two entries are saved, however slow the first one is", async () => {
	const { portal, page } = await openReview();
	const release = await holdRequests(page, "POST", "/review/talk-1");
	await limitKeepalive(page);
	const [first, second] = ["这个提交很好，值得录用。".repeat(350), "这个提交也很好，值得录用。".repeat(320)];
	await page.fill("[name=committeeNote]", first);
	await page.focus("[data-step]");
	await page.keyboard.press("j");
	await reads(page, "Second");
	await page.fill("[name=committeeNote]", second);
	await expect.poll(() => status(page)).toBe("Saved");
	await release();
	await expect.poll(() => notes(portal)).toEqual([first, second]);
	// What is typed last is sent even if the page is closed meanwhile.
	await page.fill("[name=committeeNote]", "Short");
	await expect.poll(() => notes(portal)).toEqual([first, "Short"]);
	expect(await page.evaluate("keptAlive")).toBe(2);
});
