import ICAL from "ical.js";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { CLEAN, published, read } from "../support/feeds.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";

const FILES = ["/schedule.ics", "/schedule.json", "/schedule.xml", "/schedule.atom"];

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
			"generator",
			"url",
			"version",
			"conference",
			"day",
			"day",
		]);
		const inConference = (name: string) => schedule?.querySelector(`conference > ${name}`)?.textContent;
		expect(inConference("acronym")).toMatch(/^[a-z0-9]{4,}$/);
		expect(["title", "start", "end", "days", "timeslot_duration"].map(inConference)).toEqual([
			"Hangzhou 2025",
			"2025-09-13",
			"2025-09-14",
			"2",
			"00:30",
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
			expect(value("room")).toBe(event.parentNode?.getAttribute("name"));
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
			"1",
			"hangzhou2025",
			2,
			"Asia/Shanghai",
		]);
		expect(conference.rooms.every(({ name, guid }: Record<string, string>) => name && UUID.test(guid ?? ""))).toBe(
			true,
		);
		const [event] = conference.days[0].rooms["Hall & 1"];
		expect(event).toEqual({
			guid: event.guid,
			id: one,
			date: "2025-09-13T09:30:00+08:00",
			start: "09:30",
			duration: "00:30",
			room: "Hall & 1",
			slug: `hangzhou2025-talk-${one}`,
			url: `http://localhost:3000/schedule/${one}`,
			title: "Compilers",
			subtitle: "",
			track: "AI Next",
			type: "talk",
			language: "en",
			abstract: "What we learned from a thousand merge requests.",
			description: "",
			links: [],
			attachments: [],
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

it("the feed has an entry for each version with its note and its changes in words", async () => {
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
	// Nor its slot: nobody learns that there is a talk that is not public.
	expect(later).not.toMatch(/移除|13:00–13:30/);
	expect(later).toContain("Compilers，");
	expect(later).toContain('xml:lang="zh"');
});

it("the versions page shows each version's changes except the first's, and is linked from the schedule", async () => {
	const { portal, one, two } = await published();
	const agent = portal.agent();
	const linkOf = async () =>
		parse((await agent.get("/schedule")).text).querySelector('a[href="/schedule/versions"]')?.textContent;
	expect(await linkOf()).toBeUndefined();
	portal.clock.now += 3_600_000;
	await place(portal, two);
	await place(portal, one, ["day1", "ai-next", "10:00"]);
	await release(portal, "One moves.\n\n一场调整。");
	expect(await linkOf()).toBe("Schedule changes");
	const sections = async () =>
		parse((await agent.get("/schedule/versions").expect(200)).text)
			.querySelectorAll("main section")
			.map((section) => section.querySelectorAll("h2, p, li").map(({ textContent }) => textContent));
	expect(await sections()).toEqual([
		[
			"Version 2",
			"published 1 Jul 2025 11:00 (UTC+8)",
			"One moves.",
			"一场调整。",
			"Moved: Compilers, from 13 Sept 2025 09:30–10:00 (UTC+8) · AI Next · Hall & 1 to 13 Sept 2025 10:00–10:30 (UTC+8) · AI Next · Hall & 1",
			expect.stringMatching(/^Removed: A & B .*, 14 Sept 2025 13:00–13:30 \(UTC\+8\) · Agentic Web$/s),
		],
		["Version 1", "published 1 Jul 2025 10:00 (UTC+8)", expect.stringMatching(/^Note /), "The first version."],
	]);
	await portal.db.write(() => void portal.sqlite.prepare("update entries set status = 'Reject' where id = ?").run(two));
	expect((await sections())[0]?.at(-1)).toMatch(/^Moved: Compilers, /);
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

	it("is in the language of its address and ignores cookies", async () => {
		const { portal } = await published();
		const wishes = { "Accept-Language": "zh-CN", Cookie: "lang=zh" };
		for (const [path, en, zh] of [
			["/schedule.ics", "AI Next", "AI未来"],
			["/schedule.json", "AI Next", "AI未来"],
			["/schedule.xml", "AI Next", "AI未来"],
			["/schedule.atom", "schedule changes", "日程变更"],
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
