import { describe, expect, it } from "vitest";
import { errorsOf, type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { type Agent, GRID, goOn, NEW, order, put, rows, scheduleLog, slotsOf } from "../support/grid.ts";
import { openPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const KEYNOTE = {
	title: "Keynote <b>",
	titleZh: "主旨演讲",
	description: "Two\nlines",
	descriptionZh: "两行",
	day: "day2",
	track: "",
	time: "10:00",
	minutes: "45",
};
const FORM = { selector: "form[aria-labelledby=h-special]", press: "do.special" };
const LAST = "select * from special_events order by id desc limit 1";

const add = (admin: Agent, more: Filling = {}) => order(admin, NEW, "special", "do.special", { ...KEYNOTE, ...more });

describe("special events", () => {
	it("are listed, added in both languages, and remove free slots during their time", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const added = await add(admin);
		expect(added.status).toBe(200);
		// Of each of the ten tracks the slots at 10:00 and, in part, at 10:30.
		expect(textOfPage(added.text)).toMatch(/“Keynote <b>” was saved\.\s+20 slots were removed\./);
		expect(rows(portal, LAST)).toEqual([
			[7, "day2", null, "10:00", 45, "Keynote <b>", "主旨演讲", "Two\nlines", "两行"],
		]);
		expect(slotsOf(portal, "day2").slice(0, 3)).toEqual(["09:00+30", "09:30+30", "11:00+30"]);
		const list = textOfPage((await admin.get(GRID)).text);
		expect(list).toMatch(/Keynote <b>\s+Sunday, 14 September 2025\s+10:00–10:45\s+All tracks/);
		const chinese = textOfPage((await admin.get(GRID).set("Accept-Language", "zh")).text);
		expect(chinese).toMatch(/主旨演讲\s+2025年9月14日星期日\s+10:00–10:45\s+全部专题/);
	});

	it("can move to another day, time or track; their old time stays without slots", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await add(admin);
		const early = await order(admin, `${GRID}?special=7`, "special", "do.special", { time: "9:30" });
		expect([early.status, rows(portal, "select time from special_events where id = 7")]).toEqual([200, [["09:30"]]]);
		const change = { day: "day1", track: "ai-next", time: "14:00", minutes: "30", title: "Panel" };
		const changed = await order(admin, `${GRID}?special=7`, "special", "do.special", change);
		expect(textOfPage(changed.text)).toMatch(/“Panel” was saved\.\s+1 slot was removed\./);
		expect(rows(portal, LAST)).toEqual([
			[7, "day1", "ai-next", "14:00", 30, "Panel", "主旨演讲", "Two\nlines", "两行"],
		]);
		expect(slotsOf(portal, "day1")).not.toContain("14:00+30");
		expect(slotsOf(portal, "day1", "ws-dora")).toContain("14:00+30");
		expect(slotsOf(portal, "day2")).not.toContain("10:00+30");
		const removed = await order(admin, `${GRID}?special=7`, "gone", "do.remove-special");
		expect(textOfPage(removed.text)).toContain("“Panel” was removed.");
		expect(rows(portal, "select count(*) from special_events")).toEqual([[6]]);
	});

	it("can be saved unchanged, also with several lines", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await add(admin);
		const before = rows(portal, LAST);
		const same = await order(admin, `${GRID}?special=7`, "special", "do.special");
		expect([same.status, rows(portal, LAST)]).toEqual([200, before]);
	});

	it.each<[string, Filling, Record<string, string>]>([
		["a title", { title: " " }, { title: "Title is required" }],
		["a title that is not too long", { title: "x".repeat(201) }, { title: "Title must have at most 200 characters" }],
		["a time", { time: "" }, { time: "Enter “Begins at” as HH:MM, from 00:00 to 23:59" }],
		["a length", { minutes: "" }, { minutes: "Enter “Length in minutes” as a whole number from 5 to 720" }],
		["an end on the same day", { time: "23:50", minutes: "11" }, { minutes: "It must end by midnight" }],
		["room", { time: "11:30" }, { time: "“Lunch” takes place there from 12:00 to 13:00" }],
		[
			"room in their track",
			{ time: "12:30", track: "ai-next" },
			{ time: "“Lunch” takes place there from 12:00 to 13:00" },
		],
		["a track of that day", { track: "ws-dora" }, { track: "This track has no column on that day" }],
	])("need %s; what was typed is kept", async (_, wrong, problems) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		portal.sqlite.exec("delete from slots where day_id = 'day2' and track_id = 'ws-dora'");
		portal.sqlite.exec("delete from day_tracks where day_id = 'day2' and track_id = 'ws-dora'");
		const refused = await add(admin, wrong);
		expect(refused.status).toBe(422);
		const beside = Object.entries(problems).map(([field, message]) => [`special-${field}`, message]);
		expect(errorsOf(refused.text).beside).toEqual(Object.fromEntries(beside));
		for (const [name, typed] of Object.entries({ ...KEYNOTE, ...wrong })) {
			expect([name, shownValue(refused.text, name)]).toEqual([name, typed]);
		}
		expect(rows(portal, "select count(*) from special_events")).toEqual([[6]]);
		expect(slotsOf(portal, "day2")).toHaveLength(14);
	});

	it("of different tracks may take place at one time, those of one track may not", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		expect((await add(admin, { track: "ai-next" })).status).toBe(200);
		expect((await add(admin, { track: "ws-dora" })).status).toBe(200);
		for (const track of ["ai-next", ""]) {
			const refused = await add(admin, { track, time: "10:15" });
			expect([refused.status, errorsOf(refused.text).list]).toEqual([
				422,
				["“Keynote <b>” takes place there from 10:00 to 10:45"],
			]);
		}
		expect((await add(admin, { track: "", time: "10:45", minutes: "15" })).status).toBe(200);
	});

	it("never unschedule an entry without confirmation", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const admin = await portal.admin();
		put(portal, one, "day2-ai-next-10:00");
		put(portal, two, "day2-ws-dora-10:30");
		const refused = await add(admin);
		expect(refused.status).toBe(409);
		expect(textOfPage(refused.text)).toMatch(
			/2 entries are scheduled there\. Nothing was changed\.\s+“One”: Sunday, 14 September 2025, AI Next, 10:00\s+“Two”: Sunday, 14 September 2025, Dora Workshop, 10:30/,
		);
		for (const [name, typed] of Object.entries(KEYNOTE)) {
			const again = [...refused.text.matchAll(new RegExp(`name="${name}"`, "g"))].length;
			expect([name, again, shownValue(refused.text, name)]).toEqual([name, 2, typed]);
		}
		expect([placed(portal).length, slotsOf(portal, "day2").length]).toEqual([2, 14]);
		const gone = await goOn(admin, refused.text);
		expect(textOfPage(gone.text)).toMatch(
			/“Keynote <b>” was saved\.\s+20 slots were removed\.\s+2 entries were removed from the schedule\./,
		);
		expect([placed(portal), rows(portal, LAST)]).toEqual([
			[],
			[[7, "day2", null, "10:00", 45, "Keynote <b>", "主旨演讲", "Two\nlines", "两行"]],
		]);
		expect(scheduleLog(portal)).toEqual([
			[one, "removed", '{"slot":{"from":"day2-ai-next-10:00","to":""}}'],
			[two, "removed", '{"slot":{"from":"day2-ws-dora-10:30","to":""}}'],
		]);
	});

	it("that someone else has changed are neither overwritten nor removed unseen", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const seen = (await admin.get(`${GRID}?special=2`)).text;
		await order(admin, `${GRID}?special=2`, "special", "do.special", { title: "Brunch" });
		const stale = await submitForm(admin, seen, { title: "Dinner" }, FORM);
		expect(stale.status).toBe(409);
		expect(textOfPage(stale.text)).toContain("Nothing was saved: someone else has just changed this.");
		expect(shownValue(stale.text, "title")).toBe("Dinner");
		const gone = { selector: "form[aria-labelledby=h-gone]", press: "do.remove-special" };
		expect((await submitForm(admin, seen, {}, gone)).status).toBe(409);
		expect(rows(portal, "select title from special_events where id = 2")).toEqual([["Brunch"]]);
		expect((await submitForm(admin, stale.text, {}, FORM)).status).toBe(200);
		expect(rows(portal, "select title from special_events where id = 2")).toEqual([["Dinner"]]);
		await order(admin, `${GRID}?special=2`, "gone", "do.remove-special");
		expect((await submitForm(admin, seen, {}, FORM)).status).toBe(404);
	});
});
