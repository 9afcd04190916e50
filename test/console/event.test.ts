import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { FORM, pageOf, RUSTCON, save } from "../support/event.ts";
import { errorsOf, shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

describe("the page of the event", () => {
	it("shows what there is, takes what is typed, reports it and logs the change", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = await pageOf(admin);
		expect(titleOf(page)).toBe("Event — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(page)).toContain("Dates: 13–14 September 2025. Change the grid");
		expect(["name", "nameZh", "placeZh", "zone", "accent"].map((name) => shownValue(page, name))).toEqual([
			...["Hangzhou 2025", "", "杭州", "Asia/Shanghai", "#0b6e63"],
		]);
		const saved = await save(admin, RUSTCON).then(({ text }) => text);
		expect(textOfPage(saved)).toContain("The event was saved.");
		for (const [name, value] of Object.entries(RUSTCON))
			expect([name, shownValue(saved, name)]).toEqual([name, String(value).replace("#1A56DB", "#1a56db")]);
		expect(portal.lines.filter(({ event }) => event === "event changed")).toEqual([
			expect.objectContaining({ user: 1, fields: Object.keys(RUSTCON).sort(byPage) }),
		]);
	});

	it("says beside each field what is wrong, in both languages, and keeps everything typed", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const wrong = {
			...{ name: " \u200b", place: "x".repeat(101), support: "nobody", site: "javascript:alert(1)", zone: "Mars/Base" },
			...{ chat: "friends.example", organisation: "a\u0007b", front: "y".repeat(2_001), accent: "teal" },
		};
		const refused = await save(admin, wrong).then((answer) => answer);
		expect(refused.status).toBe(422);
		const { beside, list } = errorsOf(refused.text);
		expect(beside).toEqual({
			name: "Name is required",
			place: "Place must have at most 100 characters",
			zone: "Time zone: choose one of the options",
			organisation: "Organisation contains characters that cannot be stored. Remove them and try again",
			support: "Please enter a valid email address",
			site: "Website of the organisation: the URL must start with https:// or http://",
			chat: "Community chat: the URL must start with https:// or http://",
			front: "Text on the front page must have at most 2000 characters",
			accent: "teal is not a colour of 3 or 6 hex digits",
		});
		expect(list).toEqual(Object.values(beside));
		expect(["place", "support", "site", "front"].map((name) => shownValue(refused.text, name))).toEqual([
			...[wrong.place, wrong.support, wrong.site, wrong.front],
		]);
		const chinese = await portal.admin();
		chinese.set("Accept-Language", "zh");
		const { text } = await save(chinese, { name: "", site: "ftp://a" });
		expect(errorsOf(text).list).toEqual(["请填写名称", "主办机构网站：网址必须以https:// 或http:// 开头"]);
		expect((await portal.agent().get("/")).text).toContain("Hangzhou 2025");
	});

	it("refuses a colour that cannot be read, and offers the nearest that can, by a button", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const refused = await save(admin, { accent: "#ffcc00", name: "Yellow" });
		expect([refused.status, errorsOf(refused.text).list]).toEqual([
			422,
			["#ffcc00 has a contrast of 1.3 on light pages; 4.5 is needed. The nearest colour that has it is #8a6d00"],
		]);
		expect(shownValue(refused.text, "accent")).toBe("#ffcc00");
		const taken = await submitForm(admin, refused.text, {}, { ...FORM, button: "do.colour" }).expect(200);
		expect([shownValue(taken.text, "accent"), shownValue(taken.text, "name")]).toEqual(["#8a6d00", "Yellow"]);
		expect((await portal.agent().get("/")).text).toContain("--accent:#8a6d00");
	});

	it("does not judge a colour that the operator once set and nobody changes", async () => {
		const portal = await openPortal({ BRAND_ACCENT: "#fc0" });
		const admin = await portal.admin();
		expect(textOfPage((await save(admin, { name: "Yellow" })).text)).toContain("The event was saved.");
		expect((await portal.agent().get("/")).text).toContain("--accent:#8a6d00");
	});

	it("tells the second of two organisers what the first has changed, and loses nothing of either", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const old = await pageOf(admin);
		await save(admin, { name: "First", place: "Suzhou" });
		const mine = { name: "Second", chat: "https://chat.second" };
		const told = await submitForm(admin, old, mine, FORM).expect(409);
		expect(titleOf(told.text)).toMatch(/^Error: Event/);
		expect(errorsOf(told.text).headline).toMatch(/^The event was not saved: someone else has just changed it\./);
		const rows = parse(told.text).querySelectorAll("[aria-labelledby=h-differences] tbody tr");
		expect(rows.map((row) => row.querySelectorAll("th, td").map((cell) => cell.textContent))).toEqual([
			["Name", "Hangzhou 2025", "First", "Second"],
			["Place", "Hangzhou", "Suzhou", "(their change is in the form)"],
		]);
		expect(["name", "place", "chat"].map((name) => shownValue(told.text, name))).toEqual([
			...["Second", "Suzhou", "https://chat.second"],
		]);
		const again = await submitForm(admin, told.text, {}, FORM).expect(200);
		expect(["name", "place", "chat"].map((name) => shownValue(again.text, name))).toEqual([
			...["Second", "Suzhou", "https://chat.second"],
		]);
	});

	it("is told of another's change also after a problem of its own, and after a change of language", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const refused = await save(admin, { name: "" });
		const inChinese = await submitForm(admin, refused.text, {}, { ...FORM, press: "do.language.zh" }).expect(200);
		expect(titleOf(inChinese.text)).toMatch(/^大会/);
		await save(admin, { place: "Suzhou" });
		const told = await submitForm(admin, inChinese.text, { name: "Mine" }, FORM).expect(409);
		expect(errorsOf(told.text).headline).toMatch(/^大会信息未保存/);
	});

	it("keeps days and hours of calls in another zone", async () => {
		const portal = await openPortal();
		portal.sqlite.exec("update programmes set state = 'dates', closes_at = unixepoch('2025-08-18T15:59:59Z') * 1000");
		const closed = async () => (await portal.agent().get("/")).text;
		expect(await closed()).toContain("18 Aug 2025 23:59 (UTC+8)");
		await save(await portal.admin(), { zone: "Europe/Paris" });
		expect(await closed()).toContain("18 Aug 2025 23:59 (UTC+2)");
	});
});

const byPage = (one: string, other: string) => FIELDS.indexOf(one) - FIELDS.indexOf(other);
const FIELDS = [
	"name",
	"nameZh",
	"place",
	"placeZh",
	"zone",
	"organisation",
	"organisationZh",
	"support",
	"site",
].concat(...["privacy", "chat", "spotlightSite", "front", "frontZh", "accent"]);
