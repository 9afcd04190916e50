import { describe, expect, it } from "vitest";
import { MAIL_TEXT_KINDS, placeholdersOf } from "../../app/mails/mail-texts.ts";
import { withoutKeys } from "../../db/kept-mails.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { type Filling, submitForm, textOfPage } from "../support/form.ts";
import { changeText, previewIn, textPage } from "../support/mail-texts.ts";
import { otherProcess } from "../support/other-process.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";

const speaking = (portal: TestPortal, language: "en" | "zh") => ({
	agent: () => portal.agent().set("Accept-Language", language),
});
const LETTER = { selector: "main form", press: "do.send" };

/** Every placeholder of a kind of mail, each in a line of its own. */
const telling = (kind: (typeof MAIL_TEXT_KINDS)[number]) => ({
	subjectEn: `Own ${placeholdersOf(kind, "subject")
		.map((name) => `{{${name}}}`)
		.join(" ")}`,
	bodyEn: placeholdersOf(kind)
		.map((name) => `${name}: {{${name}}}`)
		.join("\n"),
});

describe("a changed text", () => {
	it("is sent in its language from then on; the other language keeps the default text", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await sendTalk(speaking(portal, "en"), { email: "before@example.org" });
		const waiting = portal.sqlite.prepare("select subject, body from outbox").all();
		const admin = await portal.admin();
		const body = "Hi!\r\n\r\n\r\n{{ missing }}\r\n\r\n{{reference}} ({{call}})\r\n  {{link}}\r\n.\r\n";
		const saved = await changeText(admin, "receipt", { subjectEn: " Got  {{reference}}: thanks ", bodyEn: body });
		expect(textOfPage(saved.text)).toContain("The text was saved. It is used from now on.");
		expect(portal.sqlite.prepare("select subject, body from outbox where kind = 'receipt'").all()).toEqual(waiting);
		await sendTalk(speaking(portal, "en"), { email: "en@example.org" });
		await sendTalk(speaking(portal, "zh"), { email: "zh@example.org" });
		portal.start();
		await until(() => mailbox.mails.filter(({ subject }) => subject?.includes("talk-")).length === 3);
		const sentTo = (who: string) => mailbox.mails.find(({ to }) => to[0]?.address === `${who}@example.org`);
		const english = sentTo("en");
		expect(english?.subject).toBe("Got talk-2: thanks");
		const link = `http://localhost:${portal.config.port}/entry/talk-2?key=`;
		expect(english?.text?.replace(/key=\S+/, "key=")).toBe(`Hi!\n\n\ntalk-2 (Hangzhou Talk)\n  ${link}\n.\n`);
		expect(sentTo("zh")?.subject).toBe("Hangzhou 2025：已收到您的提交talk-3");
		expect(sentTo("before")?.subject).toBe("Hangzhou 2025: we received your submission talk-1");
	});

	it("is used by every process at once", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		const change =
			"d.prepare(`insert into mail_texts select id, 'receipt', 'en', 'Elsewhere {{reference}}', '{{missing}} {{link}}', 1, 1, null from events`).run()";
		await (await otherProcess(`${portal.config.dataDir}/rostrum.db`, "", change))();
		await sendTalk(portal);
		const subjects = portal.sqlite.prepare("select subject from outbox order by id").pluck().all();
		expect(subjects).toEqual(["Hangzhou 2025: we received your submission talk-1", "Elsewhere talk-2"]);
	});

	it("is what organisers see before they send it, in one language or both", async () => {
		const portal = await openPortal();
		const id = await sendTalk(speaking(portal, "en"), { title: "Compilers", email: "li@example.org" });
		accept(portal, [id]);
		const admin = await portal.admin();
		await changeText(admin, "accept", { subjectEn: "Yes to {{title}}", bodyEn: "{{title}}!" });
		const page = (await admin.get(`/admin/proposals?modal=email&id=${id}&language=both`).expect(200)).text;
		await submitForm(admin, page, {}, LETTER).expect(200);
		const sent = portal.sqlite.prepare("select subject, body from outbox where kind = 'accept'").get();
		expect(sent).toEqual({
			subject: "Yes to Compilers / Hangzhou 2025：您的演讲已获录用，请确认",
			body: expect.stringMatching(/^Compilers!\n\n-{40}\n\n.+，您好！\n/),
		});
	});

	it("of a draft's link and of a receipt of several is sent as well", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const admin = await portal.admin();
		await changeText(admin, "draft", { subjectEn: "Go on with {{call}}", bodyEn: "Here: {{link}}" });
		await changeText(admin, "receipts", { subjectEn: "All of them", bodyEn: "{{submissions}}\n\n--\n{{linkNote}}" });
		const visitor = portal.agent();
		const form = (await visitor.get("/hangzhou").expect(200)).text;
		await submitForm(visitor, form, { email: "li@example.org" }, { press: "do.mail-draft" }).expect(303);
		for (const _ of [1, 2]) await sendTalk(portal, { email: "both@example.org" });
		portal.sqlite.exec("update outbox set next_at = 1 where kind = 'receipt'");
		portal.start();
		const wanted = ["Go on with Hangzhou Talk", "All of them"];
		const sent = await until(
			() => wanted.every((one) => mailbox.mails.some(({ subject }) => subject === one)) && mailbox.mails,
		);
		const said = (subject: string) =>
			sent.find((mail) => mail.subject === subject)?.text?.replace(/=[\w.-]{20,}/g, "=");
		const origin = `http://localhost:${portal.config.port}`;
		expect(said("Go on with Hangzhou Talk")).toBe(`Here: ${origin}/hangzhou?token=\n`);
		expect(said("All of them")).toMatch(
			/^talk-1 \(Hangzhou Talk\)\nhttp\S+\n\ntalk-2 \(Hangzhou Talk\)\nhttp\S+\n\n--\nView/,
		);
	});
});

describe("a preview", () => {
	it("is exactly the mail that is sent then, but for the key of a private link", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const theirs = speaking(portal, "en");
		const talk = await sendTalk(theirs, { title: "{{name}} & <b>{{link}}</b>", name: "Ann {{title}}" });
		const registration = await sendRegistration({ ...portal, ...theirs }, { name: "Bo" });
		const previews = new Map<string, unknown>();
		const see = async (kind: (typeof MAIL_TEXT_KINDS)[number]) => {
			const shown = await changeText(admin, kind, telling(kind), "do.preview");
			expect([kind, shown.status]).toEqual([kind, 200]);
			previews.set(kind, previewIn(shown.text)[0]);
			expect(portal.sqlite.prepare("select count(*) from mail_texts where kind = ?").pluck().get(kind)).toBe(0);
			await submitForm(admin, shown.text, {}, { selector: 'main form[method="post"]', button: "do.save" });
		};
		await see("receipt");
		await see("forum");
		const dialog = (await admin.get(`/admin/forum?modal=email&id=${registration}&letter=forum`).expect(200)).text;
		await submitForm(admin, dialog, {}, LETTER).expect(200);
		for (const [kind, status] of [
			["hold", "Hold"],
			["reject", "Reject"],
			["accept", "Accept"],
		] as const) {
			portal.sqlite.prepare("update entries set status = ? where id = ?").run(status, talk);
			await see(kind);
			const page = (await admin.get(`/admin/proposals?modal=email&id=${talk}&letter=${kind}`).expect(200)).text;
			await submitForm(admin, page, {}, LETTER).expect(200);
		}
		accept(portal, [talk]);
		const release = async () => {
			const page = (await admin.get("/admin/schedule/release").expect(200)).text;
			await submitForm(admin, page, { letters: true }, { selector: 'main form[method="post"]' }).expect(200);
		};
		await place(portal, talk, ["day1", "ai-next", "10:00"]);
		await see("slot");
		await release();
		portal.sqlite.exec("update outbox set state = 'sent' where kind = 'slot'");
		await see("removal");
		await place(portal, talk);
		await release();
		portal.sqlite.exec("update entries set status = 'New'");
		portal.sqlite.exec("delete from outbox where kind = 'receipt'");
		const last = await sendTalk(theirs, { title: "Next" });
		const mails = portal.sqlite
			.prepare("select kind, subject, body from outbox where kind <> 'notice' order by id")
			.all() as {
			kind: string;
			subject: string;
			body: string;
		}[];
		for (const { kind, subject, body } of mails) {
			if (kind === "receipt") continue;
			expect([kind, previews.get(kind)]).toEqual([kind, { subject, body: withoutKeys(body) }]);
		}
		expect(mails.map(({ kind }) => kind).sort()).toEqual(
			["accept", "forum", "hold", "receipt", "reject", "removal", "slot"].sort(),
		);
		// A receipt tells when it came, so it is looked at after it was sent.
		const [receipt] = previewIn((await changeText(admin, "receipt", { about: `talk-${last}` }, "do.preview")).text);
		const sent = mails.find(({ kind }) => kind === "receipt");
		expect(receipt).toEqual({ subject: sent?.subject, body: withoutKeys(sent?.body ?? "") });
	});

	it("names what it is about: the entry asked for, the newest that gets such a mail, or an example", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const about = async (kind: (typeof MAIL_TEXT_KINDS)[number], reference = "") => {
			const filling: Filling = kind === "draft" ? {} : { about: reference };
			const { status, text } = await changeText(admin, kind, filling, "do.preview");
			return [status, textOfPage(text).match(/This is (?:how \S+|an example)|no submission with this reference/)?.[0]];
		};
		for (const kind of MAIL_TEXT_KINDS) expect([kind, await about(kind)]).toEqual([kind, [200, "This is an example"]]);
		const [first, second] = [await sendTalk(portal), await sendTalk(portal)];
		accept(portal, [first]);
		expect(await about("receipt")).toEqual([200, `This is how talk-${second}`]);
		expect(await about("accept")).toEqual([200, `This is how talk-${first}`]);
		expect(await about("accept", `Talk ${second}`)).toEqual([200, `This is how talk-${second}`]);
		expect(await about("slot")).toEqual([200, "This is an example"]);
		for (const wrong of ["talk-99", "forum-1", "nobody", "9".repeat(500)])
			expect([wrong, await about("accept", wrong)]).toEqual([wrong, [422, "no submission with this reference"]]);
		portal.sqlite.prepare("update entries set presence = 'withdrawn' where id = ?").run(first);
		expect(await about("accept", `talk-${first}`)).toEqual([422, "no submission with this reference"]);
		expect(await textPage(admin, "draft")).not.toContain('name="about"');
	});
});
