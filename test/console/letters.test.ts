import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendRegistration } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { rowsOf } from "../support/table.ts";
import { sendTalks } from "../support/talks-sent.ts";

const FORM = { selector: "main form", press: "do.send" };
const accept = (portal: TestPortal, id = 1) =>
	portal.sqlite.exec(`update entries set status = 'Accept' where id = ${id}`);
const letters = (portal: TestPortal) =>
	portal.sqlite.prepare("select state from outbox where kind = 'accept' order by id").pluck().all();

describe("the acceptance email", () => {
	it("is shown exactly as it is sent, can be changed, is sent once, and is view-only afterwards", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await sendTalks(portal, { title: "Compilers", email: "li@example.org" });
		accept(portal);
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=email&id=1").expect(200)).text;
		expect(shownValue(page, "subject")).toBe("Hangzhou 2025: your talk was accepted, please confirm");
		expect(shownValue(page, "body")).toContain("your talk “Compilers” was accepted for Hangzhou 2025.");
		const body = `${shownValue(page, "body")}\nP.S. Bring the robot.`;
		const sent = await submitForm(admin, page, { body }, FORM).expect(200);
		expect(textOfPage(sent.text)).toContain("Acceptance email sent successfully!");
		const mail = await until(() => mailbox.mails.find(({ subject }) => subject?.includes("accepted")));
		expect(mail.to).toEqual([expect.objectContaining({ address: "li@example.org" })]);
		expect(mail.text).toContain("P.S. Bring the robot.");
		const again = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		expect(textOfPage(again)).toContain("Email Already Sent (View Only)");
		expect(again).not.toContain("do.send");
		expect((await admin.get("/admin/proposals")).text).toContain("Email Already Sent (View Only)");
		const twice = await submitForm(admin, page, { body }, FORM).expect(409);
		expect(textOfPage(twice.text)).toContain("Failed to send email: ");
		expect(letters(portal)).toEqual(["sent"]);
		expect(textOfPage((await admin.get("/admin/proposals?modal=details&id=1")).text)).toContain("Email sent · Accept");
		expect((await portal.agent().get("/api/entries")).body).toEqual([expect.objectContaining({ emailSent: true })]);
	});

	it("is in the speaker's language", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "编译器" });
		portal.sqlite.exec("update entries set locale = 'zh', status = 'Accept'");
		const page = (await (await portal.admin()).get("/admin/proposals?modal=email&id=1")).text;
		expect(shownValue(page, "subject")).toBe("Hangzhou 2025：您的演讲已获录用，请确认");
	});

	it("is sent only while the status is Accept, and is cancelled if that changes before it is sent", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const early = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		expect(textOfPage(early)).toContain("This email can be sent only while the status is Accept. It is New now.");
		expect(early).not.toContain("do.send");
		accept(portal);
		const page = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		// Said before the text is read, not below it.
		expect(textOfPage(page)).toContain(
			"Email is not set up. Emails are saved in the outbox and not sent.\nThis is the exact text of the email",
		);
		const queued = await submitForm(admin, page, {}, FORM).expect(200);
		expect(textOfPage(queued.text)).toContain("The email is saved in the outbox. It is not sent");
		const set = (was: string, to: string) =>
			admin
				.post("/admin/proposals")
				.set("Sec-Fetch-Site", "same-origin")
				.type("form")
				.send({ "was-1": was, "status-1": to });
		await set("Accept", "Reject").expect(303);
		expect(letters(portal)).toEqual(["cancelled"]);
		await set("Reject", "Accept").expect(303);
		await submitForm(admin, (await admin.get("/admin/proposals?modal=email&id=1")).text, {}, FORM).expect(200);
		expect(letters(portal)).toEqual(["cancelled", "pending"]);
	});

	it("refused by the mail server says why, and can be retried without a duplicate", async () => {
		const mailbox = await openMailbox();
		mailbox.refuse(550, "mailbox unknown");
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await sendTalks(portal, { title: "A" });
		portal.sqlite.exec("delete from outbox");
		portal.start();
		accept(portal);
		const admin = await portal.admin();
		portal.sqlite.exec("delete from outbox");
		const page = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		const failed = await submitForm(admin, page, {}, FORM).expect(422);
		expect(textOfPage(failed.text)).toMatch(/Failed to send email: .*mailbox unknown/);
		const outbox = (await admin.get("/admin/mail?state=failed")).text;
		expect(textOfPage(outbox)).toContain("mailbox unknown");
		mailbox.refuse(undefined);
		const id = portal.sqlite.prepare("select id from outbox where kind = 'accept'").pluck().get();
		const form = { selector: 'main form[method="post"]', press: `do.retry.${id}` };
		const retried = await submitForm(admin, outbox, {}, form).expect(200);
		expect(textOfPage(retried.text)).toContain("The email is waiting to be sent again.");
		await until(() => letters(portal)[0] === "sent");
		expect(mailbox.mails).toHaveLength(1);
		const twice = await submitForm(admin, outbox, {}, form).expect(409);
		expect(textOfPage(twice.text)).toContain("Only a failed email can be tried again.");
		expect(mailbox.mails).toHaveLength(1);
	});

	it("has counterparts, waiting list and rejection: the one that fits the status opens", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const opened = async () => {
			const { text } = await admin.get("/admin/proposals?modal=email&id=1");
			const tab = parse(text).querySelector(".tabs a[aria-current]")?.getAttribute("href");
			return new URLSearchParams(tab?.split("?")[1]).get("letter");
		};
		expect(await opened()).toBe("accept");
		portal.sqlite.exec("update entries set status = 'Hold'");
		expect(await opened()).toBe("hold");
		portal.sqlite.exec("update entries set status = 'Reject'");
		const page = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		expect(shownValue(page, "letter")).toBe("reject");
		expect(shownValue(page, "subject")).toBe("Hangzhou 2025: about your talk proposal");
		const listed = async () => rowsOf((await admin.get("/admin/proposals")).text)[0]?.at(-1);
		expect(await listed()).toBe("Emails");
		await submitForm(admin, page, {}, FORM).expect(200);
		expect(await listed()).toBe("Saved");
		const read = (await admin.get("/admin/proposals?modal=details&id=1")).text;
		expect(textOfPage(read)).toContain("Emails: Saved");
		const empty = await submitForm(admin, page, { subject: " " }, FORM).expect(422);
		expect(textOfPage(empty.text)).toContain("Enter a subject and a text");
		expect(
			portal.sqlite.prepare("select kind, state from outbox where entry_id = 1 and kind <> 'receipt'").all(),
		).toEqual([{ kind: "reject", state: "pending" }]);
	});
});

describe("the language of a mail", () => {
	const EN = "Hangzhou 2025: your talk was accepted, please confirm";
	const ZH = "Hangzhou 2025：您的演讲已获录用，请确认";
	const RULE = `\n${"-".repeat(40)}\n\n`;

	it.each([
		["en", "zh"],
		["zh", "en"],
	] as const)(
		"is %s as the speaker's own, %s, or both with their own first, as the address says",
		async (own, other) => {
			const mailbox = await openMailbox();
			const portal = await openPortal({ SMTP_URL: mailbox.url });
			portal.start();
			await sendTalks(portal, { title: "Compilers", name: "Li", email: "li@example.org" });
			portal.sqlite.exec(`update entries set locale = '${own}', status = 'Accept'`);
			const admin = await portal.admin();
			const shown = async (language: string) => {
				const page = (await admin.get(`/admin/proposals?modal=email&id=1${language}`).expect(200)).text;
				return { page, subject: shownValue(page, "subject") ?? "", body: shownValue(page, "body") ?? "" };
			};
			const [unasked, first, second, both] = [
				await shown(""),
				await shown(`&language=${own}`),
				await shown(`&language=${other}`),
				await shown("&language=both"),
			];
			expect([unasked.subject, unasked.body]).toEqual([first.subject, first.body]);
			expect([first.subject, second.subject]).toEqual(own === "en" ? [EN, ZH] : [ZH, EN]);
			expect(both.subject).toBe(`${first.subject} / ${second.subject}`);
			expect(both.body).toBe(first.body + RULE + second.body);
			expect((await shown("&language=klingon")).body).toBe(first.body);
			const here = "/admin/proposals?modal=email&amp;id=1&amp;letter=accept&amp;language";
			for (const one of ["en", "zh", "both"]) expect(unasked.page).toContain(`href="${here}=${one}"`);
			expect(both.page).toContain(`<form method="post" action="${here}=both"`);
			const empty = await submitForm(admin, both.page, { subject: " " }, FORM).expect(422);
			expect(shownValue(empty.text, "body")).toBe(both.body);
			await submitForm(admin, empty.text, { subject: both.subject }, FORM).expect(200);
			const mail = await until(() => mailbox.mails.find(({ subject }) => subject?.includes(" / ")));
			expect(mail.subject).toBe(both.subject);
			// The speaker's private link is shown without its key.
			const text = mail.text?.replaceAll("\r\n", "\n").replace(/key=\S+/g, "key=…");
			expect(text?.trim()).toBe(both.body.trim());
			const sent = await shown("&language=en");
			expect(sent.subject).toBe(both.subject);
			expect(sent.page).not.toContain("language=zh");
		},
	);

	it("can be chosen for the confirmation of the forum, and anew for a mail that failed", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const id = await sendRegistration(portal);
		portal.sqlite.exec("delete from outbox");
		portal.start();
		mailbox.refuse(550, "mailbox unknown");
		const admin = await portal.admin();
		portal.sqlite.exec("delete from outbox");
		const at = `/admin/forum?modal=email&id=${id}`;
		const page = (await admin.get(`${at}&language=zh`).expect(200)).text;
		expect(shownValue(page, "subject")).toBe("Hangzhou 2025：您的论坛报名已确认");
		await submitForm(admin, page, {}, FORM).expect(422);
		mailbox.refuse(undefined);
		expect(shownValue((await admin.get(at)).text, "subject")).toBe("Hangzhou 2025：您的论坛报名已确认");
		const both = (await admin.get(`${at}&language=both`)).text;
		const subject = "Hangzhou 2025: your forum registration is confirmed / Hangzhou 2025：您的论坛报名已确认";
		expect(shownValue(both, "subject")).toBe(subject);
		await submitForm(admin, both, {}, FORM).expect(200);
		const [mail] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
		expect([mail?.subject, mail?.text?.includes("-".repeat(40))]).toEqual([subject, true]);
	});
});
