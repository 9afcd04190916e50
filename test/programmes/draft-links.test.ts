import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { discard, kept, links, MINUTE, mailLink, member, notice, open } from "../support/drafts.ts";
import { CALL_NAMES, CALLS, complete, expectShown, openAll } from "../support/fillings.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const DAY = 24 * 60 * MINUTE;
const MAIL = { button: "do.mail-draft" };
const FORBIDDEN = "typed by a stranger";

const mails = (portal: TestPortal) =>
	portal.sqlite
		.prepare("select to_address as 'to', subject, body from outbox where kind = 'draft' order by id")
		.all() as {
		to: string;
		subject: string;
		body: string;
	}[];
const GONE = "This link no longer opens a draft";

describe.each(CALL_NAMES)("a link to a draft of %s", (name) => {
	it("goes to the address in the form, and opens the draft in another browser, changing nothing", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const filling = await complete(name);
		const said = await mailLink(portal.agent(), CALLS[name].path, filling);
		const address = String(name === "sl-hz" ? filling.nominatoremail : filling.email);
		expect(notice(said.text)).toContain(address);
		expectShown(said.text, filling);
		expect(mails(portal).map(({ to }) => to)).toEqual([address]);
		const other = portal.agent();
		const before = portal.db.version();
		const opened = await open(other, linkIn(portal, "draft"));
		expect(portal.db.version()).toBe(before);
		expectShown(opened, filling);
		expect(notice(opened)).toContain("We restored what you typed on 1 Jul 2025 10:00 (UTC+8).");
		await submitForm(other, opened, {}).expect(303);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(1);
		// It was the one draft, so it is gone everywhere.
		expect([kept(portal), links(portal)]).toEqual([0, 0]);
		const late = await open(portal.agent(), linkIn(portal, "draft"));
		expect(notice(late)).toContain(GONE);
		expect(shownValue(late, name === "sl-hz" ? "nominatorname" : "name")).toBe("");
	});
});

describe("a link to a draft", () => {
	it("goes to the account's address, and says that the draft is in the account", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const said = await mailLink(agent, "/hangzhou", { title: "Half", email: "other@example.org" });
		expect(mails(portal).map(({ to }) => to)).toEqual(["lei@example.org"]);
		expect(notice(said.text)).toContain("in your account and show it wherever you log in");
		expect(shownValue(await open(portal.agent(), linkIn(portal, "draft")), "title")).toBe("Half");
	});

	it("is offered where it can be of use: for a new entry, and not for an edit or in the editor", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const offers = (html: string) => html.includes("do.mail-draft");
		const page = await open(agent, "/hangzhou");
		expect([offers(page), textOfPage(page).includes("show them in this browser only")]).toEqual([true, true]);
		await submitForm(agent, page, await complete("hangzhou")).expect(303);
		const edit = `/hangzhou?spot=talk-1&key=${linkIn(portal, "receipt").split("key=")[1]}`;
		expect(offers(await open(agent, edit))).toBe(false);
		expect(offers(await open(await portal.admin(), "/admin/editor"))).toBe(false);
		// A forged button keeps the draft and mails nothing.
		await submitForm(agent, await open(agent, edit), { title: "Forged" }, { press: "do.mail-draft" }).expect(303);
		expect([kept(portal), mails(portal)]).toEqual([1, []]);
	});

	it("asks for an address where there is none, and keeps what was typed", async () => {
		const portal = await openPortal();
		const answer = await mailLink(portal.agent(), "/hangzhou", { title: "Half", email: "no address" });
		expect([answer.status, errorsOf(answer.text).list]).toEqual([422, ["Please enter a valid email address"]]);
		expect([shownValue(answer.text, "title"), kept(portal), mails(portal)]).toEqual(["Half", 1, []]);
	});

	it("quotes nothing that was typed, and is in the language of the page", async () => {
		const portal = await openPortal();
		const filling = { title: FORBIDDEN, name: FORBIDDEN, email: "victim@example.org" };
		await mailLink(portal.agent(), "/hangzhou", filling);
		await mailLink(portal.agent().set("Accept-Language", "zh"), "/hangzhou", { ...filling, email: "zh@example.org" });
		const [english, chinese] = mails(portal);
		expect([english?.subject, chinese?.subject]).toEqual([
			"Hangzhou 2025: the link to your draft",
			"Hangzhou 2025：您的草稿链接",
		]);
		expect(JSON.stringify(mails(portal))).not.toContain(FORBIDDEN);
	});

	it("works in a browser that keeps no cookies", async () => {
		const portal = await openPortal();
		const page = await open(portal.agent(), "/hangzhou");
		const filling = { title: "Kept by the link alone", email: "lei@example.org" };
		const said = await submitForm(portal.agent(), page, filling, MAIL).expect(200);
		expect(notice(said.text)).toContain("lei@example.org");
		expect(shownValue(await open(portal.agent(), linkIn(portal, "draft")), "title")).toBe("Kept by the link alone");
	});

	it("says honestly whether an email leaves", async () => {
		for (const [settings, words] of [
			[{}, "This site does not send email at the moment."],
			[{ SMTP_URL: "smtp://127.0.0.1:9" }, "We sent a link to this draft to lei@example.org. It works for 30 days."],
		] as const) {
			const portal = await openPortal(settings);
			const said = await mailLink(portal.agent(), "/hangzhou", { email: "lei@example.org" });
			expect(notice(said.text)).toContain(words);
		}
	});

	it("works for 30 days, and as long as the draft is there", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await mailLink(agent, "/hangzhou", { title: "Half", email: "lei@example.org" });
		const link = linkIn(portal, "draft");
		portal.clock.now += 29 * DAY;
		expect(shownValue(await open(portal.agent(), link), "title")).toBe("Half");
		await submitForm(agent, await open(agent, "/hangzhou"), { title: "Kept anew" }, { press: "do.save-draft" });
		portal.clock.now += DAY;
		expect(notice(await open(portal.agent(), link))).toContain(GONE);
		await portal.services.sweep();
		expect([kept(portal), links(portal)]).toEqual([1, 0]);
		await mailLink(agent, "/hangzhou", {});
		await discard(agent, await open(agent, "/hangzhou"));
		expect(links(portal)).toBe(0);
		expect(notice(await open(portal.agent(), linkIn(portal, "draft")))).toContain(GONE);
	});

	it("opens one draft: not that of another form, nor anything by a forged one", async () => {
		const portal = await openPortal();
		await mailLink(portal.agent(), "/hangzhou", { title: "Half", email: "lei@example.org" });
		const token = linkIn(portal, "draft").split("token=")[1] ?? "";
		for (const path of [
			`/hangzhou?event=pytorch&token=${token}`,
			`/forum?token=${token}`,
			`/hangzhou?token=${token.slice(1)}`,
			`/hangzhou?token=${"x".repeat(4_000)}`,
		]) {
			const { text } = await portal.agent().get(path).expect(200);
			expect([path.slice(0, 30), notice(text).includes(GONE), text.includes("Half")]).toEqual([
				path.slice(0, 30),
				true,
				false,
			]);
		}
		const shared = await portal.agent().get(linkIn(portal, "draft")).expect(200);
		expect([shared.headers["cache-control"], shared.text.includes('content="noindex"')]).toEqual([
			expect.stringContaining("private"),
			true,
		]);
	});

	it("is not stored, and neither is it left in a mail that was sent", async () => {
		const portal = await openPortal();
		await mailLink(portal.agent(), "/hangzhou", { email: "lei@example.org" });
		const token = linkIn(portal, "draft").split("token=")[1] ?? "";
		expect(token.length).toBeGreaterThan(40);
		const dump = () => {
			const tables = portal.sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all();
			const rows = tables.map((table) => portal.sqlite.prepare(`select * from "${table}"`).all());
			return JSON.stringify(rows).split(token).length - 1;
		};
		expect(dump()).toBe(1);
		const [delivery] = await portal.services.mailing.claim({ all: 1, paced: 1 }, []);
		if (delivery) await portal.services.mailing.markSent(delivery);
		expect(dump()).toBe(0);
	});

	it("is erased with the person", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		await mailLink(agent, "/hangzhou", { title: "Half" });
		const link = linkIn(portal, "draft");
		const form = await open(agent, "/account/erase");
		await submitForm(agent, form, { word: "lei@example.org" }, { selector: "main form[action]" }).expect(303);
		expect([kept(portal), links(portal)]).toEqual([0, 0]);
		expect(JSON.stringify(mails(portal))).not.toContain("lei@example.org");
		expect(notice(await open(portal.agent(), link))).toContain(GONE);
	});
});
