import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn, register, signIn } from "../support/accounts.ts";
import { CALL_NAMES, CALLS, complete, openAll } from "../support/fillings.ts";
import { submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const named = (html: string, text: string) =>
	parse(html)
		.querySelectorAll("main a")
		.find((link) => link.textContent === text)
		?.getAttribute("href") ?? "";
const headings = (html: string) =>
	parse(html)
		.querySelectorAll("h1")
		.map(({ textContent }) => textContent);
const said = (html: string) =>
	parse(html)
		.querySelectorAll("main [role=status]")
		.map(({ textContent }) => textContent);

/** Follows a post to where a browser ends. @returns the last page and its path */
async function follow(agent: Agent, answer: { headers: Record<string, string> }) {
	let { pathname, search } = new URL(answer.headers.location ?? "");
	for (let hops = 0; hops < 3; hops += 1) {
		const page = await agent.get(pathname + search);
		if (page.status === 200) return { path: pathname + search, html: page.text };
		({ pathname, search } = new URL(page.headers.location ?? ""));
	}
	throw new Error("it leads nowhere");
}

/** Sends a talk as a guest. @returns the path of its private link */
async function guestTalk(portal: TestPortal): Promise<string> {
	const agent = portal.agent();
	await submitForm(agent, (await agent.get("/hangzhou")).text, await complete("hangzhou")).expect(303);
	return linkIn(portal, "receipt");
}

describe.each(CALL_NAMES)("editing %s", (name) => {
	it("says so, and ends on the page of the entry, which says once that the changes are saved", async () => {
		const portal = await openPortal();
		await openAll(portal);
		await register(portal, "mei@example.org");
		const agent = await signIn(portal, "mei@example.org");
		await submitForm(agent, (await agent.get(CALLS[name].path)).text, await complete(name)).expect(303);
		const spot = String(portal.sqlite.prepare("select kind || '-' || id from entries").pluck().get());
		const before = (await agent.get(`/entry/${spot}`).expect(200)).text;
		const title = headings(before)[0] ?? "";
		const form = (await agent.get(named(before, "Edit")).expect(200)).text;
		expect(headings(form)).toEqual([`Editing: ${title}`]);
		expect(named(form, "← Back to the submission")).toBe(`/entry/${spot}`);
		expect(titleOf(form)).toBe(`Editing: ${title} — Hangzhou 2025 Call For Proposals`);
		expect(parse(form).querySelector("form.programme button.primary")?.textContent).toBe("Save changes");
		const required = name === "sl-hz" ? "projectage" : name === "forum" ? "position" : "org";
		const { path, html } = await follow(
			agent,
			await submitForm(agent, form, { [required]: "Other words" }).expect(303),
		);
		expect(path).toMatch(new RegExp(`^/entry/${spot}\\?said=`));
		expect(said(html)).toEqual(["Changes saved"]);
		expect(textOfPage(html)).toContain("Other words");
		expect(parse(html).querySelector("[data-clear-drafts]")?.getAttribute("data-clear-drafts")).toBe(spot);
		const again = (await agent.get(path).expect(200)).text;
		expect([said(again), again.includes("data-clear-drafts")]).toEqual([[], false]);
	});
});

describe("editing by a private link", () => {
	it("leads back to the entry without an account, in a browser with cookies and in one without", async () => {
		const portal = await openPortal();
		const link = await guestTalk(portal);
		const without = () => portal.agent();
		const forgetful = { get: (path: string) => without().get(path), post: (path: string) => without().post(path) };
		for (const [agent, title] of [
			[portal.agent(), "Second title"],
			[forgetful as Agent, "Third title"],
		] as const) {
			const form = (await agent.get(named((await agent.get(link)).text, "Edit")).expect(200)).text;
			expect(named(form, "← Back to the submission")).toBe(link);
			const { html } = await follow(agent, await submitForm(agent, form, { title }).expect(303));
			expect([headings(html), said(html)]).toEqual([[title], ["Changes saved"]]);
			// The way back is the link itself.
			expect(named(html, "Withdraw")).toBe(`${link}&withdraw=1`);
		}
		expect(said((await portal.agent().get(`${link}&sent=9999999999999.x`).expect(200)).text)).toEqual([]);
	});

	it("keeps its heading and its button when the form comes back with problems", async () => {
		const portal = await openPortal();
		const link = await guestTalk(portal);
		const agent = portal.agent();
		const form = (await agent.get(named((await agent.get(link)).text, "Edit")).expect(200)).text;
		const back = await submitForm(agent, form, { title: "" }).expect(422);
		expect(headings(back.text)).toEqual(headings(form));
		expect(titleOf(back.text)).toBe(`Error: ${titleOf(form)}`);
		expect(parse(back.text).querySelector("form.programme button.primary")?.textContent).toBe("Save changes");
	});

	it("says as well what is longer than advised", async () => {
		const portal = await openPortal();
		const link = await guestTalk(portal);
		const agent = portal.agent();
		const form = (await agent.get(named((await agent.get(link)).text, "Edit")).expect(200)).text;
		const { html } = await follow(agent, await submitForm(agent, form, { abstract: "long ".repeat(60) }).expect(303));
		expect(
			parse(html)
				.querySelectorAll("main [role=status] p")
				.map(({ textContent }) => textContent),
		).toEqual(["Changes saved", "Longer or larger than recommended, but received as it is: Talk Abstract."]);
	});
});

it("a new submission still ends on the page of thanks", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	const done = await submitForm(agent, (await agent.get("/hangzhou")).text, await complete("hangzhou")).expect(303);
	const { path, html } = await follow(agent, done);
	expect([path, headings(html)]).toEqual(["/thank-you?entry=talk-1", ["Thank you!"]]);
});
