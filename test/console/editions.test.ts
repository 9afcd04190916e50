import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { member } from "../support/drafts.ts";
import { BEGIN, begin, held, pageOf, UNDO, YEAR } from "../support/editions.ts";
import { sendTalk } from "../support/entries.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { organiser, place } from "../support/released-schedule.ts";
import { keptApart, sortOut, UNCHECKED } from "../support/spam.ts";

describe("the next edition", () => {
	it("archives the event with its schedule, and begins with copies and without entries", async () => {
		const { portal, author, admin } = await held();
		const page = await pageOf(admin);
		expect(page).toMatch(/<input(?=[^>]*name="firstDay")[^>]*type="date"/);
		expect(["name", "firstDay"].map((name) => shownValue(page, name))).toEqual(["Hangzhou 2026", "2026-09-12"]);
		const begun = await begin(admin);
		expect(textOfPage(begun.text)).toContain("Hangzhou 2026 is the current event now. Hangzhou 2025 is archived.");
		expect(begun.text).toContain('<a class="button primary" href="/admin">Overview</a>');
		expect(portal.lines.filter(({ event }) => event === "edition begun")).toEqual([
			expect.objectContaining({ user: 2 }),
		]);
		const visitor = portal.agent();
		const front = textOfPage(await pageOf(visitor, "/"));
		expect(front).toContain("Hangzhou 2026");
		expect(front).toContain("12–13 September 2026");
		// Another site took nominations for the earlier event, as far as anyone has said.
		expect(front).not.toContain("On another site");
		expect(front).not.toContain("2025");
		expect(textOfPage(await pageOf(visitor, "/schedule"))).toContain("The schedule has not been published yet.");
		for (const path of ["/proposals", "/admin/proposals", "/admin/schedule"]) {
			const shown = textOfPage(await pageOf(admin, path));
			expect([path, shown.includes("Agents at work"), shown.includes("Still new")]).toEqual([path, false, false]);
		}
		expect((await admin.get("/api/entries").expect(200)).body).toEqual([]);
		expect((await visitor.get("/api/entries").expect(200)).body).toEqual([]);
		// Calls are there at the same addresses, closed, with names of their own.
		expect(textOfPage(await pageOf(visitor, "/hangzhou"))).toContain("Submission Closed");
		const programmes = portal.sqlite.prepare(
			"select category, event_id, state from programmes order by event_id, position",
		);
		expect(programmes.all()).toEqual(
			expect.arrayContaining([
				{ category: "hangzhou", event_id: 1, state: "open" },
				{ category: "hangzhou-2026", event_id: 2, state: "closed" },
				{ category: "sl-hz-2026", event_id: 2, state: "closed" },
			]),
		);
		// The grid has the same shape on the new days, with the copies of tracks and nothing placed.
		const shape = portal.sqlite.prepare(
			"select date, count(*) as slots, count(entry_id) as placed, min(track_id) as track from slots join days on days.id = day_id group by date",
		);
		expect(shape.all()).toEqual([
			{ date: "2026-09-12", slots: expect.any(Number), placed: 0, track: "agentic-web-2026" },
			{ date: "2026-09-13", slots: expect.any(Number), placed: 0, track: "agentic-web-2026" },
		]);
		// What belongs to a person stays theirs.
		expect(textOfPage(await pageOf(author, "/dashboard"))).toContain("Agents at work");
		const own = await pageOf(author, "/entry/talk-1");
		expect(own).toContain('href="/events/hangzhou-2025/schedule/1"');
		expect(textOfPage(own)).toContain("Saturday, 13 September 2025, 10:00–10:30");
		expect(textOfPage(own)).not.toContain("2026");
	});

	it("keeps the archived event readable at its own addresses, and leads there from old links", async () => {
		const { portal, admin } = await held();
		const visitor = portal.agent();
		await visitor.get("/events").expect(404);
		await visitor.get("/events/hangzhou-2025/schedule").expect(404);
		await begin(admin);
		expect(await pageOf(visitor, "/")).toContain('<a href="/events">Earlier events</a>');
		expect(await pageOf(visitor, "/events")).toContain('<a href="/events/hangzhou-2025">Hangzhou 2025</a>');
		const archived = await pageOf(visitor, "/events/hangzhou-2025");
		expect(textOfPage(archived)).toContain("This is the archive of Hangzhou 2025. Go to Hangzhou 2026");
		expect(textOfPage(archived)).toContain("13–14 September 2025 · Hangzhou");
		const schedule = await pageOf(visitor, "/events/hangzhou-2025/schedule");
		expect(schedule).toContain('href="/events/hangzhou-2025/schedule/1"');
		expect(textOfPage(schedule)).toContain("Version 1");
		expect(schedule).toMatch(/<link rel="canonical" href="[^"]+\/events\/hangzhou-2025\/schedule[^"]*"/);
		expect(schedule).not.toMatch(/webcal:|schedule\.(ics|atom)|og:image/);
		expect(schedule.match(/<nav class="site-parts"[^>]*>.*?<\/nav>/)?.[0].match(/aria-current/g)).toHaveLength(1);
		const second = await pageOf(visitor, "/events/HANGZHOU-2025/schedule?day=day2");
		expect(second).toContain('aria-current="page">Sun');
		const found = await pageOf(visitor, "/events/hangzhou-2025/schedule?q=agents");
		expect(found).toContain('action="/events/hangzhou-2025/schedule"');
		expect(found).toContain('href="/events/hangzhou-2025/schedule/1"');
		const talk = textOfPage(await pageOf(visitor, "/events/hangzhou-2025/schedule/1"));
		expect(talk).toContain("Agents at work");
		expect(talk).toContain("AI Next");
		const old = await visitor.get("/schedule/1").expect(301);
		expect(new URL(old.headers.location ?? "", portal.origin).pathname).toBe("/events/hangzhou-2025/schedule/1");
		await visitor.get("/schedule/2").expect(404);
		for (const path of [
			"/events/nowhere",
			"/events/nowhere/schedule",
			"/events/hangzhou-2026",
			"/events/hangzhou-2025/schedule/2",
		])
			await visitor.get(path).expect(404);
		// Erasing the person takes the talk out of the archive as well.
		const lei = Number(portal.sqlite.prepare("select user_id from entries where id = 1").pluck().get());
		expect(lei).toBeGreaterThan(0);
		portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 1");
		await visitor.get("/events/hangzhou-2025/schedule/1").expect(404);
	});

	it("takes entries of its own, and leaves those of before alone", async () => {
		const { portal, admin } = await held();
		await begin(admin);
		const opened = await submitForm(
			admin,
			await pageOf(admin, "/admin/programmes"),
			{ state: "open" },
			{ selector: "form[aria-labelledby=p-hangzhou-2026]" },
		);
		expect(textOfPage(opened.text)).toContain("was saved.");
		const author = await member(portal, "mei@example.org");
		await submitForm(
			author,
			await pageOf(author, "/hangzhou"),
			await complete("hangzhou", { title: "Next year", tracks: "ai-next-2026" }),
		).expect(303);
		expect(portal.sqlite.prepare("select id, event_id, category from entries order by id").all()).toEqual([
			{ id: 1, event_id: 1, category: "hangzhou" },
			{ id: 2, event_id: 1, category: "hangzhou" },
			{ id: 3, event_id: 2, category: "hangzhou-2026" },
		]);
		const list = textOfPage(await pageOf(admin, "/admin/proposals"));
		expect([list.includes("Next year"), list.includes("Still new")]).toEqual([true, false]);
		expect(textOfPage(await pageOf(admin, "/admin/proposals?q=work"))).not.toContain("Agents at work");
		// An entry of the archived event changes neither by status nor by place.
		await admin.patch("/api/entries/2").set("Sec-Fetch-Site", "same-origin").send({ status: "Accept" });
		expect(portal.sqlite.prepare("select status from entries where id = 2").pluck().get()).toBe("New");
		// The name of a call that clients know means the same call of the current event.
		const sent = await portal
			.agent()
			.post("/api/submit")
			.type("form")
			.send({ category: "hangzhou", title: "By its name" });
		expect([sent.status, sent.body.error]).toEqual([422, "INCOMPLETE"]);
		const mail = { id: 1, email: "lei@example.org", status: "Accept" };
		expect((await admin.post("/api/mailer/status").set("Sec-Fetch-Site", "same-origin").send(mail)).status).toBe(404);
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'accept'").pluck().get()).toBe(0);
		// The first release tells nobody of last year that their talk is gone.
		portal.sqlite.exec("update entries set status = 'Accept', track_id = 'ai-next-2026' where id = 3");
		await place(portal, 3, [
			String(portal.sqlite.prepare("select min(id) from days").pluck().get()),
			"ai-next-2026",
			"10:00",
		]);
		const actor = await organiser(portal);
		const { draft, version } = portal.services.releases.pending(actor);
		expect(version).toBe(1);
		expect(await portal.services.releases.release(actor, { draft, note: "", withLetters: true })).toEqual({
			version: 1,
			letters: 1,
		});
		const told = portal.sqlite.prepare("select entry_id from outbox where kind in ('slot', 'removal')").pluck().all();
		expect(told).toEqual([3]);
		expect(textOfPage(await pageOf(portal.agent(), "/schedule"))).toContain("Next year");
		expect(textOfPage(await pageOf(portal.agent(), "/events/hangzhou-2025/schedule"))).toContain("Agents at work");
	});

	it("is taken back while nobody has used it, with the schedule as it was", async () => {
		const { portal, admin } = await held();
		const before = portal.sqlite.prepare("select * from slots order by 1, 2, 3").all();
		await begin(admin);
		const undone = await submitForm(admin, await pageOf(admin), {}, { ...UNDO, press: "do.undo" });
		expect(textOfPage(undone.text)).toContain("The earlier event is the current one again.");
		expect(portal.sqlite.prepare("select * from slots order by 1, 2, 3").all()).toEqual(before);
		expect(portal.sqlite.prepare("select slug, state, grid from events").all()).toEqual([
			{ slug: "hangzhou-2025", state: "current", grid: null },
		]);
		expect(portal.sqlite.prepare("select count(*) from programmes where event_id <> 1").pluck().get()).toBe(0);
		expect(textOfPage(await pageOf(portal.agent(), "/schedule"))).toContain("Agents at work");
		expect(portal.services.releases.pending(await organiser(portal)).changes).toEqual([]);
		// Again, and now it is used.
		await begin(admin);
		const stale = await pageOf(admin);
		await submitForm(
			admin,
			await pageOf(admin, "/admin/programmes"),
			{ state: "open" },
			{ selector: "form[aria-labelledby=p-hangzhou-2026]" },
		).expect(200);
		const author = await member(portal, "mei@example.org");
		await submitForm(author, await pageOf(author, "/hangzhou"), { title: "Half" }, { press: "do.save-draft" });
		const refused = await submitForm(admin, stale, {}, { ...UNDO, press: "do.undo" }).expect(409);
		expect(textOfPage(refused.text)).toContain("The event cannot be taken back");
		expect(await pageOf(admin)).not.toContain("h-undo");
	});

	it("puts nobody back into the schedule whose data was erased since", async () => {
		const { portal, admin } = await held();
		await begin(admin);
		portal.sqlite.exec("update entries set presence = 'erased' where id = 1");
		await submitForm(admin, await pageOf(admin), {}, { ...UNDO, press: "do.undo" });
		expect(portal.sqlite.prepare("select count(entry_id) from slots").pluck().get()).toBe(0);
	});

	it("says beside each field what is wrong, and is begun once", async () => {
		const { portal, admin } = await held();
		const page = await pageOf(admin);
		const wrong = await submitForm(
			admin,
			page,
			{ name: "Hangzhou 2025", nameZh: "x".repeat(101), firstDay: "2025-09-14" },
			BEGIN,
		).expect(422);
		expect(errorsOf(wrong.text).beside).toEqual({
			name: "Choose another name than Hangzhou 2025",
			nameZh: "Name in Chinese must have at most 100 characters",
			firstDay: "Enter a day after 2025-09-14, the last day of the present event",
		});
		expect(shownValue(wrong.text, "firstDay")).toBe("2025-09-14");
		for (const firstDay of ["", "tomorrow", "2026-02-30", "9999-12-31"]) {
			const { text } = await submitForm(admin, page, { ...YEAR, firstDay }, BEGIN).expect(422);
			expect(errorsOf(text).beside).toEqual({ firstDay: "Enter the first day as in 2026-09-12" });
		}
		await submitForm(admin, page, YEAR, BEGIN).expect(200);
		const twice = await submitForm(admin, page, YEAR, BEGIN);
		expect([twice.status, portal.sqlite.prepare("select count(*) from events").pluck().get()]).toEqual([409, 2]);
	});

	it("waits until late submissions are decided", async () => {
		const { portal, admin } = await held();
		portal.sqlite.exec(
			"insert into late_entries (form, category, email_folded, content, locale, submission_key, arrived_at) values ('hangzhou', 'hangzhou', 'a@example.org', '{}', 'en', 'k', 1)",
		);
		const refused = await begin(admin, 409);
		expect(textOfPage(refused.text)).toContain("There are late submissions without a decision.");
		expect(portal.sqlite.prepare("select count(*) from events").pluck().get()).toBe(1);
	});

	it("does not wait for a late change of an entry that was removed as spam, but for entries without a check", async () => {
		const { portal, admin } = await held();
		const [spam, unchecked] = [
			await sendTalk(portal, { title: "Buy now" }),
			await sendTalk(portal, { title: "Waits" }),
		];
		portal.sqlite.exec(`${keptApart("spam", spam)} ${keptApart("unchecked", unchecked)}
			insert into late_entries (form, category, entry_id, email_folded, content, locale, submission_key, arrived_at)
				values ('hangzhou?id=${spam}', 'hangzhou', ${spam}, 'a@example.org', '{}', 'en', 'k', 1)`);
		expect(parse(await pageOf(admin)).querySelectorAll(`main a[href="${UNCHECKED}"]`).length).toBe(1);
		const refused = await begin(admin, 409);
		expect(textOfPage(refused.text)).toContain(
			"Some entries wait for a check. Let them in or remove them as spam first.",
		);
		expect(portal.sqlite.prepare("select count(*) from events").pluck().get()).toBe(1);
		await sortOut(admin, UNCHECKED, "do.remove", unchecked);
		await begin(admin);
		expect(portal.sqlite.prepare("select count(*) from events").pluck().get()).toBe(2);
	});

	it("counts the year after which entries are erased from the last day of their own event", async () => {
		const { portal, admin } = await held();
		await begin(admin);
		portal.clock.now = Date.parse("2026-09-15T00:00:00Z");
		expect(portal.services.erasing.outdated().entries.map(({ id }) => id)).toEqual([2]);
	});

	it("counts it from the day it was archived where it had no days", async () => {
		const { portal, admin } = await held();
		portal.sqlite.exec("delete from slots; delete from day_tracks; delete from special_events; delete from days");
		await portal.db.write(() => undefined);
		await begin(admin);
		const outdated = () => portal.services.erasing.outdated().entries.map(({ id }) => id);
		portal.clock.now = Date.parse("2026-06-30T00:00:00Z");
		expect(outdated()).toEqual([]);
		portal.clock.now = Date.parse("2026-07-03T00:00:00Z");
		expect(outdated()).toEqual([2]);
	});
});
