import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { member, open } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, optionsIn, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { dated } from "../support/late-forms.ts";
import {
	AFTER,
	addressIn,
	ask,
	closedPage,
	DAY,
	endFirst,
	linksOf,
	linkTo,
	used,
	withLink,
} from "../support/late-links.ts";

describe("the form of a link", () => {
	it("offers the closed calls first, one submission and a week", async () => {
		const { portal, admin } = await dated();
		portal.clock.now = AFTER;
		const { text } = await admin.get("/admin/late").expect(200);
		expect(optionsIn(text, "call")[0]).toBe("hangzhou");
		expect(["note", "allowed", "lastDay"].map((name) => shownValue(text, name))).toEqual(["", "1", "2025-08-26"]);
		expect(textOfPage(text)).toContain("There are no links.");
		expect(addressIn(text)).toBeUndefined();
	});

	it("shows the address once, and lists the link without it", async () => {
		const { portal, admin } = await dated();
		portal.clock.now = AFTER;
		const made = await ask(admin, { note: "Li Lei, whose flight was late", allowed: "3" });
		const address = addressIn(made.text) ?? "";
		expect(address).toMatch(/^http:\/\/localhost:\d+\/hangzhou\?late=[\w-]{43}$/);
		const sentence = "The link is ready. Copy its address now: it is not shown again.";
		expect(textOfPage(made.text).split(sentence)).toHaveLength(2);
		expect(made.redirects).toEqual([expect.stringMatching(/#made$/)]);
		expect(parse(made.text).querySelector("#made")?.structuredText).toContain(sentence);
		const [, secret = ""] = address.split("late=");
		const { text } = await admin.get("/admin/late").expect(200);
		expect([addressIn(text), text.includes(secret)]).toEqual([undefined, false]);
		expect(await linksOf(admin)).toEqual([
			["Hangzhou Talk", "Li Lei, whose flight was late", "0 of 3", "26 Aug 2025", "admin@example.org", "Works End"],
		]);
		const stored = portal.sqlite.prepare("select secret_hash from late_links").pluck().get() as Buffer;
		expect(stored).toHaveLength(32);
		expect(JSON.stringify(portal.lines)).not.toContain(secret);
	});

	it.each([
		[{ allowed: "0" }, "allowed", "Enter a number from 1 to 20"],
		[{ allowed: "21" }, "allowed", "Enter a number from 1 to 20"],
		[{ allowed: "two" }, "allowed", "Enter a number from 1 to 20"],
		[{ note: "n".repeat(201) }, "note", "For whom must have at most 200 characters"],
		[{ note: "a\u202eb" }, "note", "For whom contains an invisible character"],
		[{ lastDay: "2025-08-18" }, "lastDay", "Enter a day from today to 17 Nov 2025"],
		[{ lastDay: "2025-11-18" }, "lastDay", "Enter a day from today to 17 Nov 2025"],
		[{ lastDay: "2025-09-31" }, "lastDay", "Enter a day from today to 17 Nov 2025"],
		[{ lastDay: "" }, "lastDay", "Enter a day from today to 17 Nov 2025"],
		[{ call: "gone" }, "call", "Choose a call"],
	])("says what is wrong with %o, with everything typed", async (wrong, field, message) => {
		const { portal, admin } = await dated();
		portal.clock.now = AFTER;
		const typed = { note: "Han Meimei", allowed: "2", lastDay: "2025-08-30", ...wrong };
		const { status, text } = await ask(admin, typed);
		expect([status, errorsOf(text).beside[field]]).toEqual([422, expect.stringContaining(message)]);
		for (const [name, value] of Object.entries(typed)) if (name !== "call") expect(shownValue(text, name)).toBe(value);
		expect(await linksOf(admin)).toEqual([]);
	});

	it("takes the first and the last day, the most submissions and the longest note", async () => {
		const { portal, admin } = await dated();
		portal.clock.now = AFTER;
		await linkTo(admin, { lastDay: "2025-08-19", allowed: "20", note: "字".repeat(200) });
		await linkTo(admin, { lastDay: "2025-11-17" });
		expect((await linksOf(admin)).map(([, , used, day]) => [used, day])).toEqual([
			["0 of 20", "19 Aug 2025"],
			["0 of 1", "17 Nov 2025"],
		]);
	});

	it("refuses more links than can be looked after", async () => {
		const { portal, admin } = await withLink();
		await portal.db.write(() => {
			portal.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 199)
				insert into late_links (secret_hash, category, note, allowed, created_at, expires_at)
				select randomblob(32), 'hangzhou', '', 1, 1, expires_at from n, late_links`);
		});
		const { status, text } = await ask(admin);
		expect([status, textOfPage(text)]).toEqual([409, expect.stringContaining("There are 200 links that work.")]);
		await endFirst(admin);
		expect((await ask(admin)).status).toBe(200);
	});

	it("is for those alone who may decide on entries", async () => {
		const { portal, admin } = await dated();
		portal.clock.now = AFTER;
		const { text } = await admin.get("/admin/late").expect(200);
		const visitor = await member(portal, "visitor@example.org");
		const refused = await submitForm(
			visitor,
			text,
			{ call: "hangzhou" },
			{ selector: "form[aria-labelledby=h-links]", button: "do.make-link" },
		);
		expect(refused.redirects).toEqual([expect.stringMatching(/\/dashboard#?$/)]);
		expect(await linksOf(admin)).toEqual([]);
	});
});

describe("a link in the list", () => {
	it("says what became of it: used up, expired, ended", async () => {
		const { portal, admin, path } = await withLink({ note: "First" });
		await linkTo(admin, { note: "Second", lastDay: "2025-08-20" });
		await linkTo(admin, { note: "Third", lastDay: "2025-08-24" });
		await linkTo(admin, { note: "Fourth", lastDay: "2025-08-30" });
		const agent = portal.agent();
		await submitForm(agent, await open(agent, path), await complete("hangzhou")).expect(303);
		portal.clock.now += 2 * DAY;
		const later = await portal.admin();
		const { text } = await later.get("/admin/late").expect(200);
		expect(textOfPage((await endFirst(later, text)).text)).toContain("The link was ended.");
		const again = await endFirst(later, text);
		expect([again.status, textOfPage(again.text)]).toEqual([
			409,
			expect.stringContaining("This link no longer works."),
		]);
		expect((await linksOf(later)).map(([, note, used, , , state]) => [note, used, state])).toEqual([
			["Fourth", "0 of 1", "Works End"],
			["Third", "0 of 1", "Ended"],
			["Second", "0 of 1", "Expired"],
			["First", "1 of 1", "Used up"],
		]);
	});

	it("is in the history of the entry that came by it", async () => {
		const { portal, admin, path } = await withLink();
		const agent = portal.agent();
		await submitForm(agent, await open(agent, path), await complete("hangzhou")).expect(303);
		const { text } = await admin.get("/admin/proposals?modal=details&id=1").expect(200);
		expect(textOfPage(text)).toContain("Let in late");
	});

	it("loses the address of somebody who is erased from its note, and goes on working", async () => {
		const { portal, admin, path } = await withLink({ note: "For Li Lei (train)", allowed: "2" });
		await linkTo(admin, { note: "For somebody else" });
		const agent = portal.agent();
		await submitForm(agent, await open(agent, path), await complete("hangzhou")).expect(303);
		const email = portal.sqlite.prepare("select email from entries").pluck().get() as string;
		await portal.db.write(
			() => void portal.sqlite.prepare("update late_links set note = ? where id = 1").run(`For ${email} (train)`),
		);
		await portal.services.erasing.erase({ address: email });
		expect((await linksOf(admin)).map(([, note]) => note).sort()).toEqual([
			"For [removed] (train)",
			"For somebody else",
		]);
		expect(textOfPage(await open(agent, path))).toContain("The organisers let you submit");
	});
});

it("the links of an archived edition have ended", async () => {
	const { portal, admin, path } = await withLink();
	const begin = await open(admin as never, "/admin/event/next");
	await submitForm(admin, begin, { name: "Next 2026", nameZh: "2026" }, { selector: "form[aria-labelledby=h-next]" });
	expect(portal.sqlite.prepare("select count(*) from events").pluck().get()).toBe(2);
	expect(await closedPage(portal.agent(), path)).toContain("The organisers have ended this link.");
	expect(await linksOf(admin)).toEqual([]);
	expect(used(portal)).toBe(0);
});
