import { randomUUID } from "node:crypto";
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { closeOthers } from "../support/programme-settings.ts";
import { addPerson, cookiesOf } from "../support/sessions.ts";

const CASES: [now: string, settings: string, said: string][] = [
	["2025-07-01", "state = 'open'", "Open Submissions accepted 18 May – 18 Aug 2025"],
	["2025-08-18T23:59:59+08:00", "state = 'open'", "Open Submissions accepted 18 May – 18 Aug 2025"],
	["2025-08-19T00:00:00+08:00", "state = 'open'", "Open Extended (was to close on 18 Aug 2025)"],
	["2031-01-01", "state = 'open'", "Open Extended (was to close on 18 Aug 2025)"],
	["2025-05-01", "state = 'open'", "Open Submissions accepted until 18 Aug 2025"],
	["2025-05-01", "state = 'dates'", "Opens soon Opens on 18 May 2025"],
	["2025-07-01", "state = 'dates'", "Open Submissions accepted 18 May – 18 Aug 2025"],
	["2025-08-19T00:00:00+08:00", "state = 'dates'", "Closed Submissions were accepted 18 May – 18 Aug 2025"],
	["2025-07-01", "state = 'closed'", "Closed"],
	["2026-07-01", "state = 'closed'", "Closed Submissions were accepted 18 May – 18 Aug 2025"],
	["2026-07-01", "state = 'closed', opens_at = null", "Closed Submissions closed on 18 Aug 2025"],
	["2026-07-01", "state = 'dates', opens_at = null, closes_at = null", "Open"],
	["2025-07-01", "state = 'external'", "Open Submissions accepted 18 May – 18 Aug 2025 · On another site"],
	["2026-07-01", "state = 'external'", "Closed Submissions were accepted 18 May – 18 Aug 2025 · On another site"],
	["2025-05-01", "state = 'external'", "Opens soon Opens on 18 May 2025 · On another site"],
];

/** The cards in their order, each as where it leads and what it says of today. */
const cardsIn = (html: string) =>
	parse(html)
		.querySelectorAll("ul.cards li:has(h3 a)")
		.map((card) => [
			card.querySelector("a")?.getAttribute("href") ?? "",
			(card.querySelector("p.hint:last-child")?.textContent ?? "").replace(/\s+/g, " ").trim(),
		]);
const saidOn = (html: string, link: string) => cardsIn(html).find(([href]) => href === link)?.[1];

/** Where the other site is unless a test says so. */
const SITE = "https://spotlight.example";

function settle({ sqlite, clock }: TestPortal, now: string, settings: string): void {
	clock.now = Date.parse(now);
	const before = "opens_at = 1747497600000, closes_at = 1755532799000";
	sqlite.exec(`update programmes set ${before} where category = 'hangzhou'`);
	sqlite.exec(`update programmes set ${settings} where category = 'hangzhou'`);
}

/** The dashboard of a new account: the clock moves by years, longer than any session lasts. */
async function dashboardOf(portal: TestPortal, language = "en"): Promise<string> {
	const speaker = `${randomUUID()}@example.org`;
	await addPerson(portal, speaker, "Lei");
	const cookies = Object.entries(await cookiesOf(portal, speaker)).map(([name, value]) => `${name}=${value}`);
	const asked = portal.agent().get("/dashboard").set("Cookie", cookies.join("; "));
	return (await asked.set("Accept-Language", language).expect(200)).text;
}

it("cards say today's state: open, opens soon, closed or extended", async () => {
	const portal = await openPortal();
	for (const [now, settings, said] of CASES) {
		settle(portal, now, settings);
		expect([now, settings, saidOn(await dashboardOf(portal), "/hangzhou")]).toEqual([now, settings, said]);
	}
	portal.clock.now = Date.parse("2025-07-01");
	expect(saidOn(await dashboardOf(portal), SITE)).toBe(
		"Open Submissions accepted 18 Jun – 18 Aug 2025 · On another site",
	);
	for (const [language, days] of [
		["en", ["18 Jun – 18 Aug 2025", "13–14 September 2025", "18 May – 18 Aug 2025"]],
		["zh", ["2025年6月18日至8月18日", "2025年9月13日至14日", "2025年5月18日至8月18日"]],
	] as const) {
		const whole = parse(await dashboardOf(portal, language)).querySelectorAll(".cards .whole-date");
		expect([...new Set(whole.map((one) => one.textContent.replace(/[ ·.]+$/, "")))]).toEqual(days);
	}
	portal.clock.now = Date.parse("2027-07-01");
	expect(saidOn(await dashboardOf(portal), SITE)).toBe(
		"Closed Submissions were accepted 18 Jun – 18 Aug 2025 · On another site",
	);
	expect(saidOn(await dashboardOf(portal, "zh"), SITE)).toBe("已截止 征集已结束：2025年6月18日至8月18日 · 外部网站");
});

it("what is open here comes first, then what opens later, then another site, then what is over, on both pages", async () => {
	const portal = await openPortal();
	closeOthers(portal, ["forum"]);
	portal.sqlite.exec("update programmes set state = 'dates', opens_at = 1767225600000 where category = 'rust'");
	const order = async () => {
		const front = callsIn((await portal.agent().get(`/?${randomUUID()}`)).text).map(([href]) => href);
		expect(cardsIn(await dashboardOf(portal)).map(([href]) => href)).toEqual(front);
		return front;
	};
	const ahead = ["/forum", "/spotlight-rust"];
	expect(await order()).toEqual([...ahead, SITE, "/hangzhou"]);
	portal.clock.now = Date.parse("2025-09-01");
	expect(await order()).toEqual([...ahead, "/hangzhou", SITE]);
});

it("pages instead of a form mention no missed date", async () => {
	const portal = await openPortal();
	settle(portal, "2025-07-01T03:00:00Z", "state = 'closed'");
	const page = textOfPage((await portal.agent().get("/hangzhou").expect(200)).text);
	expect(page).toContain("Hangzhou Talk Proposal: submissions are closed.");
	expect(page).not.toContain("18 Aug 2025 23:59");
});

it("the form of a call that is open beyond its last day says that it is extended, until the event is over", async () => {
	const portal = await openPortal();
	for (const [now, isSaid] of [
		["2025-08-18T15:00:00Z", false],
		["2025-08-19T15:00:00Z", true],
		["2025-10-01T00:00:00Z", false],
	] as const) {
		settle(portal, now, "state = 'open'");
		const page = textOfPage((await portal.agent().get(`/hangzhou?${randomUUID()}`).expect(200)).text);
		expect([now, page.includes("Extended (was to close on 18 Aug 2025)")]).toEqual([now, isSaid]);
	}
});

/** The same on the front page, where the last moment counts. */
const FRONT: [now: string, settings: string, said: string][] = [
	["2025-07-01", "state = 'open'", "Open until 18 Aug 2025 23:59 (UTC+8)"],
	["2025-08-18T23:59:59+08:00", "state = 'open'", "Open until 18 Aug 2025 23:59 (UTC+8)"],
	["2025-08-19T00:00:00+08:00", "state = 'open'", "Extended (was to close on 18 Aug 2025)"],
	["2031-01-01", "state = 'open'", "Extended (was to close on 18 Aug 2025)"],
	["2025-05-01", "state = 'open'", "Open until 18 Aug 2025 23:59 (UTC+8)"],
	["2025-07-01", "state = 'open', closes_at = null", "Open"],
	["2025-05-01", "state = 'dates'", "Opens 18 May 2025 00:00 (UTC+8)"],
	["2025-07-01", "state = 'dates'", "Open until 18 Aug 2025 23:59 (UTC+8)"],
	["2025-08-19T00:00:00+08:00", "state = 'dates'", "Closed 18 Aug 2025 23:59 (UTC+8)"],
	["2025-07-01", "state = 'closed'", "Closed"],
	["2026-07-01", "state = 'closed'", "Closed 18 Aug 2025 23:59 (UTC+8)"],
	["2025-05-01", "state = 'external'", "Opens 18 May 2025 00:00 (UTC+8) · On another site"],
	["2025-07-01", "state = 'external'", "Open until 18 Aug 2025 23:59 (UTC+8) · On another site"],
	["2026-07-01", "state = 'external'", "Closed 18 Aug 2025 23:59 (UTC+8) · On another site"],
];

/** Each call as the front page has it: its address, title, what is said of it, and how strong its button is. */
const callsIn = (html: string) =>
	parse(html)
		.querySelectorAll("ul.calls li")
		.map((item) => {
			const link = item.querySelector("a");
			const button = !link?.classList.contains("button")
				? ""
				: link.classList.contains("primary")
					? "primary"
					: "quiet";
			// What a call is for stands before that.
			const said = item.querySelectorAll(".call-state").at(-1)?.textContent ?? "";
			const title = (item.querySelector("b") ?? link)?.textContent;
			return [link?.getAttribute("href"), title, said, button];
		});

it("the front page says of each call until when it is open, or what else is true of it today", async () => {
	const portal = await openPortal();
	for (const [now, settings, said] of FRONT) {
		settle(portal, now, settings);
		const { text } = await portal.agent().get("/login?fresh").expect(200);
		const call = callsIn(text).find(([href]) => href === "/hangzhou");
		const isOpen = /^(Open|Extended)( |$)/.test(said);
		expect([now, settings, call?.[2], call?.[3] !== ""]).toEqual([now, settings, said, isOpen]);
	}
	settle(portal, "2025-05-01", "state = 'dates'");
	const inChinese = await portal.agent().get("/login?c").set("Accept-Language", "zh");
	expect(callsIn(inChinese.text).find(([href]) => href === "/hangzhou")?.[2]).toBe("2025年5月18日 00:00（UTC+8）开放");
});

it("the front page has a button for each open call, open ones first, and one of them primary", async () => {
	const portal = await openPortal({ BRAND_SPOTLIGHT_SITE: "https://spotlight.test" });
	closeOthers(portal, ["sl-hz", "sl-aigc", "forum"]);
	portal.sqlite.exec("update programmes set state = 'dates', opens_at = 1767225600000 where category = 'rust'");
	portal.sqlite.exec("update programmes set closes_at = null where category in ('sl-hz', 'sl-aigc', 'forum')");
	const { text } = await portal.agent().get("/").expect(200);
	const until = "Open until 18 Aug 2025 23:59 (UTC+8) · On another site";
	expect(callsIn(text)).toEqual([
		["/spotlight-hz", "Project Nomination", "Open", "primary"],
		["/spotlight-aigc", "AIGC Spotlight", "Open", "quiet"],
		["/forum", "Forum Registration", "Open", "quiet"],
		["/spotlight-rust", "Rust Spotlight Nomination", "Opens 1 Jan 2026 08:00 (UTC+8)", ""],
		["https://spotlight.test", "Spotlight Project Nominations", until, "quiet"],
		["/hangzhou", "Hangzhou Talk Proposal", "Closed", ""],
	]);
});
