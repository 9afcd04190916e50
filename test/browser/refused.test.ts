import { describe, expect, it } from "vitest";
import { openConsole } from "../support/console-page.ts";
import { sendRegistration } from "../support/entries.ts";
import { column } from "../support/keyboard.ts";
import { ADMIN } from "../support/portal.ts";

describe("a refusal because someone else was faster shows the current state", () => {
	it("in the list, after an undo that could not undo everything", async () => {
		const { portal, page } = await openConsole();
		await page.check("thead input");
		await page.selectOption("[name=bulk-status]", "Reject");
		await page.click("[name='do.bulk-status']");
		await page.waitForSelector(":text('Reject 3')");
		portal.sqlite.exec("update entries set status = 'Accept' where id = 2");
		await page.click("[name='do.undo']");
		await page.waitForSelector(".toasts :text('Failed to update status: Entry 2 was not saved')");
		await page.waitForSelector("[name='do.undo']", { state: "detached" });
		const shown = await page
			.locator("tbody select[name^=status-]")
			.evaluateAll((all) => (all as HTMLSelectElement[]).map(({ value }) => value));
		expect(shown).toEqual(["New", "Accept", "New"]);
		expect(column(portal, "status")).toEqual(["New", "Accept", "New"]);
	});

	it("in the panel: what was chosen stays, and is saved on what holds now", async () => {
		const { portal, page } = await openConsole();
		await page.click("a[aria-label$=', Third']");
		await page.check("dialog [name=keywords][value=Security]");
		portal.sqlite.exec(`update entries set keywords = '["AI"]' where id = 3`);
		await page.click("dialog button.primary");
		await page.waitForSelector("dialog :text('AI')");
		await page.waitForSelector(`dialog [name=had-keywords][value='["AI"]']`, { state: "attached" });
		expect(await page.isChecked("dialog [name=keywords][value=Security]")).toBe(true);
		await page.click("dialog button.primary");
		await page.waitForSelector("dialog", { state: "detached" });
		expect(column(portal, "keywords")[2]).toBe('["Security"]');
	});

	it("in the notes of the forum", async () => {
		const { portal, page } = await openConsole();
		const id = await sendRegistration(portal, { name: "Guest" });
		await page.goto(`/admin/forum?modal=details&id=${id}`);
		await page.fill("[name=invitationContact]", "Mine");
		portal.sqlite.exec(
			`update entries set answers = json_set(answers, '$.invitationContact', 'Theirs') where id = ${id}`,
		);
		await page.click("[name='do.notes']");
		await page.waitForFunction(
			() => document.querySelector<HTMLInputElement>("[name=invitationContact]")?.value === "Theirs",
		);
		await page.fill("[name=invitationContact]", "Ours");
		await page.click("[name='do.notes']");
		await page.waitForSelector(":text('Notes saved.')");
		expect(column(portal, "answers ->> '$.invitationContact'").at(-1)).toBe("Ours");
	});

	it("in a mail: the one that went, to be looked at", async () => {
		const { portal, page } = await openConsole();
		portal.sqlite.exec("update entries set status = 'Hold' where id = 1");
		await page.goto("/admin/proposals");
		await page.click("td.mails-cell a[href*='id=1']");
		await page.fill("dialog [name=subject]", "Mine");
		const other = portal.agent();
		await other.post("/login").type("form").send(ADMIN).expect(303);
		await other
			.post("/admin/proposals?modal=email&id=1&letter=hold")
			.set("Sec-Fetch-Site", "same-origin")
			.type("form")
			.send({ id: "1", letter: "hold", subject: "Theirs", body: "Hello", "do.send": "1" })
			.expect(303);
		await page.click("dialog [name='do.send']");
		await page.waitForSelector("dialog :text('This email is already in the outbox')");
		await page.waitForSelector("dialog [name='do.send']", { state: "detached" });
		expect(await page.inputValue("dialog [name=subject]")).toBe("Theirs");
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'hold'").pluck().get()).toBe(1);
	});
});

describe("after the session has ended", () => {
	/** What the framework says for itself when it cannot read the page that it was led to. */
	const expected = /^(Failed to load resource: |SyntaxError)/;

	it("a dialog keeps what was typed, says so, and offers the way to log in beside it", async () => {
		const { portal, page } = await openConsole({ expected });
		portal.sqlite.exec("update entries set status = 'Hold' where id = 1");
		await page.goto("/admin/proposals");
		await page.click("td.mails-cell a[href*='id=1']");
		await page.fill("dialog [name=subject]", "My own words");
		portal.sqlite.exec("update sessions set revoked_at = 1");
		await page.click("dialog [name='do.send']");
		await page.waitForSelector("dialog [role=alert]:has-text('Please log in first.')");
		expect(await page.inputValue("dialog [name=subject]")).toBe("My own words");
		const [tab] = await Promise.all([page.context().waitForEvent("page"), page.click("dialog [role=alert] a")]);
		await tab.fill("[name=email]", ADMIN.email);
		await tab.fill("[name=password]", ADMIN.password);
		await tab.click("button.primary");
		await tab.waitForURL(/admin/);
		await page.click("dialog [name='do.send']");
		await page.waitForSelector("dialog", { state: "detached" });
		expect(portal.sqlite.prepare("select subject from outbox where kind = 'hold'").pluck().get()).toBe("My own words");
	});

	it.each([
		["list with filters", "/admin/proposals", "text=Forum", "/admin/forum"],
		["outbox", "/admin/mail", "nav a:has-text('Proposals')", "/admin/proposals"],
	])("the way from the %s to another page leads there by way of the log-in page", async (_, from, link, to) => {
		const { portal, page } = await openConsole({ expected });
		await page.goto(from);
		await page.waitForLoadState("networkidle");
		portal.sqlite.exec("update sessions set revoked_at = 1");
		await page.click(link);
		await page.waitForURL(/return=%2Fadmin%2F/);
		await page.fill("[name=email]", ADMIN.email);
		await page.fill("[name=password]", ADMIN.password);
		await page.click("button.primary");
		await page.waitForURL((url) => url.pathname === to);
	});
});
