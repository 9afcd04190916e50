import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/published.ts";
import { accept, sendAccepted } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { sendTalks } from "../support/talks-sent.ts";

const FORM = { selector: 'main form[method="post"]' };
const PATH = "/admin/schedule/release";
const NINE: [string, string, string] = ["day2", "ai-next", "09:00"];
const TEN: [string, string, string] = ["day2", "ai-next", "10:00"];

const read = async (portal: TestPortal, path: string) => textOfPage((await portal.agent().get(path).expect(200)).text);
const slotMails = (portal: TestPortal) =>
	portal.sqlite.prepare("select entry_id, state from outbox where kind = 'slot' order by id").raw().all();

describe("a release", () => {
	it("names what it would change, makes it public under a number and a note, and is kept in the list of versions", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		await place(portal, id, NINE);
		const admin = await portal.admin();
		const page = (await admin.get(PATH).expect(200)).text;
		expect(titleOf(page)).toBe("Release the schedule — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(page)).toContain("Added: Talk, 14 Sept 2025 09:00–09:30 (UTC+8) · AI Next");
		expect(await read(portal, "/schedule")).toContain("The schedule has not been published yet.");
		const done = await submitForm(admin, page, { note: "First draft <for you>" }, FORM).expect(200);
		expect(textOfPage(done.text)).toContain("Version 1 is public.");
		expect(textOfPage(done.text)).toMatch(/by admin@example\.org[\s\S]*First draft <for you>/);
		expect(textOfPage(done.text)).toContain("Nothing has changed since version 1.");
		expect(await read(portal, "/schedule?day=day2")).toMatch(/First draft <for you>[\s\S]*09:00[\s\S]*Talk/);
		await place(portal, id, TEN);
		const next = (await admin.get(PATH)).text;
		expect(textOfPage(next)).toContain(
			"Moved: Talk, from 14 Sept 2025 09:00–09:30 (UTC+8) · AI Next to 14 Sept 2025 10:00–10:30 (UTC+8) · AI Next",
		);
		expect(await read(portal, "/schedule?day=day2")).not.toContain("10:00–10:30");
		expect(textOfPage((await admin.get("/admin/schedule")).text)).toContain("1 change not released");
		await submitForm(admin, next, {}, FORM).expect(200);
		expect(await read(portal, "/schedule?day=day2")).toMatch(/Talk[\s\S]*10:00–10:30/);
		expect(textOfPage((await admin.get("/admin/schedule")).text)).toContain("Everything is released (version 2)");
		const versions = portal.sqlite.prepare("select version, note from releases order by version").raw().all();
		expect(versions).toEqual([
			[1, "First draft <for you>"],
			[2, ""],
		]);
	});

	it("is made once: by a double click, and by two organisers who both press", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		await place(portal, one, NINE);
		const admin = await portal.admin();
		const page = (await admin.get(PATH)).text;
		for (const _ of [1, 2]) await submitForm(admin, page, { note: "Mine" }, FORM).expect(200);
		await place(portal, two, TEN);
		const late = await submitForm(admin, page, { note: "Another" }, FORM).expect(409);
		expect(textOfPage(late.text)).toContain("somebody released a version meanwhile");
		expect(shownValue(late.text, "note")).toBe("Another");
		expect(portal.sqlite.prepare("select count(*) from releases").pluck().get()).toBe(1);
	});

	it("asks for a shorter note and loses none of it", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		await place(portal, id, NINE);
		const admin = await portal.admin();
		const note = "长".repeat(2_001);
		const refused = await submitForm(admin, (await admin.get(PATH)).text, { note }, FORM).expect(422);
		expect(textOfPage(refused.text)).toContain("The note is too long: at most 2000 characters");
		expect(shownValue(refused.text, "note")).toBe(note);
	});

	it("leaves out what is not accepted any more, and points at what should be looked at first", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two", "Three"]);
		await place(portal, one, NINE);
		await place(portal, two, TEN);
		portal.sqlite.exec(`update entries set status = 'Hold' where id = ${two}`);
		const admin = await portal.admin();
		const page = (await admin.get(PATH)).text;
		expect(textOfPage(page)).toMatch(
			/1 conflict in the grid\s+1 accepted talk has no place\s+2 accepted talks without their acceptance mail/,
		);
		await submitForm(admin, page, {}, FORM).expect(200);
		accept(portal, [two]);
		expect(await read(portal, "/schedule?day=day2")).not.toContain("Two");
	});
});

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
		expect(textOfPage(first.text)).toContain("2 mails are on their way.");
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
		expect(textOfPage((await admin.get(PATH)).text)).toContain("Send 1 speaker a mail with the time");
		await release({ letters: true });
		await until(() => mailbox.mails.find(({ text }) => text?.includes("13 September 2025 11:00")));
		await until(() => slotMails(portal).every((mail) => (mail as unknown[])[1] === "sent"));
		expect(slotMails(portal).map((mail) => (mail as unknown[])[0])).toEqual([one, two, one]);
		expect(textOfPage((await admin.get(`/admin/proposals?modal=details&id=${one}`)).text)).toContain(
			"Mail sent · Slot",
		);
	});

	it("get none unless that is ticked; one that waits goes only while it is true", async () => {
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

describe("conflicts", () => {
	it("are a person in two places at one time, and entries that cannot be shown; each leads to where it is mended", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0, four = 0] = await sendAccepted(portal, ["One", "Two", "Three", "Four"]);
		const admin = await portal.admin();
		const say = async () => textOfPage((await admin.get("/admin/schedule/conflicts").expect(200)).text);
		await place(portal, one, NINE);
		await place(portal, two, ["day2", "ws-dora", "09:00"]);
		expect(await say()).toContain("No conflicts.");
		portal.sqlite.exec(
			"update entries set email = 'same@example.org', email_folded = 'same@example.org' where id in (1, 2)",
		);
		expect(await say()).toMatch(
			/Speaker of One is in two places at one time\s+One Sunday, 14 September 2025, AI Next, 09:00/,
		);
		const board = (await admin.get("/admin/schedule")).text;
		expect(textOfPage(board)).toMatch(/1 conflict(?!s)[\s\S]*One[\s\S]*Conflict/);
		await place(portal, two, ["day2", "ws-dora", "09:30"]);
		expect(await say()).toContain("No conflicts.");
		await place(portal, three, TEN);
		portal.sqlite.exec(`update entries set status = 'Reject' where id = ${one}`);
		portal.sqlite.exec(`update entries set withdrawn_at = 1 where id = ${two}`);
		portal.sqlite.exec(`update entries set incomplete = '["bio"]' where id = ${three}`);
		await place(portal, four, ["day2", "ws-dora", "11:00"]);
		portal.sqlite.exec(`update entries set consent = 0 where id = ${four}`);
		const said = await say();
		for (const sentence of [
			/Not accepted any more: left out of the next release\s+One/,
			/Withdrawn by its author: left out of the next release\s+Two/,
			/Not shown to visitors: answers are missing\s+Three/,
			/Not shown to visitors: its author has not given consent\s+Four/,
		])
			expect(said).toMatch(sentence);
		expect((await admin.get("/admin/schedule/conflicts")).text).toContain("entries=ai-next&amp;track=ai-next");
	});
});
