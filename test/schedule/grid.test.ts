import { describe, expect, it } from "vitest";
import { errorsOf, shownValue, shownValues, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { clear, DAY1, GRID, goOn, order, put, rows, scheduleLog, slotsOf } from "../support/grid.ts";
import { openPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const DAYS = "select id, date from days order by date";

describe("days of the grid", () => {
	it("are listed with their content, added, moved to another date and removed", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = await admin.get(GRID).expect(200);
		expect(titleOf(page.text)).toBe("Edit the grid — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(page.text)).toMatch(/Saturday, 13 September 2025\s+2025-09-13\s+10\s+140\s+0/);
		const added = await order(admin, GRID, "day", "do.add-day", { date: "2025-09-12" });
		expect(added.status).toBe(200);
		expect(textOfPage(added.text)).toContain(
			"Friday, 12 September 2025 was added. Choose its tracks, then create its slots.",
		);
		const moved = await order(admin, `${GRID}?day=day3`, "date", "do.date", { date: "2025-09-15" });
		expect(textOfPage(moved.text)).toContain("The date was saved.");
		expect(rows(portal, DAYS)).toEqual([
			["day1", "2025-09-13"],
			["day2", "2025-09-14"],
			["day3", "2025-09-15"],
		]);
		const removed = await order(admin, DAY1, "gone", "do.remove-day");
		expect(removed.status).toBe(200);
		expect(textOfPage(removed.text)).toMatch(/Saturday, 13 September 2025 was removed\.\s+140 slots were removed\./);
		expect(rows(portal, DAYS)).toEqual([
			["day2", "2025-09-14"],
			["day3", "2025-09-15"],
		]);
		expect(rows(portal, "select distinct day_id from special_events")).toEqual([["day2"]]);
	});

	it("have each a date of their own, and it must be one", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const same = await order(admin, GRID, "day", "do.add-day", { date: "2025-09-14" });
		expect([same.status, errorsOf(same.text).beside]).toEqual([
			422,
			{ "day-date": "There is already a day with this date" },
		]);
		expect(shownValue(same.text, "date")).toBe("2025-09-14");
		expect(titleOf(same.text)).toMatch(/^Error: /);
		const none = await order(admin, GRID, "day", "do.add-day", { date: "2025-02-30" });
		expect([none.status, errorsOf(none.text).beside]).toEqual([422, { "day-date": "Enter dates as YYYY-MM-DD" }]);
		const taken = await order(admin, DAY1, "date", "do.date", { date: "2025-09-14" });
		expect([taken.status, errorsOf(taken.text).list]).toEqual([422, ["There is already a day with this date"]]);
		for (let day = 1; day <= 29; day += 1) {
			portal.sqlite.prepare("insert into days values (?, ?)").run(`x${day}`, `2026-01-${String(day).padStart(2, "0")}`);
		}
		const full = await order(admin, GRID, "day", "do.add-day", { date: "2026-02-01" });
		expect([full.status, errorsOf(full.text).list]).toEqual([422, ["The schedule can have at most 31 days"]]);
	});

	it("never reuse an id that a release or log line refers to", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		await order(admin, GRID, "day", "do.add-day", { date: "2025-09-15" });
		await portal.db.write(() => {
			portal.sqlite.exec(`insert into releases (version, at, grid) values (1, 1, '{"days":[{"id":"day5"}]}')`);
			portal.sqlite.exec(`insert into entry_log (entry_id, at, type, state, changes) values
				(${id}, 1, 'Schedule', 'removed', '{"slot":{"from":"day7-ai-next-09:00","to":""}}')`);
		});
		await order(admin, GRID, "day", "do.add-day", { date: "2025-09-16" });
		expect(rows(portal, "select id from days order by date")).toEqual([["day1"], ["day2"], ["day3"], ["day8"]]);
	});

	it("that are not there are not found", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await admin.get(`${GRID}?day=day9`).expect(404);
		await admin.get(`${GRID}?special=99`).expect(404);
		const post = (path: string, body: object) =>
			admin.post(path).set("Sec-Fetch-Site", "same-origin").type("form").send(body);
		await post(GRID, { "do.remove-day": "1", day: "day9" }).expect(404);
		await post(DAY1, { "do.tracks": "1", was: "[]", tracks: "nothing" }).expect(409);
		const was = shownValue((await admin.get(DAY1)).text, "was");
		await post(DAY1, { "do.tracks": "1", was, tracks: ["ai-next", "divider-1"] }).expect(404);
		await post(DAY1, { "do.remove": "1", slots: "day9-ai-next-09:00" }).expect(404);
		const unknown = { "do.preview": "1", every: 30, from: "09:00", to: "10:00" };
		await post(GRID, { ...unknown, days: "day9", tracks: "ai-next" }).expect(404);
		await post(GRID, { ...unknown, days: "day1", tracks: "nothing" }).expect(404);
		const nothing = await post(DAY1, {}).expect(422);
		expect(textOfPage(nothing.text)).toContain("Press one of the buttons.");
		expect(slotsOf(portal, "day1")).toHaveLength(14);
	});
});

describe("tracks of a day", () => {
	it("are ticked with a room each; unticked ones lose their slots and special events", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		portal.sqlite.exec(`insert into special_events (day_id, track_id, time, minutes, title)
			values ('day1', 'ws-dora', '18:00', 30, 'Drinks')`);
		portal.sqlite.exec("update tracks set active = 0 where id = 'ws-sglang'");
		const page = (await admin.get(DAY1)).text;
		expect(shownValues(page, "tracks")).toHaveLength(10);
		const kept = shownValues(page, "tracks").filter((id) => id !== "ws-dora");
		const saved = await order(admin, DAY1, "tracks", "do.tracks", { tracks: kept, "room-ai-next": " Hall 王 " });
		expect(textOfPage(saved.text)).toMatch(/Tracks and rooms were saved\.\s+14 slots were removed\./);
		expect(shownValue(saved.text, "room-ai-next")).toBe("Hall 王");
		expect(slotsOf(portal, "day1", "ws-dora")).toEqual([]);
		expect(rows(portal, "select title from special_events where track_id is not null")).toEqual([]);
		const back = await order(admin, DAY1, "tracks", "do.tracks", { tracks: [...kept, "ws-dora"] });
		expect(back.status).toBe(200);
		expect(rows(portal, "select room from day_tracks where day_id = 'day1' and room <> ''")).toEqual([["Hall 王"]]);
		await order(admin, DAY1, "tracks", "do.tracks", { tracks: ["ai-next"] });
		expect(shownValues((await admin.get(DAY1)).text, "tracks")).toEqual(["ai-next"]);
		// A retired track that has no column any more is not offered.
		expect((await admin.get(DAY1)).text).not.toContain('value="ws-sglang"');
	});

	it("have room names of at most 100 characters; a refused form keeps the text", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const long = "长".repeat(101);
		const refused = await order(admin, DAY1, "tracks", "do.tracks", { "room-ai-next": long, tracks: ["ai-next"] });
		expect([refused.status, errorsOf(refused.text).beside]).toEqual([
			422,
			{ "tracks-room-ai-next": "Room must have at most 100 characters" },
		]);
		expect([shownValue(refused.text, "room-ai-next"), shownValues(refused.text, "tracks")]).toEqual([
			long,
			["ai-next"],
		]);
	});

	it("and dates that someone else has changed are not overwritten unseen", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get(DAY1)).text;
		await order(admin, DAY1, "tracks", "do.tracks", { "room-ai-next": "Hall" });
		const stale = await submitForm(
			admin,
			page,
			{ "room-ai-next": "Cellar" },
			{ selector: "form[aria-labelledby=h-tracks]", press: "do.tracks" },
		);
		expect(stale.status).toBe(409);
		expect(textOfPage(stale.text)).toContain(
			"Nothing was saved: someone else has just changed this. What you typed is still in the form. If you save it now, it replaces their changes.",
		);
		expect(shownValue(stale.text, "room-ai-next")).toBe("Cellar");
		expect(rows(portal, "select room from day_tracks where room <> ''")).toEqual([["Hall"]]);
		const again = await submitForm(
			admin,
			stale.text,
			{},
			{ selector: "form[aria-labelledby=h-tracks]", press: "do.tracks" },
		);
		expect(again.status).toBe(200);
		expect(rows(portal, "select room from day_tracks where room <> ''")).toEqual([["Cellar"]]);
		const date = { selector: "form[aria-labelledby=h-date]", press: "do.date" };
		expect((await submitForm(admin, page, { date: "2025-10-01" }, date)).status).toBe(200);
		expect((await submitForm(admin, page, { date: "2025-10-02" }, date)).status).toBe(409);
	});
});

describe("a day or a track that holds entries", () => {
	it("is removed only after its entries were named and confirmed; each removal is logged", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, late = 0] = await sendAccepted(portal, ["One <b>", "Two", "Late"]);
		const admin = await portal.admin();
		put(portal, one, "day1-ai-next-09:30");
		put(portal, two, "day1-ws-dora-10:00");
		const track = await order(admin, DAY1, "tracks", "do.tracks", { tracks: ["ai-next"], "room-ai-next": "Hall" });
		expect(track.status).toBe(409);
		expect(textOfPage(track.text)).toMatch(
			/1 entry is scheduled there\. Nothing was changed\.\s+“Two”: Saturday, 13 September 2025, Dora Workshop, 10:00/,
		);
		expect([shownValue(track.text, "room-ai-next"), shownValues(track.text, "tracks").at(-1)]).toEqual([
			"Hall",
			"ai-next",
		]);
		expect(slotsOf(portal, "day1", "ws-dora")).toHaveLength(14);
		const day = await order(admin, DAY1, "gone", "do.remove-day");
		expect(day.status).toBe(409);
		expect(textOfPage(day.text)).toMatch(/“One <b>”: .*AI Next, 09:30\s+“Two”: .*Dora Workshop, 10:00/);
		// Somebody places another one meanwhile: it is named before it goes as well.
		put(portal, late, "day1-ai-next-11:00");
		const more = await goOn(admin, day.text);
		expect(more.status).toBe(409);
		expect(textOfPage(more.text)).toContain("“Late”: Saturday, 13 September 2025, AI Next, 11:00");
		expect(placed(portal)).toHaveLength(3);
		expect(scheduleLog(portal)).toEqual([]);
		const gone = await goOn(admin, more.text);
		expect(gone.status).toBe(200);
		expect(textOfPage(gone.text)).toMatch(
			/Saturday, 13 September 2025 was removed\.\s+140 slots were removed\.\s+3 entries were removed from the schedule\./,
		);
		expect(placed(portal)).toEqual([]);
		expect(scheduleLog(portal)).toEqual([
			[one, "removed", '{"slot":{"from":"day1-ai-next-09:30","to":""}}'],
			[two, "removed", '{"slot":{"from":"day1-ws-dora-10:00","to":""}}'],
			[late, "removed", '{"slot":{"from":"day1-ai-next-11:00","to":""}}'],
		]);
		// What stood in a slot that is gone cannot be put back by the board's button.
		expect((await admin.get("/admin/schedule")).text).not.toContain('name="undo"');
	});

	it("when removed leaves an empty grid, which offers to add a day", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		for (const day of ["day1", "day2"]) {
			clear(portal, day);
			await order(admin, `${GRID}?day=${day}`, "gone", "do.remove-day");
		}
		const page = textOfPage((await admin.get(GRID)).text);
		expect(page).toContain("There is no day yet. Add the first one.");
		expect(page).not.toContain("Create slots");
	});
});
