import { expect, it } from "vitest";
import { assigned, committee, open, PAGE, proposal } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN } from "../support/portal.ts";
import { bearerOf } from "../support/sessions.ts";
import { rowsOf } from "../support/table.ts";

it("organisers are told neither who reviews an entry of their own, nor the marks it got", async () => {
	const { portal, admin, ids } = await committee(1);
	await sendTalk(portal, { title: "Of the organiser", tracks: "ai-next", email: ADMIN.email });
	portal.sqlite.exec(`
		insert into assignments select e.id, u.id, 'hand', 1, null from entries e, users u where u.email = 'reviewer@example.org';
		insert into reviews (entry_id, reviewer_id, state, marks, recommendation, rules_version, entry_version, revision, at)
			select e.id, u.id, 'done', json_object('relevance', 2 * e.id - 1, 'content', 2 * e.id - 1, 'clarity', 2 * e.id - 1), 'yes', 1, 0, 1, 1
			from entries e, users u where u.email = 'reviewer@example.org'`);
	const page = await open(admin);
	expect(rowOf(page, "talk-1")).toMatch(/reviewer@example\.org, done/);
	expect(rowOf(page, "talk-2")).toBe("Of the organiser|talk-2|AI Next|Hidden from you: your own submission|–");
	// Only the other is counted, and only its mark shows.
	expect(rowOf(page, "reviewer@example.org")).toMatch(/1 of 1\|.*\|1\.0\|–\|/);
	expect(textOfPage(await open(admin, "/admin/proposals?modal=details&id=2"))).toContain(
		"This is your own submission, so its reviews are not shown to you.",
	);
	await admin.get(`${PAGE}?entry=talk-1`).expect(200);
	await admin.get(`${PAGE}?entry=talk-2`).expect(404);
	const before = assigned(portal);
	const given = { had: "[]", reviewer: String(ids[1]), "do.save": "1" };
	const forged = admin.post(`${PAGE}?entry=talk-2`).type("form").send(given).set("Sec-Fetch-Site", "same-origin");
	await forged.expect(404);
	expect(assigned(portal)).toEqual(before);
	const proposed = textOfPage(await open(admin, proposal("balance", ids)));
	expect(proposed).toMatch(/Of the organiser.*Hidden from you: your own submission/s);
});

it("and not by REST either, where others are assigned to it all the same", async () => {
	const { portal, ids } = await committee(1);
	await sendTalk(portal, { title: "Of the organiser", tracks: "ai-next", email: ADMIN.email });
	const token = await bearerOf(portal, ADMIN.email);
	const as = { Authorization: `Bearer ${token}` };
	const path = "/api/programmes/hangzhou/assignments";
	const wish = { way: "balance", reviewers: ids };
	const { body: plan } = await portal.agent().post(`${path}/plan`).set(as).send(wish).expect(200);
	expect(new Set(plan.added.map(({ spot }: { spot: string }) => spot))).toEqual(new Set(["talk-1"]));
	await portal
		.agent()
		.post(`${path}/plan`)
		.set(as)
		.send({ ...wish, reviewers: [...ids, 999] })
		.expect(404);
	await portal
		.agent()
		.post(`${path}/apply`)
		.set(as)
		.send({ ...wish, seen: plan.seen })
		.expect(200);
	expect(assigned(portal)).toHaveLength(4);
	const { body } = await portal.agent().get(path).set(as).expect(200);
	expect(body.entries).toMatchObject([
		{ spot: "talk-1", isHidden: false, reviewers: [{}, {}] },
		{ spot: "talk-2", isHidden: true, reviewers: [] },
	]);
	const hand = { spot: "talk-2", had: [], reviewers: [ids[0]] };
	await portal.agent().post(path).set(as).send(hand).expect(404);
});

it("and they neither keep reviewers from it, nor redact it", async () => {
	const { portal, admin, ids } = await committee(1);
	await sendTalk(portal, { title: "Of the organiser", tracks: "ai-next", email: ADMIN.email });
	const as = { Authorization: `Bearer ${await bearerOf(portal, ADMIN.email)}` };
	const agent = portal.agent();
	const conflicts = "/api/programmes/hangzhou/conflicts";
	for (const isConflict of [true, false]) {
		const pairs = (spot: string) => ({ pairs: [{ spot, reviewer: ids[0] }], isConflict });
		await agent.post(conflicts).set(as).send(pairs("talk-2")).expect(403);
		await agent.post(conflicts).set(as).send(pairs("talk-1")).expect(200);
	}
	const path = "/admin/programmes/hangzhou/conflicts";
	const forged = admin
		.post(path)
		.type("form")
		.send({ pair: `2-${ids[0]}`, "do.confirm": "1" });
	expect((await forged.set("Sec-Fetch-Site", "same-origin").expect(422)).text).toContain("Someone else decides");
	const redactions = "/api/programmes/hangzhou/redactions/talk-2";
	const { seen } = (await agent.get(redactions).set(as).expect(200)).body;
	await agent
		.patch(redactions)
		.set(as)
		.send({ seen, texts: { title: "Better" } })
		.expect(403);
	const page = await open(admin, "/admin/programmes/hangzhou/redactions?entry=talk-2");
	const refused = await submitForm(
		admin,
		page,
		{ "text-title": "Better" },
		{ selector: "main form", button: "do.save" },
	);
	expect([refused.status, shownValue(refused.text, "text-title")]).toEqual([422, "Better"]);
	expect(portal.sqlite.prepare("select count(*) from redactions").pluck().get()).toBe(0);
});

it("who has nothing to review reads why", async () => {
	const { portal, admin, ids } = await committee(0);
	const shown = async () => textOfPage(await open(admin, "/review"));
	expect(await shown()).toContain("There are no entries for you to review yet.");
	await sendTalk(portal, { tracks: "ai-next" });
	expect(await shown()).toContain("0 of 1");
	portal.sqlite.exec(`insert into assignments values (1, ${ids[0]}, 'hand', 1, null)`);
	expect(await shown()).toContain("No entries are assigned to you.");
	expect(await shown()).not.toContain("0 of 0");
	portal.sqlite.exec(`update review_rules set opens_at = ${portal.clock.now.valueOf() + 1000}`);
	expect(await shown()).toContain("Reviewing has not begun yet.");
});

it("a call that is not reviewed has no plan", async () => {
	const { portal, ids } = await committee(1);
	const as = { Authorization: `Bearer ${await bearerOf(portal, ADMIN.email)}` };
	portal.sqlite.exec("delete from review_rules");
	const wish = { way: "panel", reviewers: ids };
	const path = "/api/programmes/hangzhou/assignments";
	await portal.agent().post(`${path}/plan`).set(as).send(wish).expect(404);
	await portal
		.agent()
		.post(`${path}/apply`)
		.set(as)
		.send({ ...wish, seen: "x" })
		.expect(404);
	expect(assigned(portal)).toEqual([]);
});

const rowOf = (page: string, text: string) =>
	rowsOf(page)
		.map((row) => row.join("|"))
		.find((row) => row.includes(text));
