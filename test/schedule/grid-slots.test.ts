import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { errorsOf, type Filling, shownValue, shownValues, submitForm, textOfPage } from "../support/form.ts";
import { type Agent, clear, DAY1, GRID, goOn, LAY, order, put, rows, scheduleLog, slotsOf } from "../support/grid.ts";
import { openPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const SERIES = { every: "30", from: "09:00", to: "17:30", days: ["day1"], tracks: ["ai-next"] };

const preview = (admin: Agent, series: Filling) => order(admin, LAY, "series", "do.preview", { ...SERIES, ...series });
const create = (admin: Agent, page: string) =>
	submitForm(admin, page, {}, { selector: "form.plan-form", press: "do.lay" });

describe("slots at regular times", () => {
	it("are previewed; the last begins at the second time: 18 from 09:00 to 17:30", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		clear(portal, "day1");
		const page = textOfPage((await admin.get(LAY)).text);
		expect(page).toContain("every 30 minutes from 09:00 to 17:30 gives 18 slots; the last one is from 17:30 to 18:00.");
		const shown = await preview(admin, {});
		expect(shown.status).toBe(200);
		expect(textOfPage(shown.text)).toMatch(/Saturday, 13 September 2025\s+AI Next\s+09:00 09:30 .* 17:00 17:30\n/);
		expect(textOfPage(shown.text)).toContain("Create 18 slots");
		expect(slotsOf(portal, "day1")).toEqual([]);
		const made = await create(admin, shown.text);
		expect([made.status, textOfPage(made.text).includes("18 slots were created.")]).toEqual([200, true]);
		const leads = parse(made.text).querySelectorAll(".banner a");
		expect(leads.map((link) => [link.text, link.getAttribute("href")])).toEqual([
			["Go to the schedule", "/admin/schedule?day=day1"],
			["Slots of Saturday, 13 September 2025", `${GRID}?day=day1`],
		]);
		const slots = slotsOf(portal, "day1");
		expect([slots.length, slots[0], slots.at(-1)]).toEqual([18, "09:00+30", "17:30+30"]);
	});

	it("leave existing slots alone, and say so by day and track", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		portal.sqlite.exec("delete from slots where day_id = 'day1' and track_id = 'ws-dora' and time < '12:00'");
		portal.sqlite.exec("update slots set time = '13:15', minutes = 15 where track_id = 'ws-dora' and time = '13:00'");
		portal.sqlite.exec("delete from slots where day_id = 'day2' and track_id = 'ai-next'");
		portal.sqlite.exec("delete from day_tracks where day_id = 'day2' and track_id = 'ai-next'");
		const before = slotsOf(portal, "day1", "ai-next");
		const wide = { from: "11:00", to: "13:00", minutes: "25", days: ["day1", "day2"], tracks: ["ai-next", "ws-dora"] };
		const shown = await preview(admin, wide);
		const text = textOfPage(shown.text).replace(/\s+/g, " ");
		expect(text).toMatch(/Added ?Already there ?During a special event ?Overlaps a slot/);
		expect(text).toContain("Saturday, 13 September 2025 AI Next – 11:00 11:30 13:00 12:00 12:30 –");
		expect(text).toContain("Saturday, 13 September 2025 Dora Workshop 11:00 11:30 – 12:00 12:30 13:00");
		expect(text).toContain("Sunday, 14 September 2025 AI Next This track has no column on this day: nothing is added");
		expect(text).toContain("Create 2 slots");
		await create(admin, shown.text);
		expect(slotsOf(portal, "day1", "ai-next")).toEqual(before);
		expect(slotsOf(portal, "day1", "ws-dora").slice(0, 3)).toEqual(["11:00+25", "11:30+25", "13:15+15"]);
		const again = await preview(admin, wide);
		expect(textOfPage(again.text)).toContain("There is nothing to add.");
		expect(again.text).not.toContain("do.lay");
	});

	it("are not created if the grid changed since the preview; a new preview is shown", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		clear(portal, "day1");
		const shown = await preview(admin, {});
		portal.sqlite.exec(
			`insert into special_events (day_id, time, minutes, title) values ('day1', '12:00', 60, 'Lunch')`,
		);
		const stale = await create(admin, shown.text);
		expect(stale.status).toBe(409);
		expect(textOfPage(stale.text)).toContain(
			"Nothing was created: the grid has changed since the preview. This is the new preview.",
		);
		expect(slotsOf(portal, "day1")).toEqual([]);
		await create(admin, stale.text);
		expect(slotsOf(portal, "day1")).toHaveLength(16);
	});

	it.each([
		["9", "09:00"],
		["09", "09:00"],
		["930", "09:30"],
		["0930", "09:30"],
		["9:30", "09:30"],
		["９：３０", "09:30"],
	])("begin at the time that is meant: %s is %s", async (from, meant) => {
		const portal = await openPortal();
		clear(portal, "day1");
		expect(textOfPage((await preview(await portal.admin(), { from })).text)).toMatch(
			new RegExp(`13 September 2025\\s+AI Next\\s+${meant} `),
		);
	});

	it.each(["24", "930 am", "96", "2400", "9:5", "09300"])("begin at no time that is not meant: %s", async (from) => {
		const { text } = await preview(await (await openPortal()).admin(), { from });
		expect(textOfPage(text)).toContain("Enter “From” as HH:MM, from 00:00 to 23:59");
	});

	it.each<[string, Filling, Record<string, string>]>([
		["no time", { from: "25:00" }, { from: "Enter “From” as HH:MM, from 00:00 to 23:59" }],
		[
			"a time that no clock shows",
			{ to: "24:00" },
			{ to: "Enter “Last slot begins at” as HH:MM, from 00:00 to 23:59" },
		],
		["times in the wrong order", { to: "08:00" }, { to: "The end is before the start" }],
		[
			"too short a step",
			{ every: "4" },
			{ every: "Enter “Minutes between slot starts” as a whole number from 5 to 720" },
		],
		["too long a slot", { minutes: "721" }, { minutes: "Enter “Length in minutes” as a whole number from 5 to 720" }],
		["no number", { minutes: "1e2" }, { minutes: "Enter “Length in minutes” as a whole number from 5 to 720" }],
		[
			"slots that overlap each other",
			{ minutes: "31" },
			{ minutes: "The slots would overlap: they are longer than the minutes between their starts" },
		],
		["a slot that ends on the next day", { to: "23:59" }, { to: "It must end by midnight" }],
		["more than 100 slots", { every: "5", to: "23:00" }, { every: expect.stringContaining("the maximum is 100") }],
		[
			"no day and no track",
			{ days: [], tracks: [] },
			{ days: "Tick at least one day", tracks: "Tick at least one track" },
		],
	])("are refused for %s, and what was typed is kept", async (_, wrong, problems) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		clear(portal, "day1");
		const late: Filling = "to" in wrong && wrong.to === "23:59" ? { from: "00:29" } : {};
		const refused = await preview(admin, { minutes: "", ...wrong, ...late });
		expect(refused.status).toBe(422);
		const beside = Object.entries(problems).map(([field, message]) => [`series-${field}`, message]);
		expect(errorsOf(refused.text).beside).toEqual(Object.fromEntries(beside));
		const [name = "", typed] = Object.entries(wrong)[0] ?? [];
		expect(shownValues(refused.text, name)).toEqual(Array.isArray(typed) ? typed : [typed]);
		expect(refused.text).not.toContain("do.lay");
		const forced = { ...SERIES, ...wrong, ...late, "do.lay": "1", count: "18" };
		const post = admin.post(LAY).set("Sec-Fetch-Site", "same-origin").type("form");
		await post.send(forced).expect(422);
		expect(slotsOf(portal, "day1")).toEqual([]);
	});

	it("accept full-width digits and may end at midnight", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const shown = await preview(admin, { every: "３０", from: "２３：００", to: "23：30" });
		await create(admin, shown.text);
		expect(slotsOf(portal, "day1").slice(-2)).toEqual(["23:00+30", "23:30+30"]);
	});
});

describe("slots that are there", () => {
	const [NINE, TEN] = ["day1-ai-next-09:30", "day1-ai-next-10:00"];

	it("are ticked and removed; a second time is no fault", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get(DAY1)).text;
		const tick = { selector: "form[aria-labelledby=h-slots]", press: "do.remove" };
		const removed = await submitForm(admin, page, { slots: [NINE, TEN] }, tick);
		expect([removed.status, textOfPage(removed.text).includes("2 slots were removed.")]).toEqual([200, true]);
		expect(slotsOf(portal, "day1")[0]).toBe("10:30+30");
		const again = await submitForm(admin, page, { slots: [NINE] }, tick);
		expect([again.status, textOfPage(again.text)]).toEqual([200, expect.stringContaining("Nothing was changed.")]);
		const nothing = await submitForm(admin, page, {}, tick);
		expect([nothing.status, errorsOf(nothing.text).list]).toEqual([422, ["Tick at least one slot"]]);
	});

	it("are removed by time in some tracks", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const range = { from: "10:00", to: "11:00", tracks: ["ai-next", "ws-dora"] };
		const removed = await order(admin, DAY1, "range", "do.remove-range", range);
		expect(textOfPage(removed.text)).toContain("6 slots were removed.");
		expect(slotsOf(portal, "day1").slice(0, 2)).toEqual(["09:30+30", "11:30+30"]);
		expect(slotsOf(portal, "day1", "embodied-ai")).toHaveLength(14);
		const wrong = await order(admin, DAY1, "range", "do.remove-range", { from: "12:00", to: "x" });
		expect([wrong.status, errorsOf(wrong.text).beside]).toEqual([
			422,
			{ "range-to": "Enter “To” as HH:MM, from 00:00 to 23:59", "range-tracks": "Tick at least one track" },
		]);
		expect(shownValue(wrong.text, "to")).toBe("x");
	});

	it.each(["ticked", "by time"])("do not go with an entry unasked: %s", async (how) => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		put(portal, id, TEN);
		const page =
			how === "ticked"
				? await order(admin, DAY1, "slots", "do.remove", { slots: [NINE, TEN] })
				: await order(admin, DAY1, "range", "do.remove-range", { from: "09:00", to: "10:00", tracks: ["ai-next"] });
		expect(page.status).toBe(409);
		expect(textOfPage(page.text)).toContain("“Talk”: Saturday, 13 September 2025, AI Next, 10:00");
		if (how === "ticked") expect(shownValues(page.text, "slots")).toEqual([NINE, TEN, NINE, TEN]);
		expect([placed(portal), slotsOf(portal, "day1").length]).toEqual([[[id, TEN]], 14]);
		const gone = await goOn(admin, page.text);
		expect(textOfPage(gone.text)).toMatch(/2 slots were removed\.\s+1 entry was removed from the schedule\./);
		expect([placed(portal), slotsOf(portal, "day1").length]).toEqual([[], 12]);
		expect(scheduleLog(portal)).toEqual([[id, "removed", `{"slot":{"from":"${TEN}","to":""}}`]]);
		const by = "select email from entry_log join users on users.id = actor_id where type = 'Schedule'";
		expect(rows(portal, by)).toEqual([["admin@example.org"]]);
	});

	it("change length, scheduled or not, unless they would overlap", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		put(portal, id, NINE);
		const resize = (slots: string[], minutes: string) => order(admin, DAY1, "slots", "do.length", { slots, minutes });
		const shorter = await resize([NINE, TEN], "20");
		expect(textOfPage(shorter.text)).toContain("The length of 2 slots was changed.");
		expect([slotsOf(portal, "day1").slice(0, 3), placed(portal)]).toEqual([
			["09:30+20", "10:00+20", "10:30+30"],
			[[id, NINE]],
		]);
		const tests = [
			[[NINE], "31", "Saturday, 13 September 2025, AI Next, 09:30 would overlap the slot at 10:00"],
			[["day1-ai-next-11:30"], "31", "Saturday, 13 September 2025, AI Next, 11:30 would overlap “Lunch”"],
			[["day1-ai-next-17:30"], "391", "It must end by midnight"],
			[[NINE], "3", "Enter “Length in minutes” as a whole number from 5 to 720"],
		] as const;
		for (const [slots, minutes, sentence] of tests) {
			const refused = await resize([...slots], minutes);
			expect([refused.status, errorsOf(refused.text).beside]).toEqual([422, { "slots-minutes": sentence }]);
			expect([shownValue(refused.text, "minutes"), shownValues(refused.text, "slots")]).toEqual([minutes, slots]);
		}
		expect(slotsOf(portal, "day1").slice(0, 2)).toEqual(["09:30+20", "10:00+20"]);
		const post = admin.post(DAY1).set("Sec-Fetch-Site", "same-origin").type("form");
		await post.send({ "do.length": "1", minutes: "20", slots: "day1-ai-next-09:31" }).expect(409);
	});

	it("can all be ticked at once on a full day", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		clear(portal, "day1");
		const tracks = shownValues((await admin.get(`${GRID}?day=day1`)).text, "tracks");
		const shown = await preview(admin, { every: "5", from: "09:00", to: "17:15", tracks });
		await create(admin, shown.text);
		const all = shownValuesOf((await admin.get(DAY1)).text);
		expect(all).toHaveLength(1_000);
		const removed = await order(admin, DAY1, "slots", "do.remove", { slots: all });
		expect(textOfPage(removed.text)).toContain("1000 slots were removed.");
	});
});

const shownValuesOf = (html: string) =>
	[...html.matchAll(/name="slots"[^>]*value="([^"]+)"/g)].map(([, key]) => key ?? "");
