import { describe, expect, it } from "vitest";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { column, expectFocus, isGone, openConsole, press, tabTo, toast, write } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";

describe("by keyboard alone, the other tables", () => {
	it("works and nominations take a status", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "Tutor" });
		await sendProject(portal, { projectname: "Kernel" });
		const page = await openConsole(portal, "/admin/aigc");
		await tabTo(page, "[name=status-1]");
		await page.keyboard.type("Acc");
		await until(() => column(portal, "status")[0] === "Accept");
		await expectFocus(page, "[name=status-1]");
		await press(page, '[aria-label="Details of Tutor"]');
		await page.waitForSelector(".reading-pane:has-text('AIGC Submission Details')");
		await page.keyboard.press("Escape");
		await isGone(page, ".reading-pane");
		await expectFocus(page, '[aria-label="Details of Tutor"]');
		await press(page, ".rail a[href='/admin/nominations']");
		await page.waitForSelector("[name=status-2]");
		await tabTo(page, "[name=status-2]");
		await page.keyboard.press("ArrowDown");
		await until(() => column(portal, "status")[1] === "Hold");
	});

	it("registrations take an invitation status, notes and the confirmation mail", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await sendRegistration(portal, { name: "First", email: "guest@example.org" });
		const page = await openConsole(portal, "/admin/forum");
		await tabTo(page, "[name=invitation-1]");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		await until(() => column(portal, "answers ->> '$.invitationConfirmed'")[0] === "否");
		await tabTo(page, "[name=status-1]");
		await page.keyboard.type("Acc");
		await until(() => column(portal, "status")[0] === "Accept");
		await page.waitForSelector("[name=was-1][value=Accept]", { state: "attached" });
		await press(page, '[aria-label="Details of First"]');
		await page.waitForSelector(".reading-pane .history");
		await write(page, ".reading-pane [name=invitationContact]", "Li Lei");
		await press(page, ".reading-pane [name='do.notes']");
		await toast(page, "Notes saved.");
		await page.waitForSelector(".reading-pane .history:has-text('Li Lei')");
		expect(column(portal, "answers ->> '$.invitationContact'")).toEqual(["Li Lei"]);
		await expectFocus(page, ".reading-pane [name='do.notes']");
		await press(page, ".reading-pane a.button[href*='modal=email']");
		await page.waitForSelector("dialog:has-text('Forum confirmation')");
		await expectFocus(page, "dialog header button");
		await press(page, "dialog [name='do.send']");
		await toast(page, "Forum confirmation email sent successfully!");
		await isGone(page, "dialog");
		await expectFocus(page, ".reading-pane a.button[href*='modal=email']");
		const subjects = mailbox.mails.map(({ subject }) => subject);
		expect(subjects.filter((subject) => subject?.includes("forum registration is confirmed"))).toHaveLength(1);
	});

	it("import pasted rows: checked, corrected, checked again, stored", async () => {
		const portal = await openPortal();
		const page = await openConsole(portal, "/admin/forum");
		await press(page, ".filters a[href='/admin/forum/import']");
		await page.waitForURL(/\/admin\/forum\/import/);
		await page.waitForSelector("[name=text]");
		const header = "name,email,companySchool,position,countryRegion,forumTopic";
		await write(page, "[name=text]", `${header}\n王芳,nobody,A,B,中国,ai-education`);
		await press(page, "[name='do.check']");
		await page.waitForSelector("li:has-text('Line 2: Please enter a valid email address')");
		await expectFocus(page, "[name='do.check']");
		await tabTo(page, "[name=text]", "Shift+Tab");
		await page.keyboard.press("Control+A");
		await page.keyboard.type(`${header}\n王芳,f@example.org,A,B,中国,ai-education`);
		await press(page, "[name='do.check']");
		await page.waitForSelector("[name='do.import']");
		expect(column(portal, "name")).toEqual([]);
		await expectFocus(page, "[name='do.check']");
		await press(page, "[name='do.import']");
		await page.waitForSelector("main .banner:has-text('1 registration was imported.')");
		await isGone(page, "[name='do.import']");
		expect(column(portal, "name")).toEqual(["王芳"]);
		await expectFocus(page, "main :is(a, input, textarea)");
	});
});

describe("by keyboard alone, the settings", () => {
	it("tracks are found, added, changed and retired", async () => {
		const portal = await openPortal();
		const page = await openConsole(portal, "/admin/tracks");
		const stored = (what: string) =>
			portal.sqlite.prepare(`select ${what} from tracks where label in ('Quantum', 'Quanta')`).pluck().all();
		await press(page, ".filters a.button");
		await page.waitForSelector("dialog[open]");
		await write(page, "dialog [name=label]", "Quantum");
		await page.keyboard.press("Enter");
		await page.waitForSelector("tbody th a:has-text('Quantum')");
		await isGone(page, "dialog");
		await expectFocus(page, ".filters a.button");
		await write(page, "[name=q]", "quant");
		await page.keyboard.press("Enter");
		await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
		await press(page, "tbody th a");
		await page.waitForSelector("dialog:has-text('Track Details')");
		await press(page, "dialog a.primary");
		await page.waitForSelector("dialog:has-text('Edit Track')");
		await expectFocus(page, "dialog header button");
		await write(page, "dialog [name=label]", "Quanta");
		await tabTo(page, "dialog [name=active]");
		await page.keyboard.press("ArrowRight");
		await press(page, "dialog button.primary");
		await page.waitForSelector("tbody tr:has-text('No')");
		await isGone(page, "dialog");
		await expectFocus(page, "tbody a, .filters a.button, main");
		expect([stored("label"), stored("active")]).toEqual([["Quanta"], [0]]);
	});

	it("a programme is tried out, then closed", async () => {
		const portal = await openPortal();
		const page = await openConsole(portal, "/admin/programmes");
		const form = "form[aria-labelledby=p-hangzhou]";
		await tabTo(page, `${form} [name=state]`);
		await page.keyboard.press("ArrowRight");
		await expectFocus(page, `${form} [name=state][value=closed]`);
		await tabTo(page, `${form} [name=closes]`);
		await page.keyboard.type("06012025");
		await press(page, `${form} [name='do.preview']`);
		await page.waitForSelector(`${form} .banner`);
		await expectFocus(page, `${form} [name='do.preview']`);
		expect((await portal.agent().get("/hangzhou")).text).toContain('name="abstract"');
		await tabTo(page, `${form} button.primary`, "Shift+Tab");
		await page.keyboard.press("Enter");
		await page.waitForSelector(".toasts .banner[role=status]");
		await expectFocus(page, `${form} button.primary`);
		expect((await portal.agent().get("/hangzhou")).text).not.toContain('name="abstract"');
	});

	it("a mail is tried again, another cancelled, a test mail sent", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const states = () => portal.sqlite.prepare("select state from outbox order by id").pluck().all();
		mailbox.refuse(550, "no such mailbox");
		await sendTalk(portal, { email: "first@example.org" });
		await until(() => states()[0] === "failed");
		mailbox.refuse(451, "later");
		await sendTalk(portal, { email: "second@example.org" });
		await until(() =>
			portal.sqlite.prepare("select 1 from outbox where id = 2 and state = 'pending' and attempts > 0").get(),
		);
		mailbox.refuse(undefined);
		const page = await openConsole(portal, "/admin/mail");
		await press(page, "[name='do.cancel.2']");
		await isGone(page, "[name='do.cancel.2']");
		// Never the button that takes its place: it would act when pressed again.
		await expectFocus(page, "summary");
		await press(page, "[name='do.retry.1']");
		await isGone(page, "[name='do.retry.1']");
		await expectFocus(page, "summary");
		await until(() => states()[0] === "sent");
		expect(states().slice(0, 2)).toEqual(["sent", "cancelled"]);
		const received = mailbox.mails.length;
		await press(page, "[name='do.test']");
		await until(() => mailbox.mails.some(({ subject }) => subject?.includes("test email")));
		await page.waitForSelector(".toasts p >> nth=0");
		expect(mailbox.mails.length).toBeGreaterThan(received);
		await expectFocus(page, "[name='do.test']");
	});
});
