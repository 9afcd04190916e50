import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { jsonOf } from "../../server/services/limits/pieces.ts";
import { signIn } from "../support/accounts.ts";
import { sendProject, sendTalk } from "../support/entries.ts";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { addPerson, makeMember } from "../support/sessions.ts";

const ANN = "ann@bücher.example";
const ORGANISER = "organiser@example.org";
const PAGE = "/admin/person";
const FIND = { selector: `main form[action^="${PAGE}"]`, button: "do.find" };
const COPY = { selector: `main form[action="${PAGE}/copy"]` };
const ASK = { selector: `main form[action="${PAGE}"]`, button: "do.ask" };
const ERASE = { selector: "main form", button: "do.erase" };

const bios = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select answers ->> '$.bio' from entries order by id").pluck().all() as string[];

/** An organiser, who may not change the team. */
async function organiserOf(portal: TestPortal) {
	await addPerson(portal, ORGANISER, "Organiser");
	makeMember(portal, ORGANISER, "organiser");
	return signIn(portal, ORGANISER, ADMIN.password);
}

/** A guest's talk, a nomination of theirs by somebody else, and a talk that has their name. */
async function withAnn(): Promise<TestPortal> {
	const portal = await openPortal();
	await sendTalk(portal, { name: "Ann Chen", email: "Ann@xn--bcher-kva.example", title: "Of Ann" });
	await sendProject(portal, { ownername: "Ann M. Chen", owneremail: "ANN@BÜCHER.example", why: "Their own words." });
	await sendTalk(portal, { title: "With a colleague", bio: "I work with ann chen." });
	return portal;
}

describe("a person is found by address", () => {
	it.each([
		"Ann@Bücher.Example",
		"ＡＮＮ＠bücher.example",
		"ann@xn--bcher-kva.example",
		"ann@bu\u0308cher.example",
		"a\u200bnn@bücher。example",
		"mailto:ann@bücher.example",
		"Ann <ann@b%C3%BCcher.example>",
	])("spelled %s, in the form and in every text", async (spelled) => {
		const portal = await withAnn();
		await sendTalk(portal, { title: "Named", bio: `问${spelled}，或者joann@bücher.example` });
		for (const asked of [ANN, spelled]) {
			const found = await portal.services.people.find(asked);
			expect(found?.counts).toMatchObject({ entries: 1, mails: 1 });
			expect(found?.address.shown.map(({ entry, question }) => [entry, question])).toEqual([
				["nomination-2", "owneremail"],
				["talk-4", "bio"],
			]);
		}
		expect(await portal.services.erasing.erase({ address: spelled })).toMatchObject({ entries: 1, mentions: 2 });
		expect(bios(portal).at(-1)).toMatch(/^问.*\[(removed|…)\].*，或者joann@bücher\.example$/);
		expect(portal.sqlite.prepare("select email from entries where id = 1").pluck().get()).toBe("");
	});

	it("and copied with everything that is theirs, under each spelling", async () => {
		const portal = await withAnn();
		await sendTalk(portal, { email: ANN, title: "Spelled otherwise" });
		const found = await portal.services.people.copyOf(ANN);
		const copy = JSON.parse([...jsonOf(found?.copy)].join(""));
		const titles = [copy, ...copy.otherSpellings].map(({ entries }) => entries.map(({ title }: never) => title));
		expect(titles.sort()).toEqual([["Of Ann"], ["Spelled otherwise"]]);
		expect(await portal.services.erasing.erase({ address: ANN })).toMatchObject({ entries: 2, mails: 2 });
	});

	it("in a text with readings without number, of which the nearest count", async () => {
		const portal = await openPortal();
		const tangle = `${"字a".repeat(120)}@${"字a".repeat(120)}`;
		await sendTalk(portal, { title: "Tangle", bio: `${tangle.repeat(18)} 问ann@example.org请回复` });
		const { addressesIn } = await import("../../server/services/privacy/addresses-in-text.ts");
		const [bio = ""] = bios(portal);
		expect([...addressesIn(bio)].length).toBeLessThan(18 * 16 * 16 + 100);
		expect((await portal.services.people.find("ann@example.org"))?.address.total).toBe(1);
	});

	it("and no other person is", async () => {
		const portal = await openPortal();
		const others = "joann@x.org jo.ann@x.org ann+1@x.org ann@x.org.uk ann@x.orga o'ann@x.org ann@xorg";
		await sendTalk(portal, { bio: others });
		expect(await portal.services.people.find("ann@x.org")).toBeUndefined();
		expect(await portal.services.erasing.erase({ address: "ann@x.org" })).toBeUndefined();
		expect(bios(portal)).toEqual([others]);
		for (const typed of ["", "@", "ann", "Ann Chen", "%40", "a".repeat(10_000)])
			expect(await portal.services.people.find(typed)).toBeUndefined();
	});

	it("with a percent sign in it, and no other person is", async () => {
		const portal = await openPortal();
		const addresses = ["100%@example.org", "%zz@example.org", "zz@example.org", "%61nn@example.org", "ann@example.org"];
		addresses.push(
			"50%25off@example.org",
			"50%off@example.org",
			"a%40b@example.org",
			"b@example.org",
			"b%e0%80@example.org",
		);
		for (const email of addresses) {
			await sendTalk(portal, { email, title: `Of ${email}`, bio: "Nobody." });
			await sendTalk(portal, { title: "Of another", bio: `Ask ${email}, or (${email}).` });
		}
		for (const [index, typed] of addresses.entries()) {
			const found = await portal.services.people.find(typed);
			expect([typed, found?.typed, found?.counts.entries]).toEqual([typed, typed, 1]);
			expect([typed, found?.own.shown.map(({ title }) => title)]).toEqual([typed, [`Of ${typed}`]]);
			expect([typed, found?.address.shown.map(({ entry }) => entry)]).toEqual([typed, [`talk-${2 * index + 2}`]]);
		}
		await portal.services.erasing.erase({ address: "ann@example.org" });
		await portal.services.erasing.erase({ address: "zz@example.org" });
		const left = portal.sqlite
			.prepare("select email from entries where email in (select value from json_each(?))")
			.pluck();
		const others = addresses.filter((one) => !["ann@example.org", "zz@example.org"].includes(one));
		expect(left.all(JSON.stringify(addresses))).toEqual(others);
		for (const typed of ["100%", "%", "%zz", "%@", "100%25@", "%E0%A4%A"])
			expect([typed, await portal.services.people.find(typed)]).toEqual([typed, undefined]);
	});

	it.each(["%40", "%EF%BC%A0", "%ef%bc%a0", "%Ef%bC%a0", "%EF%B9%AB", "%ef%b9%ab", "＠", "﹫"])(
		"in a text that spells the sign %s",
		async (sign) => {
			const portal = await openPortal();
			await sendTalk(portal, { title: "Link", bio: `See https://x.example/?q=ann${sign}example.org&n=1` });
			expect((await portal.services.people.find("ann@example.org"))?.address.total).toBe(1);
			await portal.services.erasing.erase({ address: "ann@example.org" });
			expect(bios(portal)).toEqual(["See https://x.example/?q=[removed]&n=1"]);
		},
	);

	it("in links, where codes stand for characters", async () => {
		const portal = await openPortal();
		const links = ["mailto:ann%2Btag@example.org", "/?q=ann%2btag%40example.org", "/?q=Hi%20ann+tag@example.org%20Bye"];
		for (const bio of links) await sendTalk(portal, { title: "Link", bio });
		for (const typed of ["ann+tag@example.org", "mailto:ann%2Btag@example.org", "ann%2btag%40example.org"])
			expect([typed, (await portal.services.people.find(typed))?.address.total]).toEqual([typed, 3]);
		await portal.services.erasing.erase({ address: "ann+tag@example.org" });
		expect(bios(portal)).toEqual(["mailto:[removed]", "/?q=[removed]", "/?q=Hi%20[removed]%20Bye"]);
	});

	it("and where only their name stands is listed, and neither copied nor erased", async () => {
		const portal = await withAnn();
		const found = await portal.services.people.find(ANN);
		expect(found?.nameOnly.shown).toEqual([
			expect.objectContaining({ entry: "nomination-2", question: "ownername", text: "Ann M. Chen" }),
			expect.objectContaining({ entry: "talk-3", question: "bio", text: "Ann Chen" }),
		]);
		const copy = JSON.stringify((await portal.services.people.copyOf(ANN))?.copy.mentions);
		expect(copy).toBe(
			'[{"place":"entries","entry":"nomination-2","question":"owneremail","text":"ANN@BÜCHER.example"}]',
		);
		await portal.services.erasing.erase({ address: ANN });
		expect(bios(portal)[2]).toBe("I work with ann chen.");
		const nomination = portal.sqlite.prepare("select answers from entries where id = 2").pluck().get() as string;
		expect(JSON.parse(nomination)).toMatchObject({
			ownername: "Ann M. Chen",
			owneremail: "[removed]",
			why: "Their own words.",
		});
	});

	it("however many texts there are, of which only the first are named", async () => {
		const portal = await withAnn();
		const columns = (portal.sqlite.pragma("table_info(entries)") as { name: string }[])
			.map(({ name }) => name)
			.filter((name) => !["id", "submission_key"].includes(name))
			.join();
		portal.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
			insert into entries (${columns}) select ${columns} from entries, n where id in (2, 3)`);
		const found = await portal.services.people.find(ANN);
		expect([found?.address.total, found?.address.shown.length]).toEqual([301, 50]);
		expect([found?.nameOnly.total, found?.nameOnly.shown.length]).toEqual([602, 50]);
		let between = 0;
		const looking = portal.services.people.find(ANN).then(() => "done");
		while ((await Promise.race([looking, new Promise((next) => setImmediate(next, "others"))])) === "others")
			between += 1;
		expect(between).toBeGreaterThan(20);
		expect(await portal.services.erasing.erase({ address: ANN })).toMatchObject({ mentions: 301 });
		const left = "select count(*) from entries where answers like '%ANN@%' or search_text like '%ann@%'";
		expect(portal.sqlite.prepare(left).pluck().get()).toBe(0);
	});
});

describe("the page of a person's data", () => {
	it("shows an organiser what is theirs, where others name them, and what stays", async () => {
		const portal = await withAnn();
		const agent = await organiserOf(portal);
		expect((await agent.get("/admin/event").expect(200)).text).toContain(`href="${PAGE}"`);
		const page = (await agent.get(PAGE).expect(200)).text;
		const found = await submitForm(agent, page, { address: "ANN@bücher.example" }, FIND).expect(200);
		const text = textOfPage(found.text);
		for (const line of [
			"What is stored about ann@xn--bcher-kva.example",
			"1 entry",
			"The address in 1 text by other people",
			"ANN@BÜCHER.example",
			"Only the name in 2 places",
			"What is not erased",
			"1 email without address and text",
		])
			expect(text).toContain(line);
		for (const link of ["/admin/proposals?modal=details&amp;id=1", "/admin/nominations?modal=details&amp;id=2"])
			expect(found.text).toContain(`href="${link}"`);

		const copy = await submitForm(agent, found.text, {}, COPY).expect(200);
		expect(copy.headers["content-disposition"]).toBe('attachment; filename="personal-data.json"');
		expect(copy.body).toMatchObject({ entries: [{ title: "Of Ann" }], mentions: [{ entry: "nomination-2" }] });
		expect(JSON.stringify(copy.body)).not.toMatch(/Their own words|I work with/);

		const asked = await submitForm(agent, found.text, {}, ASK).expect(200);
		expect(textOfPage(asked.text)).toContain("To confirm, type ann@xn--bcher-kva.example");
		const wrong = await submitForm(agent, asked.text, { word: "no" }, ERASE).expect(422);
		expect(errorsOf(wrong.text).list.join()).toContain("The text does not match.");
		expect(bios(portal)[0]).not.toBeNull();
		const done = await submitForm(agent, wrong.text, { word: ANN }, ERASE).expect(200);
		expect(textOfPage(done.text)).toContain("The person’s data was erased.");
		expect(portal.sqlite.prepare("select title from entries order by id").pluck().all()).toEqual([
			"",
			"A project",
			"With a colleague",
		]);
		const again = await submitForm(agent, done.text, { address: ANN }, FIND).expect(422);
		expect(errorsOf(again.text).list.join()).toContain("Nothing is stored about this address.");
		const logged = portal.lines.filter(({ event }) => /^data\./.test(String(event)));
		expect(logged.map(({ event, what, mentions }) => [event, what ?? mentions])).toEqual([
			["data.exported", "where a person is named"],
			["data.exported", "a person"],
			["data.exported", "where a person is named"],
			["data.exported", "where a person is named"],
			["data.erased", 1],
			["data.exported", "where a person is named"],
		]);
		expect(JSON.stringify(portal.lines)).not.toMatch(/ann@/i);
	});

	it("shows 50 places and entries at a time, with a way to the rest of each list", async () => {
		const portal = await withAnn();
		const columns = (portal.sqlite.pragma("table_info(entries)") as { name: string }[])
			.map(({ name }) => name)
			.filter((name) => !["id", "submission_key"].includes(name))
			.join();
		await portal.db.write(() =>
			portal.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 120)
				insert into entries (${columns}) select ${columns} from entries, n where id in (1, 2) order by id`),
		);
		const agent = await organiserOf(portal);
		const page = (await agent.get(PAGE).expect(200)).text;
		let answer = (await submitForm(agent, page, { address: ANN }, FIND).expect(200)).text;
		/** What the page shows of a list: its entries, and which page it is. */
		const shown = (list: string) => {
			const html = parse(answer);
			const heading = html.querySelector(`#h-${list}`);
			const parts = [];
			for (let next = heading?.nextElementSibling; next && next.tagName !== "H3"; next = next.nextElementSibling)
				parts.push(next);
			const entries = parts.flatMap((part) => part.querySelectorAll("li .reference").map((one) => one.text));
			const pages = parts.filter(({ tagName }) => tagName === "NAV").map((nav) => nav.structuredText);
			return { entries, pages };
		};
		const turn = async (list: string, to: number) => {
			const selector = `main form:has(button[name="page-${list}"])`;
			const options = { selector, button: `page-${list}`, value: String(to) };
			answer = (await submitForm(agent, answer, {}, options).expect(200)).text;
		};
		const all: Record<string, string[]> = { own: [], address: [] };
		for (const list of ["own", "address"])
			for (let at = 1; at <= 3; at += 1) {
				if (at > 1) await turn(list, at);
				const { entries, pages } = shown(list);
				all[list]?.push(...entries);
				expect([list, at, entries.length, pages.join()]).toEqual([
					list,
					at,
					at === 3 ? 21 : 50,
					expect.stringContaining(`Page ${at} of 3`),
				]);
			}
		// Turning one list leaves the others where they are, and no list has a line twice.
		expect(shown("own").pages.join()).toContain("Page 3 of 3");
		for (const list of ["own", "address"]) expect(new Set(all[list]).size).toBe(121);
		await turn("address", 2);
		expect(shown("address").entries).toEqual(all.address?.slice(50, 100));
		expect(shown("own").entries).toEqual(all.own?.slice(100));
		expect(answer).not.toContain("?address=");
		// A list that has become shorter meanwhile shows its last page.
		await portal.db.write(() => portal.sqlite.exec("delete from entries where id > 100"));
		await turn("address", 3);
		expect(shown("address").pages).toEqual([]);
		expect(shown("address").entries.length).toBeGreaterThan(0);
		expect(shown("nameOnly").entries.length).toBeGreaterThan(0);
	});

	it("erases nobody on the team, and says why", async () => {
		const portal = await openPortal();
		await portal.admin();
		const agent = await organiserOf(portal);
		await addPerson(portal, "reviewer@example.org", "Reviewer");
		makeMember(portal, "reviewer@example.org", "reviewer");
		for (const address of [ADMIN.email, ORGANISER, "reviewer@example.org"]) {
			const page = (await agent.get(PAGE).expect(200)).text;
			const found = await submitForm(agent, page, { address }, FIND).expect(200);
			expect(textOfPage(found.text)).toContain("This person is on the team and cannot be erased here.");
			expect(found.text).not.toContain("do.ask");
			const forged = agent.post(PAGE).set("Sec-Fetch-Site", "same-origin").type("form");
			const refused = await forged.send({ address, word: address, "do.erase": "1", formToken: tokenIn(page) });
			expect([refused.status, textOfPage(refused.text)]).toEqual([422, expect.stringContaining("is on the team")]);
		}
		expect(portal.sqlite.prepare("select count(*) from users").pluck().get()).toBe(3);
	});

	it("gives organisers no copy of somebody on the team, whose reviews may be hidden from them", async () => {
		const portal = await openPortal();
		await addPerson(portal, "reviewer@example.org", "Reviewer");
		makeMember(portal, "reviewer@example.org", "reviewer");
		const gets = async (agent: Awaited<ReturnType<typeof organiserOf>>) => {
			const page = (await agent.get(PAGE).expect(200)).text;
			const found = await submitForm(agent, page, { address: "reviewer@example.org" }, FIND).expect(200);
			const tokens = { address: "reviewer@example.org", formToken: tokenIn(page) };
			const asked = agent.post(`${PAGE}/copy`).set("Sec-Fetch-Site", "same-origin").type("form").send(tokens);
			return [found.text.includes("Download a copy"), (await asked).type === "application/json"];
		};
		expect(await gets(await organiserOf(portal))).toEqual([false, false]);
		expect(await gets(await portal.admin())).toEqual([true, true]);
	});

	it("says what is wrong with an address", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get(PAGE).expect(200)).text;
		const unknown = await submitForm(admin, page, { address: "nobody@example.org" }, FIND).expect(422);
		expect(errorsOf(unknown.text).list.join()).toContain("Nothing is stored about this address.");
		const wrong = await submitForm(admin, page, { address: "nobody" }, FIND).expect(422);
		expect(errorsOf(wrong.text).list.join()).toContain("Please enter a valid email address");
	});
});

function tokenIn(html: string): string {
	return /name="formToken" value="([^"]*)"/.exec(html)?.[1] ?? "";
}
