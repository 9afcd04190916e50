import { describe, expect, it } from "vitest";
import { idOf as numberOf } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { type Agent, addReviewer, MARKED, REVIEW, reviewed } from "../support/reviews.ts";

const PAGE = "/review/talk-1/discussion";
const [FIRST, SECOND, THIRD] = ["first@example.org", "second@example.org", "third@example.org"];
const SAY = { selector: "main form[aria-labelledby=h-say]", button: "do.comment" };

const open = async (agent: Agent, path = PAGE) => (await agent.get(path).expect(200)).text;
const idOf = (portal: TestPortal, email: string) => String(numberOf(portal, email));
const say = async (agent: Agent, comment: string, tell: string[] = []) =>
	submitForm(agent, await open(agent), { comment, tell }, SAY);
const press = async (agent: Agent, button: string, value = "1") =>
	agent
		.post(PAGE)
		.type("form")
		.send({ [button]: value })
		.set("Sec-Fetch-Site", "same-origin");
const mails = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select to_address, subject, body from outbox where kind = 'mentioned' order by id").all() as {
		to_address: string;
		subject: string;
		body: string;
	}[];

async function finish(agent: Agent) {
	const form = await open(agent, "/review/talk-1");
	await submitForm(agent, form, MARKED, { ...REVIEW, button: "do.done" }).expect(303);
}

/** A talk with two finished reviewers, and one who has not begun. */
async function committee() {
	const portal = await reviewed();
	await sendTalk(portal, { title: "Canary title", email: "author@example.com" });
	const admin = await portal.admin();
	const [first, second, third] = [
		await addReviewer(portal, FIRST),
		await addReviewer(portal, SECOND),
		await addReviewer(portal, THIRD),
	];
	await finish(first);
	await finish(second);
	return { portal, admin, first, second, third };
}

describe("the discussion of an entry", () => {
	it("is open to its reviewers after their own review, and to organisers, in the order of writing", async () => {
		const { portal, admin, first, second, third } = await committee();
		expect(await open(first, "/review/talk-1")).toContain(`href="${PAGE}"`);
		expect(textOfPage(await open(first))).toContain("Nobody has written yet.");
		await say(first, "One\nline").then(({ status }) => expect(status).toBe(303));
		await say(second, "Two");
		await say(admin, "Three");
		for (const reader of [first, second, admin])
			expect(textOfPage(await open(reader))).toMatch(/first@example\.org.*One.*second@example\.org.*Two.*Three/s);
		const waits = await open(third);
		expect(textOfPage(waits)).toContain("You can take part once your review is done.");
		for (const text of ["One", "Two", "Three"]) expect(textOfPage(waits)).not.toContain(text);
		expect(await open(third, "/review/talk-1")).not.toContain(PAGE);
		await third.post(PAGE).type("form").send({ comment: "x" }).set("Sec-Fetch-Site", "same-origin").expect(404);
		portal.sqlite.exec("update review_rules set closes_at = 1000");
		expect(textOfPage(await open(third))).toContain("One");
		const details = await open(admin, "/admin/proposals?modal=details&id=1");
		expect(details).toContain(PAGE);
	});

	it("tells by mail whom a comment is meant for, once, without its words, and nobody with a conflict", async () => {
		const { portal, admin, first, second } = await committee();
		const [id, third, own] = [idOf(portal, SECOND), idOf(portal, THIRD), idOf(portal, FIRST)];
		expect(await open(first)).not.toContain(`value="${third}"`);
		await say(first, "Secret words", [id]);
		expect(mails(portal).map(({ to_address }) => to_address)).toEqual([SECOND]);
		expect(mails(portal)[0]?.subject).toContain("talk-1");
		expect(mails(portal)[0]?.body).toContain(PAGE);
		expect(mails(portal)[0]?.body).not.toMatch(/Secret words|Canary title/);
		expect(textOfPage(await open(second))).toContain("for you");
		expect(textOfPage(await open(second, "/review"))).toContain("1 comment · you are asked");
		expect(textOfPage(await open(first, "/review"))).not.toContain("you are asked");
		await say(second, "Answered");
		expect(textOfPage(await open(second, "/review"))).toMatch(/2 comments(?! · you are asked)/);
		const forged = { comment: "x", tell: [third, own, "999", "?"] };
		await first.post(PAGE).type("form").send(forged).set("Sec-Fetch-Site", "same-origin").expect(303);
		expect(mails(portal)).toHaveLength(1);
		portal.sqlite.exec(`insert into conflicts values (1, ${id}, 'found', 1, null)`);
		await say(admin, "Another", [id, own]);
		expect(mails(portal).map(({ to_address }) => to_address)).toEqual([SECOND, FIRST]);
	});

	it("tells nobody who cannot read it any more", async () => {
		const { portal, first } = await committee();
		const second = idOf(portal, SECOND);
		expect(await open(first)).toContain(`value="${second}"`);
		portal.sqlite.exec(`update memberships set tracks = '["embodied-ai"]' where user_id = ${second}`);
		expect(await open(first)).not.toContain(`value="${second}"`);
		const forged = { comment: "x", tell: second };
		await first.post(PAGE).type("form").send(forged).set("Sec-Fetch-Site", "same-origin").expect(303);
		expect(mails(portal)).toEqual([]);
		portal.sqlite.exec(`insert into assignments values (1, ${second}, 'hand', 1, null)`);
		portal.sqlite.exec(`insert into assignments select 1, id, 'hand', 1, null from users where email = '${FIRST}'`);
		await say(first, "Assigned", [second]);
		expect(mails(portal).map(({ to_address }) => to_address)).toEqual([SECOND]);
	});

	it("tells organisers together, so that nobody learns which of them has a conflict of interest", async () => {
		const { portal, first } = await committee();
		const before = textOfPage(await open(first));
		expect(before).toContain("Organisers without a conflict of interest");
		expect(before).not.toContain("admin@example.org");
		await say(first, "Asked", ["organisers"]);
		expect(mails(portal).map(({ to_address }) => to_address)).toEqual(["admin@example.org"]);
		portal.sqlite.exec("update entries set email_folded = 'admin@example.org', email = 'admin@example.org'");
		expect(textOfPage(await open(first))).toContain("Organisers without a conflict of interest");
		await say(first, "Asked again", ["organisers"]);
		expect(mails(portal)).toHaveLength(1);
	});

	it("is closed to who has a conflict of interest, to reviewers of other tracks, and to those who left", async () => {
		const { portal, first, second } = await committee();
		await say(first, "Canary comment");
		portal.sqlite.exec(`insert into conflicts values (1, ${idOf(portal, SECOND)}, 'found', 1, null)`);
		expect((await second.get(PAGE).expect(404)).text).not.toContain("Canary comment");
		expect(await open(second, "/review")).not.toContain("1 comment");
		const other = await addReviewer(portal, "other@example.org", { tracks: ["embodied-ai"] });
		await other.get(PAGE).expect(404);
		await first.get("/review/talk-99/discussion").expect(404);
		portal.sqlite.exec(`delete from memberships where user_id = ${idOf(portal, FIRST)}`);
		await first.get(PAGE).expect(302);
		const admin = await portal.admin();
		expect(textOfPage(await open(admin))).toContain("Canary comment");
		portal.sqlite.exec("update entries set email_folded = 'admin@example.org', email = 'admin@example.org'");
	});

	it("shows reviewers whose review is open again their own comments, to delete them", async () => {
		const { portal, first, second } = await committee();
		await say(first, "Of the first");
		await say(second, "Of the second");
		await submitForm(first, await open(first, "/review/talk-1"), {}, { ...REVIEW, button: "do.abstain" }).expect(303);
		expect(await open(first, "/review/talk-1")).toContain(`href="${PAGE}">Your comments<`);
		const page = await open(first);
		expect(textOfPage(page).match(/Of the \w+/g)).toEqual(["Of the first"]);
		await submitForm(first, page, {}, { selector: "main dl form", button: "do.delete" }).expect(303);
		expect(portal.sqlite.prepare("select text from review_comments").pluck().all()).toEqual(["Of the second"]);
	});

	it("gives back what was typed, with its ticks, also where it takes nothing any more", async () => {
		const { portal, admin, first } = await committee();
		const tell = [idOf(portal, SECOND)];
		const long = await say(first, "x".repeat(20_000), tell);
		expect(long.status).toBe(422);
		expect(long.text).toMatch(new RegExp(`name="tell" checked="" value="${tell[0]}"`));
		const form = await open(first);
		await press(admin, "do.close");
		const closed = await submitForm(first, form, { comment: "A careful thought" }, SAY).expect(422);
		expect(textOfPage(closed.text)).toMatch(/Organisers have closed.*A careful thought/s);
		await press(admin, "do.reopen");
		portal.sqlite.exec("update reviews set state = 'open'");
		const waits = await submitForm(first, form, { comment: "A careful thought" }, SAY).expect(404);
		expect(textOfPage(waits.text)).toMatch(/A careful thought.*once your review is done/s);
	});

	it("is closed and opened again by organisers; closed it is read and not written to", async () => {
		const { admin, first } = await committee();
		await say(first, "Before");
		const form = await open(first);
		await press(first, "do.close").then(({ status }) => expect(status).not.toBe(303));
		for (const _ of [1, 2]) await press(admin, "do.close");
		const closed = textOfPage(await open(first));
		expect(closed).toMatch(/Before.*Organisers have closed this discussion\./s);
		const refused = await submitForm(first, form, { comment: "Typed before" }, SAY).expect(422);
		expect(textOfPage(refused.text)).toContain("Organisers have closed this discussion.");
		await press(admin, "do.reopen");
		await say(first, "After");
		expect(textOfPage(await open(admin))).toContain("After");
	});

	it("loses what its writer deletes, and nothing of anyone else", async () => {
		const { portal, first, second } = await committee();
		await say(first, "Mine");
		await say(second, "Yours");
		const ids = portal.sqlite.prepare("select id from review_comments order by id").pluck().all() as number[];
		for (const id of [...ids, 99]) await press(first, "do.delete", String(id));
		const left = textOfPage(await open(second));
		expect(left).not.toContain("Mine");
		expect(left).toContain("Yours");
	});

	it("lets who has a conflict of interest now, or was removed, delete what they wrote, and read nothing else", async () => {
		const { portal, admin, first, second } = await committee();
		for (const [agent, text] of [
			[first, "Of the first"],
			[second, "Of the second"],
			[admin, "Of the organiser"],
		] as const)
			await say(agent, text);
		portal.sqlite.exec(`insert into conflicts select 1, id, 'found', 1, null from users where email <> '${SECOND}'`);
		portal.sqlite.exec(`insert into assignments select 1, id, 'hand', 1, null from users where email = '${FIRST}'`);
		for (const [agent, text, way] of [
			[first, "Of the first", "/review/talk-1"],
			[second, "Of the second", "/review/talk-1"],
			[admin, "Of the organiser", "/admin/proposals?modal=details&id=1"],
		] as const) {
			expect(await open(agent, way)).toContain(`href="${PAGE}"`);
			const page = await open(agent);
			expect(textOfPage(page).match(/Of the \w+/g)).toEqual([text]);
			expect(textOfPage(page)).toContain("You cannot read this discussion.");
			expect(page).toContain('href="/review">← All entries<');
			expect(page).not.toContain("do.comment");
			const forged = { comment: "More" };
			await agent.post(PAGE).type("form").send(forged).set("Sec-Fetch-Site", "same-origin").expect(404);
			const gone = await submitForm(agent, page, {}, { selector: "main dl form", button: "do.delete" }).expect(303);
			expect(new URL(gone.headers.location ?? "", portal.origin).pathname).toBe("/review");
			await agent.get(PAGE).expect(404);
			expect(await open(agent, way)).not.toContain(`href="${PAGE}"`);
		}
		expect(portal.sqlite.prepare("select count(*) from review_comments").pluck().get()).toBe(0);
	});

	it("has limits, and loses nothing of what was typed", async () => {
		const { portal, first } = await committee();
		const long = "x".repeat(2_001);
		const refused = await say(first, long);
		expect([refused.status, shownValue(refused.text, "comment")]).toEqual([422, long]);
		expect((await say(first, " ")).status).toBe(422);
		portal.sqlite.exec(
			"with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) insert into review_comments (entry_id, text, at) select 1, 'x', 1 from n",
		);
		const form = await open(first);
		expect(textOfPage(form)).toContain("A discussion has at most 200 comments.");
		const forged = await first
			.post(PAGE)
			.type("form")
			.send({ comment: "One more" })
			.set("Sec-Fetch-Site", "same-origin");
		expect(forged.status).toBe(422);
	});

	it("is in the copy of its writer, leaves with their account, and is Chinese in Chinese", async () => {
		const { portal, first } = await committee();
		await say(first, "My words");
		const copy = (await first.get("/api/me/export").expect(200)).text;
		expect(copy).toContain("My words");
		const chinese = textOfPage((await first.get(PAGE).set("Accept-Language", "zh")).text);
		for (const text of ["talk-1的讨论", "发表意见", "通过邮件通知"]) expect(chinese).toContain(text);
		await portal.services.erasing.erase({ address: FIRST });
		expect(portal.sqlite.prepare("select count(*) from review_comments").pluck().get()).toBe(0);
	});
});
