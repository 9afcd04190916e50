import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it("without a mail server the dashboard links the address to ask for one's confirmation at", async () => {
	const portal = await openPortal();
	await register(portal, "zoe@example.org");
	const page = (await (await signIn(portal, "zoe@example.org")).get("/dashboard").expect(200)).text;
	const support = parse(page).querySelector("main form.banner a");
	expect(support?.parentNode?.textContent).toContain("Ask the organisers at cfp@foundation.example for the link.");
	expect([support?.getAttribute("href"), support?.textContent]).toEqual([
		"mailto:cfp@foundation.example",
		"cfp@foundation.example",
	]);
});

it("the dashboard names entries and drafts by title, or by programme if they have none", async () => {
	const portal = await openPortal();
	await register(portal, "zoe@example.org");
	const agent = await signIn(portal, "zoe@example.org");
	const page = async (path: string) => (await agent.get(path).expect(200)).text;
	const registration = {
		consent: true,
		name: "Zoë",
		email: "zoe@example.org",
		companySchool: "ETH",
		position: "Researcher",
	};
	const answers = { ...registration, countryRegion: "法国", forumTopic: true };
	const form = await page("/forum");
	await submitForm(agent, form, answers).expect(303);
	for (const [path, filling] of [
		["/spotlight-hz", { projectname: "Tokio" }],
		["/hangzhou", { name: "Zoë" }],
		["/forum", { position: "Student" }],
	] as const)
		await submitForm(agent, await page(path), filling, { press: "do.save-draft" })
			.redirects(1)
			.expect(200);
	const headings = parse(await page("/dashboard"))
		.querySelectorAll("main .cards h3")
		.map((one) => one.textContent);
	const [entry, ...others] = headings;
	expect(
		parse(await page("/dashboard"))
			.querySelector("main .cards h3 a")
			?.getAttribute("href"),
	).toBe("/entry/forum-1");
	expect(entry).toBe("Forum Registration");
	expect(others.slice(0, 3).sort()).toEqual(["(no title yet)", "Forum Registration", "Tokio"]);
});
