import { parse } from "node-html-parser";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { atRest, choose, openBoard } from "../support/board.ts";
import { openPage } from "../support/browser.ts";
import { openConsole } from "../support/console-page.ts";
import { member } from "../support/drafts.ts";
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
		const cell = await boxOf(row);
		for (const name of [".title-cell", ".person-cell"]) {
			const words = await wordsOf(row.locator(name));
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
		const found = await wordsOf(page.locator(".found-text"));
		const mark = await boxOf(page.locator(".found-text mark"));
		const next = await boxOf(page.locator("tbody .person-cell").first());
		expect(await page.locator(".found-text").textContent()).toMatch(/…$/);
		expect([found.right < next.left - 8, mark.right < next.left - 8]).toEqual([true, true]);
	});

	it.each([320, 768, 1440])("moves nothing aside when its columns are chosen, at %i px", async (width) => {
		const { page } = await openConsole({ viewport: { width, height: 900 } });
		await page.goto("/admin/proposals?q=i");
		const places = () =>
			page.locator(".list-foot nav, .list-foot summary").evaluateAll((all) =>
				all.map((one) => {
					const { left, top } = one.getBoundingClientRect();
					// What is below what was opened goes down.
					return [one.textContent, Math.round(left), one.matches("nav") && Math.round(top + scrollY)];
				}),
			);
		// Without scripts there are further buttons above.
		await page.locator("html.improved .bulk-tools").first().waitFor();
		const before = await places();
		await page.click(".column-choice summary");
		expect(await page.locator(".column-choice [name=cols]").nth(1).isVisible()).toBe(true);
		expect(await places()).toEqual(before);
	});

	it.each(["/admin/aigc", "/admin/nominations", "/admin/forum"])(
		"has a low button for its file, at %s",
		async (path) => {
			const portal = await openPortal();
			const page = await openPage(portal.origin, DESK);
			await enterConsole(portal, page, path);
			const button = page.locator(".bulk-tools [name='do.csv']");
			await button.waitFor();
			expect((await boxOf(button)).height).toBe(32);
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
		const line = page.locator("main h1 + p");
		await choose(page, one);
		await page.click('[name="do.place.day1-ai-next-10:00"]');
		const apart = async () => {
			await atRest(page);
			await page.evaluate(() => scrollTo(0, 0));
			const message = await boxOf(page.locator(".toasts p"));
			for (const words of [await wordsOf(page.locator("main h1")), await wordsOf(line)]) {
				expect(words.top >= message.bottom || words.right <= message.left).toBe(true);
			}
			for (const link of await page.locator(".site-header a").all()) {
				const { left, right, top, bottom } = await boxOf(link);
				const isBeside = right <= message.left || left >= message.right;
				expect(isBeside || bottom <= message.top + 1 || top >= message.bottom).toBe(true);
			}
		};
		await toast(page, "10:00");
		await apart();
		await page.click(".toasts button");
		await page.waitForSelector(".placed-talk", { state: "detached" });
		await apart();
	},
);

it.each(["/admin/decisions", "/admin/forum/import", "/admin/schedule/release", "/admin/mail/texts/accept"])(
	"no field of a form is as wide as a wide window, at %s",
	async (path) => {
		const { page } = await openConsole(DESK);
		await page.goto(path);
		const fields = page.locator("main :is(select, textarea, input:not([type=hidden]))");
		await fields.first().waitFor();
		const widths = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
		expect(Math.max(...widths)).toBeLessThanOrEqual(720);
	},
);

it("two fields beside each other have their labels at one height and their boxes at another", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { ...DESK, javaScriptEnabled: false });
	await enterConsole(portal, page, "/admin/programmes/hangzhou/questions/title");
	// The samples show what visitors see, where one language may need two lines.
	const pairs = await page.locator(".side-by-side:has(> .field):not(:has(h3))").evaluateAll((all) =>
		all.map((pair) =>
			["label", "input, textarea"].map((part) => {
				const tops = [...pair.querySelectorAll(part)].map((one) => Math.round(one.getBoundingClientRect().top));
				return new Set(tops).size;
			}),
		),
	);
	expect(pairs.length).toBeGreaterThan(1);
	expect(pairs.filter((sizes) => sizes.some((size) => size > 1))).toEqual([]);
});

it("what takes something away is no primary button, in the console and on the pages of speakers", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const author = await member(portal);
	await member(portal, "sun@example.org");
	await sendTalks(portal, { title: "One" });
	portal.sqlite.exec("update entries set user_id = (select id from users where email = 'lei@example.org')");
	const id = portal.sqlite.prepare("select id from users where email = 'sun@example.org'").pluck().get();
	portal.sqlite.exec(`insert into memberships (user_id, role, created_at) values (${id}, 'organiser', 0)`);
	for (const [agent, path] of [
		[author, "/entry/talk-1?withdraw=1"],
		[author, "/account/erase"],
		[admin, `/admin/team?remove=${id}`],
	] as const) {
		const page = parse((await agent.get(path).expect(200)).text);
		const classes = page
			.querySelectorAll("main form .actions button, main form.actions button")
			.map((one) => one.getAttribute("class"));
		expect([path, classes, page.querySelector("main .primary")]).toEqual([path, ["danger"], null]);
	}
});
