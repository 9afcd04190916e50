import { describe, expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";
import { multiplyAccepted, old, placed, scheduler, sendAccepted, slot } from "../support/schedule.ts";

const NINE = slot("day2", "ai-next", "09:00");
const TEN = slot("day2", "ai-next", "10:00");

describe("the call that places a talk", () => {
	it("places, moves and removes it, says so, and notes each in its history", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const { post } = await scheduler(portal);
		const first = await post({ entryId: id, ...NINE }).expect(200);
		expect(first.body).toEqual({
			success: true,
			data: {
				entryId: id,
				time: "09:00",
				dayId: "day2",
				trackId: "ai-next",
				session: {
					time: "09:00",
					minutes: 30,
					special: false,
					entry: { id, title: "Talk" },
					speakers: [{ name: "Speaker of Talk" }],
				},
			},
		});
		expect(placed(portal)).toEqual([[id, NINE.slotKey]]);
		await post({ entryId: id, ...TEN, ...old("day2", "ai-next", "09:00") }).expect(200);
		expect(placed(portal)).toEqual([[id, TEN.slotKey]]);
		const removed = await post({ entryId: id, ...TEN, action: "remove" }).expect(200);
		expect(removed.body).toMatchObject({ success: true, data: { entryId: id, session: null } });
		expect(placed(portal)).toEqual([]);
		const log = portal.sqlite.prepare("select state, changes from entry_log where type = 'Schedule' order by id").all();
		expect(log).toEqual([
			{ state: "placed", changes: JSON.stringify({ slot: { from: "", to: NINE.slotKey } }) },
			{ state: "moved", changes: JSON.stringify({ slot: { from: NINE.slotKey, to: TEN.slotKey } }) },
			{ state: "removed", changes: JSON.stringify({ slot: { from: TEN.slotKey, to: "" } }) },
		]);
	});

	it("succeeds when repeated, as after a retry, and logs it once", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const { post } = await scheduler(portal);
		for (const _ of [1, 2]) await post({ entryId: id, ...NINE }).expect(200);
		for (const _ of [1, 2]) await post({ entryId: id, ...TEN, ...old("day2", "ai-next", "09:00") }).expect(200);
		for (const _ of [1, 2]) await post({ entryId: id, ...TEN, action: "remove" }).expect(200);
		expect(portal.sqlite.prepare("select count(*) from entry_log where type = 'Schedule'").pluck().get()).toBe(3);
	});

	it("refuses a taken slot, names its talk and returns the present grid", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const { post } = await scheduler(portal);
		await post({ entryId: one, ...NINE }).expect(200);
		const { body } = await post({ entryId: two, ...NINE }).expect(409);
		expect(body).toMatchObject({
			success: false,
			error: "SLOT_TAKEN",
			holder: { id: one, title: "One" },
			message: "This slot was just taken: “One” (by admin@example.org). Nothing was changed.",
			schedule: {
				unscheduled: [{ id: two, title: "Two", author: "Speaker of Two", tracks: "ai-next", scheduled: false }],
			},
		});
	});

	it("refuses a move from an outdated slot, and a second slot", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const { post } = await scheduler(portal);
		await post({ entryId: id, ...NINE }).expect(200);
		const second = await post({ entryId: id, ...TEN }).expect(409);
		expect(second.body).toMatchObject({ success: false, error: "ENTRY_MOVED", at: NINE.slotKey });
		await post({ entryId: id, ...TEN, ...old("day1", "ai-next", "10:00") }).expect(409);
		expect(placed(portal)).toEqual([[id, NINE.slotKey]]);
		await post({ entryId: id, ...NINE, action: "remove" }).expect(200);
		const gone = await post({ entryId: id, ...TEN, ...old("day2", "ai-next", "09:00") }).expect(409);
		expect(gone.body.message).toContain("just removed from the schedule");
	});

	it("refuses special slots, entries not accepted or missing, and contradicting keys", async () => {
		const portal = await openPortal();
		const [id = 0, other = 0] = await sendAccepted(portal, ["Talk", "Other"]);
		const { post } = await scheduler(portal);
		const special = await post({ entryId: id, ...slot("day1", "ai-next", "12:30") }).expect(422);
		expect(special.body).toMatchObject({
			success: false,
			error: "SPECIAL_SLOT",
			message: "Cannot schedule entries into special time slots",
		});
		for (const status of ["New", "Hold", "Reject"]) {
			portal.sqlite.prepare("update entries set status = ? where id = ?").run(status, other);
			const { body } = await post({ entryId: other, ...NINE }).expect(409);
			expect(body.error).toBe("NOT_ACCEPTED");
		}
		portal.sqlite.prepare("update entries set status = 'Accept', presence = 'withdrawn' where id = ?").run(other);
		await post({ entryId: other, ...NINE }).expect(409);
		await post({ entryId: 99, ...NINE }).expect(404);
		await post({ entryId: id, ...slot("day2", "ai-next", "09:10") }).expect(404);
		await post({ entryId: id, ...slot("day9", "ai-next", "12:00") }).expect(404);
		await post({ entryId: id, ...slot("day1", "no-track", "12:00") }).expect(404);
		await post({ entryId: id, ...NINE, slotKey: TEN.slotKey }).expect(400);
		await post({ entryId: id, ...TEN, oldSlotKey: NINE.slotKey }).expect(400);
		// Another track and day that make the same key.
		await post({ entryId: id, slotKey: NINE.slotKey, dayId: "day2-ai", trackId: "next", time: "09:00" }).expect(400);
		await post({ entryId: true, ...NINE }).expect(400);
		await post({ entryId: id }).expect(400);
		expect(placed(portal)).toEqual([]);
	});

	it("lets exactly one of fifty take a slot, in each of forty rounds", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "100000" });
		const ids = await multiplyAccepted(portal, 50);
		const { post } = await scheduler(portal);
		const times = ["09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "13:00", "13:30", "14:00", "14:30"];
		const rounds = ["ai-next", "agentic-web", "ws-dora", "embodied-ai"].flatMap((track) =>
			times.map((time) => slot("day2", track, time)),
		);
		for (const round of rounds) {
			const answers = await Promise.all(ids.map((entryId) => post({ entryId, ...round })));
			const winners = answers.filter(({ status }) => status === 200);
			expect([winners.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 49]);
			const winner = winners[0]?.body.data.entryId;
			expect(placed(portal)).toEqual([[winner, round.slotKey]]);
			await post({ entryId: winner, ...round, action: "remove" }).expect(200);
		}
	});

	it("leaves a talk moved by fifty requests in one slot", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "100000" });
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const { post } = await scheduler(portal);
		await post({ entryId: id, ...NINE }).expect(200);
		const targets = ["ai-next", "agentic-web", "ws-dora", "embodied-ai", "ws-cangjie"].flatMap((track) =>
			["10:00", "10:30", "11:00", "11:30", "13:00", "13:30", "14:00", "14:30", "15:30", "16:00"].map((time) =>
				slot("day2", track, time),
			),
		);
		const answers = await Promise.all(
			targets.map((target) => post({ entryId: id, ...target, ...old("day2", "ai-next", "09:00") })),
		);
		const winner = answers.findIndex(({ status }) => status === 200);
		expect(answers.filter(({ status }) => status === 200).length).toBe(1);
		expect(placed(portal)).toEqual([[id, targets[winner]?.slotKey]]);
	});

	it("is constrained by the database: one entry per slot, one slot per entry, valid times", async () => {
		const portal = await openPortal();
		const [id] = await sendAccepted(portal, ["Talk"]);
		const put = (time: string) =>
			portal.sqlite
				.prepare("update slots set entry_id = ? where day_id = 'day2' and track_id = 'ai-next' and time = ?")
				.run(id, time);
		put("09:00");
		expect(() => put("09:30")).toThrow("UNIQUE");
		const add = (time: string) =>
			portal.sqlite.prepare("insert into slots values ('day2', 'ai-next', ?, 30, null)").run(time);
		expect(() => add("09:00")).toThrow("UNIQUE");
		for (const time of ["9:00", "25:00", "09:60", "x"]) expect(() => add(time)).toThrow("CHECK");
	});
});

describe("the call that reads the schedule", () => {
	it("gives administrators the draft with free and special slots, and others the released schedule", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const { post, read } = await scheduler(portal);
		await post({ entryId: id, ...NINE }).expect(200);
		expect((await portal.agent().get("/api/schedules").expect(200)).body).toEqual({
			version: 0,
			entries: [],
			special: [],
		});
		const { body } = await read().expect(200);
		expect(body.entries.map(({ id, date }: { id: string; date: string }) => [id, date])).toEqual([
			["day1", "2025-09-13"],
			["day2", "2025-09-14"],
		]);
		const track = body.entries[1].tracks.find((one: { id: string }) => one.id === "ai-next");
		expect(track.sessions.slice(0, 2)).toEqual([
			{
				time: "09:00",
				minutes: 30,
				special: false,
				entry: { id, title: "Talk" },
				speakers: [{ name: "Speaker of Talk" }],
			},
			{ time: "09:30", minutes: 30, special: false, entry: null, speakers: [] },
		]);
		const lunch = track.sessions.find((one: { special: boolean }) => one.special);
		expect(lunch).toMatchObject({ time: "12:00", minutes: 60, entry: { title: "Lunch" } });
		expect(body.special.find((one: { id: string }) => one.id === lunch.entry.id)).toMatchObject({
			name: "Lunch",
			dayId: "day2",
			trackId: null,
			time: "12:00",
			minutes: 60,
		});
	});
});
