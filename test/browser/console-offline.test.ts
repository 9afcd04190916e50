import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { column, isGone } from "../support/keyboard.ts";
import { reads, settle, whole } from "../support/reading-lists.ts";
import { sendTalks } from "../support/talks-sent.ts";

const toast = (page: Page, text: string) => page.waitForSelector(`.toasts :text-is("${text}")`);
const aboveForm = (page: Page, where: string, text: string) =>
	page.waitForSelector(`${where} [role=alert]:focus:text-is("${text}")`);

async function openTrackDialog(page: Page): Promise<void> {
	await page.goto("/admin/tracks");
	await page.click(".filters a.button");
	await page.waitForSelector("dialog[open]");
}

describe("a console that loses its connection", () => {
	const lost = async (page: Page) => {
		await page.route("**", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
	};

	it("reports failures in the specification's words and keeps the typed text", async () => {
		const { portal, page } = await openConsole();
		portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
		await lost(page);
		await page.goto("/admin/proposals");
		await page.click("td.mails-cell a[href*='id=1']");
		await page.waitForSelector("dialog[open]");
		await page.fill("[name=subject]", "Mine");
		await page.click("dialog [name='do.send']");
		await aboveForm(page, "dialog", "Failed to send email. Please try again.");
		expect(await page.inputValue("[name=subject]")).toBe("Mine");
		await page.keyboard.press("Escape");
		await page.click(".panel-cell a[href*='id=1']");
		await page.waitForSelector("dialog[open]");
		await page.check("dialog [name=keywords][value=Security]");
		await page.click("dialog button.primary");
		await aboveForm(page, "dialog", "Failed to save panelist tracks/keywords");
		expect(await page.isChecked("dialog [name=keywords][value=Security]")).toBe(true);
		await openTrackDialog(page);
		await page.fill("[name=label]", "Robots");
		await page.click("dialog button.primary");
		await aboveForm(page, "dialog", "Failed to create track: Unable to connect to server. Please try again.");
		expect(await page.inputValue("[name=label]")).toBe("Robots");
		await page.keyboard.press("Escape");
		await page.waitForSelector("dialog", { state: "detached" });
		expect(await page.locator(".toasts .banner").count()).toBe(0);
		await page.goto("/admin/programmes");
		const form = page.locator('form[aria-labelledby="p-hangzhou"]');
		await form.locator("[name=closes]").fill("2025-09-01");
		await form.locator("button.primary").click();
		await aboveForm(page, "main", "Unable to connect to server. Please try again.");
		expect(await form.locator("[name=closes]").inputValue()).toBe("2025-09-01");
		expect(column(portal, "panelists")).toEqual(["[]", "[]", "[]"]);
	});

	it.each([
		["the network is gone", (page: Page) => page.context().setOffline(true)],
		[
			"the server fails",
			(page: Page) =>
				page.route(/admin/, (route) =>
					route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500 }),
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
		const lost = '.toasts [role=alert]:has-text("“Third”: Failed to update status: ")';
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

	it.each([
		["the network is gone", (page: Page) => page.context().setOffline(true)],
		["nobody answers", (page: Page) => page.route(/\/admin\/\w+\??/, (route) => route.abort())],
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
		await page.click("nav a[href='/admin/aigc']");
		await kept();
		await page.click("tbody th a >> nth=2");
		await kept();
	});
});

describe("a single step that is not answered", () => {
	const NOT_LOADED = "Failed to load entries. Check your connection and try again.";
	const here = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

	/** The next request that matches fails. */
	async function failOnce(page: Page, what: RegExp, how: (route: Route) => Promise<void>): Promise<void> {
		let left = 1;
		await page.route(what, (route) => (left-- > 0 ? how(route) : route.fallback()));
	}

	const STEPS: [what: string, step: (page: Page) => Promise<void>, request: RegExp, to: string][] = [
		["another order", (page) => page.click("thead a >> nth=0"), /admin\/proposals\?/, "/admin/proposals?sort=id"],
		[
			"a filter",
			async (page) => {
				await page.selectOption(".filters [name=status]", "New");
				await page.click(".filters button[type=submit]");
			},
			/admin\/proposals\?/,
			"/admin/proposals?q=&track=&status=New&need=",
		],
		["the next page", (page) => page.click("text=/^Next/"), /admin\/proposals\?/, "/admin/proposals?page=2"],
		[
			"a dialog",
			(page) => page.click("a[aria-label$=', Third']"),
			/admin\/proposals\?/,
			"/admin/proposals?modal=panelist&id=3",
		],
		["another screen", (page) => page.click("nav.rail >> text=AIGC"), /admin\/aigc/, "/admin/aigc"],
	];

	it.each([
		["nobody answers", (route: Route) => route.abort()],
		[
			"a proxy answers",
			(route: Route) =>
				route.fulfill({ status: 502, contentType: "text/html", body: "<html><h1>502 Bad Gateway</h1></html>" }),
		],
	])("keeps page, address and ticks when %s, says so, and succeeds when it is made again", async (_, how) => {
		const { portal, page } = await openConsole({ expected: /^Failed to load resource: |Unable to decode|SyntaxError/ });
		await sendTalks(portal, ...Array.from({ length: 10 }, (_, index) => ({ title: `More ${index}` })));
		for (const [what, step, request, to] of STEPS) {
			await page.goto("/admin/proposals");
			await page.waitForSelector("html.improved");
			await page.check('[aria-label="Select More 9"]');
			await failOnce(page, request, how);
			await step(page);
			await page.waitForSelector(`.toasts [role=alert]:has-text("${NOT_LOADED}")`).catch(() => undefined);
			const said = await page.locator(`.toasts [role=alert]:has-text("${NOT_LOADED}")`).count();
			expect([what, said, here(page)]).toEqual([what, 1, "/admin/proposals"]);
			expect(await page.isChecked('[aria-label="Select More 9"]')).toBe(true);
			await page.click(".toasts button");
			await step(page);
			await page.waitForURL((url) => url.pathname + url.search === to);
			await page.unrouteAll();
		}
		// The way back, after the address has changed already.
		await page.goto("/admin/proposals");
		await page.waitForSelector("html.improved");
		await page.click("thead a >> nth=0");
		await page.waitForURL(/sort=id/);
		await page.waitForSelector("tbody tr:first-child :text('First')");
		await failOnce(page, /admin\/proposals$/, how);
		await page.goBack();
		await page.waitForSelector(`.toasts [role=alert]:has-text("${NOT_LOADED}")`);
		await page.waitForURL(/sort=id/);
		expect(await page.locator("tbody tr").first().textContent()).toContain("First");
	});

	it.each([
		["nobody answers", (route: Route) => route.abort()],
		[
			"a proxy answers",
			(route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502</h1>" }),
		],
	])("opens an entry, and the next, when it is asked for again, if %s", async (_, how) => {
		const { page } = await openConsole();
		let isBroken = true;
		await page.route(/modal=details/, (route) => (isBroken ? how(route) : route.fallback()));
		await page.click("tbody th a >> nth=1");
		await toast(page, NOT_LOADED);
		expect(here(page)).toBe("/admin/proposals");
		isBroken = false;
		await page.click("tbody th a >> nth=1");
		await whole(page);
		isBroken = true;
		await page.unrouteAll();
		await page.route(/modal=details&id=1/, (route) => (isBroken ? how(route) : route.fallback()));
		await page.reload();
		await whole(page);
		await page.click(".reading-pane [rel=next]");
		await toast(page, NOT_LOADED);
		await reads(page, "Second");
		isBroken = false;
		await page.click(".reading-pane [rel=next]");
		await reads(page, "First");
		await whole(page);
	});

	it("keeps the ticks and the choice of a change of many, and says what was not done", async () => {
		const { portal, page } = await openConsole({ expected: /^Failed to load resource: |Unable to decode|SyntaxError/ });
		await page.check("thead input");
		await page.selectOption("[name=bulk-status]", "Hold");
		const failPost = async (how: (route: Route) => Promise<void>) => {
			let left = 1;
			await page.route("**", (route) =>
				route.request().method() === "POST" && left-- > 0 ? how(route) : route.fallback(),
			);
		};
		portal.sqlite.exec("update entries set status = 'Reject' where id = 2");
		for (const how of [
			(route: Route) => route.abort(),
			(route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" }),
		]) {
			await failPost(how);
			await page.click("[name='do.bulk-status']");
			await aboveForm(page, "main", "Failed to update status: Unable to connect to server. Please try again.");
			await page.unrouteAll();
			expect([await page.inputValue("[name=bulk-status]"), await page.locator("[name=ids]:checked").count()]).toEqual([
				"Hold",
				3,
			]);
		}
		expect(column(portal, "status")).toEqual(["New", "Reject", "New"]);
		await page.click("[name='do.bulk-status']");
		await page.waitForSelector(".toasts :text('3 entries changed:')");
		expect(column(portal, "status")).toEqual(["Hold", "Hold", "Hold"]);
	});

	it("keeps what was typed in a dialog if a proxy answers", async () => {
		const { page } = await openConsole({ expected: /^Failed to load resource: |Unable to decode|SyntaxError/ });
		await page.route("**", (route) =>
			route.request().method() === "POST"
				? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" })
				: route.fallback(),
		);
		await openTrackDialog(page);
		await page.fill("[name=label]", "Robots");
		await page.click("dialog button.primary");
		await aboveForm(page, "dialog", "Failed to create track: Unable to connect to server. Please try again.");
		expect(await page.inputValue("[name=label]")).toBe("Robots");
	});
});
