import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const CASES: [now: string, settings: string, said: string][] = [
	["2025-07-01", "state = 'open'", "Open Submissions accepted 18 May 2025 - 18 Aug 2025"],
	["2025-08-18T23:59:59+08:00", "state = 'open'", "Open Submissions accepted 18 May 2025 - 18 Aug 2025"],
	["2025-08-19T00:00:00+08:00", "state = 'open'", "Open Extended beyond 18 Aug 2025"],
	["2031-01-01", "state = 'open'", "Open Extended beyond 18 Aug 2025"],
	["2025-05-01", "state = 'open'", "Open Submissions accepted until 18 Aug 2025"],
	["2025-05-01", "state = 'dates'", "Opens soon Opens on 18 May 2025"],
	["2025-07-01", "state = 'dates'", "Open Submissions accepted 18 May 2025 - 18 Aug 2025"],
	["2025-08-19T00:00:00+08:00", "state = 'dates'", "Closed Submissions were accepted 18 May 2025 - 18 Aug 2025"],
	["2025-07-01", "state = 'closed'", "Closed"],
	["2026-07-01", "state = 'closed'", "Closed Submissions were accepted 18 May 2025 - 18 Aug 2025"],
	["2026-07-01", "state = 'closed', opens_at = null", "Closed Submissions closed on 18 Aug 2025"],
	["2026-07-01", "state = 'dates', opens_at = null, closes_at = null", "Open"],
	["2025-07-01", "state = 'external'", "On another site Submissions accepted 18 May 2025 - 18 Aug 2025"],
	["2026-07-01", "state = 'external'", "On another site Submissions were accepted 18 May 2025 - 18 Aug 2025"],
	["2025-05-01", "state = 'external'", "On another site Opens on 18 May 2025"],
];

const cardsIn = (html: string) =>
	parse(html)
		.querySelectorAll("ul.cards li:has(h3) p.hint:last-child")
		.map((hint) => hint.textContent.replace(/\s+/g, " ").trim());

function settle({ sqlite, clock }: TestPortal, now: string, settings: string): void {
	clock.now = Date.parse(now);
	const before = "opens_at = 1747497600000, closes_at = 1755532799000";
	sqlite.exec(`update programmes set ${before} where category = 'hangzhou'`);
	sqlite.exec(`update programmes set ${settings} where category = 'hangzhou'`);
}

it("cards tell by today's date whether a call is open, opens, is over or is extended", async () => {
	const portal = await openPortal();
	for (const [now, settings, said] of CASES) {
		settle(portal, now, settings);
		const { text } = await portal.agent().get("/login?fresh").expect(200);
		expect([now, settings, cardsIn(text)[0]]).toEqual([now, settings, said]);
	}
	portal.clock.now = Date.parse("2025-07-01");
	expect(cardsIn((await portal.agent().get("/login?a")).text)[1]).toBe(
		"On another site Submissions accepted 18 Jun 2025 - 18 Aug 2025",
	);
	portal.clock.now = Date.parse("2027-07-01");
	expect(cardsIn((await portal.agent().get("/login?b")).text)[1]).toBe(
		"On another site Submissions were accepted 18 Jun 2025 - 18 Aug 2025",
	);
	const inChinese = await portal.agent().get("/login?c").set("Accept-Language", "zh");
	expect(cardsIn(inChinese.text)[1]).toBe("外部网站 征集已结束：2025年6月18日至2025年8月18日");
});

it("the dashboard has the same cards, and a page in place of a form names no day that did not hold", async () => {
	const portal = await openPortal();
	const agent = await register(portal, "lei@example.org");
	await agent.post("/login").type("form").send({ email: "lei@example.org", password: "Plum-tree 77" }).expect(303);
	settle(portal, "2025-07-01T03:00:00Z", "state = 'closed'");
	expect(cardsIn((await agent.get("/dashboard").expect(200)).text)[0]).toBe("Closed");
	const page = textOfPage((await portal.agent().get("/hangzhou").expect(200)).text);
	expect(page).toContain("Hangzhou Talk Proposal: submissions are closed.");
	expect(page).not.toContain("18 Aug 2025 23:59");
});
