import { expect, it } from "vitest";
import { committee, open } from "../support/assignments.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { MARKED, REVIEW, REVIEWER } from "../support/reviews.ts";

const PAGE = "/review/talk-1/discussion";
const SAY = { selector: "main form[aria-labelledby=h-say]", button: "do.comment" };

it("once reviewing has ended, reviewers without a review of their own take part, and others can tell them", async () => {
	const { portal, first, second, ids } = await committee(1);
	await submitForm(second, await open(second, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
	portal.sqlite.exec(`update review_rules set closes_at = 1000`);
	await submitForm(first, await open(first, PAGE), { comment: "Said by the first" }, SAY).expect(303);
	const page = await open(second, PAGE);
	expect(textOfPage(page)).toContain("Said by the first");
	await submitForm(second, page, { comment: "Answered", tell: [String(ids[0])] }, SAY).expect(303);
	const told = portal.sqlite.prepare("select to_address from outbox where kind = 'mentioned'").pluck().all();
	expect(told).toEqual([REVIEWER]);
	const list = await open(first, "/review");
	expect(list).toContain(`href="${PAGE}"`);
	expect(textOfPage(list)).toContain("2 comments · you are asked");
});

it("leads back to where it was opened: for organisers who do not review the entry, the console", async () => {
	const { portal, admin, first, ids } = await committee(1);
	await submitForm(first, await open(first, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
	expect(await open(admin, PAGE)).toContain('href="/review/talk-1">← ');
	portal.sqlite.exec(`insert into assignments values (1, ${ids[0]}, 'hand', 1, null)`);
	expect(await open(admin, PAGE)).toContain('href="/admin/proposals?modal=details&amp;id=1">← ');
	expect(await open(first, PAGE)).toContain('href="/review/talk-1">← ');
	await open(admin, "/admin/proposals?modal=details&id=1");
});
