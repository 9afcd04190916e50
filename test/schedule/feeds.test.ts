import ICAL from "ical.js";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/published.ts";
import { sendAccepted } from "../support/schedule.ts";

const NASTY = `A & B <b>"quoted"</b> 'x' 😀 \u0007\u000b]]> end`;
const CLEAN = `A & B <b>"quoted"</b> 'x' 😀 ]]> end`;
const FILES = ["/schedule.ics", "/schedule.json", "/schedule.xml", "/schedule.atom"];

/** A file as text, whatever its type. */
async function read(portal: TestPortal, path: string, headers: Record<string, string> = {}) {
	const answer = await fetch(portal.origin + path, { headers });
	return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Two talks on two days, the second one with everything in its texts that a format might trip over. */
async function published() {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Second"]);
	await portal.db.write(() => {
		portal.sqlite
			.prepare(
				"update entries set title = ?, name = ?, answers = json_set(answers, '$.language', 'Chinese', '$.abstract', ?) where id = ?",
			)
			.run(NASTY, `${NASTY} 王芳`, `${NASTY}\n${"长".repeat(200)}`, two);
		portal.sqlite.exec("update day_tracks set room = 'Hall & 1' where track_id = 'ai-next'");
	});
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day2", "agentic-web", "13:00"]);
	await release(portal, `Note ${NASTY}`);
	return { portal, one, two };
}

describe("the calendar", () => {
	it("has each talk at its instant, under a name that stays and with the version's number", async () => {
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
				url: event.component.getFirstPropertyValue("url"),
			})),
		).toEqual([
			{
				uid: `talk-${one}@localhost`,
				sequence: 1,
				summary: "Compilers",
				start: "2025-09-13T01:30:00.000Z",
				end: "2025-09-13T02:00:00.000Z",
				location: "Hall & 1 · AI Next",
				url: `http://localhost:3000/schedule/${one}`,
			},
			{
				uid: `talk-${two}@localhost`,
				sequence: 1,
				summary: CLEAN,
				start: "2025-09-14T05:00:00.000Z",
				end: "2025-09-14T05:30:00.000Z",
				location: "Agentic Web",
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

	it("of one talk has that talk only, and of what is none there is no file", async () => {
		const { portal, one } = await published();
		const { text, headers } = await read(portal, `/schedule/${one}.ics`);
		expect(text.match(/^SUMMARY:.*$/gm)).toEqual(["SUMMARY:Compilers\r"].map((line) => line.trim()));
		expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
		for (const path of ["/schedule/99.ics", "/schedule/0.ics", "/schedule/x.ics", "/schedule/99999999999999999.ics"]) {
			expect([path, (await read(portal, path)).status]).toEqual([path, 404]);
		}
	});
});

describe("the file for conference apps", () => {
	const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/;
	const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

	it("is XML as frab wrote it: what apps need is there once, in its form and in its order", async () => {
		const { portal, one, two } = await published();
		const { text, headers } = await read(portal, "/schedule.xml");
		expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
		expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<schedule>/);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
		expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
		expect(text.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
		const schedule = parse(text, { lowerCaseTagName: false }).querySelector("schedule");
		expect(schedule?.children.map(({ rawTagName }) => rawTagName)).toEqual([
			...["generator", "url", "version", "conference", "day", "day"],
		]);
		const inConference = (name: string) => schedule?.querySelector(`conference > ${name}`)?.textContent;
		expect(inConference("acronym")).toMatch(/^[a-z0-9]{4,}$/);
		expect(["title", "start", "end", "days", "timeslot_duration"].map(inConference)).toEqual([
			...["Hangzhou 2025", "2025-09-13", "2025-09-14", "2", "00:30"],
		]);
		expect(schedule?.querySelector("conference > track")?.getAttribute("name")).toBe("AI Models & Infra");
		const days = schedule?.querySelectorAll("day") ?? [];
		expect(days.map((day) => ["index", "date", "start", "end"].map((name) => day.getAttribute(name)))).toEqual([
			["1", "2025-09-13", "2025-09-13T09:00:00+08:00", "2025-09-13T15:30:00+08:00"],
			["2", "2025-09-14", "2025-09-14T12:00:00+08:00", "2025-09-14T18:00:00+08:00"],
		]);
		const events = schedule?.querySelectorAll("day > room > event") ?? [];
		expect(events).toHaveLength(2);
		for (const event of events) {
			const value = (name: string) => event.querySelector(name)?.textContent ?? "missing";
			expect(value("date")).toMatch(DATE_TIME);
			expect(value("start")).toMatch(/^[0-2]\d:[0-5]\d$/);
			expect(value("duration")).toMatch(/^\d{1,2}:\d\d$/);
			expect(value("slug")).toMatch(/^[a-z0-9_]{4,}-[a-z0-9\-_]{4,}$/);
			expect(value("room")).toBe(event.parentNode.getAttribute("name"));
			expect(event.getAttribute("guid")).toMatch(UUID);
			for (const name of ["room", "title", "type", "date", "start", "duration", "abstract", "track"]) {
				expect([name, event.querySelectorAll(`> ${name}`).length]).toEqual([name, 1]);
			}
		}
		expect(events.map((event) => event.getAttribute("id"))).toEqual([String(one), String(two)]);
		expect(events.map((event) => event.querySelector("title")?.textContent)).toEqual(["Compilers", CLEAN]);
		expect(events.map((event) => event.querySelector("language")?.textContent)).toEqual(["en", "zh"]);
		expect(events.map((event) => event.querySelector("room")?.textContent)).toEqual(["Hall & 1", "Agentic Web"]);
		for (const name of ["slug"])
			expect(new Set(events.map((one) => one.querySelector(name)?.textContent)).size).toBe(2);
		expect(new Set(events.map((event) => event.getAttribute("guid"))).size).toBe(2);
	});

	it("is JSON with the same, and the names of talks stay from version to version", async () => {
		const { portal, one, two } = await published();
		const first = JSON.parse((await read(portal, "/schedule.json")).text);
		const { conference, version } = first.schedule;
		expect([version, conference.acronym, conference.daysCount, conference.time_zone_name]).toEqual([
			...["1", "hangzhou2025", 2, "Asia/Shanghai"],
		]);
		expect(conference.rooms.every(({ name, guid }: Record<string, string>) => name && UUID.test(guid ?? ""))).toBe(
			true,
		);
		const [event] = conference.days[0].rooms["Hall & 1"];
		expect(event).toEqual({
			...{ guid: event.guid, id: one, date: "2025-09-13T09:30:00+08:00", start: "09:30", duration: "00:30" },
			...{ room: "Hall & 1", slug: `hangzhou2025-talk-${one}`, url: `http://localhost:3000/schedule/${one}` },
			...{ title: "Compilers", subtitle: "", track: "AI Next", type: "talk", language: "en" },
			...{ abstract: "What we learned from a thousand merge requests.", description: "", links: [], attachments: [] },
			logo: expect.stringMatching(/^http:\/\/localhost:3000\/uploads\/[0-9a-f]{32}\.jpg$/),
			persons: [
				{ name: "Speaker of Compilers", biography: "Maintains a compiler.\nPlays the pipa.", avatar: event.logo },
			],
		});
		await place(portal, two, ["day1", "ai-next", "10:00"]);
		await release(portal);
		const second = JSON.parse((await read(portal, "/schedule.json")).text);
		const guids = (file: typeof first) =>
			file.schedule.conference.days
				.flatMap(({ rooms }: { rooms: object }) => Object.values(rooms).flat())
				.map(({ id, guid }: { id: number; guid: string }) => `${id} ${guid}`)
				.sort();
		expect(guids(second)).toEqual(guids(first));
		expect(second.schedule.version).toBe("2");
	});
});

it("the feed has an entry for each version with its note and what it changed, in words", async () => {
	const { portal, one, two } = await published();
	const id = (text: string) =>
		parse(text)
			.querySelectorAll("id")
			.map(({ textContent }) => textContent);
	const before = id((await read(portal, "/schedule.atom")).text);
	portal.clock.now += 3_600_000;
	await place(portal, two);
	await place(portal, one, ["day1", "ai-next", "10:00"]);
	await release(portal, "One moves.\n\nOne leaves.");
	const { text, headers } = await read(portal, "/schedule.atom");
	expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
	const feed = parse(text);
	const texts = (selector: string) => feed.querySelectorAll(selector).map(({ textContent }) => textContent);
	expect(texts("entry > title")).toEqual(["Version 2", "Version 1"]);
	expect(texts("updated")).toEqual([
		"2025-07-01T03:00:00.000Z",
		"2025-07-01T03:00:00.000Z",
		"2025-07-01T02:00:00.000Z",
	]);
	expect(texts("author > name")).toEqual(["Hangzhou 2025"]);
	expect(feed.querySelector('link[rel="self"]')?.getAttribute("href")).toBe("http://localhost:3000/schedule.atom");
	expect(
		feed
			.querySelectorAll("entry")[0]
			?.querySelectorAll("p, li")
			.map(({ textContent }) => textContent),
	).toEqual([
		"One moves.",
		"One leaves.",
		"Moved: Compilers, from 13 Sept 2025 09:30–10:00 (UTC+8) · AI Next · Hall & 1 to 13 Sept 2025 10:00–10:30 (UTC+8) · AI Next · Hall & 1",
		`Removed: ${CLEAN}, 14 Sept 2025 13:00–13:30 (UTC+8) · Agentic Web`,
	]);
	const now = id(text);
	expect(new Set(now).size).toBe(3);
	expect([now[0], now[2]]).toEqual(before);
	await portal.db.write(() => void portal.sqlite.prepare("update entries set status = 'Reject' where id = ?").run(two));
	const later = (await read(portal, "/schedule.atom?lang=zh")).text;
	expect(later).not.toContain("quoted&quot;&lt;/b&gt; &apos;x&apos; 😀 ]]&gt; end，");
	expect(later).toContain("移除：一场不再公开的演讲，2025年9月14日 13:00–13:30 (UTC+8)");
	expect(later).toContain('xml:lang="zh"');
});

describe("every file", () => {
	it("may be kept for a minute, has an ETag, is answered 304 while it is the same and changes with the data", async () => {
		const { portal, one } = await published();
		for (const path of [...FILES, `/schedule/${one}.ics`]) {
			const { status, headers } = await read(portal, path);
			const etag = headers.get("etag") ?? "";
			expect([path, status, headers.get("cache-control")]).toEqual([path, 200, "public, max-age=60"]);
			const again = () => portal.agent().get(path).set("If-None-Match", etag).buffer(true);
			expect([path, (await again()).status, (await again()).text ?? ""]).toEqual([path, 304, ""]);
			const head = await portal.agent().head(path).expect(200);
			expect([path, head.headers["content-type"]]).toEqual([path, headers.get("content-type")]);
			expect((await portal.agent().post(path).type("form").send({})).status).toBe(405);
			await portal.db.write(
				() => void portal.sqlite.prepare("update entries set title = title || ? where id = ?").run("!", one),
			);
			expect([path, (await again()).status]).toEqual([path, 200]);
		}
	});

	it("is in the language of its address and nobody's cookie", async () => {
		const { portal } = await published();
		const wishes = { "Accept-Language": "zh-CN", Cookie: "lang=zh" };
		for (const [path, en, zh] of [
			["/schedule.ics", "AI Next", "AI 未来"],
			["/schedule.json", "AI Next", "AI 未来"],
			["/schedule.xml", "AI Next", "AI 未来"],
			["/schedule.atom", "changes of the schedule", "日程变更"],
		] as const) {
			expect((await read(portal, path, wishes)).text).toContain(en);
			expect((await read(portal, `${path}?lang=zh`)).text).toContain(zh);
			expect((await read(portal, `${path}?lang=xx`)).text).toContain(en);
		}
	});

	it("is empty or says so before the first release", async () => {
		const portal = await openPortal();
		const calendar = await read(portal, "/schedule.ics");
		expect([calendar.status, ICAL.parse(calendar.text)[2]]).toEqual([200, []]);
		const feed = await read(portal, "/schedule.atom");
		expect([feed.status, parse(feed.text).querySelectorAll("entry").length]).toEqual([200, 0]);
		for (const path of ["/schedule.json", "/schedule.xml"]) {
			const { status, text } = await read(portal, path);
			expect([path, status, text]).toEqual([path, 404, "The schedule has not been published yet.\n"]);
			expect((await read(portal, `${path}?lang=zh`)).text).toBe("日程尚未发布。\n");
		}
	});
});
