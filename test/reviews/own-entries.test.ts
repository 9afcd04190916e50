import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { RESULTS } from "../support/results.ts";
import { addReviewer, MARKED, REVIEW, REVIEWER, reviewed } from "../support/reviews.ts";

it.each([
	["account", "update entries set user_id = (select id from users where email = ?)"],
	["address", "update entries set email_folded = ?"],
])(
	"a review by someone whose entry it becomes, by their %s, counts no more and is shown to nobody else",
	async (_, by) => {
		const portal = await reviewed();
		const [own, other] = [await addReviewer(portal), await addReviewer(portal, "other@example.org")];
		await sendTalk(portal);
		for (const [agent, committeeNote] of [
			[own, "I love my talk"],
			[other, "Fine"],
		] as const) {
			const page = (await agent.get("/review/talk-1").expect(200)).text;
			await submitForm(agent, page, { ...MARKED, committeeNote }, { ...REVIEW, button: "do.done" }).expect(303);
		}
		const admin = await portal.admin();
		const results = async () => textOfPage((await admin.get(RESULTS).expect(200)).text);
		expect(await results()).toContain("Reviews: 2 · Reviewers: 2");
		expect((await other.get("/review/talk-1").expect(200)).text).toContain("I love my talk");
		portal.sqlite.prepare(by).run(REVIEWER);
		expect(await results()).toContain("Reviews: 1 · Reviewers: 1");
		expect((await other.get("/review/talk-1").expect(200)).text).not.toContain("I love my talk");
		await own.get("/review/talk-1").expect(404);
	},
);
