import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { type Mailbox, openMailbox, until } from "../support/smtp.ts";
import { sendTalks } from "../support/talks-sent.ts";

const FORM = { selector: "main form", press: "do.send" };
const SPEAKER = "li@example.org";

/** A talk of somebody, a mail server that was asked to refuse, and what an administrator does. */
async function open() {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url });
	await sendTalks(portal, { title: "A", email: SPEAKER });
	portal.sqlite.exec("delete from outbox");
	portal.start();
	const admin = await portal.admin();
	const set = (status: string) =>
		admin.patch("/api/entries/1").set("Sec-Fetch-Site", "same-origin").send({ status }).expect(200);
	const write = async (letter: string) =>
		submitForm(admin, (await admin.get(`/admin/proposals?modal=email&id=1&letter=${letter}`)).text, {}, FORM);
	return { mailbox, portal, admin, set, write };
}

/** Letters about the talk; administrators get notices of their sign-ins besides. */
const rows = (portal: TestPortal) =>
	portal.sqlite.prepare("select kind, state from outbox where entry_id is not null order by id").all();
const idOf = (portal: TestPortal) =>
	portal.sqlite.prepare("select id from outbox where entry_id is not null order by id desc limit 1").pluck().get();
const subjects = ({ mails }: Mailbox) => mailsTo(mails, SPEAKER).map(({ subject }) => subject);
const mailsTo = (mails: Mailbox["mails"], address: string) => mails.filter(({ to }) => to[0]?.address === address);

describe("a mail that is no longer true is never sent", () => {
	it("although it failed and is tried again", async () => {
		const { mailbox, portal, admin, set, write } = await open();
		mailbox.refuse(550, "no such user");
		await set("Accept");
		expect((await write("accept")).status).toBe(422);
		const page = (await admin.get("/admin/mail?state=failed")).text;
		await set("Reject");
		mailbox.refuse(undefined);
		const retry = { selector: 'main form[method="post"]', press: `do.retry.${idOf(portal)}` };
		await submitForm(admin, page, {}, retry).expect(409);
		expect([rows(portal), subjects(mailbox)]).toEqual([[{ kind: "accept", state: "cancelled" }], []]);
	});

	it("even if it was being sent when the status changed and the result is unknown", async () => {
		const { mailbox, portal, set, write } = await open();
		mailbox.refuse(451, "later");
		await set("Accept");
		await write("accept");
		portal.sqlite.exec(
			`update outbox set state = 'sending', lease_until = ${portal.clock.now + 60_000} where kind = 'accept'`,
		);
		await set("Reject");
		mailbox.refuse(undefined);
		portal.clock.now += 24 * 60 * 60 * 1000;
		portal.services.mailing.wakeUp();
		await until(() => JSON.stringify(rows(portal)).includes("cancelled"));
		expect(subjects(mailbox)).toEqual([]);
	});

	it("nor a rejection: someone accepted after all does not get both", async () => {
		const { mailbox, portal, set, write } = await open();
		mailbox.refuse(451, "later");
		await set("Reject");
		await write("reject");
		await set("Accept");
		mailbox.refuse(undefined);
		await write("accept");
		portal.clock.now += 24 * 60 * 60 * 1000;
		portal.services.mailing.wakeUp();
		await until(() => subjects(mailbox).length > 0);
		expect(subjects(mailbox)).toEqual(["Hangzhou 2025: your talk was accepted, please confirm"]);
		expect(rows(portal)).toContainEqual({ kind: "reject", state: "cancelled" });
	});

	it("about a withdrawn talk", async () => {
		const { portal, admin, set } = await open();
		await set("Accept");
		portal.sqlite.exec("update entries set presence = 'withdrawn'");
		const page = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		expect(textOfPage(page)).toContain("The author has withdrawn this entry.");
		expect(page).not.toContain("do.send");
		expect(rows(portal)).toEqual([]);
	});
});

describe("a mail that failed", () => {
	it("is not called sent, and can be written once more to the current address", async () => {
		const { mailbox, portal, admin, set, write } = await open();
		mailbox.refuse(550, "no such user");
		await set("Accept");
		await write("accept");
		portal.sqlite.exec("update entries set email = 'new@example.org', email_folded = 'new@example.org'");
		const page = (await admin.get("/admin/proposals?modal=email&id=1")).text;
		expect(textOfPage(page)).not.toContain("Email Already Sent");
		expect(textOfPage(page)).toMatch(/Failed .*no such user/);
		expect(textOfPage(page)).toContain("new@example.org");
		expect(shownValue(page, "subject")).toContain("accepted");
		expect(textOfPage((await admin.get("/admin/proposals")).text)).toContain("Not delivered: send again");
		mailbox.refuse(undefined);
		await submitForm(admin, page, {}, FORM).expect(200);
		await until(() => mailsTo(mailbox.mails, "new@example.org").length === 1);
		expect(subjects(mailbox)).toEqual([]);
		expect(rows(portal).map((row) => (row as { state: string }).state)).toEqual(["cancelled", "sent"]);
		expect(textOfPage((await admin.get("/admin/proposals?modal=email&id=1")).text)).toContain("Email Already Sent");
	});
});
