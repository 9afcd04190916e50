import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { holdRequests, keysAreHeard, notes, openReview, reads, status } from "../support/reading.ts";
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

/** Counts what is posted. */
const countPosts = (page: Page) =>
	page.evaluate(() => {
		const now = window.fetch;
		Object.assign(window, { posts: 0 });
		window.fetch = (what, options) => {
			if (options?.method === "POST")
				Object.assign(window, { posts: (window as unknown as { posts: number }).posts + 1 });
			return now(what, options);
		};
	});

/** A review that cannot be saved until `release`, in a page whose time is the test's. */
async function withoutConnection() {
	const { portal, page } = await openReview(LOST);
	await page.clock.install();
	await page.reload();
	await keysAreHeard(page);
	const release = await holdRequests(page, "POST", "/review/talk-1", { fails: true });
	return { portal, page, release };
}

describe("a connection that comes back", () => {
	it("without a word of the browser is found after 5, 10, 20 … seconds, and then no more", async () => {
		const { portal, page, release } = await withoutConnection();
		await countPosts(page);
		await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
		const posts = async (afterMs: number) => {
			await page.clock.runFor(afterMs);
			return page.evaluate("posts");
		};
		await page.fill("[name=committeeNote]", "Typed while the server restarts");
		const seen: unknown[] = [];
		for (const [before, after] of [
			[999, 1],
			[4_999, 1],
			[9_999, 1],
			[19_999, 1],
		] as const) {
			seen.push(await posts(before), await posts(after));
			expect(await status(page)).toBe(
				"No connection to the server. What you typed stays here, and we keep trying to save it.",
			);
		}
		expect(seen).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
		await release();
		expect(await posts(40_000)).toBe(5);
		await expect.poll(() => status(page)).toBe("Saved");
		expect([await posts(300_000), notes(portal)]).toEqual([5, ["Typed while the server restarts"]]);
	});

	it("is found for a review that was left, too", async () => {
		const { portal, page, release } = await withoutConnection();
		for (const key of ["3", "5", "4", "a", "n"]) await page.keyboard.press(key);
		await reads(page, "Second");
		await page.waitForSelector("main [role=alert]");
		await release();
		await page.clock.fastForward(60_000);
		await expect.poll(() => page.locator("main [role=alert]").count()).toBe(0);
		expect(states(portal)).toEqual([[1, "done"]]);
	});

	it("takes back that there is none where nothing was typed", async () => {
		const { page } = await openReview(LOST);
		await page.context().setOffline(true);
		await page.click("[name='do.done']");
		await expect.poll(() => status(page)).toBe("No connection to the server. Please try again in a moment.");
		await page.context().setOffline(false);
		await expect.poll(() => status(page)).toBe("");
	});
});

it("a button pressed while the server is gone keeps the page with what was typed", async () => {
	const { portal, page } = await openReview(LOST);
	const release = await holdRequests(page, "POST", "/review/talk-1", { fails: true });
	await page.fill("[name=committeeNote]", "Typed");
	await expect.poll(() => status(page)).toContain("No connection");
	await countPosts(page);
	await page.click("[name='do.save']");
	await expect.poll(() => page.evaluate("posts")).not.toBe(0);
	expect([await status(page), await page.inputValue("[name=committeeNote]")]).toEqual([
		"No connection to the server. What you typed stays here, and we keep trying to save it.",
		"Typed",
	]);
	await release();
	await page.click("[name='do.save']");
	await page.waitForSelector("main .banner[role=status]");
	expect(notes(portal)).toEqual(["Typed"]);
});
