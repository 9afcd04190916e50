import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { askRelease, RELEASE } from "../support/decisions.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { place, release } from "../support/released-schedule.ts";
import { addPerson, cookiesOf } from "../support/sessions.ts";
import { adminBearer } from "../support/talks-sent.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const PANEL = { selector: "main form:has([name='do.confirm'])" };
const DECLINE = { selector: "main form:has([name=reason])", button: "do.decline" };

/** `2025-09-01`, so many days after the portal's present. */
const dayAhead = ({ clock }: TestPortal, days: number) =>
	new Date(clock.now + days * DAY_MS).toISOString().slice(0, 10);

const row = ({ sqlite }: TestPortal, id: number) =>
	sqlite.prepare("select presence, confirmed_at is not null as confirmed from entries where id = ?").get(id);
const lines = ({ sqlite }: TestPortal, id: number) =>
	sqlite.prepare("select type || ' ' || state from entry_log where entry_id = ? order by id").pluck().all(id);
const slots = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select time from slots where entry_id is not null order by time").pluck().all();

async function setStatus(portal: TestPortal, id: number, status: string) {
	const bearer = await adminBearer(portal);
	await portal.agent().patch(`/api/entries/${id}`).set("Authorization", bearer).send({ status }).expect(200);
}

/** A guest's accepted talk of a call that asks, and the private link to it. */
async function asked(portal: TestPortal, days = 10) {
	const id = await sendTalk(portal, { title: "Compilers", tracks: "ai-next" });
	portal.sqlite.exec("update entries set consent = 1");
	const admin = await portal.admin();
	await set(admin, "hangzhou", { confirmBy: dayAhead(portal, days) });
	await setStatus(portal, id, "Accept");
	return { id, admin, key: linkIn(portal, "receipt") };
}

async function signedIn(portal: TestPortal, email: string) {
	const agent = portal.agent();
	for (const [name, value] of Object.entries(await cookiesOf(portal, email))) agent.jar.setCookie(`${name}=${value}`);
	return agent;
}

describe("an accepted speaker", () => {
	it("is asked on the page behind their link, which answers nothing, and confirms by its button", async () => {
		const portal = await openPortal();
		const { id, key, admin } = await asked(portal);
		const guest = portal.agent();
		const { text } = await guest.get(key).expect(200);
		expect(textOfPage(text)).toContain("Will you take part?");
		expect(textOfPage(text)).toMatch(/To do: confirm by \d+ \w+ \d{4} 23:59 \(UTC\+8\)/);
		for (const path of [key, `${key}&decline=1`]) await guest.get(path).expect(200);
		expect(row(portal, id)).toEqual({ presence: "active", confirmed: 0 });

		const answer = await submitForm(guest, text, {}, { ...PANEL, button: "do.confirm" });
		expect(answer.status).toBe(303);
		expect(textOfPage((await guest.get(key)).text)).toContain("You have confirmed that you will take part.");
		// A double click, and the page that was open before.
		await submitForm(guest, text, {}, { ...PANEL, button: "do.confirm" }).expect(303);
		expect(row(portal, id)).toEqual({ presence: "active", confirmed: 1 });
		expect(lines(portal, id)).toEqual(["Created New", "Status Accept", "Confirmed Accept"]);
		const list = await admin.get("/admin/proposals?need=confirmed").expect(200);
		expect(parse(list.text).querySelector("tbody")?.text).toContain("Confirmed");
	});

	it("declines with a reason on a page of its own; the talk leaves its slot, and organisers are told", async () => {
		const portal = await openPortal();
		const { id, key, admin } = await asked(portal);
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await release(portal, "With a place");
		const guest = portal.agent();
		expect((await guest.get("/schedule")).text).toContain("Compilers");
		const page = (await guest.get(`${key}&decline=1`).expect(200)).text;

		const long = await submitForm(guest, page, { reason: `${"x".repeat(1_000)}y` }, DECLINE);
		expect([long.status, textOfPage(long.text)]).toEqual([422, expect.stringContaining("at most 1000 characters")]);
		expect(parse(long.text).querySelector("textarea")?.textContent.trim()).toHaveLength(1_001);
		const chinese = await submitForm(guest, page, { reason: "My visa" }, { ...DECLINE, button: "do.language.zh" });
		expect(parse(chinese.text).querySelector("textarea")?.textContent.trim()).toBe("My visa");
		expect(textOfPage(chinese.text)).toContain("要放弃名额吗？");
		await submitForm(guest, chinese.text, {}, { ...DECLINE, button: "do.language.en" });
		// What no button of the page sends changes nothing.
		await guest.post(key).type("form").send({}).expect(303);
		expect([slots(portal), row(portal, id)]).toEqual([["10:00"], { presence: "active", confirmed: 0 }]);

		const reason = "My visa was <refused>";
		await submitForm(guest, page, { reason }, DECLINE).expect(303);
		expect(row(portal, id)).toEqual({ presence: "declined", confirmed: 0 });
		expect(slots(portal)).toEqual([]);
		expect(lines(portal, id).slice(-2)).toEqual(["Declined Accept", "Schedule left"]);
		expect((await guest.get("/schedule")).text).not.toContain("Compilers");
		const own = textOfPage((await guest.get(key)).text);
		expect(own).toContain("You have declined. If you want to take part after all, write to");

		const details = textOfPage((await admin.get(`/admin/proposals?modal=details&id=${id}`)).text);
		expect(details).toContain(`Reason: ${reason}`);
		const board = textOfPage((await admin.get("/admin/schedule")).text);
		expect(board).toMatch(/Compilers · left Saturday, 13 September 2025, .*10:00: Declined/);
		const mails = portal.sqlite.prepare("select to_address, body from outbox where kind = 'answer'").all();
		expect(mails).toEqual([{ to_address: "admin@example.org", body: expect.stringContaining(`talk-${id}`) }]);
		// What a person wrote stays in the entry, with which it is erased.
		expect(JSON.stringify(mails)).not.toContain("visa");
		expect(JSON.stringify(mails)).not.toContain("Compilers");

		// Another tab, with a reason that would be refused, says what is known now.
		await submitForm(guest, page, { reason: "x".repeat(1_001) }, DECLINE).expect(303);

		// It is final for the author: neither the page that was open before nor a resubmission undoes it.
		await guest.post(key).type("form").send({ "do.confirm": "1" }).expect(303);
		await guest.post(key).type("form").send({ "do.restore": "1" }).expect(303);
		expect(row(portal, id)).toEqual({ presence: "declined", confirmed: 0 });
	});

	it("answers on the dashboard, in the account that the talk belongs to and in no other", async () => {
		const portal = await openPortal();
		const { id } = await asked(portal);
		for (const email of ["author@example.org", "other@example.org"]) await addPerson(portal, email, "Han Meimei");
		portal.sqlite.exec("update entries set user_id = (select id from users where email = 'author@example.org')");
		const other = await signedIn(portal, "other@example.org");
		const own = `/entry/talk-${id}`;
		const posted = other.post(own).set("Sec-Fetch-Site", "same-origin").type("form");
		await posted.send({ "do.confirm": "1" }).expect(404);
		const author = await signedIn(portal, "author@example.org");
		const { text } = await author.get("/dashboard").expect(200);
		const answer = await submitForm(author, text, {}, { ...PANEL, button: "do.confirm" });
		expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining("/dashboard?said=")]);
		expect(textOfPage((await author.get("/dashboard")).text)).toContain("You have confirmed that you will take part.");
		expect(row(portal, id)).toEqual({ presence: "active", confirmed: 1 });
		const copy = JSON.parse((await author.get("/api/me/export")).text || "{}");
		expect(JSON.stringify(copy)).toContain("Confirmed");
	});

	it("is not asked by a call without a date, nor before the acceptance is known, nor when it is over", async () => {
		const portal = await openPortal();
		const { id, key, admin } = await asked(portal);
		const guest = portal.agent();
		const shown = async () => textOfPage((await guest.get(key)).text);
		await setStatus(portal, id, "Reject");
		expect(await shown()).not.toContain("Will you take part?");
		await guest.post(key).type("form").send({ "do.confirm": "1" }).expect(303);
		expect(await shown()).toContain("There is nothing to answer any more");
		expect(row(portal, id)).toEqual({ presence: "active", confirmed: 0 });
		await set(admin, "hangzhou", { tells: "when released" });
		await setStatus(portal, id, "Accept");
		expect(await shown()).not.toContain("Will you take part?");
		portal.sqlite.exec("update entries set told_status = null");
		expect(await shown()).toContain("Will you take part?");
		portal.clock.now += 20 * DAY_MS;
		expect(await shown()).toContain("The last day to answer has passed. Please answer now.");
		await set(await portal.admin(), "hangzhou", { confirmBy: "" });
		expect(await shown()).not.toContain("Will you take part?");
		await set(await portal.admin(), "hangzhou", { confirmBy: "2025-09-20" });
		expect(await shown()).toContain("Will you take part?");
		portal.clock.now = Date.parse("2025-09-14T16:00:00Z");
		expect(await shown()).not.toContain("Will you take part?");
	});

	it("who withdraws leaves the slot as well, with a line in the log, and loses a confirmation", async () => {
		const portal = await openPortal();
		const { id, key, admin } = await asked(portal);
		const guest = portal.agent();
		await guest.post(key).type("form").send({ "do.confirm": "1" }).expect(303);
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await guest.post(key).type("form").send({ "do.withdraw": "1" }).expect(303);
		expect([slots(portal), row(portal, id)]).toEqual([[], { presence: "withdrawn", confirmed: 0 }]);
		expect(lines(portal, id).slice(-2)).toEqual(["Withdrawn Accept", "Schedule left"]);
		expect(textOfPage((await admin.get("/admin/schedule")).text)).toMatch(/Compilers · left .*10:00: Withdrawn/);
		// Nobody undoes it by mistake: an organiser's undo is of their own changes.
		expect(textOfPage((await admin.get("/admin/schedule")).text)).not.toContain("Undo: Compilers removed");
		await guest.post(key).type("form").send({ "do.restore": "1" }).expect(303);
		expect(textOfPage((await admin.get("/admin/schedule")).text)).not.toContain("· left");
	});
});

it("nobody declines once the event is over, by a button or without one", async () => {
	const portal = await openPortal();
	const { id, key } = await asked(portal);
	const guest = portal.agent();
	await guest.post(key).type("form").send({ "do.confirm": "1" }).expect(303);
	await place(portal, id, ["day1", "ai-next", "10:00"]);
	await release(portal, "With a place");
	expect((await guest.get(key)).text).toContain("decline=1");
	portal.clock.now = Date.parse("2025-09-14T16:00:00Z");
	const { text } = await guest.get(key).expect(200);
	expect([textOfPage(text).includes("You have confirmed"), text.includes("decline=1")]).toEqual([true, false]);
	expect((await guest.get(`${key}&decline=1`).expect(200)).text).not.toContain('name="reason"');
	await guest.post(key).type("form").send({ "do.decline": "1", reason: "Ill" }).expect(303);
	expect(textOfPage((await guest.get(key)).text)).toContain("There is nothing to answer");
	expect([row(portal, id), slots(portal)]).toEqual([{ presence: "active", confirmed: 1 }, ["10:00"]]);
	expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'answer'").pluck().get()).toBe(0);
});

it("a confirmation ends when its author is told of a rejection, and not by a status that is set and taken back", async () => {
	const portal = await openPortal();
	const { id, key, admin } = await asked(portal);
	const guest = portal.agent();
	await guest.post(key).type("form").send({ "do.confirm": "1" }).expect(303);
	for (const status of ["Reject", "Accept"]) await setStatus(portal, id, status);
	expect(row(portal, id)).toEqual({ presence: "active", confirmed: 1 });
	await set(admin, "hangzhou", { tells: "when released" });
	for (const status of ["Reject", "Accept"]) {
		await setStatus(portal, id, status);
		await submitForm(admin, await askRelease(admin), {}, RELEASE).expect(200);
	}
	expect(row(portal, id)).toEqual({ presence: "active", confirmed: 0 });
	expect(textOfPage((await guest.get(key)).text)).toContain("Will you take part?");
});

describe("organisers", () => {
	it("see how many answered, record an answer they were given otherwise, and ask again", async () => {
		const portal = await openPortal();
		const { id, admin } = await asked(portal);
		const counts = async () => {
			const page = parse((await admin.get("/admin/decisions?call=hangzhou")).text);
			return page.querySelectorAll("a.status[href*='need=']").map(({ text }) => text);
		};
		expect(await counts()).toEqual(["0 confirmed", "1 not answered", "0 declined"]);
		expect(textOfPage((await admin.get("/admin")).text)).toContain("1 accepted talk not confirmed by its author");
		const details = `/admin/proposals?modal=details&id=${id}`;
		const press = async (button: string) => {
			const { text } = await admin.get(details).expect(200);
			await submitForm(admin, text, {}, { selector: ".reading-tools", button }).expect(200);
		};
		await press("do.attendance-confirm");
		expect(await counts()).toEqual(["1 confirmed", "0 not answered", "0 declined"]);
		expect(textOfPage((await admin.get("/admin")).text)).not.toContain("not confirmed");
		await press("do.attendance-decline");
		expect(await counts()).toEqual(["0 confirmed", "0 not answered", "1 declined"]);
		// Organisers know what they record themselves.
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'answer'").pluck().get()).toBe(0);
		expect((await admin.get("/admin/proposals?need=declined")).text).toContain("Compilers");
		await press("do.attendance-ask");
		expect(await counts()).toEqual(["0 confirmed", "1 not answered", "0 declined"]);
		expect(lines(portal, id).slice(-3)).toEqual(["Confirmed Accept", "Declined Accept", "Asked Accept"]);
	});
});
