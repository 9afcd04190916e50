import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { openPage } from "../support/browser.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { enterConsole, makeMember } from "../support/sessions.ts";
import { portrait, talk } from "../support/talks.ts";

const phone = { viewport: { width: 320, height: 640 } };
const heightOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0;

describe("on a phone", () => {
	it("the site header wraps by words, not into stacked buttons", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, phone);
		await page.goto("/hangzhou");
		const height = await heightOf(page, ".brand");
		expect(height).toBeGreaterThanOrEqual(44);
		expect(height).toBeLessThanOrEqual(70);
	});

	it.each([
		["en-US", 390, ["Console", "Dashboard"]],
		["en-US", 320, ["Dashboard"]],
		["zh-CN", 390, ["管理后台", "个人中心"]],
		["zh-CN", 320, ["个人中心"]],
		// One row, also over a page of text, which is narrower.
		["en-US", 1280, ["Console", "Dashboard", "Log out"]],
	])("the header has two rows at most for whoever is logged in, %s at %i px", async (locale, width, account) => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["One"]);
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await release(portal);
		const page = await openPage(portal.origin, { locale, viewport: { width, height: 640 } });
		await enterConsole(portal, page, "/dashboard");
		const words = page.locator("header :is(a, button):visible");
		const rows = await words.evaluateAll((all) => {
			const middles = all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
			return middles.filter((middle, index) => index === 0 || Math.abs(middle - (middles[index - 1] ?? 0)) > 8);
		});
		expect(await page.locator("header .account :is(a, button):visible").allTextContents()).toEqual(account);
		// The name, the parts below it, and the account beside the name.
		if (width < 1000) expect([rows.length, rows[0]]).toEqual([3, rows[2]]);
		else expect(rows).toHaveLength(1);
		// What the header leaves out.
		expect(await page.locator('main form[action="/logout"] button:visible').count()).toBe(1);
	});

	it.each([320, 1440])(
		"language and theme are at the foot of every page, below the same line, at %i px",
		async (width) => {
			const portal = await openPortal();
			const page = await openPage(portal.origin, { viewport: { width, height: 640 } });
			const placeOf = (path: string) =>
				page.goto(path).then(() =>
					page.evaluate(() => {
						const place = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
						const [switches, line, footer] = [".preferences", ".site-footer p", ".site-footer"].map(place);
						if (!switches || !line || !footer) return;
						// Fractions of a pixel are of the line of text above.
						const apart = [switches.left - line.left, switches.top - line.bottom, footer.bottom - switches.bottom];
						return apart.map((pixels) => Math.round(pixels / 4));
					}),
				);
			const expected = await placeOf("/nowhere");
			expect(expected?.[0]).toBe(0);
			for (const path of ["/hangzhou", "/proposals", "/schedule", "/login?ended=1", "/", "/register"])
				expect([path, await placeOf(path)]).toEqual([path, expected]);
			await enterConsole(portal, page);
			for (const path of ["/admin/mail", "/admin/editor", "/admin/schedule"])
				expect([path, await placeOf(path)]).toEqual([path, expected]);
		},
	);

	it.each(["en-US", "zh-CN"])("shows the calls and the whole login form at once, %s", async (locale) => {
		const portal = await openPortal();
		// With a schedule there are more lines above.
		const [id = 0] = await sendAccepted(portal, ["One"]);
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await release(portal);
		const page = await openPage(portal.origin, { locale, viewport: { width: 390, height: 844 } });
		await page.goto("/");
		expect(await page.locator(".calls li").count()).toBeGreaterThan(3);
		for (const selector of [".calls li:last-child", ".log-in form button.primary"]) {
			const box = await page.locator(selector).boundingBox();
			expect((box?.y ?? Number.NaN) + (box?.height ?? 0), selector).toBeLessThanOrEqual(844);
		}
	});

	it("a card labels its values, except number and title", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await submitForm(agent, (await agent.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
		const page = await openPage(portal.origin, phone);
		await enterConsole(portal, page, "/admin/proposals?filters=open");
		await page.waitForSelector(".tick-all");
		const labels = await page
			.locator("tbody :is(td, th)")
			.evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
		expect(labels).toEqual([
			"none",
			"none",
			"none",
			'"Speaker"',
			'"Track"',
			'"Panel"',
			'"Updated"',
			'"Status"',
			'"Email"',
		]);
		const sortable = ["# ▼", "Talk", "Speaker", "Track", "Updated", "Status"];
		expect(await page.locator("thead th:visible a").allTextContents()).toEqual(sortable);
		await page.check("thead [type=checkbox]");
		expect(await page.locator("tbody :checked[type=checkbox]").count()).toBe(1);
		await page.click("thead a:text-is('Speaker')");
		await page.waitForURL(/sort=name/);
	});
});

it("on a phone the drag handle of a talk is beside its title, and its buttons in one line below", async () => {
	const portal = await openPortal();
	const [id = 0] = await sendAccepted(portal, ["A talk whose title takes more than one line on a phone", "Another"]);
	await place(portal, id, ["day1", "ai-next", "10:00"]);
	const page = await openPage(portal.origin, { ...phone, hasTouch: true, isMobile: true });
	await enterConsole(portal, page, "/admin/schedule?entries=ai-next&track=ai-next");
	const box = async (selector: string) => {
		const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
		return { left: x, right: x + width, top: y, bottom: y + height, width, height };
	};
	for (const card of [".placed-talk", ".board-entry"]) {
		const grip = await box(`${card} .drag-handle`);
		const title = await box(`${card} b`);
		expect([grip.width, grip.height]).toEqual([44, 44]);
		expect(grip.left).toBeGreaterThanOrEqual(title.right);
		expect(grip.right).toBeLessThanOrEqual(320);
		expect(Math.abs(grip.top - title.top)).toBeLessThan(16);
	}
	const [move, remove] = [
		await box(".placed-talk .placed-tools a"),
		await box(".placed-talk .placed-tools button:not(.drag-handle)"),
	];
	expect(Math.max(move.top, remove.top)).toBeLessThan(Math.min(move.bottom, remove.bottom));
	expect((await box(".placed-talk .drag-handle")).bottom).toBeLessThanOrEqual(remove.top);
});

describe("on a wide screen", () => {
	it("the two buttons of the thank-you page stand side by side", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { viewport: { width: 1280, height: 800 } });
		await page.goto("/thank-you?entry=talk-1");
		const tops = await page
			.locator(".actions .button")
			.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
		expect(tops).toHaveLength(2);
		expect(new Set(tops).size).toBe(1);
	});
});

describe("the tables of the console, with room", () => {
	const widths = async (page: Page) =>
		page.locator("section.scroll").evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));

	it("show references, marks and statuses whole at 1280 pixels; what is cut off ends with dots and is named", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "A title that is far too long for its column ".repeat(3), tracks: "ai-next" });
		await sendRegistration(portal, { name: "Somebody with a long name ".repeat(3) });
		portal.sqlite.exec(`update entries set incomplete = '["name", "companySchool"]'`);
		const page = await openPage(portal.origin, { viewport: { width: 1280, height: 800 } });
		await enterConsole(portal, page);
		/** Of each, whether it is inside its cell; whether the cut text has dots and a whole name. */
		const whole = (selector: string) =>
			page.locator(`tbody :is(${selector})`).evaluateAll((all) =>
				all.map((one) => {
					const [{ right }, cell] = [one.getBoundingClientRect(), one.closest("th, td")?.getBoundingClientRect()];
					return right <= (cell?.right ?? 0);
				}),
			);
		const cut = () =>
			page.locator("tbody th .first-line").evaluate((one) => {
				const isCut = one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === "ellipsis";
				return [isCut, one.closest("[title]")?.getAttribute("title") === one.textContent];
			});
		await page.waitForSelector("html.improved tbody");
		expect(await whole(".reference, .status[title], .choice-cell.status-dot select")).toEqual([true, true, true]);
		expect(await cut()).toEqual([true, true]);
		expect(await page.locator("[name=track-1]").getAttribute("title")).toBe("AI Next");
		await page.goto("/admin/forum");
		await page.waitForSelector("html.improved tbody");
		expect(await whole(".reference, .choice-cell.status-dot select")).toEqual([true, true]);
		expect(await cut()).toEqual([true, true]);
	});

	it.each([1440, 1000])("have all their columns on a screen of %i pixels, whatever is in them", async (width) => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "W".repeat(200), tracks: "ai-next" });
		await sendRegistration(portal, { name: "W".repeat(80) });
		portal.sqlite.exec(`update tracks set label = '${"W".repeat(200)}' where id = 'ai-next'`);
		portal.sqlite.exec(`update entries set panelists = '["ai-next"]' where category = 'hangzhou'`);
		const page = await openPage(portal.origin, { viewport: { width, height: 900 } });
		await enterConsole(portal, page);
		await page.waitForSelector("html.improved tbody");
		// Column widths as in a large call.
		const manyDigits = () => page.locator("tbody td.number-cell").evaluate((cell) => cell.replaceChildren("10001"));
		await manyDigits();
		const talks = await widths(page);
		expect(talks.scrollWidth).toBe(talks.clientWidth);
		// Two lines with air around them, borders included: a third would be a column that is too narrow.
		if (width > 1200) expect((await page.locator("tbody tr").boundingBox())?.height).toBeLessThanOrEqual(48);
		if (width < 1024) await page.setViewportSize({ width: 1024, height: 900 });
		await page.goto("/admin/forum");
		await page.waitForSelector("html.improved tbody");
		if (width > 1200) await manyDigits();
		const registrations = await widths(page);
		expect(registrations.scrollWidth).toBe(registrations.clientWidth);
	});
});

describe("the console's buttons for saving", () => {
	it.each([
		["off", false, 2],
		["on", true, 0],
	])("with scripts %s", async (_name, javaScriptEnabled, count) => {
		const portal = await openPortal();
		const agent = portal.agent();
		await submitForm(agent, (await agent.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await enterConsole(portal, page);
		await page.waitForSelector("tbody tr");
		await expect.poll(() => page.locator(".table-tools button:visible, td button:visible").count()).toBe(count);
	});
});

it.each([320, 1280])("addresses of the team are whole, however long: %d px", async (width) => {
	const portal = await openPortal();
	const email = `${"very-long-".repeat(5)}address@department-of-applied-sciences.example`;
	await register(portal, email);
	makeMember(portal, email, "organiser");
	const page = await openPage(portal.origin);
	await page.setViewportSize({ width, height: 800 });
	await enterConsole(portal, page, "/admin/team");
	const cut = await page
		.locator("main th")
		.evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length);
	expect([cut, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([0, width]);
	expect(await page.locator("main table").textContent()).toContain(email);
});
