import { expect, it } from "vitest";
import { member } from "../support/drafts.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

it("an edit after the end of the call says that editing has ended, and keeps what was typed", async () => {
	const portal = await openPortal();
	const agent = await member(portal);
	const fresh = (await agent.get("/hangzhou").expect(200)).text;
	await submitForm(agent, fresh, talk({ title: "As it was", file: await portrait() })).expect(303);
	const form = (await agent.get("/hangzhou?spot=talk-1").expect(200)).text;
	const other = (await agent.get("/hangzhou?draft=none").expect(200)).text;
	portal.sqlite.exec("update programmes set state = 'closed' where category = 'hangzhou'");

	const refused = await submitForm(agent, form, { title: "Changed too late", consent: true }).expect(409);
	const { headline } = errorsOf(refused.text);
	expect(headline).toMatch(
		/^Editing has ended, because this call is closed\. Your submission stays as it was\. What you typed on .* is kept for 30 days/,
	);
	expect(shownValue(refused.text, "title")).toBe("Changed too late");
	expect(portal.sqlite.prepare("select title from entries").pluck().all()).toEqual(["As it was"]);

	const page = (await agent.get("/hangzhou?spot=talk-1").expect(200)).text;
	const said = textOfPage(page);
	expect(said).toContain("Hangzhou Talk Proposal: editing has ended. Your submission stays as it was.");
	expect(said).toContain("Changed too late");
	expect(page).toContain('href="/entry/talk-1"');

	// A new one is no edit, and somebody else's entry is not named.
	const late = await submitForm(agent, other, talk({ file: await portrait() })).expect(409);
	expect(errorsOf(late.text).headline).toMatch(/^This call is closed\./);
	const stranger = textOfPage((await portal.agent().get("/hangzhou?spot=talk-1").expect(200)).text);
	expect(stranger).not.toContain("editing has ended");

	const { body } = await portal
		.agent()
		.post("/api/auth/login")
		.send({ username: "lei@example.org", password: "Plum-tree 77" });
	const call = portal.agent().post("/api/submit").set("Authorization", `Bearer ${body.token}`).field("id", "talk-1");
	const { status, body: answer } = await call.field("title", "By program");
	expect([status, answer]).toEqual([
		409,
		{
			message: "Editing has ended, because this call is closed. Your submission stays as it was.",
			error: "PROGRAMME_CLOSED",
		},
	]);
});
