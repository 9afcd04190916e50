import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

const LABELS = { "en-US": "Email Already Sent (View Only)", "zh-CN": "邮件已发送（仅供查看）" } as const;

/** The words of a link that can be seen: inside of all that would cut them off, and of the window. */
function seen(page: Page, selector: string) {
	return page
		.locator(selector)
		.first()
		.evaluate((link) => {
			const words = document.createRange();
			words.selectNodeContents(link);
			const text = words.getBoundingClientRect();
			const isInside = (box: { left: number; right: number; top: number; bottom: number }) =>
				text.left >= box.left - 1 &&
				text.right <= box.right + 1 &&
				text.top >= box.top - 1 &&
				text.bottom <= box.bottom + 1;
			let inside = isInside({ left: 0, right: innerWidth, top: text.top, bottom: text.bottom });
			for (let outer: Element | null = link; outer && outer !== document.body; outer = outer.parentElement) {
				const style = getComputedStyle(outer);
				if (style.overflowX !== "visible" && style.display !== "inline")
					inside &&= isInside(outer.getBoundingClientRect());
			}
			return inside ? link.textContent?.trim() : `cut off: ${link.textContent}`;
		});
}

describe.each(["en-US", "zh-CN"] as const)("an acceptance email that was sent, %s", (locale) => {
	it("is named in full in the list, and in the details", async () => {
		const portal = await openPortal();
		for (const title of [
			"First",
			"A title that needs all the room that it is given, and more than that of the column",
		]) {
			const id = await sendTalk(portal, { title, tracks: "ai-next" });
			portal.sqlite.exec(`update entries set status = 'Accept' where id = ${id}`);
		}
		portal.sqlite.exec(
			"insert into outbox (kind, dedupe_key, entry_id, to_address, subject, body, message_id, state, next_at, created_at, sent_at) " +
				"select 'accept', 'accept:' || id, id, email, 's', 't', 'm' || id, 'sent', 1, 1, 1 from entries",
		);
		const page = await openPage(portal.origin, { locale, viewport: { width: 1280, height: 800 } });
		await enterConsole(portal, page, "/admin/proposals");
		for (const width of [1000, 1280, 1440, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			await page.goto("/admin/proposals");
			await page.waitForSelector("tbody td.mails-cell a");
			expect([width, await seen(page, "tbody a[href*='modal=email']")]).toEqual([width, LABELS[locale]]);
			await page.goto("/admin/proposals?modal=details&id=2");
			await page.waitForSelector(".reading-pane .history");
			const inDetails = ".reading-pane a[href*='modal=email']";
			expect([width, await seen(page, inDetails)]).toEqual([width, LABELS[locale]]);
		}
	});
});
