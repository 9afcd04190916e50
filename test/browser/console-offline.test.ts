import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { column, isGone } from "../support/keyboard.ts";
import { reads, settle, whole } from "../support/reading-lists.ts";

describe("a console that loses its connection", () => {
	const lost = async (page: Page) => {
		await page.route("**", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
	};
	const toast = (page: Page, text: string) => page.waitForSelector(`.toasts :text-is("${text}")`);
	/** Once, where it is seen: a dialog covers what is said over the page. */
	const inDialog = async (page: Page, text: string) => {
		await page.waitForSelector(`dialog [role=alert] :text-is("${text}")`);
		expect(await page.locator(`:text-is("${text}")`).count()).toBe(1);
	};

	it("reports failures in the specification's words and keeps the typed text", async () => {
		const { portal, page } = await openConsole();
		portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
		await lost(page);
		await page.goto("/admin/proposals?modal=email&id=1&letter=accept");
		await page.waitForSelector("dialog[open]");
		await page.fill("[name=subject]", "Mine");
		await page.click("dialog [name='do.send']");
		await inDialog(page, "Failed to send email. Please try again.");
		expect(await page.inputValue("[name=subject]")).toBe("Mine");
		await page.goto("/admin/proposals?modal=panelist&id=1");
		await page.waitForSelector("dialog[open]");
		await page.check("dialog [name=keywords][value=Security]");
		await page.click("dialog button.primary");
		await inDialog(page, "Failed to save panelist tracks/keywords");
		expect(await page.isChecked("dialog [name=keywords][value=Security]")).toBe(true);
		await page.goto("/admin/tracks?modal=track");
		await page.waitForSelector("dialog[open]");
		await page.fill("[name=label]", "Robots");
		await page.click("dialog button.primary");
		await inDialog(page, "Failed to create track: Unable to connect to server. Please try again.");
		expect(await page.inputValue("[name=label]")).toBe("Robots");
		await page.keyboard.press("Escape");
		await page.waitForSelector("dialog", { state: "detached" });
		expect(await page.locator(".toasts .banner").count()).toBe(0);
		await page.goto("/admin/programmes");
		const form = page.locator('form[aria-labelledby="p-hangzhou"]');
		await form.locator("[name=closes]").fill("2025-09-01");
		await form.locator("button.primary").click();
		await toast(page, "Unable to connect to server. Please try again.");
		expect(await form.locator("[name=closes]").inputValue()).toBe("2025-09-01");
		expect(column(portal, "panelists")).toEqual(["[]", "[]", "[]"]);
	});

	it.each([
		["the network is gone", (page: Page) => page.context().setOffline(true)],
		[
			"the server fails",
			(page: Page) =>
				page.route(/admin/, (route) =>
					/\.data/.test(route.request().url()) ? route.fallback() : route.fulfill({ status: 500 }),
				),
		],
	])("says which decision was lost when %s and the next entry is read, until it is made again", async (_, lose) => {
		const { portal, page } = await openConsole();
		await page.goto("/admin/proposals?modal=details&id=3");
		await whole(page);
		await settle(page);
		await lose(page);
		await page.keyboard.press("Shift+Digit4");
		await reads(page, "Second");
		const lost = '.toasts [role=alert]:has-text("“Third” was not saved: ")';
		await page.waitForSelector(lost);
		await page.unrouteAll();
		await page.context().setOffline(false);
		await settle(page);
		await page.keyboard.press("4");
		await page.waitForSelector(".toasts [role=status]:has-text('“Second”: Reject')");
		expect(await page.locator(lost).count()).toBe(1);
		await page.keyboard.press("k");
		await reads(page, "Third");
		await settle(page);
		await page.keyboard.press("4");
		await page.waitForSelector(".toasts [role=status]:has-text('“Third”: Reject')");
		await isGone(page, lost);
		expect(column(portal, "status")).toEqual(["New", "Reject", "Reject"]);
	});

	it("says which entry could not be loaded, and loads it when asked again", async () => {
		const { page } = await openConsole();
		await page.goto("/admin/proposals?modal=details&id=1");
		await page.waitForSelector(".reading-pane .history");
		let isBroken = true;
		await page.route(/\/reading\b|\.data\b/, (route) => (isBroken ? route.fulfill({ status: 500 }) : route.continue()));
		await page.reload();
		await page.waitForSelector(".reading-pane .history");
		await page.click(".reading-pane [rel=prev]");
		await page.waitForSelector(".reading-pane [role=status]:has-text('This entry could not be loaded.')");
		expect(await page.locator(".reading-pane :text('Loading')").count()).toBe(0);
		isBroken = false;
		await page.click(".reading-pane >> text=Try again");
		await page.waitForSelector(".reading-pane .history");
		expect(await page.locator(".reading-pane :text('could not be loaded')").count()).toBe(0);
	});

	it("keeps the track list if it cannot be reloaded after a save", async () => {
		const { page } = await openConsole();
		await page.goto("/admin/tracks?modal=track&id=ai-next&edit=1");
		await page.waitForSelector("dialog[open]");
		await page.fill("[name=label]", "AI Later");
		let saved = false;
		await page.route("**", (route) => {
			if (route.request().method() === "POST") saved = true;
			else if (saved) return route.abort();
			return route.fallback();
		});
		await page.click("dialog button.primary");
		await toast(page, "Failed to save track: Unable to connect to server. Please try again.");
		expect(await page.locator("tbody tr").count()).toBeGreaterThan(0);
	});

	it.each([
		["the network is gone", (page: Page) => page.context().setOffline(true)],
		["nobody answers", (page: Page) => page.route(/\.data\b|\/reading\b/, (route) => route.abort())],
	])("keeps the page when another one is asked for and %s", async (_, lose) => {
		const { page } = await openConsole();
		await page.check("tbody tr:first-child input[type=checkbox]");
		await lose(page);
		const kept = async () => {
			await toast(page, "Failed to load entries. Check your connection and try again.");
			await page.click(".toasts button");
			await page.waitForSelector(".toasts .banner", { state: "detached" });
			expect([
				new URL(page.url()).pathname + new URL(page.url()).search,
				await page.locator("tbody tr").count(),
			]).toEqual(["/admin/proposals", 3]);
			expect(await page.isChecked("tbody tr:first-child input[type=checkbox]")).toBe(true);
		};
		await page.click("thead a >> nth=0");
		await kept();
		await page.fill("[name=q]", "First");
		await page.press("[name=q]", "Enter");
		await kept();
		expect(await page.inputValue("[name=q]")).toBe("First");
		await page.click("nav a[href='/admin/tracks']");
		await kept();
		await page.click("tbody th a >> nth=2");
		await toast(page, "Failed to load entries. Check your connection and try again.");
		expect(await page.textContent(".reading-pane h1")).toBe("First");
	});
});
