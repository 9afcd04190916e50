import { describe, expect, it } from "vitest";
import type { TestPortal } from "../support/portal.ts";
import {
	enterReview,
	holdRequests,
	keysAreHeard,
	marked,
	notes,
	openReview,
	reads,
	reviewIt,
	status,
} from "../support/reading.ts";
import { stored } from "../support/reviews.ts";

const marksOf = (portal: TestPortal) =>
	stored(portal).map(([entry, state, marks, said]) => [entry, state, marks, said]);

it("the next entry is there before it is asked for, with nothing but what its page has", async () => {
	const { portal, page } = await openReview({ expected: /ERR_INTERNET_DISCONNECTED/ });
	portal.sqlite.exec("update entries set name = 'canary-name', email = 'canary@example.org'");
	const ahead: string[] = [];
	page.on("response", async (answer) => void ahead.push(await answer.text()));
	await page.reload({ waitUntil: "networkidle" });
	expect(ahead.filter((text) => text.includes("What Second is about."))).toHaveLength(1);
	expect(ahead.filter((text) => text.includes("canary"))).toEqual([]);
	await page.context().setOffline(true);
	await page.keyboard.press("j");
	await reads(page, "Second");
	expect(await page.textContent("main dl")).toContain("What Second is about.");
});

describe("with keys, a reviewer", () => {
	it("marks criterion after criterion and recommends; all is saved as it is chosen, and a reload shows it", async () => {
		const { portal, page } = await openReview();
		for (const key of ["3", "5", "4", "a"]) await page.keyboard.press(key);
		await expect.poll(() => marksOf(portal)).toEqual([[1, "open", { relevance: 3, content: 5, clarity: 4 }, "yes"]]);
		await expect.poll(() => status(page)).toBe("Recommendation: Accept · Saved");
		// The criterion that has the focus, though it has a mark; a mark that its scale lacks changes nothing.
		await page.focus("[name=mark-content][value='5']");
		for (const key of ["2", "0"]) await page.keyboard.press(key);
		await expect.poll(() => marksOf(portal)[0]?.[2]).toEqual({ relevance: 3, content: 2, clarity: 4 });
		await page.reload();
		expect(await marked(page)).toEqual(["3", "2", "4", "yes"]);
	});

	it("goes on and back without a page being loaded, each entry under its own address and with its heading focused", async () => {
		const { page } = await openReview();
		await page.evaluate("window.isSame = true");
		for (const [key, title, number] of [
			["j", "Second", 2],
			["j", "Third", 3],
			["k", "Second", 2],
		] as const) {
			await page.keyboard.press(key);
			await reads(page, title);
			expect(new URL(page.url()).pathname).toBe(`/review/talk-${number}`);
			expect(await page.title()).toContain(title);
			expect(await page.evaluate("document.activeElement.textContent")).toBe(title);
			expect(await page.textContent("main dl")).toContain(`What ${title} is about.`);
		}
		await page.goBack();
		await reads(page, "Third");
		await page.keyboard.press("j");
		await expect.poll(() => status(page)).toBe("There is no other entry that way.");
		expect(await page.evaluate("window.isSame")).toBe(true);
	});

	it("goes to the next entry without a review, and what was typed before is kept", async () => {
		const { portal, page } = await openReview();
		reviewIt(portal, 2);
		await page.reload();
		await keysAreHeard(page);
		await page.fill("[name=committeeNote]", "Just typed");
		await page.focus("[data-step]");
		await page.keyboard.press("n");
		await reads(page, "Third");
		await expect.poll(() => notes(portal)).toEqual(["Just typed", ""]);
	});

	it("types digits and letters into a note, where they do nothing else, and finds all keys listed", async () => {
		const { portal, page } = await openReview();
		await page.focus("[name=committeeNote]");
		await page.keyboard.type("jkn 5 au?");
		await expect.poll(() => notes(portal)).toEqual(["jkn 5 au?"]);
		expect([await page.textContent("main h1"), await marked(page)]).toEqual(["First", []]);
		await page.focus("[data-step]");
		await page.keyboard.press("?");
		expect(await page.locator("dialog kbd").allTextContents()).toEqual(["0–5", "a u r", "j", "k", "n", "?"]);
		await page.keyboard.press("j");
		expect(await page.textContent("main h1")).toBe("First");
		await page.keyboard.press("Escape");
		await expect.poll(() => page.evaluate("document.activeElement.localName")).toBe("a");
	});

	it.each([
		["the same way on has", 1, "next"],
		["the heading has, where that way is gone,", 3, null],
	] as const)("closes the keys after the note was saved: %s the focus", async (_, done, focused) => {
		const { portal, page } = await openReview();
		const release = await holdRequests(page, "POST", "/review/talk-1");
		await page.fill("[name=committeeNote]", "Noted");
		await page.focus(`[data-step=${focused ?? "waiting"}]`);
		await page.keyboard.press("?");
		for (const id of [2, 3].slice(0, done - 1)) reviewIt(portal, id);
		await release();
		await expect.poll(() => status(page)).toBe("Saved");
		await page.keyboard.press("Escape");
		const active = "[document.activeElement.dataset.step ?? null, document.activeElement.localName]";
		await expect.poll(() => page.evaluate(active)).toEqual([focused, focused ? "a" : "h1"]);
	});
});

it("a review is done by “Save and next” once it is complete; the next page knows how many are left", async () => {
	const { portal, page } = await openReview();
	for (const key of ["3", "5", "4", "r"]) await page.keyboard.press(key);
	await page.click("[name='do.next']");
	await reads(page, "Second");
	await expect.poll(() => status(page)).toBe("Your review of talk-1 is done.");
	expect(await page.textContent("[data-part=progress]")).toBe("1 of 3 reviewed · 2 left");
	await page.keyboard.press("k");
	await reads(page, "First");
	expect(await marked(page)).toEqual(["3", "5", "4", "no"]);
	expect(await page.textContent("[data-part=state]")).toBe("My review: Done");
	// It stays done when it is changed.
	await page.keyboard.press("u");
	await expect.poll(() => marksOf(portal)).toEqual([[1, "done", { relevance: 3, content: 5, clarity: 4 }, "maybe"]]);
});

it.each(["do.save", "do.done"])(
	"%s pressed while a mark is being saved waits for it, and nothing is refused",
	async (name) => {
		const { portal, page } = await openReview();
		for (const key of ["3", "5", "4"]) await page.keyboard.press(key);
		await expect.poll(() => marksOf(portal)[0]?.[2]).toEqual({ relevance: 3, content: 5, clarity: 4 });
		await expect.poll(() => status(page)).toContain("Saved");
		const release = await holdRequests(page, "POST", "/review/talk-1");
		await page.keyboard.press("a");
		await page.click(`[name='${name}']`);
		expect(await status(page)).toContain("Saving");
		await release();
		await page.waitForSelector("main .banner[role=status]");
		expect(await page.locator("#errors").count()).toBe(0);
		const state = name === "do.done" ? "done" : "open";
		expect(marksOf(portal)).toEqual([[1, state, { relevance: 3, content: 5, clarity: 4 }, "yes"]]);
	},
);

it("in two windows nothing is lost: the second one is told, and saves only when its button is pressed", async () => {
	const { portal, page } = await openReview();
	const other = await enterReview(portal);
	await other.keyboard.press("2");
	await expect.poll(() => marksOf(portal)[0]?.[2]).toEqual({ relevance: 2 });
	await page.fill("[name=committeeNote]", "From the first window");
	await page.waitForSelector("#errors");
	expect(await page.textContent("#errors")).toContain("you have saved this review in another window");
	expect(await page.textContent("[aria-labelledby=h-beside]")).toContain("Relevance2");
	await page.focus("[data-step]");
	await page.keyboard.press("4");
	await page.keyboard.press("j");
	await reads(page, "Second");
	await page.click("main [role=alert] a");
	await reads(page, "First");
	expect(await page.inputValue("[name=committeeNote]")).toBe("From the first window");
	expect([marksOf(portal)[0]?.[2], notes(portal)]).toEqual([{ relevance: 2 }, [""]]);
	await page.click("[name='do.save']");
	await expect
		.poll(() => [marksOf(portal)[0]?.[2], notes(portal)])
		.toEqual([{ relevance: 4 }, ["From the first window"]]);
});

it("without a connection what was typed stays, is said not to be saved, and is saved once there is one", async () => {
	const { portal, page } = await openReview({ expected: /ERR_INTERNET_DISCONNECTED|Failed to load/ });
	await page.context().setOffline(true);
	await page.keyboard.press("3");
	await expect.poll(() => status(page)).toContain("No connection");
	await page.click("[name='do.save']");
	expect(await marked(page)).toEqual(["3"]);
	expect(stored(portal)).toEqual([]);
	await page.context().setOffline(false);
	await expect.poll(() => marksOf(portal)).toEqual([[1, "open", { relevance: 3 }, null]]);
	await expect.poll(() => status(page)).toContain("Saved");
});

it.each([
	["en", "en-US", true],
	["zh", "zh-CN", true],
	["zh", "zh-CN", false],
] as const)(
	"a phone in %s shows the button all the time, and nothing below it (scripts: %s, %s)",
	async (_, locale, on) => {
		const { portal, page } = await openReview({
			viewport: { width: 320, height: 568 },
			locale,
			javaScriptEnabled: on,
		});
		const bar = async () => (await page.locator(".review-bar").boundingBox()) ?? { y: 0, height: 0 };
		const { y, height } = await bar();
		expect(y + height).toBeLessThanOrEqual(568);
		const sizes = await page
			.locator(".mark-choice label")
			.evaluateAll((labels) => labels.map((label) => Math.min(label.clientWidth, label.clientHeight) + 2));
		expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
		for (const name of ["authorNote", "committeeNote"]) {
			await page.focus(`[name=${name}]`);
			const note = await page.locator(`[name=${name}]`).boundingBox();
			expect((note?.y ?? 999) + (note?.height ?? 0)).toBeLessThanOrEqual((await bar()).y);
		}
		await page.check("[name=mark-content][value='4']", { force: true });
		await page.click("[name='do.next']");
		await reads(page, "Second");
		await expect.poll(() => marksOf(portal)).toEqual([[1, "open", { content: 4 }, null]]);
	},
);
