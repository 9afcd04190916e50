import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { addReviewer, changeCriteria, REVIEWER, reviewed } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

it("marks of criteria that are not asked any more are not given, so that a review can be sent back as it was read", async () => {
	const portal = await reviewed();
	await addReviewer(portal);
	await sendTalk(portal);
	const as = { Authorization: `Bearer ${await bearerOf(portal, REVIEWER)}` };
	const path = "/api/reviews/talk-1";
	const said = { state: "done", recommendation: "yes", committeeNote: "", authorNote: "" };
	const marks = { relevance: 3, content: 5, clarity: 4 };
	const first = { ...said, marks, revision: 0, entryVersion: 0, rulesVersion: 1 };
	await portal.agent().post(path).set(as).send(first).expect(200);
	changeCriteria(portal, '"id":"content"', '"id":"depth"');
	const { review } = (await portal.agent().get(path).set(as).expect(200)).body;
	expect(review.marks).toEqual({ relevance: 3, clarity: 4 });
	const { revision, entryVersion, rulesVersion } = review;
	const again = { ...said, marks: { ...review.marks, depth: 2 }, revision, entryVersion, rulesVersion };
	const { body } = await portal.agent().post(path).set(as).send(again).expect(200);
	expect(body.review.marks).toEqual({ relevance: 3, clarity: 4, depth: 2 });
});
