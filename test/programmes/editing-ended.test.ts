import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { member } from "../support/drafts.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { portrait, talk } from "../support/talks.ts";

it("an edit after the end of the call says that editing has ended, and keeps the typed text", async () => {
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
		/^Editing has ended\. Your submission stays as it is\. We keep what you typed on .* for 30 days/,
	);
	expect(shownValue(refused.text, "title")).toBe("Changed too late");
	expect(portal.sqlite.prepare("select title from entries").pluck().all()).toEqual(["As it was"]);

	const page = (await agent.get("/hangzhou?spot=talk-1").expect(200)).text;
	const said = textOfPage(page);
	expect(said).toContain("Hangzhou Talk Proposal: editing has ended. Your submission stays as it is.");
	expect(said).toContain("Changed too late");
	expect(page).toContain('href="/entry/talk-1"');

	// A new one is no edit, and somebody else's entry is not named.
	const late = await submitForm(agent, other, talk({ file: await portrait() })).expect(409);
	expect(errorsOf(late.text).headline).toMatch(/^This call is not open\./);
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
			message: "Editing has ended. Your submission stays as it is.",
			error: "PROGRAMME_CLOSED",
		},
	]);
});

it.each([
	["closed", { state: "closed" }, "Submission Closed"],
	["soon", { state: "dates", opens: "2027-01-01", closes: "" }, "Editing Has Ended"],
	["external", { state: "external", link: "https://other.example" }, "Editing Has Ended"],
])("no page offers to edit what cannot be edited, where the call is %s", async (_, settings, heading) => {
	const portal = await openPortal();
	const author = await member(portal);
	const guest = portal.agent();
	for (const agent of [author, guest]) {
		const filling = talk({ title: "Mine", file: await portrait() });
		await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(303);
	}
	const pages = [
		[guest, linkIn(portal, "receipt"), "/hangzhou?spot=talk-2&"],
		[author, "/entry/talk-1", "/hangzhou?spot=talk-1"],
		[author, "/dashboard", "/hangzhou?spot=talk-1"],
	] as const;
	const offered = () =>
		Promise.all(
			pages.map(async ([agent, path, form]) => {
				const links = parse((await agent.get(path).expect(200)).text).querySelectorAll("main a");
				return links.some((link) => link.getAttribute("href")?.replaceAll("&amp;", "&").startsWith(form));
			}),
		);
	expect(await offered()).toEqual([true, true, true]);
	await set(await portal.admin(), "hangzhou", settings);
	expect(await offered()).toEqual([false, false, false]);
	const page = (await author.get("/hangzhou?spot=talk-1").expect(200)).text;
	expect(parse(page).querySelector("h1")?.textContent).toBe(heading);
	expect(textOfPage(page)).toContain("editing has ended");
});
