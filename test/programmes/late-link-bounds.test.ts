import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { member, open } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { DATED, dated, decide, END, late, MINUTE, stored } from "../support/late-forms.ts";
import { AFTER, at, closedPage, linkTo, secretIn, titles, used, withLink } from "../support/late-links.ts";
import { set } from "../support/programme-settings.ts";
import { talk } from "../support/talks.ts";

const UNKNOWN = "This link does not let you submit here. Check that you have copied all of it.";

describe("a link gives nothing else", () => {
	it("no other call", async () => {
		const { portal, admin, path } = await withLink();
		const agent = portal.agent();
		await set(admin, "forum", DATED);
		const forum = `/forum?late=${secretIn(path)}`;
		expect(await closedPage(agent, forum)).toContain(UNKNOWN);
		const own = await linkTo(admin, { call: "forum" });
		const text = (await open(agent, own)).replaceAll(secretIn(own), secretIn(path));
		const refused = await submitForm(agent, text, await complete("forum")).expect(409);
		expect(errorsOf(refused.text).headline).toContain(UNKNOWN);
		expect([stored(portal), late(portal)]).toEqual([0, 0]);
	});

	it("no change of an entry, one's own or another's", async () => {
		const { portal, admin } = await dated();
		const agent = await member(portal);
		await submitForm(agent, await open(agent, "/hangzhou"), await complete("hangzhou")).expect(303);
		const form = await open(agent, "/hangzhou?spot=talk-1");
		portal.clock.now = AFTER;
		const path = await linkTo(admin);
		expect(await closedPage(agent, `${path}&spot=talk-1`)).toContain("editing has ended");
		expect(await open(agent, `${path}&spot=talk-1`)).not.toContain('class="programme"');
		const text = form.replaceAll("/hangzhou?spot=talk-1", `${path}&amp;spot=talk-1`);
		const refused = await submitForm(agent, text, { title: "Changed", consent: true }).expect(409);
		expect(errorsOf(refused.text).headline).toContain("Editing has ended.");
		expect([titles(portal), used(portal)]).toEqual([["A compiler for everybody"], 0]);
		expect(await closedPage(portal.agent(), `${path}&spot=talk-1`)).not.toContain("A compiler for everybody");
	});

	it("no entry by the programmatic interface", async () => {
		const { portal, path } = await withLink();
		const fields = await talk();
		const request = portal.agent().post("/api/submit");
		for (const [name, value] of Object.entries({ ...fields, late: secretIn(path), "late-link": secretIn(path) }))
			if (typeof value === "string") request.field(name, value);
		await request.expect(409);
		expect([stored(portal), used(portal)]).toEqual([0, 0]);
	});
});

it("a call that is open takes entries by its link without counting them, and goes on with it after the end", async () => {
	const { portal, admin } = await dated();
	const path = await linkTo(admin);
	const agent = portal.agent();
	const text = await open(agent, path);
	expect(textOfPage(text)).not.toContain("The organisers let you submit");
	await submitForm(agent, text, await complete("hangzhou")).expect(303);
	expect([stored(portal), used(portal)]).toEqual([1, 0]);
	portal.clock.now = END + MINUTE;
	await submitForm(agent, text, await complete("hangzhou", { title: "After the end" })).expect(303);
	expect([stored(portal), late(portal), used(portal)]).toEqual([2, 0, 1]);
});

it("a form that waits for the organisers is stored by a link, and waits no more", async () => {
	const { portal, admin } = await dated();
	const agent = await member(portal);
	const text = await open(agent, "/hangzhou");
	portal.clock.now = END + MINUTE;
	const filling = await complete("hangzhou");
	await submitForm(agent, text, filling).expect(409);
	expect(late(portal)).toBe(1);
	const path = await linkTo(admin);
	await submitForm(agent, await open(agent, path), filling).expect(303);
	expect([stored(portal), late(portal), used(portal)]).toEqual([1, 0, 1]);
	await expect(decide(admin, "do.let-in")).rejects.toThrow();
});

it("a form with a switch leads to its other questions by the same link", async () => {
	const { portal, admin } = await dated("applied");
	portal.clock.now = AFTER;
	const agent = portal.agent();
	const path = await linkTo(admin, { call: "sl-aigc" });
	const text = await open(agent, path);
	const paths = parse(text)
		.querySelectorAll("[data-path]")
		.map((one) => ({
			name: one.getAttribute("name") ?? "",
			value: one.getAttribute("value") ?? "",
			checked: one.hasAttribute("checked"),
		}));
	const other = paths.find(({ checked }) => !checked);
	const answer = await submitForm(
		agent,
		text,
		{ [other?.name ?? ""]: other?.value ?? "" },
		{ button: "do.switch" },
	).expect(303);
	const switched = await open(agent, at(answer));
	expect(shownValue(switched, "late-link")).toBe(secretIn(path));
});
