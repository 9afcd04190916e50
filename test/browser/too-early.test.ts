import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { column, openConsole } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { reads, settle, whole } from "../support/reading-lists.ts";

it("somebody faster than the page is told that a status pressed as the entry appears was not set, beside what was said before", async () => {
	const portal = await openPortal();
	for (const title of ["First", "Second", "Third"]) await sendTalk(portal, { title });
	const page = await openConsole(portal, "/admin/proposals?modal=details&id=3");
	await whole(page);
	await settle(page);
	portal.sqlite.exec("update entries set status = 'Hold' where id = 3");
	await page.keyboard.press("3");
	await page.waitForSelector("[role=alert]");
	await page.keyboard.press("j");
	await reads(page, "Second");
	await page.waitForSelector(".toasts [role=alert]:has-text('“Third”: Failed to update status: ')");
	await whole(page);
	await page.evaluate(() => {
		const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		const title = () => document.querySelector(".reading-pane h1")?.textContent;
		const watch = new MutationObserver(() => {
			if (title() !== "First") return;
			watch.disconnect();
			press("3");
		});
		watch.observe(document.body, { childList: true, subtree: true });
		press("j");
	});
	await reads(page, "First");
	await page.waitForSelector(`.toasts [role=status]:has-text("Not changed: press again once the entry is shown.")`);
	expect(await page.locator(".toasts [role=alert]").count()).toBe(1);
	expect(column(portal, "status")).toEqual(["New", "New", "Hold"]);
});
