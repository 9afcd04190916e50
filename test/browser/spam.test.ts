import { expect, it } from "vitest";
import { untilItAnswers } from "../support/browser.ts";
import { openConsole } from "../support/console-page.ts";
import { sendWork } from "../support/entries.ts";
import { SPAM } from "../support/spam.ts";

it("with scripts, entries are removed as spam and put back by the message or on their page", async () => {
	const { portal, page } = await openConsole();
	const presences = () => portal.sqlite.prepare("select presence from entries order by id").pluck().all();
	await page.check("[name=ids][value='1']");
	await page.check("[name=ids][value='3']");
	await page.click("text='Remove as spam'");
	await page.waitForSelector(".toasts :text('2 entries removed as spam.')");
	expect(presences()).toEqual(["spam", "active", "spam"]);
	await page.locator("tbody tr:has-text('First')").waitFor({ state: "detached" });
	await page.click(".toasts button:has-text('Undo')");
	await page.waitForSelector(".toasts :text('Undone for 2 entries.')");
	expect(presences()).toEqual(["active", "active", "active"]);

	await sendWork(portal, { title: "A work" });
	await page.goto(`${portal.origin}/admin/aigc`);
	await untilItAnswers(page);
	await page.check("[name=ids][value='4']");
	await page.click("text='Remove as spam'");
	await page.waitForSelector(".toasts :text('1 entry removed as spam.')");
	await page.click("a:text('1 entry removed as spam')");
	await page.waitForURL(`**${SPAM}`);
	await page.click("[name='do.let-in-one']");
	await page.waitForSelector("text=1 entry is back as it was.");
	expect(presences()).toEqual(["active", "active", "active", "active"]);
});
