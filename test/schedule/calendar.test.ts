import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { CLEAN, published, read } from "../support/feeds.ts";
import { organiser, place, release } from "../support/released-schedule.ts";

describe("the calendar", () => {
	it("has each talk at its time, with a stable UID and the version as SEQUENCE", async () => {
		const { portal, one, two } = await published();
		const { text } = await read(portal, "/schedule.ics");
		ICAL.design.strict = true;
		const calendar = new ICAL.Component(ICAL.parse(text));
		const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
		expect(
			events.map((event) => ({
				uid: event.uid,
				sequence: event.sequence,
				summary: event.summary,
				start: event.startDate.toJSDate().toISOString(),
				end: event.endDate.toJSDate().toISOString(),
				location: event.location,
				track: event.component.getFirstPropertyValue("categories"),
				url: event.component.getFirstPropertyValue("url"),
			})),
		).toEqual([
			{
				uid: `talk-${one}@localhost`,
				sequence: 1,
				summary: "Compilers",
				start: "2025-09-13T01:30:00.000Z",
				end: "2025-09-13T02:00:00.000Z",
				location: "Hall & 1, Hangzhou",
				track: "AI Next",
				url: `http://localhost:3000/schedule/${one}`,
			},
			{
				uid: `talk-${two}@localhost`,
				sequence: 1,
				summary: CLEAN,
				start: "2025-09-14T05:00:00.000Z",
				end: "2025-09-14T05:30:00.000Z",
				location: "Agentic Web, Hangzhou",
				track: "Agentic Web",
				url: `http://localhost:3000/schedule/${two}`,
			},
		]);
		expect(events[1]?.description).toContain(`${CLEAN}\n${"长".repeat(200)}`);
		const lines = text.split("\r\n");
		expect(lines.at(-1)).toBe("");
		expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
		expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
		await place(portal, one, ["day2", "ai-next", "09:30"]);
		await release(portal);
		const moved = await read(portal, `/schedule/${one}.ics`);
		const [event] = new ICAL.Component(ICAL.parse(moved.text)).getAllSubcomponents("vevent");
		expect(event && [new ICAL.Event(event).uid, new ICAL.Event(event).sequence]).toEqual([`talk-${one}@localhost`, 2]);
	});

	it("of one talk contains only that talk; other entries have no file", async () => {
		const { portal, one } = await published();
		const { text, headers } = await read(portal, `/schedule/${one}.ics`);
		expect(text.match(/^SUMMARY:.*$/gm)).toEqual(["SUMMARY:Compilers\r"].map((line) => line.trim()));
		expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
		for (const path of ["/schedule/99.ics", "/schedule/0.ics", "/schedule/x.ics", "/schedule/99999999999999999.ics"]) {
			expect([path, (await read(portal, path)).status]).toEqual([path, 404]);
		}
	});

	it("in a mail to a speaker is the same, and the mail says the same time", async () => {
		const { portal, one } = await published();
		await place(portal, one, ["day2", "ai-next", "11:00"]);
		const actor = await organiser(portal);
		const { draft } = portal.services.releases.pending(actor);
		await portal.services.releases.release(actor, { draft, note: "", withLetters: true });
		const letter = portal.sqlite
			.prepare("select body, calendar from outbox where entry_id = ? and kind = 'slot'")
			.get(one);
		expect(letter).toEqual({
			body: expect.stringContaining("14 September 2025 11:00 (UTC+8)"),
			calendar: expect.stringContaining("\r\nDTSTART:20250914T030000Z\r\n"),
		});
	});
});
