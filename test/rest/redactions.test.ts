import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { ADMIN } from "../support/portal.ts";
import { addReviewer, REVIEWER, reviewed } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

const PATH = "/api/programmes/hangzhou/redactions";

it("redactions by REST follow the rules of their page", async () => {
	const portal = await reviewed();
	await sendTalk(portal, { org: "Canary University", title: "Canary University builds a compiler" });
	await addReviewer(portal);
	const agent = portal.agent();
	const [own, admin] = [await bearerOf(portal, REVIEWER), await bearerOf(portal, ADMIN.email)];
	const as = (token: string) => ({ Authorization: `Bearer ${token}` });
	const patch = (body: object) => agent.patch(`${PATH}/talk-1`).set(as(admin)).send(body);
	await agent.get(PATH).set(as(own)).expect(403);
	const { body: list } = await agent.get(PATH).set(as(admin)).expect(200);
	expect(list).toMatchObject({ isBlind: true, total: 1, page: 1, pages: 1, unsearched: 0 });
	expect(list.entries).toMatchObject([{ spot: "talk-1", words: ["canary university"], redacted: 0 }]);

	const { body: before } = await agent.get(`${PATH}/talk-1`).set(as(admin)).expect(200);
	const title = before.answers.find(({ name }: { name: string }) => name === "title");
	expect(title).toMatchObject({ text: null, proposed: "█████ builds a compiler", isEdited: false });
	const { seen } = before;
	const { body: after } = await patch({ seen, texts: { title: " Someone\nbuilds " } }).expect(200);
	expect(after.answers.find(({ name }: { name: string }) => name === "title").text).toBe("Someone builds");
	const read = await agent.get("/api/reviews/talk-1").set(as(own)).expect(200);
	expect(read.body).toMatchObject({ title: "Someone builds", redacted: ["Talk Title"] });

	expect((await patch({ seen, texts: { title: "Overtaken" } }).expect(409)).body.error).toBe("CONFLICT");
	const refused = await patch({ seen: after.seen, texts: { abstract: "x".repeat(20_001), email: "x" } }).expect(422);
	expect(refused.body.problems.map(({ field }: { field: string }) => field)).toEqual(["abstract", "email"]);
	for (const wrong of [{ texts: {} }, { seen, texts: { title: 1 } }, { seen, texts: [] }])
		await patch(wrong).expect(400);
	await patch({ seen: after.seen, texts: { title: "" } }).expect(200);
	expect((await agent.get("/api/reviews/talk-1").set(as(own)).expect(200)).body.title).toMatch(/^Canary/);
	for (const path of [`${PATH}/talk-9`, `${PATH}/nomination-1`, "/api/programmes/sl-hz/redactions"])
		await agent.get(path).set(as(admin)).expect(404);
});
