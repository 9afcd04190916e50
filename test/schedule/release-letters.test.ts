import { describe, expect, it } from "vitest";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept, sendAccepted } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { sendTalks } from "../support/talks-sent.ts";

const FORM = { selector: 'main form[method="post"]' };
const PATH = "/admin/schedule/release";
const NINE: [string, string, string] = ["day2", "ai-next", "09:00"];
const TEN: [string, string, string] = ["day2", "ai-next", "10:00"];

const slotMails = (portal: TestPortal) =>
	portal.sqlite.prepare("select entry_id, state from outbox where kind = 'slot' order by id").raw().all();

describe("the speakers of a release", () => {
	it("get a mail with their time and a calendar file if that is ticked, and another only when it has changed", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		portal.sqlite.exec(`update entries set locale = 'zh' where id = ${two}`);
		await place(portal, one, NINE);
		await place(portal, two, TEN);
		const admin = await portal.admin();
		const release = async (filling: Record<string, string | boolean>) =>
			submitForm(admin, (await admin.get(PATH)).text, filling, FORM).expect(200);
		const first = await release({ letters: true });
		expect(textOfPage(first.text)).toContain("2 emails are waiting to be sent.");
		const mail = await until(() => mailbox.mails.find(({ subject }) => subject?.includes("when and where")));
		expect(mail.to).toEqual([expect.objectContaining({ address: "one-0@speakers.example" })]);
		expect(mail.text).toContain("14 September 2025 09:00 (UTC+8)\n30 minutes\nAI Next");
		const file = mail.attachments.find(({ filename }) => filename === "session.ics");
		expect(file?.mimeType).toBe("application/ics");
		expect(new TextDecoder().decode(file?.content as ArrayBuffer)).toMatch(
			/DTSTART:20250914T010000Z\r?\nDTEND:20250914T013000Z/,
		);
		await until(() => mailbox.mails.find(({ subject }) => subject?.includes("您的演讲时间和地点")));
		await place(portal, one, ["day1", "ai-next", "11:00"]);
		expect(textOfPage((await admin.get(PATH)).text)).toContain(
			"Send an email with a calendar file to 1 speaker whose time is new, changed or cancelled",
		);
		await release({ letters: true });
		await until(() => mailbox.mails.find(({ text }) => text?.includes("13 September 2025 11:00")));
		await until(() => slotMails(portal).every((mail) => (mail as unknown[])[1] === "sent"));
		expect(slotMails(portal).map((mail) => (mail as unknown[])[0])).toEqual([one, two, one]);
		expect(textOfPage((await admin.get(`/admin/proposals?modal=details&id=${one}`)).text)).toContain(
			"Email sent · Slot",
		);
	});

	it("are counted before a release, and so are those who were not told of the version before", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0] = await sendAccepted(portal, ["One", "Two", "Three"]);
		await place(portal, one, NINE);
		await place(portal, two, TEN);
		const admin = await portal.admin();
		const page = async (language: string) => (await admin.get(PATH).set("Accept-Language", language)).text;
		const said = /Save emails? with[^\n]*|为演讲时间[^\n]*/;
		const saved = "with a calendar file for 2 speakers whose time is new, changed or cancelled";
		const counted = async (language = "en") => said.exec(textOfPage(await page(language)))?.[0].trim();
		expect(await counted()).toBe(`Save emails ${saved}`);
		await submitForm(admin, await page("en"), {}, FORM).expect(200);
		await place(portal, three, ["day1", "ai-next", "11:00"]);
		expect(await counted()).toBe(
			`Save emails ${saved.replace("2", "3")} (2 of them have not been told about version 1)`,
		);
		expect(await counted("zh")).toBe(
			"为演讲时间有新增、更改或取消的3位演讲者保存邮件（附日历文件），其中2位还不知道第1版的时间",
		);
	});

	it("get none unless ticked; waiting mails are sent only while true", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const release = async (filling: Record<string, string | boolean>) =>
			submitForm(admin, (await admin.get(PATH)).text, filling, FORM).expect(200);
		await place(portal, id, NINE);
		await release({});
		expect(slotMails(portal)).toEqual([]);
		await place(portal, id, TEN);
		await release({ letters: true });
		await place(portal, id, NINE);
		await release({ letters: true });
		expect(slotMails(portal)).toEqual([
			[id, "cancelled"],
			[id, "pending"],
		]);
		await admin.patch(`/api/entries/${id}`).set("Sec-Fetch-Site", "same-origin").send({ status: "Hold" }).expect(200);
		expect(slotMails(portal).at(-1)).toEqual([id, "cancelled"]);
	});

	it("get one email when their time is cancelled, with a file that removes it from their calendar", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const [gone = 0, unplaced = 0, withdrawn = 0, untold = 0] = await sendAccepted(portal, ["A", "B", "C", "D"]);
		await place(portal, gone, NINE);
		await place(portal, unplaced, TEN);
		await place(portal, withdrawn, ["day2", "ai-next", "11:00"]);
		const admin = await portal.admin();
		const release = async (filling: Record<string, string | boolean>) =>
			textOfPage((await submitForm(admin, (await admin.get(PATH)).text, filling, FORM).expect(200)).text);
		await release({ letters: true });
		await until(() => slotMails(portal).every((mail) => (mail as unknown[])[1] === "sent"));
		await place(portal, untold, ["day1", "ai-next", "11:00"]);
		await release({});
		// One loses the place by a decision, one by hand, one takes the entry back; the last was never told of any.
		portal.sqlite.exec(`update entries set status = 'Reject' where id = ${gone}`);
		portal.sqlite.exec(`update entries set presence = 'withdrawn' where id = ${withdrawn}`);
		await place(portal, unplaced);
		await place(portal, untold);
		expect(await release({ letters: true })).toContain("2 emails are waiting to be sent.");
		const told = () =>
			mailbox.mails.filter(({ subject }) => subject?.includes("your talk was removed from the schedule"));
		await until(() => told().length === 2);
		expect(told().map(({ to }) => to?.[0]?.address)).toEqual(["a-0@speakers.example", "b-1@speakers.example"]);
		expect(told()[0]?.text).toContain("Your talk “A” is no longer in the schedule of");
		const file = told()[0]?.attachments.find(({ filename }) => filename === "session.ics");
		const calendar = new TextDecoder().decode(file?.content as ArrayBuffer);
		expect(calendar).toContain("METHOD:CANCEL");
		expect(calendar).toContain("STATUS:CANCELLED");
		expect(calendar).toMatch(/^ORGANIZER;CN="[^"]+":mailto:\S+@\S+$/im);
		expect(calendar).toContain("DTSTART:20250914T010000Z");
		expect(calendar.match(/UID:.*/)?.[0]).toMatch(`UID:talk-${gone}@`);
		expect(calendar.match(/SEQUENCE:\d+/)?.[0]).toBe("SEQUENCE:3");
		expect(textOfPage((await admin.get(PATH)).text)).not.toContain("whose time is new, changed or gone");
		// Placed again where it was, it is told again: what was said last is that it is gone.
		await place(portal, unplaced, TEN);
		expect(await release({ letters: true })).toContain("1 email is waiting to be sent.");
	});

	it("are never sent an outdated slot, also when a release sends no emails", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const release = async (filling: Record<string, string | boolean>) =>
			submitForm(admin, (await admin.get(PATH)).text, filling, FORM).expect(200);
		await place(portal, id, NINE);
		await release({ letters: true });
		expect(slotMails(portal)).toEqual([[id, "pending"]]);
		await place(portal, id, TEN);
		await release({});
		expect(slotMails(portal)).toEqual([[id, "cancelled"]]);
		const later = await submitForm(admin, (await admin.get(PATH)).text, {}, { ...FORM, press: "do.letters" }).expect(
			200,
		);
		expect(textOfPage(later.text)).toContain("1 email is saved in the outbox.");
		expect(slotMails(portal)).toEqual([
			[id, "cancelled"],
			[id, "pending"],
		]);
		await place(portal, id);
		await release({});
		expect(slotMails(portal).at(-1)).toEqual([id, "cancelled"]);
	});

	it("get a link to their own page if the talk is not public", async () => {
		const portal = await openPortal();
		const [shown = 0, unseen = 0] = await sendAccepted(portal, ["Shown", "Unseen"]);
		portal.sqlite.exec(`update entries set consent = 0 where id = ${unseen}`);
		await place(portal, shown, NINE);
		await place(portal, unseen, TEN);
		const admin = await portal.admin();
		await submitForm(admin, (await admin.get(PATH)).text, { letters: true }, FORM).expect(200);
		const [first, second] = portal.sqlite
			.prepare("select body, calendar from outbox where kind = 'slot' order by entry_id")
			.all() as { body: string; calendar: string }[];
		expect([first?.body.includes(`/schedule/${shown}\n`), first?.calendar.includes(`/schedule/${shown}`)]).toEqual([
			true,
			true,
		]);
		expect(second?.body).toContain(`/entry/talk-${unseen}?key=`);
		expect([second?.body, second?.calendar].filter((text) => text?.includes(`/schedule/${unseen}`))).toEqual([]);
	});

	it("see their own time on the dashboard and by their link once it is released, and not before", async () => {
		const portal = await openPortal();
		const speaker = await portal.admin();
		await sendTalks(portal, { title: "Mine", email: "guest@example.org" });
		portal.sqlite.exec("update entries set user_id = (select id from users)");
		accept(portal, [1]);
		await place(portal, 1, NINE);
		expect(textOfPage((await speaker.get("/dashboard")).text)).not.toContain("In the schedule");
		await submitForm(speaker, (await speaker.get(PATH)).text, {}, FORM).expect(200);
		const told = "In the schedule: Sunday, 14 September 2025, 09:00–09:30 (UTC+8) · AI Next";
		for (const path of ["/dashboard", "/entry/talk-1"]) {
			const page = (await speaker.get(path)).text;
			expect(textOfPage(page)).toContain(told);
			expect(page).toContain('href="/schedule/1"');
		}
		portal.sqlite.exec("update entries set status = 'Hold'");
		expect(textOfPage((await speaker.get("/dashboard")).text)).not.toContain("In the schedule");
	});
});
