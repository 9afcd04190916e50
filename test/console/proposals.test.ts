import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendRegistration, sendWork } from "../support/entries.ts";
import { shownValue, shownValues, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { sendTalks, TABLE, titlesIn } from "../support/talks-sent.ts";

describe("the table of proposals", () => {
	it("sorts by each column in both directions, marks it, and keeps the order with filters and pages", async () => {
		const portal = await openPortal();
		await sendTalks(
			portal,
			{ title: "Beta", name: "Zoe" },
			{ title: "alpha", name: "Mia" },
			{ title: "Gamma", name: "Ada" },
		);
		const admin = await portal.admin();
		const page = async (query: string) => (await admin.get(`/admin/proposals${query}`).expect(200)).text;
		expect(titlesIn(await page(""))).toEqual(["Gamma", "alpha", "Beta"]);
		expect(titlesIn(await page("?sort=title"))).toEqual(["alpha", "Beta", "Gamma"]);
		expect(titlesIn(await page("?sort=-title"))).toEqual(["Gamma", "Beta", "alpha"]);
		expect(titlesIn(await page("?sort=name"))).toEqual(["Gamma", "alpha", "Beta"]);
		expect(titlesIn(await page("?sort=drop%20table"))).toEqual(["Gamma", "alpha", "Beta"]);
		const sorted = await page("?sort=title&status=New");
		expect(sorted).toMatch(
			/<th scope="col" aria-sort="ascending"><a [^>]*href="\/admin\/proposals\?status=New&amp;sort=-title"/,
		);
		expect(sorted).toContain('<input type="hidden" name="sort" value="title"/>');
	});

	it("counts each status, and finds entries with to-dos", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" }, { title: "C" });
		const admin = await portal.admin();
		portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
		portal.sqlite.exec(`update entries set incomplete = '["abstract"]' where id = 2`);
		portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 3");
		const said = textOfPage((await admin.get("/admin/proposals")).text);
		for (const count of ["New 2", "Hold 0", "Accept 1", "Reject 0"]) expect(said).toContain(count);
		expect(titlesIn((await admin.get("/admin/proposals?status=New")).text)).toEqual(["C", "B"]);
		const needing = async (need: string) => titlesIn((await admin.get(`/admin/proposals?need=${need}`)).text);
		expect(await needing("incomplete")).toEqual(["B"]);
		const mark = parse((await admin.get("/admin/proposals")).text).querySelector(".status[title]");
		expect([mark?.textContent, mark?.getAttribute("title")]).toEqual(["Incomplete", "Incomplete: Talk Abstract"]);
		expect(await needing("unmailed")).toEqual(["A"]);
		expect(await needing("withdrawn")).toEqual(["C"]);
		expect(await needing("nonsense")).toEqual(["C", "B", "A"]);
	});

	it("marks entries that their author changed after acceptance, until they are accepted again", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const set = async (was: string, to: string) =>
			admin
				.post("/admin/proposals")
				.set("Sec-Fetch-Site", "same-origin")
				.type("form")
				.send({ "was-1": was, "status-1": to });
		await set("New", "Accept");
		const marked = async () =>
			(await admin.get("/admin/proposals?need=changed")).text.includes(
				'<span class="status status-hold">Changed since accepted',
			);
		expect(await marked()).toBe(false);
		const page = (await admin.get("/admin/editor?id=1")).text;
		await submitForm(admin, page, { title: "A, with other words", tracks: "ai-next", consent: true }).expect(303);
		expect(await marked()).toBe(true);
		// Nothing is left to do about a talk that was withdrawn.
		portal.sqlite.exec("update entries set presence = 'withdrawn'");
		expect(titlesIn((await admin.get("/admin/proposals?need=changed")).text)).toEqual([]);
		portal.sqlite.exec("update entries set presence = 'active'");
		await set("Accept", "Hold");
		await set("Hold", "Accept");
		expect(await marked()).toBe(false);
	});

	it('saves a track only if it changed; retired tracks stay readable, unknown ones are "Missing"', async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ai-next" }, { title: "B", tracks: "ai-next" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		const change = { "track-1": "embodied-ai", "track-2": "agentic-web" };
		const saved = await submitForm(admin, page, change, { ...TABLE, press: "do.save.1" }).expect(200);
		expect(textOfPage(saved.text)).toContain("2 changes saved.");
		const tracks = () => portal.sqlite.prepare("select track_id from entries order by id").pluck().all();
		expect(tracks()).toEqual(["embodied-ai", "agentic-web"]);
		const stale = await submitForm(admin, page, { "track-1": "agentic-web" }, { ...TABLE, press: "do.save.1" }).expect(
			409,
		);
		expect(textOfPage(stale.text)).toContain(
			`Failed to update track: Entry 1 was not saved: ${ADMIN.email} has just set it to Embodied AI.`,
		);
		portal.sqlite.exec("update tracks set active = 0 where id = 'embodied-ai'");
		expect((await admin.get("/admin/proposals")).text).toContain(
			'<option value="embodied-ai" selected="">Embodied AI</option>',
		);
		portal.sqlite.pragma("foreign_keys = off");
		portal.sqlite.exec("update entries set track_id = 'gone' where id = 2");
		expect((await admin.get("/admin/proposals")).text).toContain('<option value="gone" selected="">Missing</option>');
	});
});

const OWN = { "Sec-Fetch-Site": "same-origin" };

it("entries of other programmes have no track, panel or mail of a talk, and are not opened as one", async () => {
	const portal = await openPortal();
	const work = await sendWork(portal);
	const guest = await sendRegistration(portal);
	const admin = await portal.admin();
	portal.sqlite.exec("update entries set status = 'Accept', email = 'a@example.org', email_folded = 'a@example.org'");
	for (const id of [work, guest]) {
		for (const modal of ["details", "email", "panelist"])
			await admin.get(`/admin/proposals?modal=${modal}&id=${id}`).expect(404);
		const patch = (body: object) => admin.patch(`/api/entries/${id}`).set(OWN).send(body);
		await patch({ tracks: "ai-next" }).expect(400);
		await patch({ panelist: ["ai-next"], keywords: [] }).expect(400);
		const letter = { id, email: "a@example.org", status: "Accept" };
		await admin.post("/api/mailer/status").set(OWN).send(letter).expect(404);
	}
	const confirmation = { id: work, email: "a@example.org", type: "forum_confirmation" };
	await admin.post("/api/mailer/forum").set(OWN).send(confirmation).expect(404);
	expect(portal.sqlite.prepare("select count(*) from outbox where kind in ('accept', 'forum')").pluck().get()).toBe(0);
});

describe("the panel of a proposal", () => {
	it("keeps a track that was retired since, and the filter offers it", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ws-dora" });
		const admin = await portal.admin();
		portal.sqlite.exec(`update entries set panelists = '["embodied-ai","ws-dora"]'`);
		portal.sqlite.exec("update tracks set active = 0 where id = 'ws-dora'");
		const page = (await admin.get("/admin/proposals?modal=panelist&id=1")).text;
		expect(shownValues(page, "panelist")).toEqual(["embodied-ai", "ws-dora"]);
		expect(textOfPage(page)).toContain(
			"When reviews are assigned, reviewers of the ticked tracks can get this proposal too",
		);
		await submitForm(admin, page, { keywords: ["ML"] }, { selector: "main form", press: "do.panel" }).expect(200);
		const row = "select panelists, keywords from entries";
		expect(portal.sqlite.prepare(row).get()).toEqual({ panelists: '["embodied-ai","ws-dora"]', keywords: '["ML"]' });
		const filtered = (await admin.get("/admin/proposals?track=ws-dora")).text;
		expect(shownValue(filtered, "track")).toBe("ws-dora");
	});

	it("is a page of its own; a change is logged and never overwrites another one unseen", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "Compilers" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=panelist&id=1").expect(200)).text;
		expect(titleOf(page)).toBe("Panelists — Hangzhou 2025 Call For Proposals");
		const words = "AI,Cloud,Security,Open Source,Data,ML,DevOps,Web,Edge,IoT,Governance,Ethics".split(",");
		expect(page.match(/name="keywords"[^>]*value="[^"]*"|value="[^"]*"[^>]*name="keywords"/g)).toHaveLength(
			words.length,
		);
		for (const word of words) expect(page).toContain(`value="${word}"`);
		const form = { selector: "main form", press: "do.panel" };
		const post = (body: string) =>
			admin
				.post("/admin/proposals?modal=panelist&id=1")
				.set("Sec-Fetch-Site", "same-origin")
				.type("form")
				.send(body)
				.redirects(1);
		const had = "id=1&had-panelist=[]&had-keywords=[]&do.panel=1";
		const saved = await post(`${had}&panelist=ai-next&panelist=agentic-web&keywords=AI&keywords=Ethics`).expect(200);
		expect(textOfPage(saved.text)).toContain("Panelist tracks and keywords saved.");
		const list = (await admin.get("/admin/proposals")).text;
		expect(list).toContain('aria-label="Panel: AI Next, Agentic Web, AI, Ethics, ');
		expect(textOfPage(list)).toContain("AI Next, Agentic Web, AI, Ethics");
		const stale = await submitForm(admin, page, {}, form).expect(409);
		expect(textOfPage(stale.text)).toContain("Failed to save panelist tracks/keywords");
		expect(textOfPage(stale.text)).toContain(`${ADMIN.email} has just changed it to: Agentic Web, AI Next, AI, Ethics`);
		const history = textOfPage((await admin.get("/admin/proposals?modal=details&id=1")).text);
		expect(history).toContain(`Panel set · New · ${ADMIN.email}`);
		expect(history).toContain("– → AI Next, Agentic Web, AI, Ethics");
		await post("id=1&had-panelist=[]&had-keywords=[]&do.panel=1&panelist=nonsense").expect(422);
	});
});
