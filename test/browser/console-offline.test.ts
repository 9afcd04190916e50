import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { column, isGone } from "../support/keyboard.ts";
import { reads, settle, whole } from "../support/reading-lists.ts";
import { sendTalks } from "../support/talks-sent.ts";

const toast = (page: Page, text: string) => page.waitForSelector(`.toasts :text-is("${text}")`);
/** Once, where it is seen: a dialog covers what is said over the page. */
const inDialog = async (page: Page, text: string) => {
	await page.waitForSelector(`dialog [role=alert] :text-is("${text}")`);
	expect(await page.locator(`:text-is("${text}")`).count()).toBe(1);
};

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
		await page.click("nav a[href='/admin/aigc']");
		await kept();
		await page.click("tbody th a >> nth=2");
		await toast(page, "Failed to load entries. Check your connection and try again.");
		expect(await page.textContent(".reading-pane h1")).toBe("First");
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
		[
			"another order",
			(page) => page.click("thead a >> nth=0"),
			/proposals\.data.*_routes=routes/,
			"/admin/proposals?sort=id",
		],
		[
			"a filter",
			async (page) => {
				await page.selectOption(".filters [name=status]", "New");
				await page.click(".filters button[type=submit]");
			},
			/proposals\.data.*_routes=routes/,
			"/admin/proposals?q=&track=&status=New&need=",
		],
		[
			"the next page",
			(page) => page.click("text=/^Next/"),
			/proposals\.data.*_routes=routes/,
			"/admin/proposals?page=2",
		],
		[
			"a dialog",
			(page) => page.click("a[aria-label$=', Third']"),
			/proposals\.data.*_routes=routes/,
			"/admin/proposals?modal=panelist&id=3",
		],
		["another screen", (page) => page.click("nav.rail >> text=AIGC"), /aigc\.data.*_routes=routes/, "/admin/aigc"],
		["the script of another screen", (page) => page.click("nav.rail >> text=AIGC"), /admin-aigc.*\.js/, "/admin/aigc"],
		[
			"the script of a screen that the page links to",
			(page) => page.click("nav.rail >> text=Schedule >> nth=-1"),
			/admin-schedule.*\.js/,
			"/admin/schedule",
		],
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
			await page.waitForSelector("thead input[type=checkbox]");
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
		await page.waitForSelector("thead input[type=checkbox]");
		await page.click("thead a >> nth=0");
		await page.waitForURL(/sort=id/);
		await page.waitForSelector("tbody tr:first-child :text('First')");
		await failOnce(page, /proposals\.data.*_routes=routes/, how);
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
		await page.route(/\/reading\b|\.data\b/, (route) => (isBroken ? how(route) : route.fallback()));
		const lost = () => page.waitForSelector(".reading-pane [role=status]:has-text('This entry could not be loaded.')");
		await page.click("tbody th a >> nth=1");
		await lost();
		expect(here(page)).toBe("/admin/proposals?modal=details&id=2");
		isBroken = false;
		await page.click(".reading-pane >> text=Try again");
		await whole(page);
		await page.click(".reading-pane [rel=next]");
		await reads(page, "First");
		await whole(page);
	});

	it("keeps the ticks and the choice of a change of many, says what was not done, and reads the list again", async () => {
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
			await toast(page, "Failed to update status: Unable to connect to server. Please try again.");
			await page.click(".toasts button");
			await page.unrouteAll();
			await page.waitForFunction(
				() => document.querySelector<HTMLSelectElement>("[name=status-2]")?.value === "Reject",
			);
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
