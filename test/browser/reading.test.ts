import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { column, expectFocus, isGone, openConsole, tabTo, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { chosen, LISTS, openList, reads, settle, whole } from "../support/reading-lists.ts";
import { until } from "../support/smtp.ts";

describe.each(LISTS)("with scripts, $path", (list) => {
	it("is read with keys: in, on, back and out, with the focus where it was", async () => {
		const { page } = await openList(list);
		await page.evaluate(() => Object.assign(window, { stayed: true }));
		await page.keyboard.press("j");
		await reads(page, "Third");
		await expectFocusOnTitle(page);
		expect(await page.textContent(".reading-caption")).toBe(list.caption);
		expect(await page.title()).toBe("Third — Hangzhou 2025 Call For Proposals");
		expect(await page.textContent(".reading-steps .hint")).toBe("1 of 3");
		await page.keyboard.press("j");
		await reads(page, "Second");
		await page.waitForURL((url) => url.search === "?modal=details&id=2");
		await page.keyboard.press("k");
		await reads(page, "Third");
		await page.keyboard.press("j");
		await reads(page, "Second");
		await page.keyboard.press("Escape");
		await isGone(page, ".reading-pane");
		await expectFocus(page, '[aria-label="Details of Second"]');
		expect(await page.evaluate(() => "stayed" in window)).toBe(true);
	});

	it("is read with buttons and links of the list, without loading the page anew", async () => {
		const { page } = await openList(list);
		await page.evaluate(() => Object.assign(window, { stayed: true }));
		await page.click('[aria-label="Details of Third"]');
		await reads(page, "Third");
		await page.click(".reading-pane [rel=next]");
		await reads(page, "Second");
		await page.click(".reading-list a:has-text('First')");
		await reads(page, "First");
		expect(await page.locator(".reading-list [aria-current] b").allTextContents()).toEqual(["First"]);
		expect(await page.locator(".reading-pane [rel=next]").count()).toBe(0);
		await page.click(".reading-pane [rel=prev]");
		await reads(page, "Second");
		await page.click("text=Back to list");
		await isGone(page, ".reading-pane");
		expect([await page.evaluate(() => "stayed" in window), new URL(page.url()).search]).toEqual([true, ""]);
	});

	it("takes a status by key, keeps what then leaves the filter until the next load, and takes it back", async () => {
		const { portal, page } = await openList(list, "?status=New&modal=details&id=3");
		await whole(page);
		await settle(page);
		await page.keyboard.press("Shift+Digit3");
		await toast(page, "“Third”: Accept");
		await reads(page, "Second");
		await page.waitForSelector(".reading-list .row-gone:has-text('Third'):has-text('Accept')");
		// What was decided on still counts.
		await expect.poll(() => page.textContent(".reading-steps .hint")).toBe("2 of 3");
		expect(column(portal, "status")).toEqual(["New", "New", "Accept"]);
		await settle(page);
		await page.keyboard.press("2");
		await toast(page, "“Second”: Hold");
		await page.waitForSelector(".reading-list .row-gone:has-text('Second'):has-text('Hold')");
		expect([await chosen(page), await page.locator(".reading-list li").count()]).toEqual(["Hold", 3]);
		await page.click(".toasts p:has-text('Second') button:text-is('Undo')");
		await until(() => column(portal, "status")[1] === "New");
		await page.waitForFunction(() => document.querySelectorAll(".reading-list .row-gone").length === 1);
		await page.waitForFunction(
			() => document.querySelector<HTMLInputElement>(".status-choice :checked")?.value === "New",
		);
		await page.reload();
		await page.waitForFunction(() => document.querySelectorAll(".reading-list li").length === 2);
		expect(column(portal, "status")).toEqual(["New", "New", "Accept"]);
	});

	it("undoes a status that was chosen in the table", async () => {
		const { portal, page } = await openList(list, "?status=New");
		const loaded = await page.locator("h1 .total-count, td.number-cell").allTextContents();
		await page.selectOption("[name=status-2]", "Reject");
		await toast(page, "“Second”: Reject");
		expect(await page.textContent("tr.row-gone")).toContain("No longer in this list");
		expect(await page.locator("h1 .total-count, td.number-cell").allTextContents()).toEqual(loaded);
		await page.click(".toasts >> text=Undo");
		await until(() => column(portal, "status")[1] === "New");
		await page.waitForSelector("tr.row-gone", { state: "detached" });
	});

	it("ticks with x, searches with /, and shows its own keys with ?", async () => {
		const { page } = await openList(list, "?modal=details&id=3");
		await whole(page);
		await page.keyboard.press("x");
		await page.waitForSelector("[name=ids][value='3']:checked");
		expect(await page.textContent(".reading-others [role=status]")).toBe("1 selected");
		await page.keyboard.press("e");
		await page.keyboard.press("?");
		await page.waitForSelector("dialog[open] .shortcuts");
		expect(await page.locator("dialog kbd").allTextContents()).toEqual([
			"j",
			"k",
			"1-4",
			"⇧ 1-4",
			"x",
			"/",
			"Esc",
			"?",
		]);
		const names = await page.locator(".reading-pane .status-choice label").allTextContents();
		expect(await page.locator("dialog dd").nth(2).textContent()).toBe(
			`Set the status: ${names.map((name) => name.trim()).join(", ")}`,
		);
		await page.keyboard.press("Escape");
		await isGone(page, "dialog");
		await reads(page, "Third");
		await page.keyboard.press("/");
		await expectFocus(page, ".reading-others [name=q]");
		await page.keyboard.type("xj1");
		expect(await page.inputValue(".reading-others [name=q]")).toBe("xj1");
		await page.focus("#reading-title");
		await page.keyboard.press("/");
		await page.keyboard.type("y");
		expect(await page.inputValue(".reading-others [name=q]")).toBe("y");
		await reads(page, "Third");
	});

	it("leaves the entry for the search where there is no room for both", async () => {
		const { page } = await openList(list);
		await page.setViewportSize({ width: 900, height: 800 });
		await page.click('[aria-label="Details of Third"]');
		await reads(page, "Third");
		await page.keyboard.press("/");
		await page.waitForSelector("tbody");
		await expectFocus(page, "[role=search] [name=q]");
	});

	it("reads the next entry ahead and shows it without a request", async () => {
		const { page } = await openList(list);
		const ahead = page.waitForResponse((answer) => /modal=details&id=2$/.test(answer.url()));
		await page.click('[aria-label="Details of Third"]');
		await whole(page);
		await (await ahead).finished();
		const asked: string[] = [];
		page.on("request", (request) => /id=2\b/.test(request.url()) && asked.push(request.url()));
		await page.keyboard.press("j");
		await reads(page, "Second");
		await page.waitForSelector(`.reading-pane dd:has-text("${list.text}")`);
		expect(asked).toEqual([]);
	});

	it("never leaves the focus on a control of another entry", async () => {
		const { portal, page } = await openList(list, "?modal=details&id=3");
		await whole(page);
		await tabTo(page, ".status-choice input");
		await settle(page);
		await page.keyboard.press("j");
		await reads(page, "Second");
		await expectFocusOnTitle(page);
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("Space");
		await tabTo(page, ".reading-pane [rel=next]", "Shift+Tab");
		await page.keyboard.press("Enter");
		await reads(page, "First");
		await expectFocusOnTitle(page);
		expect(column(portal, "status")).toEqual(["New", "New", "New"]);
	});

	it("turns the page of the list with the entry, and goes back to that page", async () => {
		const portal = await openPortal();
		for (let n = 1; n <= 14; n += 1) await list.send(portal, `Entry ${n}`);
		const page = await openConsole(portal, `${list.path}?modal=details&id=3`);
		await whole(page);
		await page.keyboard.press("j");
		await reads(page, "Entry 2");
		await page.waitForFunction(() => document.querySelectorAll(".reading-list li").length === 2);
		expect(await page.locator(".reading-list [aria-current] b").allTextContents()).toEqual(["Entry 2"]);
		await page.keyboard.press("j");
		await reads(page, "Entry 1");
		await page.keyboard.press("Escape");
		await isGone(page, ".reading-pane");
		await page.waitForURL((url) => url.search === "?page=2");
		await expectFocus(page, '[aria-label="Details of Entry 1"]');
	});
});

it("the keys that scroll move the text, wherever the focus is, and another entry starts at its top", async () => {
	const portal = await openPortal();
	for (const title of ["First", "Second"]) await sendTalk(portal, { title, abstract: "Long. ".repeat(400) });
	const page = await openConsole(portal, "/admin/proposals?modal=details&id=2");
	await page.setViewportSize({ width: 1280, height: 500 });
	await whole(page);
	const top = () => page.locator(".reading-pane").evaluate((pane) => Math.round(pane.getBoundingClientRect().top));
	const isSeen = (selector: string) =>
		page
			.locator(selector)
			.last()
			.evaluate((one) => {
				const { top, bottom } = one.getBoundingClientRect();
				return top >= 0 && bottom <= innerHeight;
			});
	await page.click(".reading-heading h2");
	const start = await top();
	await page.keyboard.press("PageDown");
	await expect.poll(top).toBeLessThan(start);
	await isStill(page);
	await page.keyboard.press("End");
	await expect.poll(() => isSeen(".history li")).toBe(true);
	await isStill(page);
	// What decides, and the list, stay in sight.
	expect([await isSeen(".status-choice"), await isSeen(".reading-list")]).toEqual([true, true]);
	await page.keyboard.press("j");
	await reads(page, "First");
	await whole(page);
	await expect.poll(async () => Math.abs(await top())).toBeLessThanOrEqual(1);
	await isStill(page);
	await page.keyboard.press("Home");
	await expect.poll(top).toBe(start);
});

it("talks have the key that edits one", async () => {
	const portal = await openPortal();
	const id = await sendTalk(portal, { title: "First" });
	const page = await openConsole(portal, `/admin/proposals?modal=details&id=${id}`);
	await whole(page);
	await page.keyboard.press("?");
	await page.waitForSelector("dialog[open] .shortcuts");
	expect(await page.locator("kbd").allTextContents()).toContain("e");
	await page.keyboard.press("Escape");
	await isGone(page, "dialog");
	await page.keyboard.press("e");
	await page.waitForURL(/\/admin\/editor\?id=1/);
});

/** Keys scroll over many frames, and what is pressed on the way may end it: waits for ten frames at one place. */
async function isStill(page: Page): Promise<void> {
	await page.waitForFunction(
		() =>
			new Promise((resolve) => {
				const from = scrollY;
				let frames = 0;
				const look = () => (scrollY !== from || ++frames === 10 ? resolve(frames === 10) : requestAnimationFrame(look));
				requestAnimationFrame(look);
			}),
	);
}

/** The focus marks where reading begins, without a ring. */
async function expectFocusOnTitle(page: Page): Promise<void> {
	await page.waitForFunction(() => document.activeElement?.id === "reading-title");
}
