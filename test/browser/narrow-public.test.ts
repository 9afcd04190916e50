import { expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { openPage } from "../support/browser.ts";
import { sendTalk, sendWork } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { openPublicSite } from "../support/public-site.ts";
import { enterAs } from "../support/sessions.ts";

it.each(["en-US", "zh-CN"])(
	"at 320 px public pages keep dates whole, and dialogs show all of them, %s",
	async (locale) => {
		const { portal, id } = await openPublicSite();
		const page = await openPage(portal.origin, { locale, viewport: { width: 320, height: 640 } });
		/** Dates in the text of the page that stand on several lines, and how many there are. */
		const dates = () =>
			page.evaluate(() => {
				const DATE = /\d{4}年\d+月\d+日(?:星期.)?|\d+ (?!May)[A-Z][a-z]+ 20\d\d/g;
				const broken: string[] = [];
				let seen = 0;
				const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
				for (let node = texts.nextNode(); node; node = texts.nextNode()) {
					for (const found of (node.textContent ?? "").matchAll(DATE)) {
						const range = document.createRange();
						range.setStart(node, found.index);
						range.setEnd(node, found.index + found[0].length);
						const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
						if (!node.parentElement?.checkVisibility() || lines.size === 0) continue;
						seen += 1;
						if (lines.size > 1) broken.push(found[0]);
					}
				}
				return { seen, broken };
			});
		for (const path of ["/schedule", `/schedule/${id}`, "/spotlight-rust", "/proposals", "/nominations-aigc"]) {
			await page.goto(path);
			const { seen, broken } = await dates();
			expect([path, seen > 0, broken]).toEqual([path, true, []]);
		}
		for (const path of ["/proposals", "/nominations-aigc"]) {
			await page.goto(path);
			await page.click("a[href*='modal=details']");
			await page.waitForSelector("dialog[open] .whole-date");
			const wide = await page.locator("dialog").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
			expect([path, wide]).toEqual([path, 0]);
		}
	},
);

it.each(["en-US", "zh-CN"])("what an entry lacks stays within a page of 320 px, %s", async (locale) => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const id = await sendWork(portal, {});
	const lacks = '["consent","country","phone","applicationFields","presentFormats","submissionFormats","org"]';
	const change = "update entries set incomplete = ?, user_id = (select id from users where email = 'mei@example.org')";
	await portal.db.write(() => void portal.sqlite.prepare(change).run(lacks));
	const page = await openPage(portal.origin, { locale, viewport: { width: 320, height: 640 } });
	await enterAs(portal, page, "mei@example.org", "/dashboard");
	for (const path of ["/dashboard", `/entry/aigc-${id}`, `/thank-you?entry=aigc-${id}`]) {
		await page.goto(path);
		const mark = page.locator(".mark-incomplete");
		expect([path, await mark.count()]).toEqual([path, 1]);
		const wide = await page.evaluate(() => document.documentElement.scrollWidth);
		expect([path, wide]).toEqual([path, 320]);
	}
});

it.each(["en-US", "zh-CN"])("dates that are wider than a line of 320 px break, %s", async (locale) => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const id = await sendTalk(portal, {});
	await portal.db.write(() => {
		portal.sqlite.prepare("update entries set user_id = (select id from users where email = 'mei@example.org')").run();
		portal.sqlite.prepare("update days set date = '2026-12-20' where date = '2025-09-14'").run();
	});
	const page = await openPage(portal.origin, { locale, viewport: { width: 320, height: 640 } });
	const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
	for (const path of ["/", "/login", "/proposals", "/schedule"]) {
		await page.goto(path);
		expect([path, await wide()]).toEqual([path, 320]);
	}
	await enterAs(portal, page, "mei@example.org", "/dashboard");
	for (const path of ["/dashboard", `/entry/talk-${id}`, `/thank-you?entry=talk-${id}`]) {
		await page.goto(path);
		expect([path, await wide()]).toEqual([path, 320]);
	}
});
