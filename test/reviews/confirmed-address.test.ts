import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { committee, PAGE } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { type Agent, addReviewer, reviewed, signedIn } from "../support/reviews.ts";
import { addPerson, bearerOf } from "../support/sessions.ts";

/** The author whom a reviewer suspects, and whose address they register. */
const SUSPECT = "author@example.org";
const JOIN = { selector: "main form[action^='/invitation']" };

/** A link that makes whoever opens it a reviewer. */
async function invitation(portal: TestPortal): Promise<string> {
	const admin = await portal.admin();
	const page = (await admin.get("/admin/team").expect(200)).text;
	const filling = { email: "new@example.org", role: "reviewer" };
	await submitForm(admin, page, filling, { selector: "main form[aria-labelledby=h-invite]" }).expect(200);
	return linkIn(portal, "invite");
}

/** Follows an answer that leads on. */
async function followed(portal: TestPortal, agent: Agent, { headers }: { headers: Record<string, string> }) {
	const { pathname, search } = new URL(headers.location ?? "", portal.origin);
	return { path: pathname, text: (await agent.get(pathname + search).expect(200)).text };
}

const buttonIn = (html: string) =>
	parse(html).querySelector("main form[action='/session'] button[name='do.verify']")?.textContent;
const reviewers = ({ sqlite }: TestPortal) => sqlite.prepare("select count(*) from memberships").pluck().get();

describe("an account whose address is not confirmed", () => {
	it("does not join by an invitation to another one, is told what to do, and joins once it has done that", async () => {
		const portal = await reviewed();
		await sendTalk(portal, { email: SUSPECT, title: "Theirs" });
		const link = await invitation(portal);
		await addPerson(portal, SUSPECT, "");
		const agent = await signedIn(portal, SUSPECT);
		const page = (await agent.get(link).expect(200)).text;
		expect(textOfPage(page)).toContain(`The address ${SUSPECT} is not confirmed yet`);
		expect([buttonIn(page), parse(page).querySelector(JOIN.selector)]).toEqual(["Create a new link", null]);
		const token = new URL(link, portal.origin).searchParams.get("token") ?? "";
		const post = agent.post("/invitation").set("Sec-Fetch-Site", "same-origin").type("form");
		const away = await followed(portal, agent, await post.send({ token }));
		expect(away.path).toBe("/dashboard");
		expect(textOfPage(away.text)).toContain("Confirm your email address first.");
		expect([buttonIn(away.text), reviewers(portal)]).toEqual(["Create a new link", 0]);

		await submitForm(agent, page, {}, { selector: "main form[action='/session']", button: "do.verify" }).expect(303);
		const verify = (await agent.get(linkIn(portal, "verify")).expect(200)).text;
		await submitForm(agent, verify, {}, { selector: "main form[action^='/verify']" }).expect(303);
		await submitForm(agent, (await agent.get(link).expect(200)).text, {}, JOIN).expect(303);
		expect(reviewers(portal)).toBe(1);
		await agent.get("/review").expect(200);
	});

	it("reviews nothing, by page or call, and counts as nobody's reviewer until it is confirmed", async () => {
		const portal = await reviewed();
		await sendTalk(portal, { email: SUSPECT, title: "Theirs" });
		await sendTalk(portal, { title: "Of another" });
		const agent = await addReviewer(portal, SUSPECT);
		const set = (at: number | null) =>
			portal.sqlite.prepare("update users set verified_at = ? where email = ?").run(at, SUSPECT);
		set(null);
		for (const path of ["/review", "/review/talk-1", "/review/talk-2", "/review/talk-2/discussion"]) {
			const away = await followed(portal, agent, await agent.get(path).expect(302));
			expect([path, away.path, buttonIn(away.text)]).toEqual([path, "/dashboard", "Create a new link"]);
			expect(textOfPage(away.text)).toContain("Reviewers and organisers need a confirmed one.");
		}
		const token = `Bearer ${await bearerOf(portal, SUSPECT)}`;
		for (const path of ["/api/reviews", "/api/reviews/talk-2"]) {
			const { body } = await portal.agent().get(path).set("Authorization", token).expect(403);
			expect([path, body.error]).toEqual([path, "UNCONFIRMED"]);
		}
		const admin = await portal.admin();
		const assigned = async () => textOfPage((await admin.get(`${PAGE}?entry=talk-2`).expect(200)).text);
		expect(await assigned()).not.toContain(SUSPECT);
		expect(textOfPage((await admin.get("/admin/team").expect(200)).text)).toContain(
			"Has not confirmed their email address, and sees no entries until then.",
		);
		set(1);
		expect(await assigned()).toContain(SUSPECT);
		const list = textOfPage((await agent.get("/review").expect(200)).text);
		expect([list.includes("Of another"), list.includes("Theirs")]).toEqual([true, false]);
	});

	it("is told what to do where it has none at all", async () => {
		const { portal, first: agent } = await committee(1);
		portal.sqlite.exec(
			"update users set email = null, verified_at = null where id = (select min(user_id) from memberships)",
		);
		const away = await followed(portal, agent, await agent.get("/review").expect(302));
		expect(textOfPage(away.text)).toContain("Ask the organisers to invite you by email.");
		const page = textOfPage((await agent.get(await invitation(portal)).expect(200)).text);
		expect(page).toContain("Then open that invitation while you are logged out.");
	});
});
