import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { complete } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** What stands above the form besides heading and drafts, and where its links lead. */
async function above(agent: Agent, path: string) {
	const page = parse((await agent.get(path).expect(200)).text);
	const banner = page.querySelector("main div.banner:not([data-server-draft])");
	return {
		says: banner?.querySelector("p")?.textContent.trim(),
		links: banner?.querySelectorAll("a").map((link) => [link.textContent, link.getAttribute("href")]) ?? [],
	};
}

const NOTHING = { says: undefined, links: [] };

it("a new form says which submissions of its call there are, and leads to changing them", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const agent = await signIn(portal, "mei@example.org");
	const send = async (title: string) => {
		portal.clock.now += 60_000;
		const filling = await complete("hangzhou", { title });
		await submitForm(agent, (await agent.get("/hangzhou?draft=none")).text, filling).expect(303);
	};
	expect(await above(agent, "/hangzhou")).toEqual(NOTHING);
	await send("First");
	const first = ["First", "/hangzhou?spot=talk-1"];
	expect(await above(agent, "/hangzhou")).toEqual({
		says: "This form makes a new submission. To change one that you have made, choose it here.",
		links: [first],
	});
	// Neither over another call's form, nor over the submission itself, nor to anyone else.
	expect(await above(agent, "/spotlight-hz")).toEqual(NOTHING);
	expect(await above(agent, "/hangzhou?spot=talk-1")).toEqual(NOTHING);
	expect(await above(portal.agent(), "/hangzhou")).toEqual(NOTHING);
	for (const title of ["Second", "Third", "Fourth"]) await send(title);
	expect((await above(agent, "/hangzhou")).links).toEqual([
		["All your submissions", "/dashboard"],
		["Fourth", "/hangzhou?spot=talk-4"],
		["Third", "/hangzhou?spot=talk-3"],
		["Second", "/hangzhou?spot=talk-2"],
	]);
	await portal.db.write(() => void portal.sqlite.exec("update entries set presence = 'withdrawn' where id > 1"));
	expect((await above(agent, "/hangzhou")).links).toEqual([first]);
});
