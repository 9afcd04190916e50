import { describe, expect, it } from "vitest";
import { sendProject, sendTalk } from "../support/entries.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import {
	type Agent,
	addReviewer,
	joinAs,
	MARKED,
	REVIEW,
	REVIEWER,
	RULES,
	reviewed,
	signedIn,
	stored,
} from "../support/reviews.ts";
import { addPerson } from "../support/sessions.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const open = async (agent: Agent, path = "/review/talk-1") => (await agent.get(path).expect(200)).text;
const listed = async (agent: Agent, path = "/review") =>
	[...(await open(agent, path)).matchAll(/<th[^>]*><a href="\/review\/([a-z]+-\d+)"/g)].map(([, spot]) => spot);

describe("a reviewer", () => {
	it("is invited for some calls and tracks, begins at the reviews, and sees these entries only", async () => {
		const portal = await reviewed();
		portal.sqlite.exec("insert into review_criteria select 'sl-hz', 1, criteria, 1, null from review_criteria");
		portal.sqlite.exec("insert into review_rules values ('sl-hz', null, null, 3, 0, 1, 0, 1, 1)");
		await sendTalk(portal, { tracks: "ai-next" });
		await sendTalk(portal, { tracks: "agentic-web" });
		await sendProject(portal);
		const { agent, admin, path } = await joinAs(portal, REVIEWER, { calls: ["hangzhou"], tracks: ["ai-next"] });
		expect(path).toBe("/review");
		expect(await listed(agent)).toEqual(["talk-1"]);
		for (const spot of ["talk-2", "nomination-3", "talk-3", "talk-99", "aigc-1"])
			await agent.get(`/review/${spot}`).expect(404);
		const login = { email: REVIEWER, password: "Plum-tree 77" };
		const { headers } = await portal.agent().post("/login").type("form").send(login).expect(303);
		expect(new URL(headers.location ?? "", portal.origin).pathname).toBe("/review");
		const token = await portal.agent().post("/api/auth/login").send({ username: REVIEWER, password: login.password });
		expect(token.body.permission ?? token.body.user?.permission).not.toBe("admin");

		const id = portal.sqlite.prepare("select id from users where email = ?").pluck().get(REVIEWER);
		const scope = (await admin.get(`/admin/team?reviewer=${id}`).expect(200)).text;
		const changed = { calls: ["hangzhou", "sl-hz"], tracks: [] };
		const told = await submitForm(admin, scope, changed, { selector: "main form", button: "do.scope" }).expect(200);
		expect(textOfPage(told.text)).toContain("Hangzhou Talk Proposal, Project Nomination · All tracks");
		expect(await listed(agent)).toEqual(["talk-1", "talk-2", "nomination-3"]);
		expect(await listed(agent, "/review?call=sl-hz")).toEqual(["nomination-3"]);
	});

	it("has no entries of their own: by account, by address, or named in an answer", async () => {
		const portal = await reviewed();
		portal.sqlite.exec("insert into review_criteria select 'sl-hz', 1, criteria, 1, null from review_criteria");
		portal.sqlite.exec("insert into review_rules values ('sl-hz', null, null, 3, 1, 1, 0, 1, 1)");
		const agent = await addReviewer(portal);
		const id = portal.sqlite.prepare("select id from users where email = ?").pluck().get(REVIEWER);
		await sendTalk(portal, { email: REVIEWER });
		await sendTalk(portal);
		portal.sqlite.exec(`update entries set user_id = ${id} where id = 2`);
		await sendProject(portal, { owneremail: ` ${REVIEWER.toUpperCase()}` });
		await sendTalk(portal);
		expect(await listed(agent)).toEqual(["talk-4"]);
		for (const spot of ["talk-1", "talk-2", "nomination-3"]) await agent.get(`/review/${spot}`).expect(404);
		await agent
			.post("/review/talk-1")
			.type("form")
			.send({ "do.declare": "1" })
			.set("Sec-Fetch-Site", "same-origin")
			.expect(404);
	});

	it("has the entries that are assigned to them, once the call has assignments", async () => {
		const portal = await reviewed();
		const [agent, other] = [await addReviewer(portal), await addReviewer(portal, "second@example.org")];
		for (const _ of [1, 2]) await sendTalk(portal);
		expect([await listed(agent), await listed(other)]).toEqual([
			["talk-1", "talk-2"],
			["talk-1", "talk-2"],
		]);
		portal.sqlite.exec(`insert into assignments select 2, id, 'hand', 1, null from users where email = '${REVIEWER}'`);
		expect([await listed(agent), await listed(other)]).toEqual([["talk-2"], []]);
		await other.get("/review/talk-2").expect(404);
	});

	it("loses everything at once when removed, also in the middle of a review", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		await sendTalk(portal);
		const page = await open(agent);
		portal.sqlite.exec("delete from memberships");
		const refused = await submitForm(agent, page, MARKED, { ...REVIEW, button: "do.done" });
		expect([refused.status, stored(portal)]).toEqual([302, []]);
		await agent.get("/review").expect(302);
	});
});

describe("a review", () => {
	it("is saved, done with every mark and a recommendation, and keeps what was typed where one is missing", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		for (const _ of [1, 2]) await sendTalk(portal);
		const typed = { "mark-content": "5", committeeNote: "Take it.", authorNote: "Thank you." };
		const refused = await submitForm(agent, await open(agent), typed, { ...REVIEW, button: "do.done" }).expect(422);
		expect(errorsOf(refused.text).list).toEqual([
			"Relevance is required",
			"Clarity is required",
			"Recommendation is required",
		]);
		expect(shownValue(refused.text, "committeeNote")).toBe("Take it.");
		await submitForm(agent, refused.text, {}, { ...REVIEW, button: "do.save" }).expect(303);
		expect(stored(portal)).toEqual([[1, "open", { content: 5 }, null, "Take it.", 1]]);
		const done = await submitForm(agent, await open(agent), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		expect(new URL(done.headers.location ?? "", portal.origin).pathname).toBe("/review/talk-2");
		const marks = { relevance: 3, content: 5, clarity: 4 };
		expect(stored(portal)).toEqual([[1, "done", marks, "yes", "Take it.", 1]]);
		expect(textOfPage(await open(agent, "/review"))).toMatch(/1 of 2.*Done/s);
		const bad = await submitForm(agent, await open(agent), { authorNote: "x".repeat(5_001) }, REVIEW).expect(422);
		expect(shownValue(bad.text, "authorNote")).toHaveLength(5_001);
		expect(stored(portal)).toHaveLength(1);
	});

	it("of another tab is not overwritten unknowingly; a second click stores one", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		await sendTalk(portal);
		const page = await open(agent);
		const save = { ...REVIEW, button: "do.save" };
		for (const _ of [1, 2]) await submitForm(agent, page, { committeeNote: "One" }, save).expect(303);
		const stale = await submitForm(agent, page, { committeeNote: "Two" }, save).expect(409);
		expect(errorsOf(stale.text).headline).toContain("another window");
		expect(shownValue(stale.text, "committeeNote")).toBe("Two");
		expect(textOfPage(stale.text)).toContain("One");
		expect(stored(portal).map((row) => row[4])).toEqual(["One"]);
		await submitForm(agent, stale.text, {}, save).expect(303);
		expect(stored(portal).map((row) => row[4])).toEqual(["Two"]);
	});

	it("is refused after the last day with what was typed, read only from then on, and not begun before the first", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		await sendTalk(portal);
		const window = (opens: number, closes: number) =>
			portal.sqlite.prepare("update review_rules set opens_at = ?, closes_at = ?").run(opens, closes);
		const { now } = portal.clock;
		window(now + DAY, now + 2 * DAY);
		expect([await listed(agent), textOfPage(await open(agent, "/review"))]).toEqual([
			[],
			expect.stringContaining("From 2 Jul 2025"),
		]);
		await agent.get("/review/talk-1").expect(404);
		window(now - DAY, now + MINUTE);
		const page = await open(agent);
		portal.clock.now += 2 * MINUTE;
		const late = await submitForm(agent, page, { committeeNote: "Late" }, REVIEW).expect(409);
		expect(textOfPage(late.text)).toMatch(/reviewing has ended.*Late/s);
		expect(await open(agent)).not.toContain("do.save");
		expect(stored(portal)).toEqual([]);
	});

	it("stays as it was when the criteria change, says so, and is made anew under the new ones", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		await sendTalk(portal);
		await submitForm(agent, await open(agent), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		const begun = await open(agent);
		const admin = await portal.admin();
		const rules = (await admin.get(RULES).expect(200)).text;
		const dropped = await submitForm(admin, rules, {}, { selector: "main form", press: "do.drop" });
		const form = { selector: "main form", button: "do.save" };
		await submitForm(admin, dropped.text, { "criterion-0-scale": "0-3" }, form).expect(200);
		expect(stored(portal)).toEqual([[1, "done", { relevance: 3, content: 5, clarity: 4 }, "yes", "", 1]]);
		const stale = await submitForm(agent, begun, { committeeNote: "Hm" }, REVIEW).expect(409);
		expect(errorsOf(stale.text).headline).toContain("the criteria have just changed");
		expect(textOfPage(await open(agent, "/review"))).toContain("criteria have changed");
		const page = await open(agent);
		expect(textOfPage(page)).toContain("You gave: Relevance 3, Content 5, Clarity 4. Your review stays done until");
		// A mark of another scale is not offered again, and who only goes on takes nothing back.
		for (const button of ["do.next", "do.save"]) await submitForm(agent, page, {}, { ...REVIEW, button }).expect(303);
		expect(stored(portal)).toEqual([[1, "done", { relevance: 3, content: 5, clarity: 4 }, "yes", "", 1]]);
		const incomplete = { ...REVIEW, button: "do.done" };
		expect(errorsOf((await submitForm(agent, page, {}, incomplete).expect(422)).text).list).toHaveLength(1);
		const again = { "mark-content": "2", "mark-clarity": "4" };
		await submitForm(agent, page, again, { ...REVIEW, button: "do.done" }).expect(303);
		expect(stored(portal)).toEqual([[1, "done", { relevance: 3, content: 2, clarity: 4 }, "yes", "", 2]]);
		expect(textOfPage(await open(agent, "/review"))).not.toContain("criteria have changed");
	});

	it("says when the entry was edited since it was read", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		await sendTalk(portal);
		const page = await open(agent);
		const edit = (field: string) =>
			portal.sqlite.exec(`insert into entry_log (entry_id, at, type, state) values (1, 1, 'Edited', 'New');
				insert into edited_answers (log_id, field, entry_id) select max(id), '${field}', 1 from entry_log`);
		edit("abstract");
		await submitForm(agent, page, { committeeNote: "Read before" }, { ...REVIEW, button: "do.save" }).expect(303);
		const edited = "This entry was edited after your review.";
		expect(textOfPage(await open(agent))).toContain(edited);
		// Reviewers of a blind call read nothing about the person: for them such an edit changes nothing.
		await submitForm(agent, await open(agent), { committeeNote: "Read" }, { ...REVIEW, button: "do.save" }).expect(303);
		edit("bio");
		expect(textOfPage(await open(agent))).not.toContain(edited);
		portal.sqlite.exec("update review_rules set blind = 0");
		expect(textOfPage(await open(agent))).toContain(edited);
	});

	it("can be abstained from; a conflict of interest hides the entry until its reviewer takes it back", async () => {
		const portal = await reviewed();
		const agent = await addReviewer(portal);
		await sendTalk(portal, { title: "Of a friend" });
		await submitForm(agent, await open(agent), {}, { ...REVIEW, button: "do.abstain" }).expect(303);
		expect(textOfPage(await open(agent, "/review"))).toContain("Abstained");
		await submitForm(agent, await open(agent), {}, { ...REVIEW, button: "do.declare" }).expect(303);
		for (const path of ["/review", "/review/talk-1"]) expect(await open(agent, path)).not.toContain("Of a friend");
		const back = await open(agent);
		await submitForm(agent, back, {}, { selector: "main .console-form form", button: "do.take-back" }).expect(303);
		expect(await open(agent)).toContain("Of a friend");
		portal.sqlite.exec(`insert into conflicts select 1, id, 'found', 1, null from users where email = '${REVIEWER}'`);
		expect(await open(agent)).not.toContain("do.take-back");
	});

	it("can be written by organisers, too, in both languages", async () => {
		const portal = await reviewed();
		await sendTalk(portal);
		const admin = await portal.admin();
		expect(await open(admin, "/dashboard")).toContain('href="/review"');
		await submitForm(admin, await open(admin), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
		const chinese = textOfPage((await admin.get("/review/talk-1").set("Accept-Language", "zh")).text);
		expect(chinese).toContain("我的评审意见");
		await addPerson(portal, "plain@example.org", "");
		await (await signedIn(portal, "plain@example.org")).get("/review").expect(302);
	});
});
