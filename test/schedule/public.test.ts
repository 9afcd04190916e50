import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place, publishTalks, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { dump } from "../support/w3m.ts";

const PLACES = ["/schedule", "/schedule.ics", "/schedule.json", "/schedule.xml", "/schedule.atom", "/api/schedules"];

async function textOf(portal: TestPortal, path: string, language = "en"): Promise<string> {
	return (await fetch(portal.origin + path, { headers: { "Accept-Language": language } })).text();
}

/** Where a text can be read by everybody, of all places that show the schedule. */
async function whereIs(portal: TestPortal, text: string, id: number): Promise<string[]> {
	const found: string[] = [];
	for (const path of [...PLACES, `/schedule/${id}`, `/schedule/${id}.ics`]) {
		if ((await textOf(portal, path)).includes(text)) found.push(path.replace(String(id), "1"));
	}
	return found;
}
const EVERYWHERE = [...PLACES, "/schedule/1", "/schedule/1.ics"];

const titles = (html: string) =>
	parse(html)
		.querySelectorAll(".start-time h3 time, .start-time li > a, .start-time li > b")
		.map(({ textContent }) => textContent);

describe("the public schedule", () => {
	it("is the released version, not the draft, until the next release", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Robots"]);
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		expect(await textOf(portal, "/schedule")).toContain("The schedule has not been published yet.");
		expect(await textOf(portal, "/schedule", "zh-CN")).toContain("日程尚未发布。");
		expect(await whereIs(portal, "Compilers", one)).toEqual([]);
		expect((await portal.agent().get(`/schedule/${one}`)).status).toBe(404);
		await release(portal, "Here it is.");
		expect(await whereIs(portal, "Compilers", one)).toEqual(EVERYWHERE);
		const page = await textOf(portal, "/schedule");
		expect(page).toContain("Version 1 · published 1 Jul 2025 10:00 (UTC+8)");
		expect(page).toContain("Here it is.");
		await place(portal, two, ["day1", "ai-next", "10:00"]);
		await place(portal, one, ["day1", "ai-next", "11:00"]);
		expect(await whereIs(portal, "Robots", two)).toEqual([]);
		expect(titles(await textOf(portal, "/schedule"))).toEqual([
			"09:00",
			"Opening",
			"09:30",
			"Compilers",
			"12:00",
			"Lunch",
			"15:00",
			"Tea break",
		]);
		await release(portal);
		expect(await whereIs(portal, "Robots", two)).toEqual(EVERYWHERE);
		expect(titles(await textOf(portal, "/schedule"))).toEqual([
			"09:00",
			"Opening",
			"10:00",
			"Robots",
			"11:00",
			"Compilers",
			"12:00",
			"Lunch",
			"15:00",
			"Tea break",
		]);
	});

	it.each([
		["is not accepted any more", "status = 'Hold'"],
		["was withdrawn", "presence = 'withdrawn'"],
		["lacks something", `incomplete = '["bio"]'`],
		["has no consent", "consent = 0"],
	])("has nothing of a talk that %s, at once", async (_what, change) => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Robots"]);
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		await place(portal, two, ["day1", "ai-next", "10:00"]);
		await release(portal);
		expect(await whereIs(portal, "Compilers", one)).toEqual(EVERYWHERE);
		await portal.db.write(() => void portal.sqlite.exec(`update entries set ${change} where id = ${one}`));
		expect(await whereIs(portal, "Compilers", one)).toEqual([]);
		expect(await whereIs(portal, "Robots", two)).toEqual(EVERYWHERE);
	});

	it("shows the present state of the talk, and only the author's public answers", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Compilers"], {
			details: "canary-details",
			website: "canary-website",
		});
		await place(portal, id, ["day1", "ai-next", "09:30"]);
		await release(portal);
		await portal.db.write(
			() =>
				void portal.sqlite.exec(
					`update entries set title = 'Linkers', email = 'canary@example.org', panelists = '["canary"]', keywords = '["canary"]',
					answers = json_set(answers, '$.phone', 'canary', '$.subject', 'canary', '$.twitter', 'canary')`,
				),
		);
		expect(await whereIs(portal, "Linkers", id)).toEqual(EVERYWHERE);
		expect(await whereIs(portal, "canary", id)).toEqual([]);
		expect(await whereIs(portal, "@speakers.example", id)).toEqual([]);
	});
});

describe("the page of a day", () => {
	it("shows the day and the track of its address, and ignores unknown ones", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0] = await sendAccepted(portal, ["Compilers", "Robots", "Agents"]);
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		await place(portal, two, ["day1", "embodied-ai", "09:30"]);
		await place(portal, three, ["day2", "ai-next", "10:00"]);
		await release(portal);
		const sessions = async (path: string) =>
			parse(await textOf(portal, path))
				.querySelectorAll(".start-time li > a")
				.map(({ textContent }) => textContent);
		// Tracks stand in the order in which they are listed.
		expect(await sessions("/schedule")).toEqual(["Robots", "Compilers"]);
		expect(await sessions("/schedule?day=day2")).toEqual(["Agents"]);
		expect(await sessions("/schedule?day=day9&track=none&x=1")).toEqual(["Robots", "Compilers"]);
		expect(await sessions("/schedule?track=ai-next")).toEqual(["Compilers"]);
		const other = parse(await textOf(portal, "/schedule?day=day2&track=embodied-ai"));
		expect(other.querySelector(".empty")?.textContent).toBe("Nothing takes place in this track on this day.");
		const links = (selector: string) => other.querySelectorAll(selector).map((link) => link.getAttribute("href"));
		expect(links(".day-links a")).toEqual(["/schedule?track=embodied-ai", "/schedule?day=day2&track=embodied-ai"]);
		expect(links(".track-links a")).toEqual([
			"/schedule?day=day2",
			"/schedule?day=day2&track=embodied-ai",
			"/schedule?day=day2&track=ai-next",
		]);
		expect(other.querySelector(".day-links [aria-current]")?.textContent).toBe("Sun 14 Sept");
	});

	it("marks texts in another language, and names the language of a talk", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["Compilers"]);
		const [two = 0] = await sendAccepted(portal, ["编译器"], { language: "Chinese" });
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		await place(portal, two, ["day1", "ai-next", "10:00"]);
		await release(portal);
		const seen = async (language: string) => {
			const page = parse(await textOf(portal, "/schedule", language));
			return page
				.querySelectorAll(".start-time li > a, .mark-language")
				.map((element) => [element.textContent, element.getAttribute("lang")]);
		};
		expect(await seen("en")).toEqual([
			["Compilers", undefined],
			["EN", undefined],
			["编译器", "zh-Hans"],
			["中文", "zh-Hans"],
		]);
		expect(await seen("zh-CN")).toEqual([
			["Compilers", "en"],
			["EN", undefined],
			["编译器", undefined],
			["中文", undefined],
		]);
		const session = parse(await textOf(portal, `/schedule/${two}`, "zh-CN"));
		expect(session.querySelector("time")?.getAttribute("datetime")).toBe("2025-09-13T10:00:00+08:00");
		expect(session.querySelector(".lead")?.textContent.trim()).toBe("2025年9月13日星期六 10:00–10:30（UTC+8）");
		expect(session.querySelector("article > p > a")?.getAttribute("href")).toBe("/schedule");
		expect(session.querySelectorAll(".facts dd").map(({ textContent }) => textContent)).toEqual(["AI未来", "中文"]);
	});

	it("has an ETag and is answered 304 until something of it changes", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Compilers"]);
		await place(portal, id, ["day1", "ai-next", "09:30"]);
		await release(portal);
		for (const path of ["/schedule", "/schedule?day=day2", "/schedule?track=ai-next", `/schedule/${id}`]) {
			const { headers } = await portal.agent().get(path).expect(200);
			const again = () =>
				portal
					.agent()
					.get(path)
					.set("If-None-Match", headers.etag ?? "");
			expect([path, (await again()).status]).toEqual([path, 304]);
			expect((await portal.agent().get(path).set("Accept-Language", "zh")).headers.etag).not.toBe(headers.etag);
		}
		const { headers } = await portal.agent().get("/schedule").expect(200);
		await portal.db.write(() => void portal.sqlite.exec("update entries set title = 'Linkers'"));
		const { text } = await portal.agent().get("/schedule").set("If-None-Match", String(headers.etag)).expect(200);
		expect(text).toContain("Linkers");
	});

	it.each(["en", "zh-CN"])("of 8 tracks and 100 talks weighs at most 14,000 bytes in %s", async (language) => {
		const portal = await openPortal();
		const tracks = ["ai-models-infra", "embodied-ai", "agentic-web", "apps-agents", "ai-next", "ws-dora", "ws-sglang"];
		await publishTalks(portal, { count: 100, tracks: [...tracks, "forum-aivision"] });
		const accepted = { "Accept-Encoding": "br", "Accept-Language": language };
		const { headers } = await portal.agent().get("/schedule").set(accepted).buffer(true).expect(200);
		expect(headers["content-encoding"]).toBe("br");
		expect(parse(await textOf(portal, "/schedule", language)).querySelectorAll(".start-time li > a")).toHaveLength(100);
		const said = Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
		const script = /src="(\/e\/schedule-[^"]*)"/.exec(await textOf(portal, "/schedule"))?.[1] ?? "";
		const island = await portal.agent().get(script).set(accepted).buffer(true).expect(200);
		expect(Number(island.headers["content-length"])).toBeLessThanOrEqual(1_024);
		const bytes = Number(headers["content-length"]) + said + Number(island.headers["content-length"]);
		expect(bytes).toBeGreaterThan(5_000);
		expect([bytes, bytes <= 14_000]).toEqual([bytes, true]);
	});
});

it("a text browser shows times and titles in order", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Robots"]);
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day1", "ai-next", "11:00"]);
	await release(portal);
	const page = await dump(`${portal.origin}/schedule`);
	expect(
		page.match(/^ *(\d\d:\d\d$|• (Opening|Compilers|Robots|Lunch|Tea break))/gm)?.map((line) => line.trim()),
	).toEqual([
		"09:00",
		"• Opening",
		"09:30",
		"• Compilers",
		"11:00",
		"• Robots",
		"12:00",
		"• Lunch",
		"15:00",
		"• Tea break",
	]);
	expect(page).toContain("Speaker of Robots, Example 大学");
	expect(page).toContain("11:00–11:30 · AI Next EN");
});

it("visitors find a link to it once it exists", async () => {
	const portal = await openPortal();
	const [id = 0] = await sendAccepted(portal, ["Compilers"]);
	await place(portal, id, ["day1", "ai-next", "09:30"]);
	const linked = async () => {
		const pages = ["/", "/proposals"].map(async (path) => (await textOf(portal, path)).includes('href="/schedule"'));
		return Promise.all(pages);
	};
	expect(await linked()).toEqual([false, false]);
	await release(portal);
	expect(await linked()).toEqual([true, true]);
});
