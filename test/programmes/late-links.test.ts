import { describe, expect, it } from "vitest";
import { mailLink, member, open, SAVE } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { stored } from "../support/late-forms.ts";
import { AFTER, at, closedPage, DAY, endFirst, linkTo, secretIn, used, withLink } from "../support/late-links.ts";

const SAYS = "The organisers let you submit until 26 Aug 2025 23:59 (UTC+8).";
const USED = "This link has been used for all submissions that it allows.";
const EXPIRED = "The last day of this link has passed.";
const ENDED = "The organisers have ended this link.";
const UNKNOWN = "This link does not let you submit here. Check that you have copied all of it.";

describe("a link to a closed call", () => {
	it("shows its form to its holder alone, and takes an entry like any other", async () => {
		const { portal, path } = await withLink();
		const agent = portal.agent();
		expect(await closedPage(agent, "/hangzhou")).toContain("submissions closed on 18 Aug 2025");
		const text = await open(agent, path);
		expect(textOfPage(text)).toContain(SAYS);
		expect(shownValue(text, "late-link")).toBe(secretIn(path));
		expect(text).toContain('name="robots" content="noindex"');
		const { headers } = await submitForm(agent, text, await complete("hangzhou")).expect(303);
		expect(headers.location).toMatch(/\/thank-you\?entry=talk-1/);
		const [entry] = portal.sqlite.prepare("select status, presence, event_id, form_version from entries").all();
		expect(entry).toEqual({ status: "New", presence: "active", event_id: 1, form_version: 1 });
		expect(portal.sqlite.prepare("select type, actor_id from entry_log order by id").all()).toEqual([
			{ type: "Created", actor_id: null },
			{ type: "Late", actor_id: expect.any(Number) },
		]);
		expect(used(portal)).toBe(1);
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'receipt'").pluck().get()).toBe(1);
	});

	it("says in Chinese until when", async () => {
		const { portal, path } = await withLink();
		const { text } = await portal.agent().get(path).set("Accept-Language", "zh-CN").expect(200);
		expect(textOfPage(text)).toContain("主办方允许您提交，截止到2025年8月26日 23:59（UTC+8）。");
	});

	it("stays with the form through problems, a draft and another language, from its hidden field alone", async () => {
		const { portal, path } = await withLink();
		const agent = portal.agent();
		const bare = (html: string) => html.replace(/action="\/hangzhou\?late=[^"#]*/, 'action="/hangzhou');
		const refused = await submitForm(agent, bare(await open(agent, path)), { title: "Half" }).expect(422);
		expect([shownValue(refused.text, "late-link"), shownValue(refused.text, "title")]).toEqual([
			secretIn(path),
			"Half",
		]);
		expect(textOfPage(refused.text)).toContain(SAYS);
		const draft = await submitForm(agent, bare(refused.text), { title: "A draft" }, SAVE).expect(303);
		const saved = await open(agent, at(draft));
		expect([shownValue(saved, "late-link"), shownValue(saved, "title")]).toEqual([secretIn(path), "A draft"]);
		const other = await submitForm(agent, bare(saved), { title: "In Chinese" }, { button: "do.language.zh" }).expect(
			303,
		);
		const chinese = await open(agent, at(other));
		expect(textOfPage(chinese)).toContain("主办方允许您提交");
		await submitForm(agent, bare(chinese), await complete("hangzhou")).expect(303);
		expect([stored(portal), used(portal)]).toEqual([1, 1]);
		expect(portal.sqlite.prepare("select * from drafts").all()).toEqual([]);
	});

	it("is part of the link to a draft, which opens the same form elsewhere", async () => {
		const { portal, path } = await withLink();
		await mailLink(portal.agent(), path, { title: "Here", email: "lei@example.org" });
		const body = portal.sqlite.prepare("select body from outbox where kind = 'draft'").pluck().get() as string;
		const { pathname, search } = new URL(/http\S+/.exec(body)?.[0] ?? "");
		const elsewhere = portal.agent();
		const text = await open(elsewhere, pathname + search);
		expect([shownValue(text, "title"), shownValue(text, "late-link")]).toEqual(["Here", secretIn(path)]);
		await submitForm(elsewhere, text, await complete("hangzhou")).expect(303);
		expect([stored(portal), used(portal)]).toEqual([1, 1]);
	});

	it("is what the dashboard says goes on with a draft, for it cannot lead there", async () => {
		const { portal, path } = await withLink();
		const author = await member(portal, "lei@example.org");
		await submitForm(author, await open(author, path), { title: "A draft" }, SAVE).expect(303);
		const dashboard = await open(author, "/dashboard");
		expect(textOfPage(dashboard)).toContain(
			"This call takes no submissions now. If the organisers give you a link, its form begins with this draft.",
		);
		expect(textOfPage(dashboard)).not.toContain("Continue");
		expect(shownValue(await open(author, path), "title")).toBe("A draft");
		portal.clock.now = AFTER - DAY;
		expect(textOfPage(await open(author, "/dashboard"))).toContain("Continue");
	});

	it("is never stored as it is", async () => {
		const { portal, path } = await withLink();
		const agent = portal.agent();
		await submitForm(agent, await open(agent, path), { title: "A draft" }, SAVE).expect(303);
		const tables = portal.sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all();
		const rows = tables.flatMap((table) => portal.sqlite.prepare(`select * from "${table}"`).all());
		expect(rows.length).toBeGreaterThan(20);
		expect(JSON.stringify(rows)).not.toContain(secretIn(path));
		expect(JSON.stringify(portal.lines)).not.toContain(secretIn(path));
	});
});

describe("the limit of a link", () => {
	it("counts each entry, and not the same submission sent again", async () => {
		const { portal, path } = await withLink({ allowed: "2" });
		const agent = portal.agent();
		const text = await open(agent, path);
		const filling = await complete("hangzhou");
		await submitForm(agent, text, filling).expect(303);
		await submitForm(agent, text, filling).expect(303);
		expect([stored(portal), used(portal)]).toEqual([1, 1]);
		await submitForm(agent, text, await complete("hangzhou", { title: "Another" })).expect(303);
		expect([stored(portal), used(portal)]).toEqual([2, 2]);
		// Also when the link is used up, and its last day has passed.
		portal.clock.now += 30 * DAY;
		await submitForm(agent, text, filling).expect(303);
		const refused = await submitForm(agent, text, await complete("hangzhou", { title: "Third" })).expect(409);
		expect(errorsOf(refused.text).headline).toContain(USED);
		expect(shownValue(refused.text, "title")).toBe("Third");
		expect(stored(portal)).toBe(2);
	});

	it("holds for two who submit at once, and for one who presses twice", async () => {
		const { portal, path } = await withLink();
		const agents = [portal.agent(), portal.agent()];
		const texts = await Promise.all(agents.map((agent) => open(agent, path)));
		const filling = await complete("hangzhou");
		const posts = agents.flatMap((agent, at) =>
			[1, 2].map(() => submitForm(agent, texts[at] ?? "", { ...filling, title: `Talk ${at}` })),
		);
		const statuses = (await Promise.all(posts)).map(({ status }) => status);
		expect(statuses.sort()).toEqual([303, 303, 409, 409]);
		expect([stored(portal), used(portal)]).toEqual([1, 1]);
		expect(portal.sqlite.prepare("select count(*) from entry_log").pluck().get()).toBe(2);
	});

	it("keeps as a draft what came too late", async () => {
		const { portal, path } = await withLink();
		const [first, second] = [await member(portal, "one@example.org"), await member(portal, "two@example.org")];
		const texts = [await open(first, path), await open(second, path)];
		await submitForm(first, texts[0] ?? "", await complete("hangzhou")).expect(303);
		const { text } = await submitForm(second, texts[1] ?? "", await complete("hangzhou", { title: "Too late" }));
		expect(errorsOf(text).headline).toMatch(new RegExp(`^${USED} We keep what you typed on`));
		expect(await closedPage(second, path)).toContain("Too late");
	});
});

describe("a link that does not work", () => {
	it("shows the page of the closed call, with what became of it", async () => {
		const { portal, admin, path } = await withLink();
		const agent = portal.agent();
		const text = await open(agent, path);
		const filling = await complete("hangzhou");
		const CLOSED = "submissions closed on 18 Aug 2025";
		portal.clock.now = Date.parse("2025-08-26T23:59:58+08:00");
		expect(textOfPage(await open(agent, path))).toContain(SAYS);
		portal.clock.now = Date.parse("2025-08-27T00:00:00+08:00");
		expect(await closedPage(agent, path)).toMatch(new RegExp(`${CLOSED}.*${EXPIRED}`));
		expect(errorsOf((await submitForm(agent, text, filling).expect(409)).text).headline).toContain(EXPIRED);
		portal.clock.now = AFTER;
		const second = await linkTo(admin, { lastDay: "2025-08-30" });
		await endFirst(admin);
		expect(await closedPage(agent, path)).toMatch(new RegExp(`${CLOSED}.*${ENDED}`));
		expect(errorsOf((await submitForm(agent, text, filling).expect(409)).text).headline).toContain(ENDED);
		expect(stored(portal)).toBe(0);
		await submitForm(agent, await open(agent, second), filling).expect(303);
		expect(await closedPage(agent, second)).toMatch(new RegExp(`${CLOSED}.*${USED}`));
		expect(await closedPage(agent, `${second.slice(0, -1)}`)).toMatch(new RegExp(`${CLOSED}.*${UNKNOWN}`));
		expect(await closedPage(agent, "/hangzhou?late=")).not.toContain("link");
		const { text: chinese } = await agent.get(second).set("Accept-Language", "zh-CN");
		expect(textOfPage(chinese)).toContain("此链接允许的提交次数已用完。");
	});

	it("is forgotten three months after its last day", async () => {
		const { portal, path } = await withLink();
		const rows = () => portal.sqlite.prepare("select count(*) from late_links").pluck().get();
		portal.clock.now = Date.parse("2025-08-27T00:00:00+08:00") + 89 * DAY;
		await portal.services.sweep();
		expect([rows(), await closedPage(portal.agent(), path)]).toEqual([1, expect.stringContaining(EXPIRED)]);
		portal.clock.now += DAY;
		await portal.services.sweep();
		expect([rows(), await closedPage(portal.agent(), path)]).toEqual([0, expect.stringContaining(UNKNOWN)]);
	});

	it("is not opened by wrong secrets", async () => {
		const { portal } = await withLink();
		const answers = [];
		for (let tries = 0; tries < 30; tries += 1) {
			const { status, text } = await portal.agent().get(`/hangzhou?late=${"a".repeat(43)}${tries}`);
			answers.push([status, text.includes('class="programme"')]);
		}
		expect(new Set(answers.map(String))).toEqual(new Set(["200,false"]));
		expect(portal.lines.filter(({ route }) => route === "/:call")).toHaveLength(30);
	});
});
