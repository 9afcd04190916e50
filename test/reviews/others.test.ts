import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { type Agent, addReviewer, MARKED, REVIEW, reviewed } from "../support/reviews.ts";

const PAGE = "/review/talk-1";
const [FIRST, SECOND] = ["first@example.org", "second@example.org"];
const WAITS = "You see the other reviews once yours is done.";

const open = async (agent: Agent, path = PAGE) => (await agent.get(path).expect(200)).text;
const setRules = ({ sqlite }: TestPortal, rules: string) => sqlite.exec(`update review_rules set ${rules}`);

async function finish(agent: Agent, said: Record<string, string> = {}) {
	const done = { ...REVIEW, button: "do.done" };
	await submitForm(agent, await open(agent), { ...MARKED, ...said }, done).expect(303);
}

/** A talk that the first reviewer is done with, and the second has not begun. */
async function pair(rules: string) {
	const portal = await reviewed();
	setRules(portal, rules);
	await sendTalk(portal, { title: "The talk" });
	const [first, second] = [await addReviewer(portal, FIRST), await addReviewer(portal, SECOND)];
	await finish(first, { committeeNote: "Said to the committee", authorNote: "Said to the author" });
	return { portal, first, second };
}

describe("the reviews of others", () => {
	it("are hidden until one’s own is done, and shown from then on with name, marks and note", async () => {
		const { second } = await pair("hidden = 1");
		const before = await open(second);
		expect(textOfPage(before)).toContain(WAITS);
		for (const secret of [FIRST, "Said to"]) expect(before).not.toContain(secret);
		await submitForm(second, before, { committeeNote: "Begun" }, { ...REVIEW, button: "do.save" }).expect(303);
		expect(await open(second)).not.toContain("Said to");
		await finish(second);
		const after = textOfPage(await open(second));
		expect(after).toMatch(/Other reviews.*first@example\.org.*Relevance.*3 of 5.*Accept.*Said to the committee/s);
		expect(after).not.toContain("Said to the author");
		expect(after).not.toContain(WAITS);
	});

	it("are shown at once where the call does not hide them, and to all once reviewing has ended", async () => {
		const { portal, second } = await pair("hidden = 0");
		expect(textOfPage(await open(second))).toContain("Said to the committee");
		setRules(portal, "hidden = 1");
		expect(textOfPage(await open(second))).not.toContain("Said to the committee");
		setRules(portal, "closes_at = 1000");
		expect(textOfPage(await open(second))).toContain("Said to the committee");
	});

	it("are those that are done, of people without a conflict of interest, and not one’s own", async () => {
		const { portal, first, second } = await pair("hidden = 0");
		expect(textOfPage(await open(first))).toContain("Nobody else has reviewed this entry yet.");
		await submitForm(second, await open(second), { committeeNote: "Begun" }, { ...REVIEW, button: "do.save" }).expect(
			303,
		);
		expect(textOfPage(await open(first))).not.toContain(SECOND);
		portal.sqlite.exec(`insert into conflicts select 1, id, 'found', 1, null from users where email = '${FIRST}'`);
		expect(await open(second)).not.toContain("Said to");
	});

	it("say their mean where reviewers may see the results, and not a figure of them elsewhere", async () => {
		const { portal, second } = await pair("hidden = 1, results = 1");
		expect(textOfPage(await open(second))).not.toContain("recommend accepting");
		await finish(second, { "mark-relevance": "1", "mark-content": "1", "mark-clarity": "1", recommendation: "no" });
		// (3 + 2 · 5 + 4) / 4 = 4.25 and 1: mean 2.625.
		expect(textOfPage(await open(second))).toContain("Mean 2.6 from 2 reviews · 50% recommend accepting.");
		const chinese = textOfPage((await second.get(PAGE).set("Accept-Language", "zh")).text);
		expect(chinese).toContain("2份评审意见，平均2.6分，50%建议录用。");
		setRules(portal, "results = 0");
		expect(textOfPage(await open(second))).not.toMatch(/recommend accepting|2\.6/);
	});

	it("are closed to who has a conflict of interest, and to authors", async () => {
		const { portal, second } = await pair("hidden = 0, results = 1");
		await submitForm(second, await open(second), {}, { ...REVIEW, button: "do.declare" }).expect(303);
		const page = await open(second);
		for (const secret of [FIRST, "Said to", "recommend accepting", "Other reviews"]) expect(page).not.toContain(secret);
		portal.sqlite.exec(`delete from conflicts; update entries set email = '${SECOND}', email_folded = '${SECOND}'`);
		await second.get(PAGE).expect(404);
	});

	it("keep their marks and notes when their reviewer leaves the team, or their account is deleted", async () => {
		const { portal, second } = await pair("hidden = 0");
		portal.sqlite.exec(
			"delete from memberships where user_id = (select id from users where email = 'first@example.org')",
		);
		expect(textOfPage(await open(second))).toMatch(/first@example\.org.*Said to the committee/s);
		portal.sqlite.exec(`update reviews set reviewer_id = null`);
		expect(textOfPage(await open(second))).toMatch(/Reviewer whose account was deleted.*Said to the committee/s);
	});
});
