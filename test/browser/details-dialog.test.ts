import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { column, isGone } from "../support/keyboard.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { LISTS, type List, settle } from "../support/reading-lists.ts";
import { enterConsole } from "../support/sessions.ts";

const TALKS: List = {
	path: "/admin/proposals",
	caption: "",
	text: "",
	send: (portal, title) => sendTalk(portal, { title }),
};

const HEIGHT = 500;

/** A list that is higher than its window, filtered and sorted by its address. */
async function open(list: List, options: Parameters<typeof openPage>[1] = {}) {
	const portal = await openPortal();
	for (let n = 1; n <= 8; n += 1) await list.send(portal, `Entry ${n}`);
	const page = await openPage(portal.origin, {
		viewport: { width: 1000, height: HEIGHT },
		expected: /^Failed to load resource: /,
		...options,
	});
	await enterConsole(portal, page, `${list.path}?status=New&sort=id`);
	if (options.javaScriptEnabled !== false) await page.waitForSelector("html.improved");
	return { portal, page };
}

const search = (page: Page) => new URL(page.url()).search;
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const isLocked = (page: Page) => page.evaluate(() => getComputedStyle(document.body).overflow === "hidden");
const statuses = (portal: TestPortal) => column(portal, "status");

describe.each([TALKS, ...LISTS])("details below 1,200 px, $path", (list) => {
	it("are a dialog with an address, which Escape, its button, its link and Back close", async () => {
		const { page } = await open(list);
		const opener = page.locator('tbody tr:has-text("Entry 6") a[data-entry]');
		await page.check('[aria-label="Select Entry 5"]');
		await opener.evaluate((link) => link.scrollIntoView({ block: "center" }));
		const before = await page.evaluate(() => scrollY);
		expect(before).toBeGreaterThan(0);
		for (const leave of ["Escape", "button", "link", "Back"]) {
			await opener.focus();
			await page.keyboard.press("Enter");
			const details = dialog(page, "Entry 6");
			await details.waitFor();
			await page.waitForURL((url) => url.search === "?status=New&sort=id&modal=details&id=6");
			expect(await page.locator("tbody tr").count()).toBe(8);
			expect(await isLocked(page)).toBe(true);
			// The focus goes round in it.
			for (let n = 0; n < 40; n += 1) await page.keyboard.press("Tab");
			const inside = () => page.evaluate(() => document.activeElement?.closest("main table") === null);
			expect(await inside()).toBe(true);
			if (leave === "Escape") await page.keyboard.press("Escape");
			else if (leave === "button") await details.getByRole("button", { name: "Close" }).click();
			else if (leave === "link") await details.getByRole("link", { name: "Back to list" }).click();
			else await page.goBack();
			await details.waitFor({ state: "detached" });
			await page.waitForURL((url) => url.search === "?status=New&sort=id");
			await page.waitForFunction(() => document.activeElement?.matches('[data-entry="6"]'));
			await expect.poll(() => isLocked(page)).toBe(false);
			expect(await page.evaluate(() => scrollY)).toBe(before);
			expect(await page.isChecked('[aria-label="Select Entry 5"]')).toBe(true);
		}
	});

	it("are a page when their address is opened, and stand beside the list from 1,200 px", async () => {
		const { page } = await open(list);
		await page.goto(`${list.path}?status=New&modal=details&id=3`);
		await page.waitForSelector(".reading-pane h1:text-is('Entry 3')");
		expect([await page.getByRole("dialog").count(), await page.isVisible(".reading-others")]).toEqual([0, false]);
		await page.keyboard.press("j");
		await page.waitForSelector(".reading-pane h1:text-is('Entry 2')");
		await page.keyboard.press("Escape");
		await page.waitForURL((url) => url.search === "?status=New");
		await page.waitForFunction(() => document.activeElement?.matches('[data-entry="2"]'));
		await page.setViewportSize({ width: 1200, height: HEIGHT });
		await page.goto(`${list.path}?status=New&modal=details&id=3`);
		await page.waitForSelector(".reading-pane .history");
		await page.locator(".reading-others").waitFor();
		expect(await page.getByRole("dialog").count()).toBe(0);
	});

	it("are read and decided on with keys, and what was done is said and undone in the dialog", async () => {
		const { portal, page } = await open(list);
		await page.locator('tbody tr:has-text("Entry 1") a[data-entry]').click();
		await dialog(page, "Entry 1").waitFor();
		await page.keyboard.press("j");
		await dialog(page, "Entry 2").waitFor();
		await settle(page);
		await page.keyboard.press("3");
		const said = page.getByRole("dialog").getByRole("status").filter({ hasText: "“Entry 2”: Accept" });
		await said.waitFor();
		expect(statuses(portal)[1]).toBe("Accept");
		const undo = said.getByRole("button", { name: "Undo" });
		const { top, right } = await said.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
		expect([top < HEIGHT / 4, right > 900, right <= 1000]).toEqual([true, true, true]);
		await undo.click();
		await expect.poll(() => statuses(portal)[1]).toBe("New");
		// However many were read.
		await page.goBack();
		await page.waitForURL((url) => url.search === "?status=New&sort=id");
		await isGone(page, "dialog");
	});

	it("without scripts are a page of their own with a way back to the same filters", async () => {
		const { page } = await open(list, { javaScriptEnabled: false });
		await page.locator('tbody tr:has-text("Entry 6") a[data-entry]').click();
		expect(search(page)).toBe("?status=New&sort=id&modal=details&id=6");
		expect([await page.textContent("main h1"), await page.locator("dialog").count()]).toEqual(["Entry 6", 0]);
		await page.click("text=Back to list");
		expect(search(page)).toBe("?status=New&sort=id");
	});
});

it("a dialog over the details closes to them, and they to the list", async () => {
	const { page } = await open(TALKS);
	await page.locator('tbody tr:has-text("Entry 6") a[data-entry]').click();
	const details = dialog(page, "Entry 6");
	await details.getByRole("link", { name: /^Panelists/ }).click();
	const panel = dialog(page, "Panelists");
	await panel.waitFor();
	await page.waitForURL(/modal=panelist/);
	await page.keyboard.press("Escape");
	await panel.waitFor({ state: "detached" });
	await page.waitForURL((url) => url.search.includes("modal=details&id=6"));
	expect([await details.count(), await isLocked(page)]).toEqual([1, true]);
	await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Panelists"));
	await page.keyboard.press("Escape");
	await page.waitForURL((url) => url.search === "?status=New&sort=id");
	await details.waitFor({ state: "detached" });
	await expect.poll(() => isLocked(page)).toBe(false);
});

it("what could not be loaded is said in the dialog from which it was asked for", async () => {
	const { page } = await open(TALKS);
	await page.locator('tbody tr:has-text("Entry 6") a[data-entry]').click();
	const details = dialog(page, "Entry 6");
	await details.locator(".history").first().waitFor();
	let left = 1;
	await page.route(/modal=email/, (route) => (left-- > 0 ? route.abort() : route.fallback()));
	const link = details.getByRole("link", { name: /email/i }).first();
	await link.click();
	await details.getByRole("alert").filter({ hasText: "Failed to load entries." }).waitFor();
	expect(search(page)).toContain("modal=details&id=6");
	await details.getByRole("button", { name: "Dismiss" }).click();
	await link.click();
	await page.waitForURL(/modal=email/);
	await page.getByRole("dialog").getByRole("textbox", { name: "Subject" }).waitFor();
});
