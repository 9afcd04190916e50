import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { addReviewer, REVIEWED } from "../support/reviews.ts";
import { appoint } from "../support/sessions.ts";

it("while a call is reviewed blind, public lists and calls name nobody whose entry is not accepted", async () => {
	const portal = await openPortal();
	await appoint(portal);
	await sendTalk(portal, { title: "Accepted", name: "Known Name" });
	await sendTalk(portal, { title: "In review", name: "Canary Name" });
	portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
	const reviewer = await addReviewer(portal);
	const seen = async () => {
		const pages: string[] = [];
		for (const agent of [portal.agent(), reviewer])
			for (const path of ["/proposals", "/proposals?q=in+review", "/proposals?status=New", "/api/entries"])
				pages.push((await agent.get(path).expect(200)).text);
		return ["Known Name", "Canary Name"].map((name) => pages.filter((page) => page.includes(name)).length);
	};
	expect(await seen()).toEqual([4, 8]);
	portal.sqlite.exec(REVIEWED);
	expect(await seen()).toEqual([4, 0]);
	// It is known to all again once reviewers may know it.
	portal.sqlite.exec("update review_rules set blind = 0");
	expect(await seen()).toEqual([4, 8]);
});
