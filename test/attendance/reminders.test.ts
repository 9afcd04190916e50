import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { openDecisions } from "../support/decisions.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { sendAccepted } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Ten in the morning where the event is. */
const TEN = Date.parse("2025-08-20T02:00:00Z");

const reminders = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select dedupe_key from outbox where kind = 'attendance' order by id").pluck().all();
const states = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select state, count(*) as n from outbox where kind = 'attendance' group by state").all();

/** Accepted talks whose acceptance emails have left, of a call that asks until 25 August. */
async function accepted(portal: TestPortal, titles: readonly string[]): Promise<number[]> {
	portal.clock.now = TEN;
	const ids = await sendAccepted(portal, titles);
	await set(await portal.admin(), "hangzhou", { confirmBy: "2025-08-25", remindDays: "3" });
	const tell = portal.sqlite.prepare(
		"insert into entry_log (entry_id, at, type, state, told) values (?, ?, 'Email', 'Accept', null)",
	);
	await portal.db.write(() => ids.forEach((id) => void tell.run(id, TEN)));
	portal.sqlite.exec("delete from outbox");
	return ids;
}

const at = async (portal: TestPortal, instant: string) => {
	portal.clock.now = Date.parse(instant);
	await portal.services.sweep();
	await portal.services.sweep();
};

describe("reminders to confirm", () => {
	it("go out some days before the last day and on it, once, to those who have not answered", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const [one = 0, two = 0, three = 0, four = 0] = await accepted(portal, [
			"Compilers",
			"Kernels",
			"Gardens",
			"Bridges",
		]);
		await at(portal, "2025-08-21T15:59:00Z");
		expect(reminders(portal)).toEqual([]);
		// The day has begun, and nobody is up yet.
		await at(portal, "2025-08-22T00:59:00Z");
		expect(reminders(portal)).toEqual([]);
		portal.sqlite.exec(`update entries set confirmed_at = 1 where id = ${two};
			update entries set presence = 'withdrawn' where id = ${three}`);
		await at(portal, "2025-08-22T01:00:00Z");
		const before = [one, four].map((id) => `attendance:${id}:2025-08-25:before`);
		expect(reminders(portal)).toEqual(before);
		portal.start();
		await until(() => mailbox.mails.length === 2);
		expect(mailbox.mails.map(({ subject }) => subject).sort()).toEqual([
			"Please confirm by 25 Aug 2025 23:59 (UTC+8): Bridges",
			"Please confirm by 25 Aug 2025 23:59 (UTC+8): Compilers",
		]);
		expect(mailbox.mails[0]?.text).toMatch(/\/entry\/talk-\d+\?key=/);
		await until(
			() => portal.sqlite.prepare("select count(*) from entry_log where state = 'Reminder'").pluck().get() === 2,
		);
		await at(portal, "2025-08-24T09:00:00Z");
		expect(reminders(portal)).toEqual(before);
		portal.sqlite.exec(`update entries set confirmed_at = 1 where id = ${one}`);
		await at(portal, "2025-08-25T09:00:00Z");
		expect(reminders(portal)).toEqual([...before, `attendance:${four}:2025-08-25:day`]);
		await at(portal, "2025-08-26T09:00:00Z");
		expect(reminders(portal)).toHaveLength(3);
	});

	it("wait for the day after the acceptance was told, and do not go to those who were not told", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const [one = 0, two = 0] = await accepted(portal, ["Compilers", "Kernels"]);
		const told = Date.parse("2025-08-22T00:30:00Z");
		portal.sqlite.exec(`update entry_log set at = ${told} where entry_id = ${one} and type = 'Email';
			delete from entry_log where entry_id = ${two} and type = 'Email'`);
		await at(portal, "2025-08-22T03:00:00Z");
		expect(reminders(portal)).toEqual([]);
		await at(portal, "2025-08-23T03:00:00Z");
		expect(reminders(portal)).toEqual([`attendance:${one}:2025-08-25:before`]);
	});

	it("that wait are cancelled by an answer, and expire with the day", async () => {
		const mailbox = await openMailbox();
		mailbox.refuse(451);
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const [one = 0] = await accepted(portal, ["Compilers", "Kernels", "Gardens"]);
		await at(portal, "2025-08-22T03:00:00Z");
		const admin = await portal.admin();
		const details = (await admin.get(`/admin/proposals?modal=details&id=${one}`).expect(200)).text;
		await submitForm(admin, details, {}, { selector: ".reading-tools", button: "do.attendance-confirm" }).expect(200);
		expect(states(portal)).toEqual([
			{ state: "cancelled", n: 1 },
			{ state: "pending", n: 2 },
		]);
		portal.clock.now = Date.parse("2025-08-25T16:00:00Z");
		portal.start();
		await until(() => states(portal).some((one) => (one as { state: string }).state === "expired"));
		expect(mailbox.mails).toEqual([]);
	});

	it("go out when an organiser says so, once a day to each", async () => {
		const portal = await openPortal();
		const ids = await accepted(portal, ["Compilers", "Kernels"]);
		const remind = async () => {
			const admin = await portal.admin();
			const page = await openDecisions(admin);
			const form = { selector: "main form:has([name='do.remind'])", button: "do.remind" };
			return textOfPage((await submitForm(admin, page, {}, form)).text);
		};
		expect(await remind()).toContain("2 reminders were written.");
		expect(await remind()).toContain("Nobody to remind");
		expect(reminders(portal)).toEqual(ids.map((id) => `attendance:${id}:2025-08-25:asked 2025-08-20`));
		portal.clock.now += DAY_MS;
		expect(await remind()).toContain("2 reminders were written.");
		// Without a mail server the portal reminds nobody by itself.
		await at(portal, "2025-08-22T03:00:00Z");
		expect(reminders(portal)).toHaveLength(4);
	});
});

it("nobody gets two reminders on one day, by the button and by themselves", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url });
	const [id = 0] = await accepted(portal, ["Compilers"]);
	const remind = async () => {
		const admin = await portal.admin();
		const form = { selector: "main form:has([name='do.remind'])", button: "do.remind" };
		return textOfPage((await submitForm(admin, await openDecisions(admin), {}, form)).text);
	};
	await at(portal, "2025-08-22T00:30:00Z");
	expect(await remind()).toContain("1 reminder was written.");
	await at(portal, "2025-08-22T03:00:00Z");
	expect(reminders(portal)).toEqual([`attendance:${id}:2025-08-25:asked 2025-08-22`]);
	await at(portal, "2025-08-23T03:00:00Z");
	expect(reminders(portal).at(-1)).toBe(`attendance:${id}:2025-08-25:before`);
	expect(await remind()).toContain("Nobody to remind");
	expect(reminders(portal)).toHaveLength(2);
});

it("nobody is asked or reminded once the event is over, whatever the last day to confirm", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url, MAIL_FROM: "cfp@conference.example" });
	const [id = 0] = await accepted(portal, ["Compilers"]);
	await set(await portal.admin(), "hangzhou", { confirmBy: "2025-09-16" });
	await at(portal, "2025-09-13T03:00:00Z");
	const before = `attendance:${id}:2025-09-16:before`;
	expect(reminders(portal)).toEqual([before]);
	await at(portal, "2025-09-16T03:00:00Z");
	expect(reminders(portal)).toEqual([before]);
	const admin = await portal.admin();
	expect(await openDecisions(admin)).not.toContain("do.remind");
	const letter = (await admin.get(`/admin/proposals?modal=email&id=${id}&letter=accept`).expect(200)).text;
	expect(letter).toContain("Please reply to this email to confirm");
});

describe("the acceptance email", () => {
	it("asks for the button where the call asks, also where its text is from before, and for a reply elsewhere", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://localhost:9", MAIL_FROM: "cfp@conference.example" });
		portal.clock.now = TEN;
		const [id = 0] = await sendAccepted(portal, ["Compilers"]);
		const letter = async () => {
			const admin = await portal.admin();
			const { text } = await admin.get(`/admin/proposals?modal=email&id=${id}&letter=accept`).expect(200);
			return text.replaceAll("&quot;", '"');
		};
		expect(await letter()).toContain("Please reply to this email to confirm");
		const settings = textOfPage((await (await portal.admin()).get("/admin/programmes").expect(200)).text);
		expect(settings).toContain("Without a date, the acceptance email asks for a reply or a message");
		await set(await portal.admin(), "hangzhou", { confirmBy: "2025-08-25" });
		expect(await letter()).toContain("Please confirm by 25 Aug 2025 23:59 (UTC+8) that you will give the talk");
		expect(await letter()).not.toContain("Please reply to this email");
		portal.sqlite.exec(`insert into mail_texts (event_id, kind, locale, subject, body, revision, at) values
			((select id from events where state = 'current'), 'accept', 'en', 'Accepted', 'Your talk {{title}} was accepted.', 1, 1)`);
		portal.clock.now += 1;
		const own = await letter();
		expect(own).toMatch(/Your talk Compilers was accepted\.\s+Please confirm by 25 Aug 2025/);
		portal.clock.now = Date.parse("2025-08-26T03:00:00Z");
		expect(await letter()).toContain("Please confirm now that you will give the talk");
	});

	const SERVER = "smtp://localhost:9";
	const [REPLY, MESSAGE] = ["Please reply to this email", "Please tell us with a message on the page below"];

	it.each([
		["a server and a sender", { SMTP_URL: SERVER, MAIL_FROM: "CFP <cfp@conference.example>" }, REPLY],
		["no sender", { SMTP_URL: SERVER }, MESSAGE],
		["no server", { MAIL_FROM: "cfp@conference.example" }, MESSAGE],
		["a sender that reads nothing", { SMTP_URL: SERVER, MAIL_FROM: "no-reply@conference.example" }, MESSAGE],
	])("asks for a reply only where it reaches somebody: with %s", async (_, settings, asked) => {
		const portal = await openPortal(settings);
		const [guests = 0, own = 0] = await sendAccepted(portal, ["Compilers", "Kernels"]);
		await register(portal, "zoe@example.org");
		const give = "update entries set user_id = (select id from users where email = 'zoe@example.org') where id = ?";
		await portal.db.write(() => void portal.sqlite.prepare(give).run(own));
		const write = "insert into mail_texts (event_id, kind, locale, subject, body, revision, at) values";
		const current = "(select id from events where state = 'current')";
		const letter = async (id: number, language: string) => {
			const search = `modal=email&id=${id}&letter=accept&language=${language}`;
			return (await (await portal.admin()).get(`/admin/proposals?${search}`).expect(200)).text;
		};
		const other = asked === REPLY ? MESSAGE : REPLY;
		const check = async () => {
			for (const id of [guests, own]) {
				const text = await letter(id, "en");
				expect([text.includes(asked), text.includes(other)]).toEqual([true, false]);
			}
			expect(await letter(guests, "zh")).toContain(asked === REPLY ? "请回复本邮件" : "请在以下页面给我们留言");
		};
		await check();
		// A message is written on the page of the entry, which has the form for it.
		const isPage = (await letter(own, "en")).includes(`/entry/talk-${own}`);
		expect(isPage).toBe(asked === MESSAGE);
		const speaker = await signIn(portal, "zoe@example.org");
		expect(parse((await speaker.get(`/entry/talk-${own}`)).text).querySelector("textarea")).not.toBe(null);
		await portal.db.write(() => {
			portal.sqlite.exec(`${write} (${current}, 'accept', 'en', 'In', '{{title}}: {{confirm}} {{link}}', 1, 1)`);
			portal.sqlite.exec(`${write} (${current}, 'accept', 'zh', '录用', '{{title}}：{{confirm}} {{link}}', 1, 1)`);
		});
		await check();
	});

	it.each([
		["confirmBy", "tomorrow", "Enter dates as YYYY-MM-DD"],
		["remindDays", "61", "Enter a number of days from 0 to 60"],
		["remindDays", "two", "Enter a number of days from 0 to 60"],
	])("needs %s to be sensible: %s", async (name, value, message) => {
		const portal = await openPortal();
		const answer = await set(await portal.admin(), "hangzhou", { [name]: value });
		expect([answer.status, textOfPage(answer.text)]).toEqual([422, expect.stringContaining(message)]);
	});
});
