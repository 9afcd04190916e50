import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { ADMIN } from "../support/portal.ts";
import { addReviewer, REVIEWER, reviewed } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

const PATH = "/api/reviews/talk-1/discussion";

it("a discussion by REST follows the rules of its page", async () => {
	const portal = await reviewed();
	await sendTalk(portal);
	await addReviewer(portal);
	const agent = portal.agent();
	const [own, admin] = [await bearerOf(portal, REVIEWER), await bearerOf(portal, ADMIN.email)];
	const as = (token: string) => ({ Authorization: `Bearer ${token}` });
	const say = (token: string, body: object) => agent.post(PATH).set(as(token)).send(body);
	await agent.get(PATH).set(as(own)).expect(404);
	await say(own, { text: "Too early" }).expect(404);
	portal.sqlite.exec(
		`insert into reviews (entry_id, reviewer_id, state, marks, rules_version, entry_version, revision, at)
			select 1, id, 'done', '{}', 1, 0, 1, 1 from users where email = '${REVIEWER}'`,
	);
	const { body } = await say(own, { text: "One" }).expect(200);
	expect(body).toMatchObject({ isClosed: false, comments: [{ text: "One", by: REVIEWER, isOwn: true }] });
	const [{ id: reviewer }] = (await agent.get(PATH).set(as(admin)).expect(200)).body.others;
	const told = await say(admin, { text: " Two\r\n", tell: [reviewer] }).expect(200);
	expect(told.body.comments[1]).toMatchObject({ text: "Two", isForReader: false });
	const read = await agent.get(PATH).set(as(own)).expect(200);
	expect(read.body.comments[1]).toMatchObject({ isForReader: true });
	expect(portal.sqlite.prepare("select to_address from outbox where kind = 'mentioned'").pluck().all()).toEqual([
		REVIEWER,
	]);
	for (const wrong of [{ text: "x".repeat(4_001) }, { text: "x", tell: ["1"] }, {}]) await say(own, wrong).expect(400);
	for (const text of [" ", "x".repeat(2_001)]) {
		const refused = (await say(own, { text }).expect(422)).body;
		expect(refused).toMatchObject({ error: "BAD_REQUEST", problems: [{ field: "text" }] });
	}
	await say(own, { text: "Organisers?", tellOrganisers: true }).expect(200);
	expect(portal.sqlite.prepare("select to_address from outbox where kind = 'mentioned'").pluck().all()).toEqual([
		REVIEWER,
		ADMIN.email,
	]);
	await agent.patch(PATH).set(as(own)).send({ isClosed: true }).expect(403);
	for (const _ of [1, 2]) await agent.patch(PATH).set(as(admin)).send({ isClosed: true }).expect(200);
	expect((await say(own, { text: "Late" }).expect(409)).body.error).toBe("CONFLICT");
	const [one, two] = read.body.comments;
	for (const id of [one.id, one.id, two.id]) await agent.delete(`${PATH}/${id}`).set(as(own)).expect(204);
	const left = await agent.get(PATH).set(as(admin)).expect(200);
	expect(left.body.comments.map(({ text }: { text: string }) => text)).toEqual(["Two", "Organisers?"]);
});
