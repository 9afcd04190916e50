import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn, register, signIn } from "../support/accounts.ts";
import { kept, links, MINUTE, mailLink, member, notice, open } from "../support/drafts.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

describe("the link to a draft", () => {
	it("opens what was saved by it last, and every page says so", async () => {
		const portal = await openPortal();
		const [first, second] = [portal.agent(), portal.agent()];
		const said = await mailLink(first, "/hangzhou", { title: "Begun here", email: "lei@example.org" });
		const byLink = "We keep it for 30 days and show it wherever its link is opened.";
		const received = "show it wherever its link is opened, also to whoever had the link sent.";
		expect(notice(said.text)).toContain(byLink);
		expect(said.text).not.toContain("in this browser only");
		const link = linkIn(portal, "draft");
		const opened = await open(second, link);
		// Anybody could have named this reader's address, and reads along.
		expect([notice(opened).includes(received), opened.includes("in this browser only")]).toEqual([true, false]);
		expect(textOfPage(opened)).toContain(`We keep this draft for 30 days and ${received}`);
		portal.clock.now += MINUTE;
		await submitForm(second, opened, { title: "Continued there" }, { press: "do.save-draft" }).expect(303);
		for (const [agent, path] of [
			[first, "/hangzhou"],
			[second, link],
			[portal.agent(), link],
		] as const) {
			expect(shownValue(await open(agent, path), "title")).toBe("Continued there");
		}
		// A further link is one to the same draft.
		portal.clock.now += 11 * MINUTE;
		await submitForm(second, await open(second, link), {}, { press: "do.mail-draft" }).expect(303);
		expect([kept(portal), links(portal)]).toEqual([1, 2]);
	});

	it("is asked for by an email that names the draft, where none is sent, also if the address typed is the organisers’", async () => {
		const portal = await openPortal();
		for (const email of ["lei@example.org", "cfp@foundation.example"]) {
			const said = await mailLink(portal.agent(), "/hangzhou", { title: "Begun & kept", email });
			const ask = parse(said.text).querySelectorAll("[data-server-draft] a[href^='mailto:']");
			expect(ask.map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
				[
					"cfp@foundation.example",
					`mailto:cfp@foundation.example?subject=${encodeURIComponent("A link to my draft: Hangzhou Talk Proposal · Begun & kept")}`,
				],
			]);
			expect(textOfPage(said.text)).toContain(`The organisers keep the email to ${email} with the link`);
		}
	});

	it("of a guest goes on in the account of whoever saves it there", async () => {
		const portal = await openPortal();
		await mailLink(portal.agent(), "/hangzhou", { title: "Begun as a guest", email: "lei@example.org" });
		const link = linkIn(portal, "draft");
		const agent = await member(portal);
		const opened = await open(agent, link);
		expect(notice(opened)).toContain("also to whoever had the link sent. Save it to keep it in your account.");
		await submitForm(agent, opened, { title: "Mine" }, { press: "do.save-draft" }).expect(303);
		expect([kept(portal), textOfPage((await agent.get("/dashboard")).text).includes("Mine")]).toEqual([1, true]);
		expect(notice(await open(agent, "/hangzhou"))).toContain("in your account");
		// Anybody could have named the address that the link went to: its holder does not read what an account types.
		const later = await open(portal.agent(), link);
		expect(notice(later)).toContain("This link no longer opens a draft");
		expect(shownValue(later, "title")).toBe("");
	});

	it("of an account does not let others change it: what they save is a draft of their own", async () => {
		const portal = await openPortal();
		const owner = await member(portal);
		await mailLink(owner, "/hangzhou", { title: "Mine" });
		const link = linkIn(portal, "draft");
		for (const other of [portal.agent(), await member(portal, "other@example.org")]) {
			await submitForm(other, await open(other, link), { title: "Theirs" }, { press: "do.save-draft" }).expect(303);
			expect(shownValue(await open(other, "/hangzhou"), "title")).toBe("Theirs");
		}
		expect([shownValue(await open(owner, "/hangzhou"), "title"), kept(portal)]).toEqual(["Mine", 3]);
	});
});

it("a draft says where it is kept, before it is made and after", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	for (const [agent, before, after] of [
		[portal.agent(), "We keep drafts for 30 days and show them in this browser only.", "show it in this browser only"],
		[
			await signIn(portal, "mei@example.org"),
			"We keep saved drafts for 30 days in your account and show them wherever you log in.",
			"in your account and show it wherever you log in",
		],
	] as const) {
		const page = await open(agent, "/forum");
		expect(textOfPage(page)).toContain(before);
		await submitForm(agent, page, { position: "Half" }, { press: "do.save-draft" }).expect(303);
		expect(notice(await open(agent, "/forum"))).toContain(after);
	}
});
