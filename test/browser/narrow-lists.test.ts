import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openConsole } from "../support/console-page.ts";
import { sendProject, sendRegistration, sendWork } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { multiplyAccepted } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";
import { sendTalks } from "../support/talks-sent.ts";

it.each(["en-US", "zh-CN"])(
	"at 320 px dates are whole, mails have theirs on a line, sort links form columns, %s",
	async (locale) => {
		const { page } = await openConsole({ locale });
		await page.setViewportSize({ width: 320, height: 800 });
		await page.goto("/admin/proposals?filters=open");
		await page.waitForSelector(".tick-all");
		/** Lines on which each stands. */
		const lines = (selector: string) =>
			page.locator(selector).evaluateAll((all) => all.map((one) => one.getClientRects().length));
		const lefts = (selector: string) =>
			page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
		expect(new Set(await lefts(".card-table thead a")).size).toBeLessThanOrEqual(3);
		const all = page.locator(".card-table thead label span");
		expect(await all.isVisible()).toBe(true);
		expect(await all.textContent()).toMatch(/^(Select all rows of this page|选择本页所有行)$/);
		await all.click();
		expect(await page.locator("tbody [name=ids]:checked").count()).toBe(3);
		await all.click();
		// What the links below it do is said above them.
		const above = page.locator(".card-table thead tr");
		const said = await above.evaluate((row) => getComputedStyle(row, "::before").content);
		expect(said).toMatch(/^"(Sort by|排序)"$/);
		await page.goto("/admin/mail");
		const dates = await lines(".outbox .whole-date");
		expect([dates.length, new Set(dates)]).toEqual([4, new Set([1])]);
		expect(new Set(await lefts(".outbox .whole-date"))).toEqual(new Set(await lefts(".outbox li")));
		await page.goto("/admin/proposals?modal=details&id=1");
		await page.waitForSelector(".reading-pane .whole-date");
		const inside = await lines(".reading-pane .whole-date");
		expect([inside.length > 0, new Set(inside)]).toEqual([true, new Set([1])]);
	},
);

it("the bar of ticked rows is low: at 390 px and beside an entry until it is opened, elsewhere with everything in it", async () => {
	const { page, portal } = await openConsole();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/admin/proposals");
	await page.locator("tbody [name=ids]").first().check();
	const height = () => page.locator(".bulk-tools").evaluate((bar) => bar.getBoundingClientRect().height);
	await page.waitForSelector(".bulk-tools .unfold");
	expect(await height()).toBeLessThan(100);
	await page.click(".bulk-tools .unfold");
	await page.waitForSelector("[name='do.bulk-status']");
	await page.setViewportSize({ width: 1280, height: 844 });
	await page.waitForSelector(".bulk-tools .unfold", { state: "hidden" });
	expect(await height()).toBeLessThan(100);
	// With the choice of all that match there is more in it.
	await multiplyAccepted(portal, 20);
	await page.setViewportSize({ width: 1440, height: 844 });
	await page.goto("/admin/proposals");
	await page.locator("tbody [name=ids]").first().check();
	await page.waitForSelector(".bulk-tools [name=matching]");
	expect(await height()).toBeLessThan(80);
	// Its words stand on one line.
	const middles = await page.locator(".bulk-tools :is(legend, .tick, button, .button):visible").evaluateAll((all) =>
		all.map((one) => {
			const words = document.createRange();
			words.selectNodeContents(one);
			const { top, bottom } = words.getBoundingClientRect();
			return (top + bottom) / 2;
		}),
	);
	expect(middles).toHaveLength(7);
	expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
	// Beside an entry that is read the list is narrow, and changes are folded.
	await page.goto("/admin/proposals?modal=details&id=1");
	await page.locator(".reading-others [name=ids]").first().check();
	await page.waitForSelector(".bulk-tools [aria-expanded=false]");
	expect(await height()).toBeLessThan(100);
	await page.click(".bulk-tools [aria-expanded]");
	await page.selectOption("[name='bulk-status']", "Hold");
});

it("at 1440 px mails are as low as the rows of lists, and links in tables are underlined only when pointed at", async () => {
	const { page } = await openConsole();
	await page.setViewportSize({ width: 1440, height: 844 });
	const lines = (selector: string) =>
		page.locator(selector).evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
	await page.goto("/admin/proposals");
	expect(new Set(await lines("table a"))).toEqual(new Set(["none"]));
	await page.hover("tbody th a");
	expect((await lines("tbody th a"))[0]).toBe("underline");
	await page.goto("/admin/mail");
	const heights = await page.locator(".outbox > li").evaluateAll((rows) => rows.map((row) => row.clientHeight));
	expect([heights.length, heights.filter((height) => height > 40)]).toEqual([4, []]);
	expect((await page.locator(".outbox summary").allTextContents()).join()).not.toContain("UTC");
});

it("at 320 px the labels of every list stand in one line with the title and with their values", async () => {
	const { page, portal } = await openConsole();
	await sendWork(portal, {});
	await sendProject(portal, {});
	await sendRegistration(portal);
	await page.setViewportSize({ width: 320, height: 800 });
	for (const list of ["proposals", "aigc", "nominations", "forum", "tracks", "team", "schedule/grid"]) {
		await page.goto(`/admin/${list}`);
		const labels = await page.locator("tbody [data-label]").evaluateAll((cells) =>
			cells.map((cell) => {
				const before = getComputedStyle(cell, "::before");
				const inset = Number.parseFloat(getComputedStyle(cell).paddingLeft) + Number.parseFloat(before.marginLeft);
				const select = cell.querySelector("select")?.getBoundingClientRect();
				const lower = select ? Number.parseFloat(before.lineHeight) - select.height : 0;
				return [cell.getAttribute("data-label"), inset, Math.round(lower)];
			}),
		);
		expect(labels.length).toBeGreaterThan(0);
		expect([list, labels.filter(([, inset, lower]) => inset !== 0 || lower !== 0)]).toEqual([list, []]);
	}
});

it.each([
	[320, "en-US", true],
	[390, "zh-CN", false],
] as const)(
	"the first entry of a list stands on the first screen, %i px, %s",
	async (width, locale, javaScriptEnabled) => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "First", tracks: "ai-next" }, { title: "Second" }, { title: "Third" });
		await sendWork(portal, {});
		await sendProject(portal, {});
		await sendRegistration(portal);
		const page = await openPage(portal.origin, { locale, javaScriptEnabled, viewport: { width, height: 700 } });
		await enterConsole(portal, page, "/admin");
		for (const path of ["/admin/proposals", "/admin/aigc", "/admin/nominations", "/admin/forum", "/proposals"]) {
			await page.goto(path);
			const title = await page.locator("tbody th a").first().boundingBox();
			expect([path, title && title.y + title.height < 700]).toEqual([path, true]);
		}
		// What is folded is said, and one link away.
		await page.goto("/admin/proposals?status=New&track=ai-next");
		const link = page.locator(".unfold-filters");
		const said = locale === "zh-CN" ? /^筛选与排序：.+、新提交$/ : /^Filters and order: AI Next, New$/;
		expect(await link.textContent()).toMatch(said);
		const folded = page.locator(".filters select, .card-table thead a");
		expect(await folded.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(0);
		await link.click();
		await page.waitForURL(/filters=open/);
		await page.locator(".filters [name=status]").selectOption("");
		await page.click(".filters button[type=submit]");
		await page.waitForURL((url) => url.searchParams.get("track") === "ai-next" && !url.searchParams.get("status"));
		expect(await page.locator("tbody th a").allTextContents()).toEqual(["First"]);
	},
);
