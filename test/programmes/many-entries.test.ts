import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { sendProject, sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { bearerOf } from "../support/sessions.ts";
import { from, removeAsSpam, SPAM, sortOut } from "../support/spam.ts";
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

describe("an entry that was removed as spam", () => {
	it("counts for an account as before, also when it is put back; so do withdrawn ones", async () => {
		const portal = await openPortal({ ENTRIES_PER_PERSON: "3" });
		await register(portal, ANN);
		const token = await bearerOf(portal, ANN);
		for (let n = 1; n <= 3; n += 1) expect(await sent(portal, token, `Talk ${n}`)).toBe(201);
		const admin = await portal.admin();
		await removeAsSpam(admin, "/admin/proposals", 1, 2);
		expect(await sent(portal, token, "Talk 4")).toBe(409);
		await sortOut(admin, SPAM, "do.let-in", 1, 2);
		expect(await sent(portal, token, "Talk 4")).toBe(409);
		await portal.db.write(() => portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 3"));
		expect(await sent(portal, token, "Talk 4")).toBe(409);
		// After a month spam is erased, and there is room again.
		await removeAsSpam(admin, "/admin/proposals", 1, 2);
		portal.clock.now += 30 * 24 * 60 * 60 * 1000;
		await portal.services.sweep();
		expect(await sent(portal, await bearerOf(portal, ANN), "Talk 4")).toBe(201);
	});

	it("does not lock the owner of an address out in whose name a stranger sent it", async () => {
		const portal = await openPortal({ ENTRIES_PER_PERSON: "3", TRUST_PROXY: "1" });
		const stranger = from(portal, "203.0.113.7");
		const spam = [];
		for (let n = 1; n <= 3; n += 1) spam.push(await sendTalk(stranger, { email: ANN, title: `Buy ${n}` }));
		const guest = from(portal, "198.51.100.1");
		const honest = (title: string) => sendTalk(guest, { email: ANN, title });
		await expect(honest("Mine")).rejects.toThrow("409");
		const admin = await portal.admin();
		await removeAsSpam(admin, "/admin/proposals", ...spam);
		for (let n = 1; n <= 3; n += 1) await honest(`Mine ${n}`);
		await expect(honest("Mine 4")).rejects.toThrow("409");
		// An erased entry belongs to nobody any more.
		await portal.services.erasing.erase({ address: ANN });
		await honest("Mine 4");
	});
});

it("guests without an address are not one person", async () => {
	const portal = await openPortal({ ENTRIES_PER_PERSON: "3" });
	for (let n = 1; n <= 4; n += 1) {
		const agent = portal.agent();
		let answer = await agent.get("/hangzhou").expect(200);
		// The call takes an unfinished form after a few attempts.
		for (let attempt = 1; attempt <= 6 && answer.status !== 303; attempt += 1)
			answer = await submitForm(agent, answer.text, { ...talk({ title: `Talk ${n}`, email: "" }) });
		expect([n, answer.status]).toEqual([n, 303]);
	}
	expect(portal.sqlite.prepare("select count(*) from entries where email = ''").pluck().get()).toBe(4);
});
