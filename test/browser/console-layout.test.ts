import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atRest, openBoard } from "../support/board.ts";
import { openPage } from "../support/browser.ts";
import { openConsole } from "../support/console-page.ts";
import { toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { sendAccepted } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";
import { sendTalks } from "../support/talks-sent.ts";

const DESK = { viewport: { width: 1440, height: 900 } };

const boxOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

/** What the words of an element take. */
const wordsOf = (one: Locator) =>
	one.evaluate((element) => {
		const words = document.createRange();
		words.selectNodeContents(element);
		return words.getBoundingClientRect().toJSON() as DOMRect;
	});

describe("a list of the console", () => {
	it("has air around the lines of a row, a tick beside its number, and counts below the heading", async () => {
		const { page } = await openConsole(DESK);
		const row = page.locator("tbody tr").first();
		const [cell, title, person] = await Promise.all([
			boxOf(row),
			wordsOf(row.locator(".title-cell")),
			wordsOf(row.locator(".person-cell")),
		]);
		for (const words of [title, person]) {
			expect(words.top - cell.top).toBeGreaterThanOrEqual(3);
			expect(cell.bottom - words.bottom).toBeGreaterThanOrEqual(3);
		}
		const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
		const tick = middle(await boxOf(row.locator("input[type=checkbox]")));
		expect(Math.abs(tick - middle(await wordsOf(row.locator(".number-cell"))))).toBeLessThanOrEqual(1.5);
		expect((await boxOf(page.locator(".status-counts a").first())).left).toBe((await wordsOf(page.locator("h1"))).left);
	});

	it("keeps a row of one line at 40 pixels", async () => {
		const { page } = await openConsole(DESK);
		await page.goto("/admin/mail?state=");
		await page.goto("/admin/proposals?cols=number.status");
		const height = await page
			.locator("tbody tr")
			.first()
			.evaluate((row) => {
				for (const lower of row.querySelectorAll(".title-cell > :not(.first-line)")) lower.remove();
				return Math.round(row.getBoundingClientRect().height);
			});
		expect(height).toBe(40);
	});

	it("shows what a search found, all of it, within its column", async () => {
		const portal = await openPortal();
		const abstract = `${"Long before it. ".repeat(8)}The word needle is here, ${"and it goes on ".repeat(9)}`;
		await sendTalks(portal, { title: "One", abstract });
		const page = await openPage(portal.origin, DESK);
		await enterConsole(portal, page, "/admin/proposals?q=needle");
		const [found, mark, next] = await Promise.all([
			wordsOf(page.locator(".found-text")),
			boxOf(page.locator(".found-text mark")),
			boxOf(page.locator("tbody .person-cell").first()),
		]);
		expect(await page.locator(".found-text").textContent()).toMatch(/…$/);
		expect([found.right < next.left - 8, mark.right < next.left - 8]).toEqual([true, true]);
		expect(
			await page
				.locator(".title-cell")
				.first()
				.evaluate((cell) => cell.scrollWidth - cell.clientWidth),
		).toBe(0);
	});

	it.each([320, 768, 1440])("moves nothing aside when its columns are chosen, at %i px", async (width) => {
		const { page } = await openConsole({ viewport: { width, height: 900 } });
		await page.goto("/admin/proposals?q=i");
		const places = () =>
			page
				.locator(".list-foot nav, .list-foot summary")
				.evaluateAll((all) =>
					all.map((one) => [one.textContent, Math.round(one.getBoundingClientRect().left + scrollX)]),
				);
		const before = await places();
		const top = () => boxOf(page.locator(".list-foot nav").last());
		const line = (await top()).top;
		await page.click(".column-choice summary");
		expect(await page.locator(".column-choice [name=cols]").nth(1).isVisible()).toBe(true);
		expect(await places()).toEqual(before);
		expect((await top()).top).toBe(line);
	});

	it.each(["/admin/aigc", "/admin/nominations", "/admin/forum"])(
		"has a low button for its file, at %s",
		async (path) => {
			const portal = await openPortal();
			const page = await openPage(portal.origin, DESK);
			await enterConsole(portal, page, path);
			const button = page.locator(".bulk-tools :is(button, .button)");
			if ((await button.count()) > 0) expect((await boxOf(button)).height).toBe(32);
			else expect(await page.locator(".empty").count()).toBe(1);
		},
	);
});

it.each([
	["en-US", 1440],
	["zh-CN", 1440],
	["en-US", 1024],
])(
	"a message covers neither the heading of the board nor what is said below it, %s at %i px",
	async (locale, width) => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["What four hundred million cache misses taught us about scheduling"]);
		const page = await openBoard(portal, "/admin/schedule", { locale, viewport: { width, height: 900 } });
		await page.check(`[name=entry][value="${one}"]`);
		await page.click('[name="do.place.day1-ai-next-10:00"]');
		await toast(page, "10:00");
		await atRest(page);
		await page.evaluate(() => scrollTo(0, 0));
		const message = await boxOf(page.locator(".toasts p"));
		for (const words of ["main h1", "main h1 + p", "main .account a"]) {
			if ((await page.locator(words).count()) === 0) continue;
			const read = await wordsOf(page.locator(words));
			const isApart = read.bottom <= message.top || read.top >= message.bottom || read.right <= message.left;
			expect([words, isApart]).toEqual([words, true]);
		}
		expect(message.top).toBeGreaterThanOrEqual((await boxOf(page.locator(".site-header"))).bottom - 1);
	},
);
