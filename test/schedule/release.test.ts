import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { accept, sendAccepted } from "../support/schedule.ts";

const FORM = { selector: 'main form[method="post"]' };
const PATH = "/admin/schedule/release";
const NINE: [string, string, string] = ["day2", "ai-next", "09:00"];
const TEN: [string, string, string] = ["day2", "ai-next", "10:00"];

const read = async (portal: TestPortal, path: string) => textOfPage((await portal.agent().get(path).expect(200)).text);

describe("a release", () => {
	it("lists its changes, is published with a number and a note, and is kept in the list of versions", async () => {
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
		expect(textOfPage(done.text)).toContain("Nothing has changed since version 1");
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

	it("says what visitors see now and will see, and has a button where there is something to release", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const page = async (path = PATH) => textOfPage((await admin.get(path).expect(200)).text);
		const button = async () =>
			parse((await admin.get("/admin/schedule")).text).querySelector(`main a.button[href="${PATH}"]`) !== null;
		await place(portal, id, NINE);
		expect(await page()).toMatch(
			/Visitors see no schedule yet[\s\S]*Release version 1\s+Visitors then see these changes\./,
		);
		expect(await button()).toBe(true);
		await submitForm(admin, (await admin.get(PATH)).text, {}, FORM).expect(200);
		expect(await page()).toMatch(/Visitors see version 1\.[\s\S]*Nothing has changed since version 1/);
		expect(await button()).toBe(false);
	});

	it("is what the dates of the front page and the year in the footer come from, once there is one", async () => {
		const portal = await openPortal();
		const addDay = (id: string, date: string) =>
			portal.db.write(() => portal.sqlite.prepare("insert into days values (?, ?)").run(id, date));
		const front = async () => {
			const page = (await portal.agent().get("/").expect(200)).text;
			return [/\d+–\d+ September 2025/.exec(textOfPage(page))?.[0], /©\D*(\d{4})/.exec(page)?.[1]];
		};
		await addDay("day3", "2025-09-15");
		expect(await front()).toEqual(["13–15 September 2025", "2025"]);
		await release(portal);
		await addDay("day4", "2025-09-16");
		await addDay("day5", "2026-01-02");
		expect(await front()).toEqual(["13–15 September 2025", "2025"]);
		await portal.db.write(() => portal.sqlite.exec("delete from days where id = 'day5'"));
		await release(portal);
		expect(await front()).toEqual(["13–16 September 2025", "2025"]);
	});

	it("happens once on a double click or if two organisers press", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		await place(portal, one, NINE);
		const admin = await portal.admin();
		const page = (await admin.get(PATH)).text;
		for (const _ of [1, 2]) await submitForm(admin, page, { note: "Mine" }, FORM).expect(200);
		await place(portal, two, TEN);
		const late = await submitForm(admin, page, { note: "Another" }, FORM).expect(409);
		expect(textOfPage(late.text)).toContain("someone else has just changed or released the schedule");
		expect(shownValue(late.text, "note")).toBe("Another");
		expect(portal.sqlite.prepare("select count(*) from releases").pluck().get()).toBe(1);
	});

	it("publishes only what the organiser saw", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		await place(portal, one, NINE);
		const admin = await portal.admin();
		const page = (await admin.get(PATH)).text;
		await place(portal, two, TEN);
		const refused = await submitForm(admin, page, {}, FORM).expect(409);
		expect(textOfPage(refused.text)).toMatch(/someone else has just changed or released the schedule[\s\S]*Added: Two/);
		expect(portal.sqlite.prepare("select count(*) from releases").pluck().get()).toBe(0);
	});

	it("is possible for every public change: days, tracks and rooms as well", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		await place(portal, id, NINE);
		const admin = await portal.admin();
		const release = async () => submitForm(admin, (await admin.get(PATH)).text, {}, FORM).expect(200);
		await release();
		portal.sqlite.exec("insert into days (id, date) values ('day3', '2025-09-15')");
		portal.sqlite.exec("update day_tracks set room = 'Hall 2' where day_id = 'day1' and track_id = 'ws-dora'");
		portal.sqlite.exec("delete from slots where day_id = 'day1' and track_id = 'ws-sglang'");
		portal.sqlite.exec("delete from day_tracks where day_id = 'day1' and track_id = 'ws-sglang'");
		expect(textOfPage((await admin.get(PATH)).text)).toMatch(
			/Dora Workshop on Sat 13 Sept: now in Hall 2\s+Removed on Sat 13 Sept: SGLang Workshop\s+Day added: Monday, 15 September 2025/,
		);
		await release();
		portal.sqlite.exec("delete from days where id = 'day3'");
		expect(textOfPage((await admin.get(PATH)).text)).toContain("Day removed: Monday, 15 September 2025");
		await release();
		expect(textOfPage((await admin.get("/admin/schedule")).text)).toContain("Everything is released (version 3)");
	});

	it("names days without talks or tracks among what to look at before", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		await place(portal, id, NINE);
		portal.sqlite.exec("insert into days (id, date) values ('day3', '2025-09-15')");
		const links = parse((await (await portal.admin()).get(PATH)).text).querySelectorAll("main li > a[href*='?day=']");
		expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
			["Saturday, 13 September 2025 has no talks yet.", "/admin/schedule/grid?day=day1"],
			["Monday, 15 September 2025 has no tracks yet. Choose them.", "/admin/schedule/grid?day=day3"],
		]);
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

	it("leaves out talks that are no longer accepted, and lists points to check first", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two", "Three"]);
		await place(portal, one, NINE);
		await place(portal, two, TEN);
		portal.sqlite.exec(`update entries set status = 'Hold' where id = ${two}`);
		const admin = await portal.admin();
		const page = (await admin.get(PATH)).text;
		expect(textOfPage(page)).toMatch(
			/1 accepted talk not in the schedule\s+1 placed talk is no longer accepted\s+2 accepted talks without their acceptance email/,
		);
		await submitForm(admin, page, {}, FORM).expect(200);
		accept(portal, [two]);
		expect(await read(portal, "/schedule?day=day2")).not.toContain("Two");
	});
});

describe("conflicts", () => {
	it("are a person in two places at once and entries that are not public; each links to its remedy", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0, four = 0] = await sendAccepted(portal, ["One", "Two", "Three", "Four"]);
		portal.sqlite.exec(`update entries set track_id = 'ws-dora' where id in (${two}, ${four})`);
		const admin = await portal.admin();
		const say = async () => textOfPage((await admin.get("/admin/schedule/conflicts").expect(200)).text);
		await place(portal, one, NINE);
		await place(portal, two, ["day2", "ws-dora", "09:00"]);
		expect(await say()).toContain("No conflicts.");
		portal.sqlite.exec(
			"update entries set email = 'same@example.org', email_folded = 'same@example.org' where id in (1, 2)",
		);
		expect(await say()).toMatch(
			/Speaker of One is in two places at the same time\s+One talk-1 Sunday, 14 September 2025, AI Next, 09:00/,
		);
		const board = (await admin.get("/admin/schedule")).text;
		expect(textOfPage(board)).toMatch(/1 conflict(?!s)[\s\S]*One[\s\S]*Conflict/);
		portal.sqlite.exec("update entries set email = '', email_folded = '' where id in (1, 2)");
		expect(await say()).toContain("No conflicts.");
		await place(portal, two, ["day2", "ws-dora", "09:30"]);
		expect(await say()).toContain("No conflicts.");
		await place(portal, three, TEN);
		portal.sqlite.exec(`update entries set status = 'Reject' where id = ${one}`);
		portal.sqlite.exec(`update entries set presence = 'withdrawn' where id = ${two}`);
		portal.sqlite.exec(`update entries set incomplete = '["bio"]' where id = ${three}`);
		await place(portal, four, ["day2", "ws-dora", "11:00"]);
		portal.sqlite.exec(`update entries set consent = 0 where id = ${four}`);
		const said = await say();
		for (const sentence of [
			/No longer accepted: left out of the next release\s+One/,
			/Withdrawn by its author: left out of the next release\s+Two/,
			/Not shown to visitors: answers are missing\s+Three/,
			/Not shown to visitors: its author has not given consent\s+Four/,
		])
			expect(said).toMatch(sentence);
		expect((await admin.get("/admin/schedule/conflicts")).text).toContain('href="/admin/schedule?entries=ai-next"');
	});

	it("name a placed talk that is on hold, on its page too, until it is taken off where they are listed", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["One"]);
		await place(portal, id, NINE);
		const admin = await portal.admin();
		const entry = async () => textOfPage((await admin.get(`/admin/proposals?modal=details&id=${id}`).expect(200)).text);
		const overview = async () => textOfPage((await admin.get("/admin").expect(200)).text);
		expect(await entry()).toContain("Has a place in the schedule: Sunday, 14 September 2025, AI Next, 09:00");
		portal.sqlite.exec("update entries set status = 'Hold', told_status = 'Accept'");
		expect(await entry()).toContain("Has a place in the schedule, although it is no longer accepted: Sunday");
		expect(await overview()).toContain("1 placed talk is no longer accepted");
		const page = (await admin.get("/admin/schedule/conflicts").expect(200)).text;
		expect(textOfPage(page)).toContain("No longer accepted, which its author does not know");
		const button = `do.remove.${id}@${NINE.join("-")}`;
		const done = await submitForm(admin, page, {}, { selector: "form#lost", button }).expect(200);
		expect(textOfPage(done.text)).toContain("Entry removed from schedule");
		expect(await entry()).not.toContain("Has a place");
		expect(await overview()).not.toContain("no longer accepted");
	});
});
