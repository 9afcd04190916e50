import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { PASSWORD, register, signIn } from "../support/accounts.ts";
import { notice, offered, save } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { shownValue, submitForm } from "../support/form.ts";
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

it("a draft of another browser's is offered and not filled in once its talk has been submitted", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const [here, there] = [portal.agent(), await signIn(portal, "mei@example.org")];
	await save(here, "/hangzhou", { title: "Begun here", bio: "Still unfinished" });
	const account = { email: "mei@example.org", password: PASSWORD };
	await here.post("/login").type("form").set("Sec-Fetch-Site", "same-origin").send(account).expect(303);
	expect(shownValue((await here.get("/hangzhou")).text, "title")).toBe("Begun here");
	const talk = await complete("hangzhou", { title: "Begun here" });
	await submitForm(there, (await there.get("/hangzhou")).text, talk).expect(303);
	const page = (await here.get("/hangzhou")).text;
	expect(shownValue(page, "title")).toBe("");
	expect(notice(page)).toContain("There is a draft, saved on");
	expect(shownValue((await here.get(offered(page)[0] ?? "")).text, "bio")).toBe("Still unfinished");
});

it("a new form begins with what any earlier submission of the person says, the latest first", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const agent = await signIn(portal, "mei@example.org");
	const send = async (filling: object) => {
		portal.clock.now += 60_000;
		const page = (await agent.get("/hangzhou?draft=none")).text;
		await submitForm(agent, page, { ...(await complete("hangzhou")), ...filling }).expect(303);
	};
	const begins = async () => {
		const page = (await agent.get("/hangzhou")).text;
		return ["email", "org", "bio", "website"].map((name) => shownValue(page, name));
	};
	await send({ email: "mei@example.org", org: "Old", bio: "Writes.", website: "https://mei.example.org" });
	await send({ email: "mei@example.org", org: "New", bio: "Writes more.", website: "" });
	expect(await begins()).toEqual(["mei@example.org", "New", "Writes more.", "https://mei.example.org"]);
	// What another person said is not hers.
	await send({ email: "colleague@example.org", org: "Else", bio: "Paints.", website: "" });
	expect(await begins()).toEqual(["colleague@example.org", "Else", "Paints.", ""]);
});
