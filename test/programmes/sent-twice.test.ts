import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { complete } from "../support/fillings.ts";
import { type Filling, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const TWICE = "You have more than one submission with this title. If that was not intended, withdraw one:";
const BEFORE = "You have already sent talk-1 with this title.";

/** @returns the page of thanks, and its address */
async function send(agent: Agent, changes: Filling = {}) {
	const filling = await complete("hangzhou", { title: "One Talk", ...changes });
	const { headers } = await submitForm(agent, (await agent.get("/hangzhou?draft=none")).text, filling).expect(303);
	const { pathname, search } = new URL(headers.location ?? "");
	const { text } = await agent.get(pathname + search).expect(200);
	return { text, said: textOfPage(text), path: pathname + search };
}

async function author(portal: TestPortal, email: string) {
	await register(portal, email);
	return signIn(portal, email);
}

describe("a second submission with the same title", () => {
	it("is named to its account, with links to both, until one is withdrawn", async () => {
		const portal = await openPortal();
		const mei = await author(portal, "mei@example.org");
		expect((await send(mei)).said).not.toContain(TWICE);
		const { said, text, path } = await send(mei, { title: "ONE talk", abstract: "Changed" });
		expect(said).toContain(TWICE);
		const links = parse(text).querySelectorAll("main .banner a");
		expect(links.map((link) => link.getAttribute("href"))).toEqual(["/entry/talk-2", "/entry/talk-1"]);
		const confirm = (await mei.get("/entry/talk-1?withdraw=1")).text;
		await submitForm(mei, confirm, {}, { selector: "main form[action]", press: "do.withdraw" }).expect(303);
		expect(textOfPage((await mei.get(path)).text)).not.toContain(TWICE);
	});

	it("is not one with another title, in another call, or of someone else", async () => {
		const portal = await openPortal();
		const mei = await author(portal, "mei@example.org");
		await send(mei);
		expect((await send(mei, { title: "Another" })).said).not.toContain(TWICE);
		expect((await send(await author(portal, "lei@example.org"))).said).not.toContain(TWICE);
	});

	it("is named to the guest who sent both from one browser, without a link", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		await send(guest);
		const { said, text, path } = await send(guest, { abstract: "Changed" });
		expect(said).toContain(BEFORE);
		expect(text).not.toMatch(/key=|\/entry\//);
		const stranger = portal.agent();
		expect(textOfPage((await stranger.get(path)).text)).not.toContain(BEFORE);
		expect((await send(stranger)).said).not.toContain("You have already sent");
	});

	it("is told of an entry only to who has the proof, not to who guesses its reference", async () => {
		const portal = await openPortal();
		await send(portal.agent());
		const { path } = await send(portal.agent());
		const guest = portal.agent();
		await send(guest);
		const guessed = await guest
			.get(`${path.replace("talk-2", "talk-3")}&other=talk-1&before=9999999999999.x`)
			.expect(200);
		expect(textOfPage(guessed.text)).not.toContain(BEFORE);
	});
});
