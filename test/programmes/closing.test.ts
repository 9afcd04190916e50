import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { CALL_NAMES, CALLS, CATEGORY, callApi, complete, expectShown } from "../support/fillings.ts";
import { errorsOf, type Filling, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";

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

	const refuses = async (portal: TestPortal, text: string, heading: string) => {
		const agent = portal.agent();
		// The cookie that comes with a form finds what is kept.
		await agent.get(path);
		const filling = await complete(name);
		const page = await submitForm(agent, text, filling).expect(409);
		expect(errorsOf(page.text).headline).toMatch(/^This call is not open\. We keep what you typed on .* for 30 days/);
		expectShown(page.text, filling);
		const call = await callApi(portal.agent(), name, filling);
		expect([call.status, call.body]).toEqual([409, { message: "This call is not open.", error: "PROGRAMME_CLOSED" }]);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		const closed = (await agent.get(path).expect(200)).text;
		expect(titleOf(closed)).toContain(heading);
		// What was typed is not lost from sight, and nobody else sees it.
		const unsent = (html: string) => parse(html).querySelector("main .banner details")?.textContent ?? "";
		expect(unsent(closed)).toContain(String(filling[name === "sl-hz" ? "nominatorname" : "name"]));
		expect(unsent((await portal.agent().get(path)).text)).toBe("");
		return { agent, filling };
	};

	it("says on its form until when it takes entries, and nothing that is not true", async () => {
		const { portal, admin } = await at(LAST - 60_000, "", "2025-08-18");
		const page = async () => textOfPage((await portal.agent().get(path).expect(200)).text);
		const now = async () => (await page()).match(/Submissions close on [^.]*/)?.[0];
		expect(await now()).toBe("Submissions close on 18 Aug 2025 23:59 (UTC+8)");
		portal.clock.now = AFTER;
		await set(admin, category, { state: "open" }).then((saved) => expect(saved.status).toBe(200));
		expect(await now()).toBeUndefined();
	});

	it("takes entries to the last millisecond of its last day", async () => {
		const { portal, text } = await at(LAST, "", "2025-08-18");
		await accepts(portal, text);
	});

	it("refuses submissions afterwards; the typed text is back when the call opens again", async () => {
		const { portal, admin, text } = await at(AFTER, "2025-05-18", "2025-08-18");
		const { agent, filling } = await refuses(portal, text, "Submission Closed");
		await set(admin, category, { state: "open" });
		const page = (await agent.get(path).expect(200)).text;
		expect(textOfPage(page)).toContain("We restored what you typed on 19 Aug 2025 00:00 (UTC+8).");
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
		const sent = [first, again].map(({ headers }) => new URL(headers.location ?? "").searchParams.get("entry"));
		expect(sent[1]).toBe(sent[0]);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(1);
	});

	it("refuses them to the last millisecond before its first day, and takes them from then on", async () => {
		const { portal, text } = await at(LAST, "2025-08-19", "2025-09-01");
		await refuses(portal, text, "Opens Soon");
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
	const NAMED =
		/^(Hangzhou Talk Proposal|Project Nomination|AIGC Spotlight|Forum Registration|(Rust|AI) Spotlight|AI Paris)\b/;
	/** Calls with other names may be added. */
	const parts = (html: string) => {
		const main = parse(html).querySelector("main");
		const others = main?.querySelectorAll("li").filter((item) => NAMED.test(item.textContent)) ?? [];
		return {
			heading: main?.querySelector("h1")?.textContent,
			sentence: main?.querySelector(".lead")?.textContent,
			others: others.map((item) => item.textContent),
			links: others.flatMap((item) => item.querySelectorAll("a").map((link) => link.getAttribute("href"))),
		};
	};

	it.each([
		["soon", { state: "dates", opens: "2027-01-01", closes: "" }, "Opens Soon", "即将开放"],
		["external", { state: "external", link: "https://other.example" }, "Submissions on Another Site", "在其他网站提交"],
		["closed", { state: "closed" }, "Submission Closed", "征集已截止"],
	])("of a call that is %s has that as its heading, also where it is previewed", async (_, settings, ...headings) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const preview = await set(admin, "hangzhou", settings, "do.preview");
		expect(textOfPage(preview.text)).toContain(`The page “${headings[0]}”: Hangzhou Talk Proposal`);
		expect((await set(admin, "hangzhou", settings)).status).toBe(200);
		for (const [index, language] of ["en", "zh"].entries()) {
			const { text } = await portal.agent().get("/hangzhou").set("Accept-Language", language).expect(200);
			expect(parts(text).heading).toBe(headings[index]);
			expect(titleOf(text)).toContain(headings[index]);
		}
	});

	it("states its date, those of the other closed calls, and the open calls", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get("/spotlight-rust").expect(200);
		expect(titleOf(text)).toBe("Submission Closed — Hangzhou 2025 Call For Proposals");
		expect(parts(text)).toEqual({
			heading: "Submission Closed",
			sentence: closed.rust,
			others: [
				"Hangzhou Talk Proposal",
				"Project Nomination",
				"AIGC Spotlight",
				"Forum Registration",
				closed.ai,
				closed.paris,
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
			"Project Nomination",
			"AIGC Spotlight",
			"Hangzhou Talk Proposal opens soon: on 2 Jul 2025 00:00 (UTC+8).",
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
		expect(page?.querySelector(".lead")?.textContent).toBe("Project Nomination: please submit on another site.");
		expect(page?.querySelector("a.primary")?.getAttribute("href")).toBe("https://spotlight.example.org/hz");
		await submitForm(portal.agent(), form, CALLS["sl-hz"].filling).expect(409);
		await callApi(portal.agent(), "sl-hz", CALLS["sl-hz"].filling).expect(409);
	});
});

it("a form that is refused after the conference says no longer that it takes submissions", async () => {
	const portal = await openPortal();
	portal.clock.now = Date.parse("2025-10-01T12:00:00+08:00");
	const admin = await portal.admin();
	await set(admin, "hangzhou", { state: "open" }).then((saved) => expect(saved.status).toBe(200));
	const agent = portal.agent();
	const { text } = await agent.get("/hangzhou").expect(200);
	expect(textOfPage(text)).toContain("The conference is over. This form still takes submissions.");
	await set(admin, "hangzhou", { state: "closed" }).then((saved) => expect(saved.status).toBe(200));
	const refused = await submitForm(agent, text, await complete("hangzhou")).expect(409);
	expect(textOfPage(refused.text)).not.toContain("still takes submissions");
});
