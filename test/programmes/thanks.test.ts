import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { complete } from "../support/fillings.ts";
import { type Filling, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/settings.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Sends a talk until it is let through. @returns the address of the page of thanks */
async function sendTalk(agent: Agent, changes: Filling = {}): Promise<string> {
	const filling = await complete("hangzhou", changes);
	let answer = await submitForm(agent, (await agent.get("/hangzhou?draft=none")).text, filling);
	while (answer.status === 422) answer = await submitForm(agent, answer.text, {});
	expect(answer.status).toBe(303);
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return pathname + search;
}

const MISSING = "Incomplete: Bio";
const completing = (html: string) =>
	parse(html)
		.querySelectorAll("main a")
		.find((link) => link.textContent === "Complete this submission")
		?.getAttribute("href")
		?.replaceAll("&amp;", "&");

describe("the page of thanks", () => {
	it("says what is missing, and leads whoever sent it to the form that completes it", async () => {
		const portal = await openPortal();
		await register(portal, "mei@example.org");
		for (const agent of [portal.agent(), await signIn(portal, "mei@example.org")]) {
			const page = await agent.get(await sendTalk(agent, { bio: "" })).expect(200);
			expect(textOfPage(page.text)).toContain(MISSING);
			const form = (await agent.get(completing(page.text) ?? "").expect(200)).text;
			const done = await submitForm(agent, form, { bio: "Writes compilers." }).expect(303);
			const after = await agent.get(new URL(done.headers.location ?? "").search.replace("?", "/thank-you?"));
			expect(textOfPage(after.text)).not.toContain("Incomplete");
		}
		expect(portal.sqlite.prepare("select group_concat(incomplete) from entries").pluck().get()).toBe("[],[]");
	});

	it("tells nobody else anything but the reference in the address, of another entry neither", async () => {
		const portal = await openPortal();
		const author = portal.agent();
		const path = await sendTalk(author, { bio: "" });
		await register(portal, "x@example.org");
		for (const stranger of [portal.agent(), await signIn(portal, "x@example.org")]) {
			const { text } = await stranger.get(path).expect(200);
			expect(text).not.toContain("Incomplete");
			expect(text).not.toContain("key=");
		}
		const other = await sendTalk(portal.agent(), { bio: "" });
		expect((await author.get(other)).text).not.toContain("Incomplete");
	});

	it("does not lead to a form that is closed", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const path = await sendTalk(agent, { bio: "" });
		await set(await portal.admin(), "hangzhou", { state: "closed" });
		const { text } = await agent.get(path);
		expect([textOfPage(text).includes(MISSING), completing(text)]).toEqual([true, undefined]);
	});

	it("announces a mail only where there is an address for it", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const path = await sendTalk(agent, { email: "" });
		const said = async (language: string) =>
			textOfPage((await agent.get(path).set("Accept-Language", language).expect(200)).text);
		expect(await said("en")).toContain("No mail follows, because no email address was given: keep your reference.");
		expect(await said("en")).not.toContain("A confirmation email will follow");
		expect(await said("zh")).toContain("由于没有填写邮箱地址，不会发送确认邮件");
		expect(portal.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(0);
		const withAddress = portal.agent();
		const { text } = await withAddress.get(await sendTalk(withAddress));
		expect(textOfPage(text)).toContain("Your submission was received. A confirmation email will follow.");
	});
});
