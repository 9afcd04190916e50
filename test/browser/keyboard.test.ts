import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { column, expectFocus, isGone, openConsole, press, tabTo, toast, write } from "../support/keyboard.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { appoint } from "../support/sessions.ts";
import { openMailbox, until } from "../support/smtp.ts";

const titles = (page: Page) => page.locator("tbody th a").allTextContents();

it("logging in by keyboard alone", async () => {
	const portal = await openPortal();
	await appoint(portal);
	const page = await openPage(portal.origin);
	await page.goto("/login");
	await write(page, "[name=email]", ADMIN.email);
	await write(page, "[name=password]", ADMIN.password);
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/admin(#|$)/);
});

describe("by keyboard alone, the table of talks", () => {
	it("is searched, filtered, sorted and paged", async () => {
		const portal = await openPortal();
		for (let n = 1; n <= 14; n += 1) await sendTalk(portal, { title: `Talk ${String(n).padStart(2, "0")}` });
		await portal.db.write(() => portal.sqlite.exec("update entries set status = 'Hold' where id in (3, 13)"));
		const page = await openConsole(portal, "/admin/proposals");
		await press(page, "main [rel=next]");
		await page.waitForURL(/page=2/);
		await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 2);
		// The next-page link is gone: its neighbour has the focus.
		await expectFocus(page, "main [rel=prev]");
		await page.keyboard.press("Enter");
		await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 12);
		await expectFocus(page, "main [rel=next]");
		await tabTo(page, "thead a[href*=title]", "Shift+Tab");
		await page.keyboard.press("Enter");
		await page.waitForURL(/sort=title/);
		await expectFocus(page, "thead a[href*=title]");
		await page.waitForSelector("th[aria-sort=ascending]");
		expect((await titles(page))[0]).toBe("Talk 01");
		await tabTo(page, ".filters [name=status]", "Shift+Tab");
		await page.keyboard.type("Ho");
		await tabTo(page, ".filters button");
		await page.keyboard.press("Enter");
		await page.waitForURL(/status=Hold/);
		await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 2);
		await expectFocus(page, ".filters button");
		await tabTo(page, "[name=q]", "Shift+Tab");
		await page.keyboard.type("13");
		await page.keyboard.press("Enter");
		await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
		expect(await titles(page)).toEqual(["Talk 13"]);
		await expectFocus(page, "[name=q]");
	});

	it("takes a status at once, even if the row then leaves the filter", async () => {
		const portal = await openPortal();
		for (const title of ["First", "Second", "Third"]) await sendTalk(portal, { title });
		const page = await openConsole(portal, "/admin/proposals?status=New");
		await tabTo(page, "[name=status-2]");
		await page.keyboard.type("Acc");
		await page.waitForSelector("tr.row-gone:has([name=status-2])");
		expect(column(portal, "status")).toEqual(["New", "Accept", "New"]);
		await expectFocus(page, "[name=status-2]");
	});

	it("saves a track; an entry and its panel open, close and return the focus", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "First", tracks: "ai-next" });
		const page = await openConsole(portal, "/admin/proposals");
		await tabTo(page, "[name=track-1]");
		await page.keyboard.type("Embod");
		await press(page, "[aria-label='Save the choices for First']");
		await toast(page, "“First”: Embodied AI");
		expect(column(portal, "track_id")).toEqual(["embodied-ai"]);
		await expectFocus(page, "[name=track-1]");
		await press(page, "tbody th a");
		await page.waitForSelector(".reading-pane h1:has-text('First')");
		await page.keyboard.press("Escape");
		await isGone(page, ".reading-pane");
		await expectFocus(page, "tbody th a");
		await press(page, ".panel-cell a");
		await page.waitForSelector("dialog[open]");
		await press(page, "dialog [name=keywords][value=Security]", "Space");
		await press(page, "dialog button.primary");
		await toast(page, "Panelist tracks and keywords saved.");
		await isGone(page, "dialog");
		expect(column(portal, "keywords")).toEqual(['["Security"]']);
		await expectFocus(page, ".panel-cell a");
	});

	it("lets a mail be changed and sent", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await sendTalk(portal, { title: "First", email: "speaker@example.org" });
		await portal.db.write(() => portal.sqlite.exec("update entries set status = 'Accept'"));
		const page = await openConsole(portal, "/admin/proposals");
		await press(page, "td.mails-cell a");
		await page.waitForSelector("dialog[open]");
		await write(page, "dialog [name=subject]", " ");
		await press(page, "dialog [name='do.send']");
		// The messages over the page are under the dialog.
		await page.waitForSelector("dialog [role=alert]:has-text('Enter a subject and a text')");
		await expectFocus(page, "dialog [name='do.send']");
		await tabTo(page, "dialog [name=subject]", "Shift+Tab");
		await page.keyboard.press("Control+A");
		await page.keyboard.type("Please confirm your talk");
		await tabTo(page, "dialog [name=body]");
		await page.keyboard.press("Control+End");
		await page.keyboard.type("See you there!");
		await press(page, "dialog [name='do.send']");
		await toast(page, "Acceptance email sent successfully!");
		await isGone(page, "dialog");
		await expectFocus(page, "td.mails-cell a");
		const letters = mailbox.mails.filter(({ subject }) => subject === "Please confirm your talk");
		expect(letters.map(({ to, text }) => [to[0]?.address, text?.includes("See you there!")])).toEqual([
			["speaker@example.org", true],
		]);
		await page.keyboard.press("Enter");
		await page.waitForSelector("dialog[open]:has-text('Email Already Sent (View Only)')");
	});

	it("changes, exports and undoes many rows", async () => {
		const portal = await openPortal();
		for (const title of ["First", "Second", "Third"]) await sendTalk(portal, { title, tracks: "ai-next" });
		const page = await openConsole(portal, "/admin/proposals");
		await press(page, "[name=ids][value='3']", "Space");
		await press(page, "[name=ids][value='1']", "Space");
		await page.waitForSelector(".bulk-tools legend:has-text('2 selected')");
		await tabTo(page, "[name=bulk-status]");
		await page.keyboard.type("Hold");
		await press(page, "[name='do.bulk-status']");
		await toast(page, "2 entries changed:");
		expect(column(portal, "status")).toEqual(["Hold", "New", "Hold"]);
		await expectFocus(page, "[name='do.bulk-status']");
		await tabTo(page, "[name=bulk-track]");
		await page.keyboard.type("Embod");
		await press(page, "[name='do.bulk-track']");
		await until(() => column(portal, "track_id")[0] === "embodied-ai");
		expect(column(portal, "track_id")).toEqual(["embodied-ai", "ai-next", "embodied-ai"]);
		await page.waitForSelector("p:has-text('Last bulk change'):has-text('Embodied AI')");
		await tabTo(page, ".bulk-tools [name='do.csv']");
		const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
		const lines = readFileSync(await download.path(), "utf8")
			.trim()
			.split("\r\n");
		expect([download.suggestedFilename(), lines.length, lines[1]?.slice(0, 2), lines[2]?.slice(0, 2)]).toEqual([
			"proposals-07-01-10-00.csv",
			3,
			"3,",
			"1,",
		]);
		await press(page, "form:has(table) [name='do.undo']");
		await toast(page, "Undone for 2 entries.");
		await isGone(page, "[name='do.undo']");
		expect(column(portal, "track_id")).toEqual(["ai-next", "ai-next", "ai-next"]);
		await expectFocus(page, "thead a");
	});

	it("shows errors as messages that can be read and dismissed", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "First" });
		const page = await openConsole(portal, "/admin/proposals");
		await press(page, "[name=ids][value='1']", "Space");
		await press(page, "[name='do.bulk-status']");
		await toast(page, "Choose a value first.");
		await expectFocus(page, "[name='do.bulk-status']");
		await press(page, ".toasts button");
		await isGone(page, ".toasts .banner");
		await expectFocus(page, "main a");
	});
});
