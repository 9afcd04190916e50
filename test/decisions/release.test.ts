import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { askRelease as ask, decided, openDecisions as open, PAGE, RELEASE as SEND } from "../support/decisions.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { multiplyAccepted } from "../support/schedule.ts";
import { type Mailbox, openMailbox, until } from "../support/smtp.ts";
import { rowsOf } from "../support/table.ts";
import { adminBearer } from "../support/talks-sent.ts";

const CONTROLS = { selector: "main form[method=post]" };

const letters = ({ mails }: Mailbox) => mails.map(({ to, subject }) => `${to[0]?.address} ${subject?.slice(0, 40)}`);
const known = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select coalesce(told_status, status) from entries order by id").pluck().all();
const states = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select state from outbox where decision_release is not null order by id").pluck().all();

describe("a release of decisions", () => {
	it("shows every letter, sends each once however often it is clicked, and tells the statuses with them", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await decided(portal, 6);
		const admin = await portal.admin();
		const page = await open(admin);
		expect(textOfPage(page)).toContain("6 decisions");
		expect(
			parse(page)
				.querySelectorAll(".outbox pre")
				.map(({ text }) => text.length > 100),
		).toEqual(Array(6).fill(true));
		const question = await ask(admin);
		expect(parse(question).querySelector(`${SEND.selector} button`)?.text).toBe("Send the emails (6)");
		const clicks = await Promise.all([0, 1, 2].map(() => submitForm(admin, question, {}, SEND)));
		const shown = clicks.map(({ status, text }) => [status, /\d of 6 emails sent/.exec(textOfPage(text))?.[0]]);
		expect(shown).toEqual(Array(3).fill([200, "0 of 6 emails sent"]));
		expect(known(portal)).toEqual(Array(6).fill("New"));
		portal.start();
		await until(() => states(portal).every((state) => state === "sent"));
		expect(known(portal)).toEqual(["Accept", "Hold", "Reject", "Accept", "Hold", "Reject"]);
		const announced = letters(mailbox).filter((one) => one.includes("@speakers.example"));
		expect(announced.sort()).toHaveLength(6);
		expect(new Set(announced).size).toBe(6);
		expect(textOfPage(await open(admin, "/admin/decisions/1"))).toContain("6 of 6 emails sent");
		expect(textOfPage(await open(admin))).toContain("No decision about these submissions waits");
		// The approved page again: the release that was made.
		expect(textOfPage((await submitForm(admin, question, {}, SEND)).text)).toContain("6 of 6 emails sent");
		expect(states(portal)).toHaveLength(6);
	});

	it("shows no key of a private link, says so, and sends the link with its key", async () => {
		const portal = await openPortal();
		await decided(portal, 6);
		const admin = await portal.admin();
		const page = await open(admin, `${PAGE}&status=Accept`);
		const bodies = parse(page).querySelectorAll(".outbox pre");
		expect(bodies.map(({ text }) => /\?key=(\S+)/.exec(text)?.[1])).toEqual(["…", "…"]);
		expect(textOfPage(page)).toContain("The private link is shown here without its key.");
		await submitForm(admin, await ask(admin, `${PAGE}&status=Accept`), {}, SEND).expect(200);
		const sent = portal.sqlite.prepare("select body from outbox where decision_release = 1").pluck().all();
		const keys = sent.map((body) => /\?key=([\w.-]{20,})/.exec(String(body))?.[1]);
		expect(new Set(keys.filter(Boolean)).size).toBe(2);
		for (const key of keys) expect(page).not.toContain(key);
	});

	it("sends nothing that was not looked at: a decision or a text that changed shows the page anew", async () => {
		const portal = await openPortal();
		const [first = 0] = await decided(portal, 3);
		const admin = await portal.admin();
		const changes = [
			`update entries set status = 'Hold' where id = ${first}`,
			`insert into decision_letters values (${first}, 'hold', 'Subject', 'Text', 1, null)`,
			`update entries set email = 'other@example.org', email_folded = 'other@example.org' where id = ${first}`,
		];
		for (const change of changes) {
			const page = await ask(admin);
			await portal.db.write(() => void portal.sqlite.exec(change));
			const answer = await submitForm(admin, page, {}, SEND);
			expect([answer.status, textOfPage(answer.text)]).toEqual([409, expect.stringContaining("Nothing was released:")]);
			expect([states(portal), known(portal)]).toEqual([[], ["New", "New", "New"]]);
		}
		expect(textOfPage(await open(admin))).toContain("Subject");
	});

	it("is of one call, and of the statuses and tracks that were chosen", async () => {
		const portal = await openPortal();
		await decided(portal, 6);
		portal.sqlite.exec("update entries set track_id = 'agentic-web' where id <= 3");
		const admin = await portal.admin();
		const counted = async (query: string) => /(\d+) decisions?/.exec(textOfPage(await open(admin, PAGE + query)))?.[1];
		expect(await counted("&status=Reject")).toBe("2");
		expect(await counted("&status=Reject&status=Hold")).toBe("4");
		expect(await counted("&status=Accept&track=agentic-web")).toBe("1");
		expect(await counted("&track=nothing")).toBe(undefined);
		expect(await counted(Array.from({ length: 300 }, (_, at) => `&track=t${at}`).join(""))).toBe(undefined);
		expect(textOfPage(await open(admin, "/admin/decisions?call=sl-hz"))).toContain(
			"No decision about these submissions waits",
		);
		await admin.get("/admin/decisions?call=nothing").expect(404);
		await submitForm(admin, await ask(admin, `${PAGE}&status=Reject`), {}, SEND).expect(200);
		expect(portal.sqlite.prepare("select distinct kind from outbox where decision_release = 1").pluck().all()).toEqual([
			"reject",
		]);
	});

	it("tells on the pages at once where no mail leaves, and where there is none to send", async () => {
		const portal = await openPortal();
		await decided(portal, 3);
		portal.sqlite.exec("update entries set email = '', email_folded = '' where id = 1");
		const admin = await portal.admin();
		const page = await ask(admin);
		expect(textOfPage(page)).toContain("1 author learns the status on their pages, without an email.");
		expect(parse(page).querySelector(`${SEND.selector} button`)?.text).toBe("Release 3 decisions");
		expect(textOfPage(page)).toContain("2 emails will be saved in the outbox.");
		const released = await submitForm(admin, page, {}, SEND).expect(200);
		expect(textOfPage(released.text)).toMatch(/3 decisions were released\.\s+2 emails are saved in the outbox\./);
		expect([known(portal), states(portal)]).toEqual([["Accept", "Hold", "Reject"], Array(2).fill("pending")]);
		const told = "select type, state, told from entry_log where type = 'Told' order by entry_id";
		expect(portal.sqlite.prepare(told).all()).toEqual(
			["Accept", "Hold", "Reject"].map((state) => ({ type: "Told", state, told: state })),
		);
		const stopped = await submitForm(admin, released.text, {}, { ...CONTROLS, button: "do.stop" });
		expect(textOfPage(stopped.text)).toMatch(/2 emails were cancelled\.\s+Authors still see the status on/);
	});

	it("can be stopped and gone on with; what was stopped can be released anew and is not sent twice", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await decided(portal, 3);
		const admin = await portal.admin();
		expect((await submitForm(admin, await ask(admin), {}, SEND)).text).toContain("3 emails are waiting to be sent.");
		const first = "/admin/decisions/1";
		const stopped = await submitForm(admin, await open(admin, first), {}, { ...CONTROLS, button: "do.stop" });
		expect(textOfPage(stopped.text)).toContain("3 emails were cancelled.");
		expect(states(portal)).toEqual(["cancelled", "cancelled", "cancelled"]);
		// Two of them again, the third by going on.
		await submitForm(admin, await ask(admin, `${PAGE}&status=Accept&status=Hold`), {}, SEND).expect(200);
		const resumed = await submitForm(admin, await open(admin, first), {}, { ...CONTROLS, button: "do.continue" });
		expect(textOfPage(resumed.text)).toContain("1 email waits to be sent again.");
		portal.start();
		await until(() => states(portal).filter((state) => state === "sent").length === 3);
		expect(states(portal)).toEqual(["cancelled", "cancelled", "sent", "sent", "sent"]);
		expect(known(portal)).toEqual(["Accept", "Hold", "Reject"]);
		expect(letters(mailbox).filter((one) => one.includes("@speakers.example"))).toHaveLength(3);
	});

	it("leaves a decision whose mail waits to that mail", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await decided(portal, 3);
		const admin = await portal.admin();
		await submitForm(admin, await ask(admin), {}, SEND).expect(200);
		expect(textOfPage(await open(admin))).toContain("No decision about these submissions waits");
		expect([known(portal), states(portal)]).toEqual([Array(3).fill("New"), Array(3).fill("pending")]);
		// Decided anew while its mail waits: that mail is cancelled, and the new decision is due.
		const bearer = await adminBearer(portal);
		await portal.agent().patch("/api/entries/1").set("Authorization", bearer).send({ status: "Reject" }).expect(200);
		expect([known(portal)[0], states(portal)]).toEqual(["New", ["cancelled", "pending", "pending"]]);
		expect(textOfPage(await open(admin))).toContain("1 decision");
	});

	it("tells that a decision was taken back, without a mail", async () => {
		const portal = await openPortal();
		await decided(portal, 3);
		await portal.db.write(() => void portal.sqlite.exec("update entries set status = 'New', told_status = 'Accept'"));
		const admin = await portal.admin();
		await submitForm(admin, await ask(admin), {}, SEND).expect(200);
		expect([known(portal), states(portal)]).toEqual([["New", "New", "New"], []]);
		expect(portal.sqlite.prepare("select count(*) from entries where told_status is not null").pluck().get()).toBe(0);
	});

	it("tells on the author's pages what a mailbox refused for good", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await decided(portal, 1);
		const admin = await portal.admin();
		await submitForm(admin, await ask(admin), {}, SEND).expect(200);
		mailbox.refuse(550, "5.1.1 no such mailbox");
		portal.start();
		await until(() => states(portal)[0] === "failed");
		expect(known(portal)).toEqual(["Accept"]);
		const [row] = rowsOf(await open(admin, "/admin/decisions/1"));
		expect(row).toEqual([
			"Compilers",
			"Accept",
			expect.stringContaining("@"),
			expect.stringMatching(/^Failed .*5\.1\.1 no such/),
		]);
	});

	it("lists its emails, 25 on a page: what each is about and tells, who gets it, and its state", async () => {
		const portal = await openPortal();
		await multiplyAccepted(portal, 30);
		portal.sqlite.exec("delete from outbox");
		const admin = await portal.admin();
		await submitForm(admin, await ask(admin), {}, SEND).expect(200);
		const mails = portal.sqlite
			.prepare(
				"select title, 'Accept', to_address, 'Saved' from outbox join entries on entries.id = entry_id order by outbox.id",
			)
			.raw()
			.all();
		const listed = [];
		for (const path of ["/admin/decisions/1", "/admin/decisions/1?page=2"]) {
			listed.push(rowsOf(await open(admin, path)));
		}
		expect(listed).toEqual([mails.slice(0, 25), mails.slice(25)]);
	});

	it("sends the mails of a call that tells at once, too", async () => {
		const portal = await openPortal();
		await multiplyAccepted(portal, 30);
		portal.sqlite.exec("delete from outbox");
		const admin = await portal.admin();
		const page = await open(admin);
		expect(textOfPage(page)).toContain("Authors of this call see their status as soon as it is set.");
		expect(parse(page).querySelectorAll(".outbox > li")).toHaveLength(25);
		expect(parse(await open(admin, `${PAGE}&page=2`)).querySelectorAll(".outbox > li")).toHaveLength(5);
		await submitForm(admin, await ask(admin), {}, SEND).expect(200);
		expect(states(portal)).toHaveLength(30);
		expect(portal.sqlite.prepare("select count(*) from entry_log where type = 'Told'").pluck().get()).toBe(0);
	});
});

describe("the text of one letter", () => {
	it("is written before the release, shown by it and sent by it; the common text can be taken again", async () => {
		const portal = await openPortal();
		const [id = 0] = await decided(portal, 1);
		const admin = await portal.admin();
		const edit =
			parse(await open(admin))
				.querySelector(".outbox a")
				?.getAttribute("href") ?? "";
		const form = { selector: "main form:has([name=subject])" };
		const typed = { subject: "For you alone", body: "We liked the second half." };
		await submitForm(admin, await open(admin, edit), typed, { ...form, button: "do.keep" }).expect(200);
		expect(textOfPage(await open(admin))).toContain("We liked the second half.");
		await submitForm(admin, await open(admin, edit), {}, { ...form, button: "do.drop" }).expect(200);
		expect(textOfPage(await open(admin))).not.toContain("We liked the second half.");
		await submitForm(admin, await open(admin, edit), typed, { ...form, button: "do.keep" }).expect(200);
		const unsent = await open(admin, edit);
		await submitForm(admin, await ask(admin), {}, SEND).expect(200);
		const mail = portal.sqlite
			.prepare("select subject, body from outbox where entry_id = ? and kind = 'accept'")
			.get(id);
		expect(mail).toEqual(typed);
		expect(portal.sqlite.prepare("select count(*) from decision_letters").pluck().get()).toBe(0);
		expect(parse(await open(admin, edit)).querySelector(form.selector)).toBeNull();
		const late = await submitForm(admin, unsent, {}, { ...form, press: "do.send" });
		expect(late.status).toBe(409);
	});
});
