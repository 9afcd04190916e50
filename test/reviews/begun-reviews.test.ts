import { expect, it } from "vitest";
import { assigned, committee, open, PAGE, proposal, SECOND } from "../support/assignments.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ADMIN } from "../support/portal.ts";
import { addReviewer, MARKED, REVIEW } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";
import { rowsOf } from "../support/table.ts";

const HAND = { selector: "main form", button: "do.save" };
const APPLY = { selector: "main form", button: "do.apply" };
const REMOVE = { selector: "main form", button: "do.remove" };
const THIRD = "third@example.org";

/** Three talks. The first was reviewed by one, who has begun the second; of a third reviewer the second waits withdrawn. */
async function begun() {
	const found = await committee(3);
	const third = await addReviewer(found.portal, THIRD);
	for (const [agent, spot, button] of [
		[found.first, "talk-1", "do.done"],
		[found.first, "talk-2", "do.save"],
		[third, "talk-2", "do.abstain"],
		[third, "talk-3", "do.done"],
	] as const)
		await submitForm(agent, await open(agent, `/review/${spot}`), MARKED, { ...REVIEW, button }).expect(303);
	found.portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 3");
	return { ...found, third };
}

it("the first assignment by hand takes no entry from anyone who has begun a review", async () => {
	const { portal, admin, first, ids } = await begun();
	const page = await open(admin, `${PAGE}?entry=talk-1`);
	await submitForm(admin, page, { reviewer: [String(ids[0]), String(ids[1])] }, HAND).expect(200);
	expect(assigned(portal)).toEqual(["1 reviewer hand", "1 second hand", "2 reviewer hand", "3 third hand"]);
	for (const spot of ["talk-1", "talk-2"]) expect(await open(first, `/review/${spot}`)).toContain("data-review");
	// They see it ticked, so that they can remove it in the same step.
	expect(page).toMatch(new RegExp(`checked="" value="${ids[0]}"`));
	expect(page).not.toMatch(new RegExp(`checked="" value="${ids[1]}"`));
});

it("and by REST neither; who is removed in the same step is not kept", async () => {
	const { portal, ids } = await begun();
	const as = { Authorization: `Bearer ${await bearerOf(portal, ADMIN.email)}` };
	const path = "/api/programmes/hangzhou/assignments";
	const send = (body: object, status = 200) => portal.agent().post(path).set(as).send(body).expect(status);
	// Nothing is removed where nothing is assigned: this must not hide all other entries.
	const refused = await send({ spot: "talk-1", had: [ids[0]], reviewers: [] }, 409);
	expect(refused.body.message).toContain("the call has no assignments yet");
	expect(assigned(portal)).toEqual([]);
	expect((await send({ spot: "talk-1", had: [], reviewers: [ids[1]] })).body).toEqual({ reviewers: ids });
	portal.sqlite.exec("delete from assignments");
	expect((await send({ spot: "talk-1", had: [ids[0]], reviewers: [ids[1]] })).body).toEqual({ reviewers: [ids[1]] });
	expect(assigned(portal)).toEqual(["1 second hand", "2 reviewer hand", "3 third hand"]);
});

it("a proposal keeps begun reviews of withdrawn entries, too, and gives back nothing that was removed", async () => {
	const { portal, admin, ids } = await begun();
	const all = [...ids, third(portal)];
	const page = await open(admin, proposal("balance", all));
	expect(textOfPage(page)).toContain("2 reviews that were begun");
	await submitForm(admin, page, {}, APPLY).expect(200);
	expect(assigned(portal)).toContain("3 third balance");
	portal.sqlite.exec(`delete from assignments where reviewer_id = ${ids[0]}`);
	for (const way of ["balance", "panel"]) {
		const again = await open(admin, proposal(way, all));
		expect(textOfPage(again)).not.toMatch(/reviews? that (was|were) begun/);
		expect(again).not.toContain("do.apply");
	}
	const shown = textOfPage(await open(admin, proposal("balance", all)));
	expect(shown).toMatch(/1 entry gets fewer.*2 reviews are missing.*in conflict, abstained or removed: 2/s);
});

it("a call stays assigned when the last assigned entry is withdrawn, until the assignment is removed", async () => {
	const { portal, admin, first, ids } = await committee(2);
	portal.sqlite.exec(`insert into assignments values (1, ${ids[1]}, 'hand', 1, null);
		update entries set presence = 'withdrawn' where id = 1`);
	await first.get("/review/talk-2").expect(404);
	const page = await open(admin, PAGE);
	expect(textOfPage(page)).not.toContain("There are no assignments");
	expect(
		rowsOf(page)
			.find((row) => row.join().includes(SECOND))
			?.join("|"),
	).toContain("0 of 0");
	const question = await open(admin, `${PAGE}?remove=open`);
	expect(page).toContain("remove=open");
	expect(page).toContain(`remove=${ids[1]}`);
	await submitForm(admin, question, {}, REMOVE).expect(200);
	expect(textOfPage(await open(admin, PAGE))).toContain("There are no assignments");
	await first.get("/review/talk-2").expect(200);
});

it("the first assignment gives nobody an entry back that is in a track of others now", async () => {
	const { portal, admin, first, ids } = await committee(2);
	await submitForm(first, await open(first, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.save" }).expect(303);
	portal.sqlite.exec("update entries set track_id = 'agentic-web' where id = 1");
	const page = await open(admin, `${PAGE}?entry=talk-2`);
	await submitForm(admin, page, { reviewer: [String(ids[1])] }, HAND).expect(200);
	expect(assigned(portal)).toEqual(["2 second hand"]);
});

it("an organiser is told what it means to remove nothing, or the last assignments", async () => {
	const { portal, admin, ids } = await begun();
	const page = await open(admin, `${PAGE}?entry=talk-1`);
	const refused = await submitForm(admin, page, { reviewer: [] }, HAND).expect(409);
	expect(textOfPage(refused.text)).toContain("Not saved: the call has no assignments yet");
	portal.sqlite.exec(`insert into assignments values (1, ${ids[0]}, 'hand', 1, null), (2, ${ids[1]}, 'hand', 1, null)`);
	const last = "These are the last assignments of the call";
	expect(textOfPage(await open(admin, `${PAGE}?remove=${ids[0]}`))).not.toContain(last);
	portal.sqlite.exec("delete from assignments where entry_id = 2");
	expect(textOfPage(await open(admin, `${PAGE}?remove=${ids[0]}`))).toContain(last);
});

const third = ({ sqlite }: Awaited<ReturnType<typeof committee>>["portal"]) =>
	Number(sqlite.prepare("select id from users where email = ?").pluck().get(THIRD));

it("a refused assignment by hand keeps what was ticked and unticked, beside what others changed since", async () => {
	const { portal, admin, ids } = await begun();
	const all = [...ids, third(portal)];
	portal.sqlite.exec(`insert into assignments values (1, ${all[0]}, 'hand', 1, null), (3, ${all[2]}, 'hand', 1, null)`);
	const page = await open(admin, `${PAGE}?entry=talk-1`);
	portal.sqlite.exec(`insert into conflicts values (1, ${all[2]}, 'found', 1, null);
		insert into assignments values (1, 1, 'hand', 1, null)`);
	const ticks = { reviewer: [String(all[1]), String(all[2])] };
	const refused = await submitForm(admin, page, ticks, HAND).expect(409);
	expect(textOfPage(refused.text)).toContain("one of them has a conflict of interest");
	const shown = (id: number | undefined) => new RegExp(`checked="" value="${id}"`).test(refused.text);
	// One removed, one added, one who cannot review it, and an organiser whom another organiser has added.
	expect([all[0], all[1], all[2], 1].map(shown)).toEqual([false, true, false, true]);
	// Nor one who has left meanwhile.
	portal.sqlite.exec(`update memberships set calls = '["aigc"]' where user_id = ${all[1]}`);
	const gone = await submitForm(admin, refused.text, {}, HAND).expect(409);
	expect(textOfPage(gone.text)).toContain("one of them does not review this call any more");
	expect(gone.text).not.toMatch(new RegExp(`checked="" value="${all[0]}"`));
	portal.sqlite.exec(`update memberships set calls = '[]' where user_id = ${all[1]}`);
	await submitForm(admin, refused.text, {}, HAND).expect(200);
	expect(assigned(portal)).toEqual(expect.arrayContaining(["1 admin hand", "1 second hand", "3 third hand"]));
	expect(assigned(portal)).not.toContain("1 reviewer hand");
});

it("a proposal that only keeps begun reviews is stored again after they were removed", async () => {
	const { portal, admin, ids } = await begun();
	portal.sqlite.exec("update review_rules set wanted = 1");
	const page = await open(admin, proposal("balance", ids));
	const before = await submitForm(admin, page, {}, APPLY).then(() => assigned(portal));
	expect(before.length).toBeGreaterThan(1);
	portal.sqlite.exec("delete from assignments");
	await submitForm(admin, page, {}, APPLY).expect(200);
	expect(assigned(portal)).toEqual(before);
});
