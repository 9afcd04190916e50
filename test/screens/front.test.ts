import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { closeOthers } from "../support/programme-settings.ts";
import { publishTalks } from "../support/released-schedule.ts";

const inOneLine = (text: string | undefined) => text?.replace(/\s+/g, " ").trim();

async function front(portal: TestPortal, language = "en") {
	const page = parse((await portal.agent().get("/").set("Accept-Language", language).expect(200)).text);
	return { page, lead: inOneLine(page.querySelector(".conference .lead")?.textContent) };
}

describe("the front page", () => {
	it("begins with the name, the days and the city of the conference, in the visitor's language", async () => {
		const portal = await openPortal({ BRAND_PRODUCT: "Suzhou 2026", BRAND_PLACE: "Suzhou", BRAND_PLACE_ZH: "苏州" });
		const { page, lead } = await front(portal);
		expect(page.querySelector("main h1")?.textContent).toBe("Suzhou 2026");
		expect(lead).toBe("13–14 September 2025 · Suzhou");
		expect((await front(portal, "zh")).lead).toBe("2025年9月13日至14日 · 苏州");
		const abroad = await openPortal({ BRAND_PLACE: "Paris" });
		expect((await front(abroad, "zh")).lead).toBe("2025年9月13日至14日 · Paris");
	});

	it.each([
		["one day", ["2025-09-13"], "13 September 2025", "2025年9月13日"],
		["two months", ["2025-09-30", "2025-10-02"], "30 September – 2 October 2025", "2025年9月30日至10月2日"],
		["two years", ["2025-12-30", "2026-01-01"], "30 December 2025 – 1 January 2026", "2025年12月30日至2026年1月1日"],
	])("takes the days from the grid, also where they are %s", async (_name, dates, english, chinese) => {
		const portal = await openPortal();
		for (const [index, date] of ["2030-01-01", "2030-01-02"].entries())
			portal.sqlite.exec(`update days set date = '${dates[index] ?? date}' where id = 'day${index + 1}'`);
		if (dates.length === 1)
			for (const table of ["slots", "day_tracks", "special_events", "days"])
				portal.sqlite.exec(`delete from ${table} where ${table === "days" ? "id" : "day_id"} = 'day2'`);
		expect((await front(portal)).lead).toBe(`${english} · Hangzhou`);
		expect((await front(portal, "zh")).lead).toBe(`${chinese} · 杭州`);
	});

	it("says after its last day that the conference is over, as the forms of its calls do", async () => {
		const portal = await openPortal();
		// What is shared with everyone is kept for a second of the real clock.
		const said = async (path: string) =>
			(await portal.agent().get(`${path}?at=${portal.clock.now}`).expect(200)).text.includes("conference is over");
		portal.clock.now = Date.parse("2025-09-14T23:59:00+08:00");
		expect([await said("/"), await said("/hangzhou")]).toEqual([false, false]);
		portal.clock.now += 120_000;
		expect([await said("/"), await said("/hangzhou"), await said("/spotlight-aigc-artistic")]).toEqual([
			true,
			true,
			true,
		]);
		expect((await front(portal, "zh")).lead).toBe("2025年9月13日至14日 · 杭州 大会已经结束，部分征集仍接受提交。");
		portal.sqlite.exec("update programmes set state = 'closed'");
		portal.clock.now += 120_000;
		expect((await front(portal, "zh")).lead).toBe("2025年9月13日至14日 · 杭州 大会已经结束。");
		const editor = await (await portal.admin()).get("/admin/editor").expect(200);
		expect(editor.text).not.toContain("conference is over");
	});

	it("is about the conference first for whoever is logged in, and offers no log-in", async () => {
		const portal = await openPortal();
		const member = await portal.admin();
		for (const path of ["/", "/login"]) {
			const page = parse((await member.get(path).expect(200)).text);
			const headings = page.querySelectorAll("main :is(h1, h2)").map(({ tagName, text }) => [tagName, text]);
			expect(headings).toEqual([
				["H1", "Hangzhou 2025"],
				["H2", "Calls"],
				["H2", "Your account"],
			]);
		}
	});

	it("names the calls before the log-in form, and the log-in first where something about it led there", async () => {
		const portal = await openPortal();
		const order = (html: string) => {
			const page = parse(html);
			return [
				page.querySelector("main h1")?.textContent,
				...[...html.matchAll(/class="(conference|log-in)"/g)].map(([, name]) => name),
			];
		};
		const agent = portal.agent();
		const { text } = await agent.get("/").expect(200);
		expect(order(text)).toEqual(["Hangzhou 2025", "conference", "log-in"]);
		const failed = await submitForm(agent, text, {}, { selector: "main form" }).expect(422);
		const others = [
			"/login",
			"/login?return=%2Fdashboard",
			"/login?ended=1",
			"/login?error=github",
			"/login?cookies=1",
		];
		const pages = [failed.text, ...(await Promise.all(others.map(async (path) => (await agent.get(path)).text)))];
		expect(pages.map(order)).toEqual(pages.map(() => ["Log in", "log-in", "conference"]));
		for (const html of pages) expect(parse(html).querySelectorAll("main .primary")).toHaveLength(1);
	});

	it("says what each call is for, and which of them lead to another site", async () => {
		const portal = await openPortal();
		closeOthers(portal, ["sl-hz"]);
		const calls = async (language: string) =>
			(await front(portal, language)).page.querySelectorAll(".calls a").map((link) => inOneLine(link.textContent));
		expect(await calls("en")).toEqual([
			"Project Nomination Nominate an open-source project for the spotlight in Hangzhou. Open until 18 Aug 2025 23:59 (UTC+8)",
			"Spotlight Project Nominations Nominate an open-source project on the spotlight site. Open until 18 Aug 2025 23:59 (UTC+8) · On another site",
			"Hangzhou Talk Proposal",
		]);
		expect((await calls("zh"))[1]).toContain("前往开源项目展示网站提名。");
	});

	it.each([
		[390, 844],
		[360, 760],
	])("shows four open calls and the email field on a phone of %i x %i", async (width, height) => {
		const portal = await openPortal();
		closeOthers(portal, ["hangzhou", "sl-hz", "sl-aigc", "forum"]);
		const page = await openPage(portal.origin, { viewport: { width, height }, javaScriptEnabled: false });
		await page.goto("/");
		const bottoms = await Promise.all(
			[".calls li:last-child", "main [name=email]"].map(async (selector) => {
				const box = await page.locator(selector).boundingBox();
				return box ? box.y + box.height : Number.POSITIVE_INFINITY;
			}),
		);
		expect(Math.max(...bottoms)).toBeLessThanOrEqual(height);
	});
});

describe("the header", () => {
	const links = (html: string) =>
		parse(html)
			.querySelectorAll("header nav.site-parts a")
			.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);

	it("leads to the calls, the schedule and the talks once there are any", async () => {
		const portal = await openPortal();
		const at = async (path: string) => links((await portal.agent().get(path)).text);
		expect(await at("/")).toEqual([["Call", "/", "page"]]);
		await sendTalk(portal);
		expect(await at("/nowhere")).toEqual([
			["Call", "/", undefined],
			["Proposals", "/proposals", undefined],
		]);
		await publishTalks(portal, { count: 1, tracks: ["ai-next"] });
		expect(await at("/schedule/2")).toEqual([
			["Call", "/", undefined],
			["Schedule", "/schedule", "true"],
			["Proposals", "/proposals", undefined],
		]);
		expect((await at("/hangzhou"))[0]).toEqual(["Call", "/", "true"]);
		expect((await at("/schedule?day=day2"))[1]).toEqual(["Schedule", "/schedule", "page"]);
		portal.clock.now = Date.parse("2027-01-01");
		await portal.db.write(() => void portal.sqlite.exec("update programmes set state = 'closed'"));
		expect((await at("/proposals")).map(([name]) => name)).toEqual(["Schedule", "Proposals"]);
		await portal.db.write(
			() => void portal.sqlite.exec("update programmes set state = 'dates', opens_at = 1893456000000"),
		);
		expect((await at("/proposals")).map(([name]) => name)).toEqual(["Call", "Schedule", "Proposals"]);
	});

	it("leaves out talks that are not public, and the console has its own", async () => {
		const portal = await openPortal({ PUBLIC_PROPOSALS: "off" });
		await sendTalk(portal);
		expect(links((await portal.agent().get("/")).text)).toEqual([["Call", "/", "page"]]);
		const hidden = await openPortal();
		await sendTalk(hidden);
		await hidden.db.write(() => void hidden.sqlite.exec("update entries set consent = 0"));
		expect(links((await hidden.agent().get("/")).text)).toEqual([["Call", "/", "page"]]);
		const admin = await hidden.admin();
		expect(links((await admin.get("/admin/proposals")).text)).toEqual([]);
		expect(links((await admin.get("/dashboard").set("Accept-Language", "zh")).text)).toEqual([
			["征集", "/", undefined],
		]);
	});

	it("keeps to two lines on the narrowest phone", async () => {
		const portal = await openPortal();
		await publishTalks(portal, { count: 1, tracks: ["ai-next"] });
		const page = await openPage(portal.origin, { viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
		await page.goto("/hangzhou");
		const links = await page.locator("header nav a").all();
		const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y));
		// The parts stand together, the login beside the name.
		expect([tops.length, new Set(tops).size]).toEqual([4, 2]);
		expect((await page.locator("header.site-header").boundingBox())?.height).toBeLessThanOrEqual(96);
	});
});
