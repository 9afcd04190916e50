import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { sendProject } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { bearerOf } from "../support/sessions.ts";
import { portrait, talk, talkFields } from "../support/talks.ts";

const ANN = "ann@example.org";

async function sent(portal: TestPortal, token: string, title: string): Promise<number> {
	const request = portal.agent().post("/api/submit").set("Authorization", `Bearer ${token}`);
	for (const [name, value] of Object.entries(talkFields({ title, email: ANN }))) request.field(name, value);
	return (await request.attach("file", (await portrait()).bytes, { filename: "a.jpg" })).status;
}

it("the dashboard shows the newest entries, and the rest page by page", async () => {
	const portal = await openPortal();
	await register(portal, ANN);
	const token = await bearerOf(portal, ANN);
	for (let n = 1; n <= 27; n += 1) expect(await sent(portal, token, `Talk number ${n}`)).toBe(201);
	const agent = await signIn(portal, ANN);
	const titles = async (path: string) =>
		parse((await agent.get(path).expect(200)).text)
			.querySelectorAll(".cards h3 a[href^='/entry/']")
			.map((link) => link.text);
	const pages = await Promise.all(["/dashboard", "/dashboard?page=2", "/dashboard?page=3"].map(titles));
	expect(pages.map(({ length }) => length)).toEqual([12, 12, 3]);
	expect(pages.flat()).toEqual(Array.from({ length: 27 }, (_, n) => `Talk number ${27 - n}`));
	expect(
		parse((await agent.get("/dashboard")).text)
			.querySelector("[rel=next]")
			?.getAttribute("href"),
	).toBe("/dashboard?page=2");
	// The array of the contract stays whole.
	const listed = await portal.agent().get("/api/spotlights/user").set("Authorization", `Bearer ${token}`).expect(200);
	expect(listed.body.map(({ id }: { id: string }) => id)).toEqual(
		Array.from({ length: 27 }, (_, n) => `talk-${27 - n}`),
	);
	const erase = textOfPage((await agent.get("/account/erase").expect(200)).text);
	expect(erase).toContain("And 15 more.");
});

it("one person sends no more entries to a call than the setting says, and loses nothing of what they typed", async () => {
	const portal = await openPortal({ ENTRIES_PER_PERSON: "3" });
	await register(portal, ANN);
	const token = await bearerOf(portal, ANN);
	for (let n = 1; n <= 3; n += 1) expect(await sent(portal, token, `Talk ${n}`)).toBe(201);
	expect(await sent(portal, token, "Talk 4")).toBe(409);
	const agent = await signIn(portal, ANN);
	const page = (await agent.get("/hangzhou").expect(200)).text;
	const refused = await submitForm(agent, page, {
		...talk({ title: "One too many" }),
		file: await portrait(),
	});
	expect(refused.status).toBe(409);
	expect(textOfPage(refused.text)).toContain("as many submissions to this call as one person may");
	expect(parse(refused.text).querySelector("[name=title]")?.getAttribute("value")).toBe("One too many");
	// Another call, another person, and organisers are free.
	const nomination = await agent.get("/spotlight-hz");
	expect(nomination.status).toBe(200);
	const guest = { nominatoremail: "guest@example.org" };
	for (let n = 1; n <= 3; n += 1) await sendProject(portal, { ...guest, projectname: `Project ${n}` });
	await expect(sendProject(portal, { ...guest, projectname: "Project 4" })).rejects.toThrow("409");
	await sendProject(portal, { projectname: "Project of somebody else" });
	expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(7);
});
