import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { BROADCASTS, openBroadcasts, SEND, TEST, TEXT, WRITE, written } from "../support/broadcasts.ts";
import { holdBack } from "../support/decisions.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { sendAccepted } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";

const TITLES = ["Compilers", "Kernels", "Gardens", "Bridges"];

/** Four accepted talks of different people: the third in Chinese. */
async function talks(portal: TestPortal) {
	const ids = await sendAccepted(portal, TITLES);
	portal.sqlite.exec(`delete from outbox; update entries set locale = 'zh' where title = 'Gardens';`);
	return ids;
}

/** Gives a talk the address of another. */
const givenTo = (title: string, other: string) =>
	`update entries set (email, email_folded) = (select upper(email), email_folded from entries where title = '${other}')
		where title = '${title}';`;

const rows = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare("select to_address, subject, body, reply_to, state from outbox where broadcast is not null order by id")
		.all() as {
		to_address: string;
		subject: string;
		body: string;
		reply_to: string | null;
		state: string;
	}[];
const letters = (page: string) =>
	parse(page)
		.querySelectorAll("main .outbox pre")
		.map(({ text }) => text);

describe("a broadcast", () => {
	it("shows every email, sends each person one in their language, about all of their talks, and once", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await talks(portal);
		portal.sqlite.exec(givenTo("Bridges", "Kernels"));
		const admin = await portal.admin();
		const page = await written(admin);
		expect(textOfPage(page)).toContain("3 people · 4 submissions");
		expect(letters(page)).toHaveLength(3);
		expect(letters(page).join()).toContain("about Bridges and Kernels");
		// Private links, without their keys.
		expect(page).not.toMatch(/key=[\w.]/);
		expect(parse(page).querySelector("[name='do.send']")?.text).toBe("Send to 3 people");
		const clicks = await Promise.all([0, 1, 2].map(() => submitForm(admin, page, {}, SEND)));
		expect(clicks.map(({ status, text }) => [status, /\d of 3 emails sent/.exec(textOfPage(text))?.[0]])).toEqual(
			Array(3).fill([200, "0 of 3 emails sent"]),
		);
		portal.start();
		await until(() => rows(portal).every(({ state }) => state === "sent"));
		const got = mailbox.mails.filter(({ subject }) => /News|通知/.test(subject ?? ""));
		expect(new Set(got.map(({ to }) => to[0]?.address.toLowerCase())).size).toBe(3);
		expect(got).toHaveLength(3);
		expect(got.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual(Array(3).fill("programme@example.org"));
		const [chinese] = got.filter(({ subject }) => subject?.includes("通知"));
		expect(chinese?.text).toContain("关于Gardens：");
		// Of several talks each link is named, with its key.
		const both = got.find(({ text }) => text?.includes("Bridges"))?.text ?? "";
		expect(both).toMatch(/Bridges: http\S+talk-\d+\?key=[\w.-]{20,}\nKernels: http\S+talk-\d+\?key=[\w.-]{20,}/);
		expect(textOfPage((await admin.get(`${BROADCASTS}/1`)).text)).toContain("3 of 3 emails sent");
		// The approved page again: what was sent.
		expect(textOfPage((await submitForm(admin, page, {}, SEND)).text)).toContain("3 of 3 emails sent");
		expect(rows(portal)).toHaveLength(3);
		// A new text begins empty, and what was sent is listed with its list.
		const next = await openBroadcasts(admin);
		expect(parse(next).querySelector("[name=bodyEn]")?.text.trim()).toBe("");
		expect(textOfPage(next)).toContain("News of {{event}} Proposals");
	});

	it("goes to a list as the console narrows it, and not to who does not take part", async () => {
		const portal = await openPortal();
		const [first, second, third] = await talks(portal);
		portal.sqlite.exec(`update entries set track_id = 'agentic-web' where id = ${first};
			update entries set presence = 'withdrawn' where id = ${second};
			update entries set incomplete = '["bio"]' where id = ${third};
			update entries set email = '', email_folded = '' where title = 'Bridges'`);
		const admin = await portal.admin();
		const reached = async (query: string) =>
			/(\d+ (?:person|people) · \d+ submissions?|There is no one)/.exec(
				textOfPage(await openBroadcasts(admin, query)),
			)?.[0];
		expect(await reached("?of=talk")).toBe("2 people · 2 submissions");
		expect(textOfPage(await openBroadcasts(admin))).toContain("1 submission has no email address");
		expect(await reached("?of=talk&track=agentic-web")).toBe("1 person · 1 submission");
		expect(await reached("?of=talk&need=incomplete")).toBe("1 person · 1 submission");
		expect(await reached("?of=talk&need=withdrawn")).toBe("1 person · 1 submission");
		expect(await reached("?of=talk&status=Reject")).toBe("There is no one");
		expect(await reached("?of=talk&q=Compilers")).toBe("1 person · 1 submission");
		expect(await reached("?of=nomination")).toBe("There is no one");
		// From a list of the console.
		const list = parse((await admin.get("/admin/proposals?status=Accept&sort=name&page=2")).text);
		const link = list.querySelectorAll("a").find(({ text }) => text === "Write to all in this list");
		expect(link?.getAttribute("href")).toBe(`${BROADCASTS}?of=talk&status=Accept`);
	});

	it("tells nobody a status that they do not know", async () => {
		const portal = await openPortal();
		const [first] = await talks(portal);
		await holdBack(portal);
		portal.sqlite.exec(`update entries set told_status = 'New' where id <> ${first}`);
		const admin = await portal.admin();
		for (const query of ["?of=talk&status=Accept", "?of=talk&need=unplaced", "?of=talk&need=unmailed"]) {
			const text = textOfPage(await openBroadcasts(admin, query));
			expect([query, text]).toEqual([query, expect.stringContaining("1 person · 1 submission")]);
			expect(text).toContain("3 submissions are left out, because their authors do not know the status yet.");
		}
		// A list that no status selects tells none.
		expect(textOfPage(await openBroadcasts(admin))).toContain("4 people · 4 submissions");
	});

	it("sends nothing that was not looked at", async () => {
		const portal = await openPortal();
		const [first] = await talks(portal);
		const admin = await portal.admin();
		for (const change of [
			`update entries set title = 'Another' where id = ${first}`,
			`update entries set email = 'other@example.org', email_folded = 'other@example.org' where id = ${first}`,
			"update broadcasts set body_en = 'Another text'",
			`update entries set presence = 'withdrawn' where id = ${first}`,
		]) {
			const page = await written(admin);
			await portal.db.write(() => void portal.sqlite.exec(change));
			const answer = await submitForm(admin, page, {}, SEND);
			expect([answer.status, textOfPage(answer.text)]).toEqual([409, expect.stringContaining("Nothing was sent:")]);
			expect(rows(portal)).toEqual([]);
		}
		// Nor without a text, or with a fingerprint of nothing.
		portal.sqlite.exec("delete from broadcasts");
		await admin
			.post(BROADCASTS)
			.set("Sec-Fetch-Site", "same-origin")
			.type("form")
			.send({ seen: "", "do.send": "1" })
			.expect(409);
		await admin.post(BROADCASTS).set("Sec-Fetch-Site", "same-origin").type("form").send({ "do.test": "1" }).expect(409);
		expect(rows(portal)).toEqual([]);
	});

	it("says what is wrong with a text and keeps all of it; one language is enough", async () => {
		const portal = await openPortal();
		await talks(portal);
		const admin = await portal.admin();
		const page = await openBroadcasts(admin);
		const faults: [Record<string, string>, RegExp][] = [
			[{ ...TEXT, bodyEn: "Hello {{stranger}}" } as Record<string, string>, /\{\{stranger\}\} is not a placeholder/],
			[{ ...TEXT, subjectEn: "See {{link}}" } as Record<string, string>, /\{\{link\}\} can only stand in the text/],
			[{ ...TEXT, bodyZh: "" } as Record<string, string>, /Chinese text/],
			[{ ...TEXT, replyTo: "nobody" } as Record<string, string>, /email/],
			[{ subjectEn: "", bodyEn: "", subjectZh: "", bodyZh: "" }, /English subject/],
			[{ ...TEXT, bodyEn: "x".repeat(5_001) } as Record<string, string>, /at most 5000/],
		];
		for (const [typed, said] of faults) {
			const answer = await submitForm(admin, page, typed, WRITE);
			const shown = parse(answer.text);
			expect([answer.status, shown.querySelector("#errors, .error-summary, [role=alert]")?.text]).toEqual([
				422,
				expect.stringMatching(said),
			]);
			for (const [name, value] of Object.entries(typed)) {
				const control = shown.querySelector(`[name=${name}]`);
				expect(control?.getAttribute("value") ?? control?.text.replace(/^\n/, "")).toBe(value);
			}
		}
		const one = await written(admin, "?of=talk", { ...TEXT, subjectZh: "", bodyZh: "" });
		expect(textOfPage(one)).toContain("1 person gets the text in the other language");
		await submitForm(admin, one, {}, SEND).expect(200);
		expect(rows(portal).map(({ subject }) => /^News of /.test(subject))).toEqual([true, true, true, true]);
	});

	it("is tried on oneself, in each language, without keys", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await talks(portal);
		portal.start();
		const admin = await portal.admin();
		const page = await written(admin);
		const answer = await submitForm(admin, page, {}, TEST);
		expect(textOfPage(answer.text)).toContain("The test email was sent.");
		await until(() => mailbox.mails.filter(({ subject }) => /News|通知/.test(subject ?? "")).length === 2);
		const tests = mailbox.mails.filter(({ subject }) => /News|通知/.test(subject ?? ""));
		expect(new Set(tests.map(({ to }) => to[0]?.address)).size).toBe(1);
		expect(tests.map(({ text }) => /\?key=(\S*)/.exec(text ?? "")?.[1])).toEqual(["…", "…"]);
		expect(tests.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual(Array(2).fill("programme@example.org"));
		expect(rows(portal)).toEqual([]);
	});

	it("is stopped and put back, and a later one about the same talk does not replace it", async () => {
		const portal = await openPortal();
		await talks(portal);
		const admin = await portal.admin();
		const sent = async () => (await submitForm(admin, await written(admin), {}, SEND).expect(200)).text;
		const [first, second] = [await sent(), await sent()];
		expect(rows(portal)).toHaveLength(8);
		const button = (name: string) => ({ selector: "main form[method=post]", button: name });
		const stopped = await submitForm(admin, first, {}, button("do.stop"));
		expect(textOfPage(stopped.text)).toContain("4 emails were cancelled.");
		expect(textOfPage(second)).toMatch(/4 emails are saved in the outbox\.[\s\S]*Saved 4/);
		const back = await submitForm(admin, stopped.text, {}, button("do.continue"));
		expect(textOfPage(back.text)).toContain("4 emails");
		expect(rows(portal).map(({ state }) => state)).toEqual(Array(8).fill("pending"));
		await admin.get(`${BROADCASTS}/99`).expect(404);
		await admin.get(`${BROADCASTS}/nothing`).expect(404);
	});

	it("is one organiser's own while it is written", async () => {
		const portal = await openPortal();
		await talks(portal);
		const admin = await portal.admin();
		await written(admin);
		portal.sqlite.exec("update broadcasts set actor_id = null");
		expect(parse(await openBroadcasts(admin)).querySelector("[name='do.send']")).toBe(null);
	});

	it("stands in the details of each entry of its people, with its state", async () => {
		const portal = await openPortal();
		const [first, second] = await talks(portal);
		portal.sqlite.exec(givenTo("Kernels", "Compilers"));
		const admin = await portal.admin();
		await submitForm(admin, await written(admin), {}, SEND).expect(200);
		portal.sqlite.exec(
			"update outbox set state = 'failed', last_error = '550 no such user' where broadcast is not null",
		);
		for (const id of [first, second]) {
			const details = textOfPage((await admin.get(`/admin/proposals?modal=details&id=${id}`)).text);
			expect(details).toMatch(/Emails\n.* News of .* Failed .*550 no such user/);
		}
	});

	it("forgets a person who is erased", async () => {
		const portal = await openPortal();
		const [first] = await talks(portal);
		const email = portal.sqlite.prepare("select email from entries where id = ?").pluck().get(first) as string;
		const admin = await portal.admin();
		const page = await written(admin, `?of=talk&q=${encodeURIComponent(email)}`, { ...TEXT, replyTo: email });
		await submitForm(admin, page, {}, SEND).expect(200);
		expect(rows(portal)).toHaveLength(1);
		await portal.services.erasing.erase({ address: email });
		const kept = JSON.stringify([rows(portal), portal.sqlite.prepare("select * from broadcasts").all()]);
		expect(kept).not.toMatch(/Compilers/);
		expect(kept.toLowerCase()).not.toContain(email.toLowerCase());
	});
});
