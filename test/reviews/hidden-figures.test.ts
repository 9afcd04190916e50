import { expect, it } from "vitest";
import { assigned, committee, idOf, open, PAGE, proposal, SECOND } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ADMIN } from "../support/portal.ts";
import { RESULTS } from "../support/results.ts";
import { addReviewer, MARKED, REVIEW, REVIEWER, signedIn } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

const GONE = "gone@example.org";
const CALL = "/api/programmes/hangzhou";
const ASSIGNED = "insert into assignments select 3, id, 'hand', 1, null from users where email like";

/** Two talks, each assigned and done, the first of another reviewer, and a third of the organiser. Someone has left the committee. */
async function ofOrganiser() {
	const found = await committee(2);
	const { portal, first, second, ids } = found;
	await addReviewer(portal, GONE);
	await sendTalk(portal, { title: "Of the organiser", tracks: "ai-next", email: ADMIN.email });
	portal.sqlite.exec(`delete from memberships where user_id = ${idOf(portal, GONE)};
		insert into assignments values (1, ${ids[0]}, 'hand', 1, null), (2, ${ids[1]}, 'hand', 1, null);
		update entries set email = '${SECOND}', email_folded = '${SECOND}' where id = 1`);
	for (const [agent, spot] of [
		[first, "talk-1"],
		[second, "talk-2"],
	] as const)
		await submitForm(agent, await open(agent, `/review/${spot}`), MARKED, { ...REVIEW, button: "do.done" }).expect(303);
	return found;
}

type Found = Awaited<ReturnType<typeof ofOrganiser>>;

/** What an organiser reads of the committee, by address. `wanted`: reviews that a plan is asked for. */
async function readBy({ portal, ids }: Found, email: string) {
	const agent = await signedIn(portal, email);
	const as = { Authorization: `Bearer ${await bearerOf(portal, email)}` };
	const pages = [PAGE, `${PAGE}?entry=talk-1`, `${PAGE}?remove=open`, "/admin/reviews", "/admin/mail?q=talk-3"];
	const plans = ["panel", "balance"].map((way) => proposal(way, ids, "2"));
	const removals = ids.map((id) => `${PAGE}?remove=${id}`);
	const read: Record<string, unknown> = {};
	for (const path of [...pages, ...plans, ...removals, "/admin/proposals?modal=details&id=1"])
		read[path] = textOfPage(await open(agent, path));
	// Not the whole page: adjusted means are the same for all who decide by them, and learn from every review.
	read[RESULTS] = /Reviews: \d+ · Reviewers: \d+/.exec(textOfPage(await open(agent, RESULTS)))?.[0];
	read[CALL] = (await portal.agent().get(`${CALL}/assignments`).set(as).expect(200)).body;
	const wish = { way: "balance", reviewers: ids, most: 2 };
	const { seen, ...plan } = (await portal.agent().post(`${CALL}/assignments/plan`).set(as).send(wish).expect(200)).body;
	expect(seen).toBeTruthy();
	return { ...read, plan };
}

/** The entry of the organiser is assigned, reviewed and discussed. */
async function review({ portal, first, ids }: Found) {
	portal.sqlite.exec(`${ASSIGNED} '%@example.org' and email <> '${ADMIN.email}' and email not like 'other%';
		insert into reviews (entry_id, reviewer_id, state, marks, recommendation, rules_version, entry_version, revision, at)
			select 3, reviewer_id, 'done', '{"relevance":1,"content":1,"clarity":1}', 'no', 1, 0, 1, at + 5000
			from reviews where reviewer_id in (${ids.join()})`);
	const page = await open(first, "/review/talk-3/discussion");
	const say = { selector: "main form[aria-labelledby=h-say]", button: "do.comment" };
	await submitForm(first, page, { comment: "x", tell: [String(ids[1])] }, say).expect(303);
	expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'mentioned'").pluck().get()).toBe(1);
}

it("nothing that organisers read changes when an entry of their own is assigned, reviewed and discussed", async () => {
	const found = await ofOrganiser();
	const before = await readBy(found, ADMIN.email);
	await review(found);
	expect(await readBy(found, ADMIN.email)).toEqual(before);
});

it("others read all of it", async () => {
	const found = await ofOrganiser();
	await addReviewer(found.portal, "other@example.org");
	found.portal.sqlite.exec("update memberships set role = 'organiser' where user_id = (select max(id) from users)");
	const before = await readBy(found, "other@example.org");
	await review(found);
	const after = await readBy(found, "other@example.org");
	const changed = Object.keys(after).filter(
		(path) => JSON.stringify(Object(after)[path]) !== JSON.stringify(Object(before)[path]),
	);
	expect(changed).toEqual(Object.keys(after).filter((path) => !/entry=talk-1/.test(path)));
});

it("organisers neither remove these assignments, nor learn of them from reminders", async () => {
	const found = await ofOrganiser();
	const { portal, admin, ids } = found;
	portal.sqlite.exec(`${ASSIGNED} '${REVIEWER}'`);
	const press = (form: object) =>
		admin.post(PAGE).type("form").send(form).set("Sec-Fetch-Site", "same-origin").expect(303);
	for (const who of ["all", String(ids[0])]) await press({ "do.remind": who });
	expect(portal.sqlite.prepare("select to_address from outbox where kind = 'reviewing'").pluck().all()).toEqual([]);
	await press({ "do.remove": String(ids[0]), count: "1" });
	expect(assigned(portal)).toEqual(["2 second hand", "3 reviewer hand"]);
});

it("they do not read what someone else reminded reviewers of", async () => {
	const { portal, admin } = await ofOrganiser();
	await addReviewer(portal, "other@example.org");
	portal.sqlite.exec(`update memberships set role = 'organiser' where user_id = (select max(id) from users);
		${ASSIGNED} '${REVIEWER}'`);
	const other = await signedIn(portal, "other@example.org");
	const press = { "do.remind": "all" };
	await other.post(PAGE).type("form").send(press).set("Sec-Fetch-Site", "same-origin").expect(303);
	const outbox = async (agent: typeof admin) => textOfPage(await open(agent, "/admin/mail"));
	const reminder = "1 submission still waits for your review";
	expect([await outbox(other), await outbox(admin)].map((text) => text.includes(reminder))).toEqual([true, false]);
});

it("they try mails again that they do not see, and do not learn how many", async () => {
	const found = await ofOrganiser();
	const { portal, admin } = found;
	await review(found);
	const retry = async (body: object) => {
		const press = admin.post("/admin/mail").type("form").send(body).set("Sec-Fetch-Site", "same-origin");
		return textOfPage((await press.redirects(1).expect(200)).text);
	};
	portal.sqlite.exec(
		"update outbox set state = 'cancelled'; update outbox set state = 'failed' where kind = 'mentioned'",
	);
	expect(await open(admin, "/admin/mail")).not.toContain("do.retry-all");
	expect(await retry({ "do.retry-all": "1" })).toContain("0 emails");
	const stateOf = portal.sqlite.prepare("select state from outbox where kind = 'mentioned'").pluck();
	expect(stateOf.all()).toEqual(["pending"]);
});
