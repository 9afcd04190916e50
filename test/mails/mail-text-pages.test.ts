import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { changeText, textPage } from "../support/mail-texts.ts";
import { openPortal } from "../support/portal.ts";
import { accept } from "../support/schedule.ts";
import { addPerson, cookiesOf, makeMember } from "../support/sessions.ts";
import { openMailbox, until } from "../support/smtp.ts";

const FORM = { selector: 'main form[method="post"]' };

describe("the page of a text", () => {
	it("says beside each field what is wrong with it, and keeps everything typed", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const wrong = {
			subjectEn: "{{link}} {{nobody}}",
			bodyEn: "{{event",
			subjectZh: " \u200b",
			bodyZh: "{{link}} {{missing}}".concat("{{event}}".repeat(6)),
		};
		const { status, text } = await changeText(admin, "receipt", wrong);
		expect(status).toBe(422);
		const { beside, list } = errorsOf(text);
		expect(beside).toEqual({
			subjectEn:
				"English subject: {{nobody}} is not a placeholder of this email; English subject: {{link}} can only stand in the text",
			bodyEn:
				"English text has braces that belong to no placeholder. Write placeholders like {{event}}; English text must contain {{missing}} {{link}}",
			subjectZh: "Chinese subject is required",
			bodyZh: "Chinese text must have {{event}} at most 5 times",
		});
		expect(list).toHaveLength(4);
		for (const [name, value] of Object.entries(wrong)) expect([name, shownValue(text, name)]).toEqual([name, value]);
		const long = await changeText(admin, "receipt", {
			subjectEn: "x".repeat(201),
			bodyEn: `${"\n".repeat(150)}`.replaceAll("\n", "y\n"),
			bodyZh: "长".repeat(5_001),
			subjectZh: "a\u0007b",
		});
		expect(errorsOf(long.text).list).toEqual([
			"English subject must have at most 200 characters",
			"English text must contain {{missing}} {{link}}",
			"Chinese subject contains characters that cannot be stored. Remove them and try again",
			"Chinese text must have at most 5000 characters; Chinese text must contain {{missing}} {{link}}",
		]);
		const inChinese = await portal.admin();
		inChinese.set("Accept-Language", "zh");
		const braces = await changeText(inChinese, "accept", { bodyEn: "{{title}}: {{link}}.", bodyZh: "｛｛title｝｝" });
		expect(errorsOf(braces.text).list).toEqual([
			"英文正文中{{link}}的前后要有空格或换行",
			"中文正文中有多余的大括号。占位符应写作{{event}}；中文正文中必须有{{title}}",
		]);
		expect(portal.sqlite.prepare("select count(*) from mail_texts").pluck().get()).toBe(0);
	});

	it("says who changed what and when, and brings the default text back with one button", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = await textPage(admin, "hold");
		expect(textOfPage(before)).toContain("This is the default text.");
		expect(before).not.toContain("do.restore");
		const saved = (await changeText(admin, "hold", { subjectZh: "{{event}}：请等待" })).text;
		expect(textOfPage(saved)).toContain("Changed by admin@example.org, 1 Jul 2025 10:00 (UTC+8).");
		expect(textOfPage((await admin.get("/admin/mail/texts").expect(200)).text)).toMatch(
			/Waiting list email\s.*\sSpeaker\s+Changed: Chinese/,
		);
		expect(saved).not.toContain("do.restore-en");
		const restored = await submitForm(admin, saved, {}, { ...FORM, button: "do.restore-zh" });
		expect(textOfPage(restored.text)).toContain("The default text is back.");
		expect(shownValue(restored.text, "subjectZh")).toBe(shownValue(before, "subjectZh"));
		expect(portal.sqlite.prepare("select count(*) from mail_texts").pluck().get()).toBe(0);
		const logged = { event: "mail text changed", kind: "hold", languages: ["zh"], user: 1 };
		expect(portal.lines.filter(({ event }) => event === "mail text changed")).toEqual([
			expect.objectContaining(logged),
			expect.objectContaining(logged),
		]);
	});

	it("keeps no copy of the default text, so that it follows the program", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const rows = () => portal.sqlite.prepare("select locale, subject from mail_texts").all();
		const shipped = shownValue(await textPage(admin, "forum"), "subjectEn") ?? "";
		await changeText(admin, "forum", {});
		expect(rows()).toEqual([]);
		await changeText(admin, "forum", { subjectEn: "See you" });
		expect(rows()).toEqual([{ locale: "en", subject: "See you" }]);
		await changeText(admin, "forum", { subjectEn: shipped });
		expect(rows()).toEqual([]);
	});

	it("lets two organisers change a text, and loses nothing of either", async () => {
		const portal = await openPortal();
		const [one, other] = [await portal.admin(), await portal.admin()];
		const [page, theirs] = [await textPage(one, "accept"), await textPage(other, "accept")];
		await changeText(other, "accept", { subjectEn: "Theirs", bodyZh: "《{{title}}》" });
		const stale = await submitForm(one, page, { subjectEn: "Mine", subjectZh: "我的" }, FORM);
		expect(stale.status).toBe(409);
		expect(textOfPage(stale.text)).toContain("Theirs");
		expect(["subjectEn", "subjectZh", "bodyZh"].map((name) => shownValue(stale.text, name))).toEqual([
			...["Mine", "我的", "《{{title}}》"],
		]);
		const subjects = () => portal.sqlite.prepare("select subject from mail_texts order by locale").pluck().all();
		expect(subjects()[0]).toBe("Theirs");
		await submitForm(one, stale.text, {}, FORM);
		expect(subjects()).toEqual(["Mine", "我的"]);
		expect((await submitForm(other, theirs, {}, { ...FORM, press: "do.restore-en" })).status).toBe(409);
		expect(subjects()).toEqual(["Mine", "我的"]);
		// What only one of them touches is no matter of the other.
		const opened = await textPage(one, "reject");
		await changeText(other, "reject", { subjectEn: "English" });
		expect((await submitForm(one, opened, { subjectZh: "中文" }, FORM)).status).toBe(200);
		expect(shownValue(await textPage(one, "reject"), "subjectEn")).toBe("English");
		for (const was of ["", "{}", "[1]", "null"])
			expect((await submitForm(one, page, { was, subjectEn: "Blind" }, FORM)).status).toBe(409);
	});

	it("cannot put a header into a mail, neither by a text nor by a value", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const admin = await portal.admin();
		const id = await sendTalk(portal, { email: "li@example.org" });
		accept(portal, [id]);
		portal.sqlite.prepare("update entries set title = ? where id = ?").run("A\r\nBcc: evil@example.org", id);
		const injected = "Hello {{title}}\r\nBcc: evil@example.org\r\n\r\nBody";
		await changeText(admin, "accept", { subjectEn: injected }).then(({ status }) => expect(status).toBe(200));
		const dialog = (await admin.get(`/admin/proposals?modal=email&id=${id}`).expect(200)).text;
		await submitForm(admin, dialog, {}, { selector: "main form", press: "do.send" }).expect(200);
		const mail = await until(() => mailbox.mails.find(({ subject }) => subject?.startsWith("Hello")));
		expect(mail.subject).toBe("Hello A Bcc: evil@example.org Bcc: evil@example.org Body");
		expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
		expect(mail.to).toHaveLength(1);
	});

	it("is there for organisers, in both languages, and for mails that have a text only", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await addPerson(portal, "organiser@example.org", "");
		makeMember(portal, "organiser@example.org", "organiser");
		const organiser = portal.agent().set("Accept-Language", "zh");
		for (const [name, value] of Object.entries(await cookiesOf(portal, "organiser@example.org")))
			organiser.jar.setCookie(`${name}=${value}; Path=/`, "127.0.0.1");
		expect(titleOf(await textPage(organiser, "removal"))).toMatch(/^移出日程 — /);
		for (const kind of ["reset", "constructor", "toString", "__proto__", "x".repeat(300)]) {
			await admin.get(`/admin/mail/texts/${kind}`).expect(404);
			const post = admin.post(`/admin/mail/texts/${kind}`).set("Sec-Fetch-Site", "same-origin");
			await post.type("form").send({ "do.save": "1" }).expect(404);
		}
		await portal.agent().get("/admin/mail/texts/receipt").expect(302);
		expect((await admin.get("/admin/mail").expect(200)).text).toContain('href="/admin/mail/texts"');
	});
});
