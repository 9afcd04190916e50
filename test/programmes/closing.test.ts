import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { CALL_NAMES, CALLS, type CallName, callApi, complete, expectShown } from "../support/fillings.ts";
import { errorsOf, type Filling, shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const CATEGORY: Record<CallName, string> = {
	...{ hangzhou: "hangzhou", paris: "aiparis", "sl-hz": "sl-hz" },
	...{ applied: "sl-aigc", artistic: "sl-aigc", forum: "forum" },
};

/** Fills in the settings of one programme as an administrator does. */
async function set(admin: Agent, category: string, filling: Filling, press?: string) {
	const { text } = await admin.get("/admin/programmes").expect(200);
	return settle(admin, text, category, filling, press);
}

function settle(admin: Agent, html: string, category: string, filling: Filling, press?: string) {
	return submitForm(admin, html, filling, { selector: `form[aria-labelledby="p-${category}"]`, press });
}

const settingsOf = (portal: TestPortal, category: string) =>
	portal.sqlite.prepare("select * from programmes where category = ?").get(category);

/** The last millisecond of 18 August and the first of the next day, where the event is. */
const LAST = Date.parse("2025-08-18T23:59:59.999+08:00");
const AFTER = Date.parse("2025-08-19T00:00:00.000+08:00");

describe.each(CALL_NAMES)("the call %s by dates", (name) => {
	const { path } = CALLS[name];
	const category = CATEGORY[name];
	const at = async (now: number, opens: string, closes: string) => {
		const portal = await openPortal();
		portal.clock.now = now - 60_000;
		const admin = await portal.admin();
		await set(admin, category, { state: "open" }).then((saved) => expect(saved.status).toBe(200));
		const { text } = await portal.agent().get(path).expect(200);
		await set(admin, category, { state: "dates", opens, closes }).then((saved) => expect(saved.status).toBe(200));
		portal.clock.now = now;
		return { portal, admin, text };
	};

	const accepts = async (portal: TestPortal, text: string) => {
		await submitForm(portal.agent(), text, await complete(name)).expect(303);
		const changes: Filling = name === "sl-hz" ? { projectname: "By program" } : { name: "By program" };
		await callApi(portal.agent(), name, await complete(name, changes)).expect(201);
		await portal
			.agent()
			.get(`${path}?now`)
			.expect(200)
			.expect((page) => {
				expect(titleOf(page.text)).not.toContain("Submission Closed");
			});
	};

	const refuses = async (portal: TestPortal, text: string) => {
		const agent = portal.agent();
		const filling = await complete(name);
		const page = await submitForm(agent, text, filling).expect(409);
		expect(errorsOf(page.text).headline).toMatch(/^This call is closed\. What you typed on .* is kept for 30 days/);
		expectShown(page.text, filling);
		const call = await callApi(portal.agent(), name, filling);
		expect([call.status, call.body]).toEqual([409, { message: "This call is closed.", error: "PROGRAMME_CLOSED" }]);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		const closed = (await agent.get(path).expect(200)).text;
		expect(titleOf(closed)).toContain("Submission Closed");
		// What was typed is not lost from sight, and nobody else sees it.
		const unsent = (html: string) => parse(html).querySelector("main .banner details")?.textContent ?? "";
		expect(unsent(closed)).toContain(String(filling[name === "sl-hz" ? "nominatorname" : "name"]));
		expect(unsent((await portal.agent().get(path)).text)).toBe("");
		return { agent, filling };
	};

	it("takes entries to the last millisecond of its last day", async () => {
		const { portal, text } = await at(LAST, "", "2025-08-18");
		await accepts(portal, text);
	});

	it("refuses them from then on, and what was typed is back when it opens again", async () => {
		const { portal, admin, text } = await at(AFTER, "2025-05-18", "2025-08-18");
		const { agent, filling } = await refuses(portal, text);
		await set(admin, category, { state: "open" });
		const page = (await agent.get(path).expect(200)).text;
		expect(textOfPage(page)).toContain("We put back what you had typed on 19 Aug 2025 00:00 (UTC+8).");
		expectShown(page, filling);
		await submitForm(agent, page, {}).expect(303);
	});

	it("still acknowledges one that arrived in time when it is sent again", async () => {
		const { portal, text } = await at(LAST, "", "2025-08-18");
		const agent = portal.agent();
		const filling = await complete(name);
		const first = await submitForm(agent, text, filling).expect(303);
		portal.clock.now = AFTER;
		const again = await submitForm(agent, text, filling).expect(303);
		expect(again.headers.location).toBe(first.headers.location);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(1);
	});

	it("refuses them to the last millisecond before its first day, and takes them from then on", async () => {
		const { portal, text } = await at(LAST, "2025-08-19", "2025-09-01");
		await refuses(portal, text);
		portal.clock.now = AFTER;
		await accepts(portal, text);
	});
});

describe("the page in place of a closed form", () => {
	const closed = {
		rust: "Rust Spotlight Nomination: submissions closed on 14 Mar 2025 23:59 (UTC+8).",
		ai: "AI Spotlight Nomination: submissions closed on 15 Apr 2025 23:59 (UTC+8).",
		paris: "AI Paris Talk Proposal: submissions closed on 15 Apr 2025 23:59 (UTC+8).",
	};
	const parts = (html: string) => {
		const main = parse(html).querySelector("main");
		return {
			heading: main?.querySelector("h1")?.textContent,
			sentence: main?.querySelector(".lead")?.textContent,
			others: main?.querySelectorAll("li").map((item) => item.textContent),
			links: main?.querySelectorAll("li a").map((link) => link.getAttribute("href")),
		};
	};

	it("states its date, those of the other closed calls, and the open calls", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get("/spotlight-rust").expect(200);
		expect(titleOf(text)).toBe("Submission Closed — Hangzhou 2025 Call For Proposals");
		expect(parts(text)).toEqual({
			heading: "Submission Closed",
			sentence: closed.rust,
			others: [
				...["Hangzhou Talk Proposal", "Project Nomination", "AIGC Spotlight", "Forum Registration"],
				...[closed.ai, closed.paris],
			],
			links: ["/hangzhou", "/spotlight-hz", "/spotlight-aigc", "/forum"],
		});
		for (const [path, sentence] of [
			["/spotlight-ai", closed.ai],
			["/paris", closed.paris],
		] as const) {
			expect(parts((await portal.agent().get(path).expect(200)).text).sentence).toBe(sentence);
		}
	});

	it("follows what administrators set, and announces what opens soon", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await set(admin, "rust", { state: "closed", closes: "2025-03-20" });
		await set(admin, "hangzhou", { state: "dates", opens: "2025-07-02", closes: "2025-08-18" });
		await set(admin, "forum", { state: "closed", opens: "", closes: "" });
		const page = parts((await portal.agent().get("/spotlight-ai")).text);
		expect(page.others).toEqual([
			...["Project Nomination", "AIGC Spotlight", "Hangzhou Talk Proposal opens soon: on 2 Jul 2025 00:00 (UTC+8)."],
			"Forum Registration: submissions are closed.",
			"Rust Spotlight Nomination: submissions closed on 20 Mar 2025 23:59 (UTC+8).",
			closed.paris,
		]);
		const own = parts((await portal.agent().get("/hangzhou")).text);
		expect(own.sentence).toBe("Hangzhou Talk Proposal opens soon: on 2 Jul 2025 00:00 (UTC+8).");
	});

	it("leads to the other site where entries are taken there, and takes none", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const form = (await portal.agent().get("/spotlight-hz")).text;
		await set(admin, "sl-hz", { state: "external", link: "https://spotlight.example.org/hz" });
		const page = parse((await portal.agent().get("/spotlight-hz").expect(200)).text).querySelector("main");
		expect(page?.querySelector(".lead")?.textContent).toBe(
			"Project Nomination: submissions are taken on another site.",
		);
		expect(page?.querySelector("a.primary")?.getAttribute("href")).toBe("https://spotlight.example.org/hz");
		await submitForm(portal.agent(), form, CALLS["sl-hz"].filling).expect(409);
		await callApi(portal.agent(), "sl-hz", CALLS["sl-hz"].filling).expect(409);
	});
});

describe("/admin/programmes", () => {
	it("shows what visitors would see, and changes nothing", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = [settingsOf(portal, "hangzhou"), portal.db.version()];
		const preview = (filling: Filling) => set(admin, "hangzhou", filling, "do.preview").then(({ text }) => text);
		const soon = await preview({ state: "dates", opens: "2025-07-05", closes: "2025-07-09" });
		expect(textOfPage(soon)).toContain("Hangzhou Talk Proposal opens soon: on 5 Jul 2025 00:00 (UTC+8).");
		expect([shownValue(soon, "opens"), shownValue(soon, "closes")]).toEqual(["2025-07-05", "2025-07-09"]);
		const over = await preview({ state: "dates", opens: "", closes: "2025-06-30" });
		expect(textOfPage(over)).toContain("Hangzhou Talk Proposal: submissions closed on 30 Jun 2025 23:59 (UTC+8).");
		expect(textOfPage(await preview({ state: "open" }))).toContain("The form, open to everybody.");
		expect([settingsOf(portal, "hangzhou"), portal.db.version()]).toEqual(before);
	});

	it.each([
		[{ state: "dates", opens: "2025-02-30" }, "hangzhou-opens", "State days as 2025-08-18"],
		[{ state: "open", closes: "18 August" }, "hangzhou-closes", "State days as 2025-08-18"],
		[
			{ state: "dates", opens: "2025-08-19", closes: "2025-08-18" },
			"hangzhou-closes",
			"The last day lies before the first",
		],
		[{ state: "dates", opens: "", closes: "" }, "hangzhou-opens", "State at least one day"],
		[{ state: "external", link: " " }, "hangzhou-link", "State the address of the other site"],
		[
			{ state: "external", link: "javascript:alert(1)" },
			"hangzhou-link",
			"The address must start with https:// or http://",
		],
	])("refuses %j and keeps what was typed", async (filling, field, message) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = settingsOf(portal, "hangzhou");
		const page = await set(admin, "hangzhou", filling);
		expect([page.status, errorsOf(page.text).list, errorsOf(page.text).beside]).toEqual([
			422,
			[message],
			{ [field]: message },
		]);
		const { state, ...texts } = filling;
		expect(parse(page.text).querySelector(`#f-hangzhou-${state}`)?.hasAttribute("checked")).toBe(true);
		for (const [name, value] of Object.entries(texts)) expect(shownValue(page.text, name)).toBe(value.trim());
		expect(settingsOf(portal, "hangzhou")).toEqual(before);
	});

	it("asks for a state where none is posted, and refuses years that nobody means", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = settingsOf(portal, "hangzhou");
		const post = (state: object, closes: string) =>
			admin
				.post("/admin/programmes")
				.type("form")
				.set("Origin", portal.origin)
				.send({ category: "hangzhou", was: "{}", closes, ...state });
		const problems = async (state: object, closes: string) =>
			errorsOf((await post(state, closes).expect(422)).text).beside;
		expect(await problems({}, "")).toEqual({ "hangzhou-state": "Choose a state" });
		expect(await problems({ state: "ajar" }, "")).toEqual({ "hangzhou-state": "Choose a state" });
		expect(await problems({ state: "dates" }, "0001-01-01")).toEqual({
			"hangzhou-closes": "State days as 2025-08-18",
		});
		expect(settingsOf(portal, "hangzhou")).toEqual(before);
	});

	it("overwrites nothing that somebody else has set since the page was made", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const { text } = await admin.get("/admin/programmes");
		const first = await settle(admin, text, "rust", { state: "open" });
		expect([first.status, textOfPage(first.text)]).toEqual([
			200,
			expect.stringContaining("Rust Spotlight Nomination was saved."),
		]);
		const after = settingsOf(portal, "rust");
		const second = await settle(admin, text, "rust", { state: "external", link: "https://example.org" });
		expect([second.status, textOfPage(second.text)]).toEqual([
			409,
			expect.stringContaining("Rust Spotlight Nomination was not saved: somebody else has changed it meanwhile."),
		]);
		expect(settingsOf(portal, "rust")).toEqual(after);
		expect(parse(second.text).querySelector("#f-rust-open")?.hasAttribute("checked")).toBe(true);
	});
});
