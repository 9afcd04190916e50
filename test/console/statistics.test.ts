import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { download } from "../support/csv.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { addPerson } from "../support/sessions.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

const PAGE = "/admin/statistics";
const FILE = "/admin/statistics.csv";

/** What the tables of a page say: their rows by the heading above. */
async function figuresIn(agent: Agent, path = PAGE): Promise<Record<string, string[]>> {
	const page = parse((await agent.get(path).expect(200)).text);
	const rows = (table: ReturnType<typeof parse>) =>
		table.querySelectorAll("tbody tr").map((row) => row.childNodes.map((cell) => cell.textContent).join(" | "));
	return Object.fromEntries(
		page.querySelectorAll(".figures").map((one) => [one.querySelector("h2")?.textContent, rows(one)]),
	);
}

const nonZero = (rows: readonly string[] | undefined) => rows?.filter((row) => !row.includes("| 0 |"));

const write = (portal: TestPortal, sql: string) => portal.db.write(() => portal.sqlite.exec(sql));

const EARLIER = `insert into events (slug, state, name, zone, organisation, support, accent)
	select 'earlier', 'archived', 'Earlier 2024', zone, organisation, support, accent from events where state = 'current'`;

/** Seven talks of 1 to 10 July by the calendar of Hangzhou, as written beside them. */
async function openTalks() {
	const portal = await openPortal();
	const talk = (email: string, tracks: string, language: string) => sendTalk(portal, { email, tracks, language });
	await addPerson(portal, "mei@example.org", "Mei");
	const before = [
		await talk("Ann@example.org", "ai-next", "English"),
		await talk("old@example.org", "ai-next", "English"),
	];
	const ids = [
		await talk("ann@example.org", "ai-next", "English"), // accepted, an address of before
		await talk("ann@example.org", "agentic-web", "Chinese"), // rejected, the same person
		await talk("bob@example.org", "assign-me", "English"), // on hold
		await talk("cyd@example.org", "ai-next", "Chinese"), // withdrawn
		await talk("dan@example.org", "ai-next", "English"), // accepted, and declined
		await talk("new@example.org", "ai-next", "English"), // new, an account of before
		await talk("eve@example.org", "agentic-web", "English"), // rejected, and erased
	];
	const at = (index: number, day: string, changes = "") =>
		`update entries set created_at = ${Date.parse(day)} ${changes} where id = ${ids[index]};`;
	await write(
		portal,
		`${EARLIER}; update entries set event_id = 2 where id in (${before});
		update entries set user_id = (select id from users where email = 'mei@example.org') where id in (${before[1]}, ${ids[5]});
		${at(0, "2025-06-30T16:00:00Z", ", status = 'Accept'")}
		${at(1, "2025-07-01T15:59:59.999Z", ", status = 'Reject'")}
		${at(2, "2025-07-03T01:00:00Z", ", status = 'Hold', track_id = null")}
		${at(3, "2025-07-03T02:00:00Z", ", status = 'Accept', presence = 'withdrawn'")}
		${at(4, "2025-07-10T03:00:00Z", ", status = 'Accept', presence = 'declined'")}
		${at(5, "2025-07-10T04:00:00Z")}
		${at(6, "2025-07-10T15:59:59Z", ", status = 'Reject', presence = 'erased', email = '', email_folded = ''")}`,
	);
	return { portal, admin: await portal.admin() };
}

const OF_TALKS = {
	"Submissions by day": ["1 July 2025 | 2 | 28.6%", "3 July 2025 | 2 | 28.6%", "10 July 2025 | 3 | 42.9%"],
	"By track": ["AI Next | 4 | 57.1%", "Agentic Web | 2 | 28.6%", "No track | 1 | 14.3%"],
	"By talk language": ["English | 5 | 71.4%", "Chinese | 2 | 28.6%"],
	"First-time and returning authors": ["First time | 3 | 50%", "Returning | 2 | 33.3%", "Not known | 1 | 16.7%"],
	"By status": [
		"New | 1 | 14.3%",
		"Hold | 1 | 14.3%",
		"Accept | 2 | 28.6%",
		"Reject | 2 | 28.6%",
		"Withdrawn | 1 | 14.3%",
	],
	"Accepted, of those decided": ["All | 2 | 4 | 50%", "AI Next | 2 | 2 | 100%", "Agentic Web | 0 | 2 | 0%"],
	"Accepted, of all": [
		"All | 2 | 6 | 33.3%",
		"AI Next | 2 | 3 | 66.7%",
		"Agentic Web | 0 | 2 | 0%",
		"No track | 0 | 1 | 0%",
	],
};

describe("statistics", () => {
	it("count everything that was submitted to a call, and leave what was withdrawn out of rates", async () => {
		const { admin } = await openTalks();
		const figures = await figuresIn(admin, `${PAGE}?call=hangzhou`);
		const days = figures["Submissions by day"] ?? [];
		expect(days).toHaveLength(10);
		const { Attendance: answers, ...others } = figures;
		expect(answers).toEqual(["Confirmed | 0 | 0%", "Not answered | 1 | 50%", "Declined | 1 | 50%"]);
		expect({ ...others, "Submissions by day": nonZero(days) }).toEqual(OF_TALKS);
		const { text } = await admin.get(`${PAGE}?call=hangzhou`);
		expect(textOfPage(text)).toContain("7 submissions. Of these, 1 withdrawn and 1 erased.");
	});

	it("add up all calls, with countries by their names, and show nothing else that somebody typed", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await sendTalk(portal);
		await sendProject(portal);
		await sendRegistration(portal, { countryRegion: "中国" });
		await sendRegistration(portal, { countryRegion: "其他", countryRegionOther: " germany " });
		await sendRegistration(portal, { countryRegion: "其他", countryRegionOther: "Han Meimei" });
		await sendWork(portal, { country: "China" });
		const erased = await sendWork(portal);
		await write(portal, `update entries set answers = json_remove(answers, '$.country') where id = ${erased}`);
		const figures = await figuresIn(admin);
		expect(figures["By call"]).toEqual([
			"Forum Registration | 3 | 42.9%",
			"AIGC Spotlight | 2 | 28.6%",
			"Hangzhou Talk Proposal | 1 | 14.3%",
			"Project Nomination | 1 | 14.3%",
		]);
		const countries = ["China | 2 | 40%", "Germany | 1 | 20%", "Other | 1 | 20%", "Not said | 1 | 20%"];
		expect(figures["By country"]).toEqual(countries);
		expect(figures["Accepted, of all"]?.[0]).toBe("All | 0 | 7 | 0%");
		expect((await figuresIn(admin, `${PAGE}?call=forum`))["By country"]).toEqual([
			"China | 1 | 33.3%",
			"Germany | 1 | 33.3%",
			"Other | 1 | 33.3%",
		]);
		const { text } = await admin.get(PAGE);
		expect(textOfPage(text)).toContain("This is the first event here");
		expect(Object.keys(figures)).not.toContain("First-time and returning authors");
		// Nothing is decided, and nobody is asked whether they come.
		expect(Object.keys(figures)).not.toContain("Accepted, of those decided");
		expect(Object.keys(figures)).not.toContain("Attendance");
		const file = await download(admin, FILE);
		const grid = parse(text).querySelector(".figure-grid")?.textContent;
		for (const shown of [grid, file.text]) expect(shown).not.toMatch(/Meimei|林涛|example\.org/);
		await admin.get(`${PAGE}?lang=zh`).expect(303);
		expect((await figuresIn(admin)).按国家).toEqual([
			"中国 | 2 | 40%",
			"德国 | 1 | 20%",
			"其他 | 1 | 20%",
			"未填写 | 1 | 20%",
		]);
	});

	it("are in a file as on the page, for the call that was chosen, and no cell is a formula", async () => {
		const { portal, admin } = await openTalks();
		await write(portal, "update tracks set label = '=1+1' where id = 'ai-next'");
		const page = parse((await admin.get(`${PAGE}?call=hangzhou`).expect(200)).text);
		const path = page.querySelector("main a.button")?.getAttribute("href") ?? "";
		expect(path).toBe(`${FILE}?call=hangzhou`);
		const { name, text } = await download(admin, path);
		expect(name).toBe("statistics.csv");
		const lines = text.split("\r\n");
		expect(lines.slice(0, 5)).toEqual([
			"\ufeffsection,group,count,share",
			"Submissions,All,7,1.0000",
			"Submissions,Withdrawn,1,0.1429",
			"Submissions,Erased,1,0.1429",
			"Submissions by day,1 July 2025,2,0.2857",
		]);
		expect(lines.filter((line) => line.startsWith("By track"))).toEqual([
			"By track,'=1+1,4,0.5714",
			"By track,Agentic Web,2,0.2857",
			"By track,No track,1,0.1429",
		]);
		expect(lines.filter((line) => line.startsWith('"Accepted, of those decided"'))).toEqual([
			'"Accepted, of those decided",All,2,0.5000',
			`"Accepted, of those decided",'=1+1,2,1.0000`,
			'"Accepted, of those decided",Agentic Web,0,0.0000',
		]);
		const onPage = page.querySelectorAll(".figures tbody tr").length;
		expect(lines.filter(Boolean)).toHaveLength(1 + 3 + onPage);
		expect((await download(admin, FILE)).text).toContain("By call,Hangzhou Talk Proposal,7,1.0000");
	});

	it.each([
		["2025-07-01", "2025-07-01", "day", 10, "22 June 2025", "1 July 2025"],
		["2025-06-01", "2025-07-10", "day", 40, "1 June 2025", "10 July 2025"],
		["2025-06-01", "2025-07-11", "week", 10, "5–11 May 2025", "7–13 July 2025"],
		["2025-01-01", "2025-09-30", "week", 40, "30 December 2024 – 5 January 2025", "29 September – 5 October 2025"],
		["2024-02-29", "2025-03-01", "month", 14, "1–29 February 2024", "1–31 March 2025"],
	])("of entries from %s to %s go by %s in %i bars", async (from, to, unit, bars, first, last) => {
		const portal = await openPortal();
		const ids = [await sendTalk(portal), await sendTalk(portal)];
		const noon = (day: string) => Date.parse(`${day}T12:00:00+08:00`);
		await write(
			portal,
			`update entries set created_at = ${noon(from)} where id = ${ids[0]};
			update entries set created_at = ${noon(to)} where id = ${ids[1]}`,
		);
		const rows = (await figuresIn(await portal.admin()))[`Submissions by ${unit}`] ?? [];
		const counts = rows.map((row) => Number(row.split(" | ")[1]));
		expect([rows.length, counts.reduce((a, b) => a + b, 0)]).toEqual([bars, 2]);
		expect([rows[0]?.split(" | ")[0], rows.at(-1)?.split(" | ")[0]]).toEqual([first, last]);
		expect(counts.at(-1)).toBeGreaterThan(0);
	});

	it("count the answers of accepted authors where a call asks for them", async () => {
		const portal = await openPortal();
		const ids = [await sendTalk(portal), await sendTalk(portal), await sendTalk(portal), await sendTalk(portal)];
		await write(portal, `update entries set status = 'Accept' where id <> ${ids[3]}`);
		const admin = await portal.admin();
		const answers = async (path?: string) => (await figuresIn(admin, path)).Attendance;
		expect(await answers()).toBeUndefined();
		await write(
			portal,
			`update programmes set confirm_by = ${portal.clock.now + 1e9} where category = 'hangzhou';
			update entries set confirmed_at = 1 where id = ${ids[0]}`,
		);
		const expected = ["Confirmed | 1 | 33.3%", "Not answered | 2 | 66.7%", "Declined | 0 | 0%"];
		expect(await answers()).toEqual(expected);
		expect(await answers(`${PAGE}?call=hangzhou`)).toEqual(expected);
		expect(await answers(`${PAGE}?call=forum`)).toBeUndefined();
	});

	it("have a picture that says what it shows, drawn without scripts, and are reached from the overview", async () => {
		const { admin } = await openTalks();
		expect((await admin.get("/admin").expect(200)).text).toContain(`<a href="${PAGE}">Statistics</a>`);
		const { text } = await admin.get(PAGE).expect(200);
		const sections = parse(text).querySelectorAll(".figures");
		expect(sections.length).toBeGreaterThan(5);
		expect(
			sections.map((one) => [
				one.querySelector("svg[role=img]")?.getAttribute("aria-label"),
				Boolean(one.querySelector("table")),
			]),
		).toEqual(sections.map((one) => [`Bar chart: ${one.querySelector("h2")?.textContent}`, true]));
		expect(text).not.toMatch(/<script(?![^>]*ld\+json)[^>]*src="\/assets\/(entry|admin)/);
		// The bars are as long as the figures are large.
		const bars = sections.find((one) => one.querySelector("h2")?.textContent === "By track")?.querySelectorAll("rect");
		expect(bars?.map((bar) => bar.getAttribute("width"))).toEqual(["100.00%", "50.00%", "25.00%"]);
	});

	it("say so where nothing was submitted, and that a call does not exist", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		for (const [path, says] of [
			[PAGE, "Nothing has been submitted yet."],
			[`${PAGE}?call=forum`, "Nothing has been submitted to this call yet."],
		] as const) {
			const page = parse((await admin.get(path).expect(200)).text).querySelector("main");
			expect([page?.querySelector(".empty")?.textContent, page?.querySelectorAll("svg.chart, table").length]).toEqual([
				says,
				0,
			]);
		}
		expect((await download(admin, FILE)).text.split("\r\n")[1]).toBe("Submissions,All,0,(N/A)");
		for (const path of [PAGE, FILE]) await admin.get(`${path}?call=nothing`).expect(404);
	});
});
