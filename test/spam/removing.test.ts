import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { guestsTalk, owner, say } from "../support/messages.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { addPerson, cookiesOf, makeMember } from "../support/sessions.ts";
import { LIST, removeAsSpam, SPAM, sortOut } from "../support/spam.ts";

const DAY = 24 * 60 * 60 * 1000;
const TALKS = "/admin/proposals";

type Agent = ReturnType<TestPortal["agent"]>;

const presences = ({ sqlite }: TestPortal) => sqlite.prepare("select presence from entries order by id").pluck().all();
const mails = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select kind, state from outbox where kind <> 'notice' order by id").raw().all() as [string, string][];

/** Rows of the table of a page, as text. */
async function rowsOf(admin: Agent, path: string): Promise<string[]> {
	const page = parse((await admin.get(path).expect(200)).text);
	return page.querySelectorAll("tbody tr").map((row) => row.structuredText.replace(/\s+/g, " ").trim());
}

/** The words of a page, without the spaces between them. */
const words = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");

describe("the bulk action", () => {
	it("stands in the lists of all kinds, and the change can be undone there", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const ids = {
			[TALKS]: await sendTalk(portal, { title: "Talk" }),
			"/admin/nominations": await sendProject(portal, { projectname: "Project" }),
			"/admin/aigc": await sendWork(portal, { title: "Work" }),
			"/admin/forum": await sendRegistration(portal, { name: "Registration" }),
		};
		for (const [list, id] of Object.entries(ids)) {
			const page = (await admin.get(list).expect(200)).text;
			const button = parse(page).querySelector("[name='do.bulk-spam']");
			expect([list, button?.text]).toEqual([list, "Remove as spam"]);
			const done = await removeAsSpam(admin, list, id);
			expect([done.status, textOfPage(done.text)]).toEqual([
				200,
				expect.stringContaining("1 entry removed as spam. You can put it back for 30 days, then it is erased."),
			]);
			expect([list, await rowsOf(admin, list)]).toEqual([list, []]);
			expect(textOfPage(done.text)).toContain("Last bulk change: 1 entry removed as spam, 1 Jul 2025 10:00.");
			await submitForm(admin, done.text, {}, { selector: "form:has([name='do.undo'])", press: "do.undo" }).expect(200);
			expect([list, (await rowsOf(admin, list)).length]).toEqual([list, 1]);
		}
		expect(presences(portal)).toEqual(Array(4).fill("active"));
	});

	it("on all that match is confirmed first", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		for (let n = 0; n < 13; n += 1) await sendWork(portal, { title: `Work ${n}` });
		const page = (await admin.get("/admin/aigc")).text;
		const asked = await submitForm(admin, page, { matching: true }, { ...LIST, button: "do.bulk-spam" });
		expect(textOfPage(asked.text)).toMatch(
			/Remove 13 entries as spam\?\s+Remove as spam\s+All that match the list, on every page\. They are erased 30 days after their removal\./,
		);
		expect(new Set(presences(portal))).toEqual(new Set(["active"]));
		const sure = { selector: "form:has([name=sure])", button: "do.bulk-spam" };
		const done = await submitForm(admin, asked.text, {}, sure).expect(200);
		expect(textOfPage(done.text)).toContain("13 entries removed as spam.");
		expect(new Set(presences(portal))).toEqual(new Set(["spam"]));
		expect((await rowsOf(admin, SPAM)).length).toBe(13);
	});

	it("leaves out what is placed or told to be accepted, and says which and why", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const [placed, told, held, other] = [
			await sendTalk(portal, { title: "Placed", tracks: "ai-next" }),
			await sendTalk(portal, { title: "Told" }),
			await sendTalk(portal, { title: "Held back" }),
			await sendTalk(portal, { title: "Other" }),
		];
		accept(portal, [placed, told, held]);
		await portal.db.write(() =>
			portal.sqlite.exec(`update entries set told_status = 'New' where id in (${placed}, ${held})`),
		);
		await place(portal, placed, ["day1", "ai-next", "09:30"]);
		const done = await removeAsSpam(admin, TALKS, placed, told, held, other);
		const said = textOfPage(done.text);
		expect(done.status).toBe(409);
		expect(said).toContain("2 entries removed as spam.");
		expect(said).toContain("Not removed, because it is in the schedule: Placed. Take it off the schedule first.");
		expect(said).toContain("Not removed, because its author was told that it is accepted: Told.");
		expect(presences(portal)).toEqual(["active", "active", "spam", "spam"]);
	});

	it("is for those who may decide", async () => {
		const portal = await openPortal();
		await addPerson(portal, "viewer@example.org", "V");
		makeMember(portal, "viewer@example.org", "reviewer");
		const id = await sendTalk(portal);
		const agent = portal.agent().set("Sec-Fetch-Site", "same-origin");
		for (const [name, value] of Object.entries(await cookiesOf(portal, "viewer@example.org")))
			agent.jar.setCookie(`${name}=${value}; Path=/`, "127.0.0.1");
		for (const path of [TALKS, SPAM])
			await agent.post(path).type("form").send(`ids=${id}&do.bulk-spam=1&do.remove=1`).expect(302);
		await agent.get(SPAM).expect(302);
		expect(presences(portal)).toEqual(["active"]);
	});
});

describe("the list of what was removed", () => {
	it("names who removed it and when it is erased; details and history can be read", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const id = await sendTalk(portal, { title: "Buy now", name: "Seller" });
		await removeAsSpam(admin, TALKS, id);
		const [row = ""] = await rowsOf(admin, SPAM);
		for (const part of ["Buy now", "Seller", "1 Jul 2025 10:00", ADMIN.email, "31 Jul 2025"])
			expect(row).toContain(part);
		const page = (await admin.get(SPAM)).text;
		const link = parse(page).querySelector("tbody th a")?.getAttribute("href") ?? "";
		const details = textOfPage((await admin.get(link).expect(200)).text);
		expect(details).toContain("Seller");
		expect(details).toMatch(/Removed as spam · New\s+· admin@example\.org/);
		// From the lists it is one step away.
		expect(parse((await admin.get(TALKS)).text).querySelector(`a[href='${SPAM}']`)?.text).toBe(
			"1 entry removed as spam",
		);
	});

	it("puts entries back as they were, one by one and many", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const ids = [await sendTalk(portal), await sendTalk(portal), await sendTalk(portal)];
		await portal.db.write(() =>
			portal.sqlite.exec("update entries set status = 'Hold', waiting_place = 2 where id = 1"),
		);
		await portal.db.write(() => portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 2"));
		const before = portal.sqlite.prepare("select * from entries order by id").all();
		await removeAsSpam(admin, TALKS, ...ids);
		const page = (await admin.get(SPAM)).text;
		await submitForm(admin, page, {}, { ...LIST, button: "do.let-in-one" }).expect(200);
		const back = await sortOut(admin, SPAM, "do.let-in", ...ids);
		expect(textOfPage(back.text)).toContain("2 entries are back as they were. Their cancelled emails stay cancelled.");
		expect(portal.sqlite.prepare("select * from entries order by id").all()).toEqual(before);
		expect(textOfPage((await admin.get(`/admin/history/talk-1`)).text)).toMatch(/Not spam · Hold\s+· admin@/);
		const none = await sortOut(admin, `${SPAM}?unchecked`, "do.let-in").catch((error: Error) => error.message);
		expect(none).toBe("the page has no such form");
	});

	it("is in no number: overview and statistics read as if it had never come", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await sendTalk(portal, { title: "Kept", tracks: "ai-next" });
		await sendWork(portal, { title: "Kept", country: "China" });
		const numbers = async () => {
			const pages = ["/admin", "/admin/statistics", "/admin/statistics.csv", "/admin/export/talk", TALKS];
			const answers = [];
			for (const path of pages) answers.push((await admin.get(path).expect(200)).text);
			return answers.map((text) =>
				textOfPage(text).replace(/Last bulk change:[\s\S]*?Undo|\d entr\w+ removed as spam/g, ""),
			);
		};
		const before = await numbers();
		const ids = [await sendTalk(portal, { tracks: "agentic-web" }), await sendWork(portal, { country: "France" })];
		expect(await numbers()).not.toEqual(before);
		await removeAsSpam(admin, TALKS, ids[0] ?? 0);
		await removeAsSpam(admin, "/admin/aigc", ids[1] ?? 0);
		expect((await numbers()).map(words)).toEqual(before.map(words));
	});

	it("says that nothing is ticked", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await removeAsSpam(admin, TALKS, await sendTalk(portal));
		const { status, text } = await sortOut(admin, SPAM, "do.let-in");
		expect([status, textOfPage(text)]).toEqual([422, expect.stringContaining("Select at least one row first.")]);
	});
});

describe("mails about a removed entry", () => {
	it("that wait are cancelled, and stay so when it is back; none is written meanwhile", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const admin = await portal.admin();
		const { id, link } = await guestsTalk(portal);
		await portal.db.write(() => portal.sqlite.exec("update outbox set state = 'pending', next_at = 9e12"));
		await say(portal.agent(), link, "Where is my talk?");
		expect(mails(portal)).toEqual([
			["receipt", "pending"],
			["incoming", "pending"],
		]);
		await removeAsSpam(admin, TALKS, id);
		const cancelled = [
			["receipt", "cancelled"],
			["incoming", "cancelled"],
		];
		expect(mails(portal)).toEqual(cancelled);
		// Its author writes and edits, organisers write: nothing leaves.
		portal.clock.now += DAY;
		await say(portal.agent(), link, "And now?");
		const later = await portal.admin();
		await say(later, `/admin/messages/talk-${id}`, "It is not here.");
		const page = parse((await portal.agent().get(link).expect(200)).text);
		const form = page.querySelectorAll("main a").find((one) => one.getAttribute("href")?.startsWith("/hangzhou?"));
		const edited = (
			await portal
				.agent()
				.get(form?.getAttribute("href") ?? "")
				.expect(200)
		).text;
		await submitForm(portal.agent(), edited, { title: "Another title", consent: true }).expect(303);
		expect(mails(portal)).toEqual(cancelled);
		expect(textOfPage((await later.get("/admin/mail")).text)).toContain("the entry was removed as spam");
		await sortOut(later, SPAM, "do.let-in", id);
		expect(mails(portal)).toEqual(cancelled);
		expect((await rowsOf(later, TALKS))[0]).toContain("Another title");
	});
});

describe("the author of a removed entry", () => {
	it("sees no difference, and may withdraw it", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const guest = await guestsTalk(portal);
		const id = await sendTalk(portal, { title: "Of an account" });
		const agent = await owner(portal, id);
		const pages = async () => {
			const shown = [
				await portal.agent().get(guest.link).expect(200),
				await agent.get("/dashboard").expect(200),
				await agent.get(`/entry/talk-${id}`).expect(200),
				await agent.get(`/api/entry/user/talk-${id}`).expect(200),
				await agent.get("/api/spotlights/user").expect(200),
			];
			return shown.map(({ text }) => textOfPage(text));
		};
		const before = await pages();
		await removeAsSpam(admin, TALKS, id, guest.id);
		expect(await pages()).toEqual(before);

		const page = (await portal.agent().get(`${guest.link}&withdraw`).expect(200)).text;
		const form = parse(page).querySelector("form:has([name='do.withdraw'])");
		expect(form === null).toBe(false);
		await submitForm(portal.agent(), page, {}, { selector: "form:has([name='do.withdraw'])", button: "do.withdraw" });
		expect(textOfPage((await portal.agent().get(guest.link)).text)).toContain("Withdrawn");
		expect(presences(portal)).toEqual(["spam", "spam"]);
		await sortOut(admin, SPAM, "do.let-in", id, guest.id);
		expect(presences(portal)).toEqual(["withdrawn", "active"]);
	});
});

describe("after 30 days", () => {
	it("a removed entry is erased with its photo, messages, drafts and mails; others are not", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const { id, link } = await guestsTalk(portal, { title: "Zebrafish", abstract: "Zebrafish" });
		await say(portal.agent(), link, "Zebrafish?");
		const other = await sendTalk(portal, { title: "Other" });
		const back = await sendTalk(portal, { title: "Back" });
		await removeAsSpam(admin, TALKS, id, back);
		await sortOut(admin, SPAM, "do.let-in", back);
		const ofEntry = (table: string) =>
			portal.sqlite.prepare(`select count(*) from ${table} where entry_id = ?`).pluck().get(id);
		const count = (table: string) => portal.sqlite.prepare(`select count(*) from ${table}`).pluck().get();
		portal.clock.now += 30 * DAY - 1;
		await portal.services.sweep();
		expect([count("entries"), ofEntry("messages"), count("photos")]).toEqual([3, 1, 3]);
		portal.clock.now += 1;
		await portal.services.sweep();
		expect(portal.sqlite.prepare("select id from entries order by id").pluck().all()).toEqual([other, back]);
		for (const table of ["messages", "entry_log", "outbox"]) expect([table, ofEntry(table)]).toEqual([table, 0]);
		expect(count("photos")).toBe(2);
		expect(portal.sqlite.prepare("select count(*) from outbox where body like '%Zebrafish%'").pluck().get()).toBe(0);
		expect(portal.sqlite.prepare("select count(*) from entry_search('\"zebrafish\"')").pluck().get()).toBe(0);
		await portal.agent().get(link).expect(404);
		expect(await rowsOf(await portal.admin(), SPAM)).toEqual([]);
		// Statistics and lists count what is left.
		expect(portal.sqlite.prepare("select sum(n) from entry_counts").pluck().get()).toBe(2);
	});
});

it("a link in a receipt of a removed entry still opens it", async () => {
	const portal = await openPortal();
	const id = await sendTalk(portal, { title: "Compilers" });
	const link = linkIn(portal, "receipt");
	await removeAsSpam(await portal.admin(), TALKS, id);
	expect(textOfPage((await portal.agent().get(link).expect(200)).text)).toContain("Compilers");
});
