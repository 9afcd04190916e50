import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { begin } from "../support/editions.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import type { Agent } from "../support/late-forms.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";

const SELECTOR = "form:has([name=view-name])";

async function press(agent: Agent, path: string, button: string, filling: Filling = {}) {
	const page = (await agent.get(path).expect(200)).text;
	return submitForm(agent, page, filling, { selector: SELECTOR, button });
}
const save = (agent: Agent, path: string, name: string) => press(agent, path, "do.view-save", { "view-name": name });

/** The links above a list: name, address, whether it is the present one. */
async function views(agent: Agent, path = "/admin/proposals") {
	const page = parse((await agent.get(path).expect(200)).text);
	return page
		.querySelectorAll("nav[aria-label=Views] a")
		.map((link) => [link.textContent, link.getAttribute("href"), link.hasAttribute("aria-current")]);
}

/** Somebody else of the team. */
async function organiserOf(portal: TestPortal): Promise<Agent> {
	const second = { email: "second@example.org", password: "correct-horse-9" };
	await portal.services.administrators.create(second.email, second.password);
	const agent = portal.agent();
	await agent.post("/login").type("form").send(second).expect(303);
	return agent;
}

const LISTS = [
	["talk", "/admin/proposals", "?track=ai-next&status=New&sort=title&rows=25&cols=title.name.status"],
	["aigc", "/admin/aigc", "?q=demo&need=unread&sort=-name"],
	["nomination", "/admin/nominations", "?status=Hold"],
	["forum", "/admin/forum", "?countryRegion=%E4%B8%AD%E5%9B%BD&rows=50"],
] as const;

async function openFilled() {
	const portal = await openPortal();
	await sendTalk(portal);
	await sendWork(portal);
	await sendProject(portal);
	await sendRegistration(portal);
	return { portal, admin: await portal.admin() };
}

describe("a saved view", () => {
	it("of a track means the same track of the next event, and says where there is none", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await save(admin, "/admin/proposals?track=ai-next&status=New", "New AI");
		await save(admin, "/admin/proposals?track=ws-dora", "Dora");
		await save(admin, "/admin/forum?countryRegion=%E4%B8%AD%E5%9B%BD", "China");
		await begin(admin);
		portal.sqlite.exec("update tracks set label = 'Another' where id = 'ws-dora-2026'");
		await portal.db.write(() => undefined);
		const dora = "/admin/proposals?track=ws-dora";
		expect(await views(admin)).toEqual([
			["Dora", dora, false],
			["New AI", "/admin/proposals?track=ai-next-2026&status=New", false],
		]);
		const label = portal.sqlite.prepare("select label from tracks where id = 'ws-dora'").pluck().get();
		const page = await admin.get(dora).expect(200);
		expect(textOfPage(page.text)).toContain(`There is no track “${label}” in this event: all tracks are shown.`);
		expect((await views(admin, dora))[0]).toEqual(["Dora", dora, true]);
		const chinese = await admin.get(dora).set("Accept-Language", "zh").expect(200);
		expect(textOfPage(chinese.text)).toContain("本届大会没有专题");
		const other = "/admin/forum?countryRegion=Atlantis";
		expect(textOfPage((await admin.get(other).expect(200)).text)).toContain("There is no option “Atlantis” any more");
		expect(textOfPage((await admin.get("/admin/proposals").expect(200)).text)).not.toContain("There is no");
		// A view can still be deleted where its track is gone.
		const gone = await press(admin, dora, "do.view-remove", { "view-sure": true });
		expect(textOfPage(gone.text)).toContain("The view was deleted.");
	});

	it.each(LISTS)(
		"of the list of %s has a name, an address and a mark, for every organiser",
		async (_, base, search) => {
			const { portal, admin } = await openFilled();
			expect(textOfPage((await save(admin, base + search, " My view ")).text)).toContain(
				"The view “My view” was saved.",
			);
			const other = await organiserOf(portal);
			const [[name, to] = []] = await views(other, base);
			expect(name).toBe("My view");
			const given = (address: string) => Object.fromEntries(new URL(address, "http://internal").searchParams);
			expect(given(String(to))).toEqual(given(base + search));
			expect(await views(other, String(to))).toEqual([[name, to, true]]);
			// Also by another order of the parameters, and on another page.
			const [first = "", ...rest] = search.slice(1).split("&");
			expect(await views(other, `${base}?page=1&${[...rest, first].join("&")}`)).toEqual([[name, to, true]]);
			expect(await views(other, base)).toEqual([[name, to, false]]);
		},
	);

	it("belongs to one list", async () => {
		const { admin } = await openFilled();
		await save(admin, "/admin/proposals?status=Hold", "On hold");
		await save(admin, "/admin/forum?status=Hold", "On hold");
		expect(await views(admin, "/admin/aigc")).toEqual([]);
		expect(await views(admin, "/admin/forum")).toEqual([["On hold", "/admin/forum?status=Hold", false]]);
	});

	it("keeps what its list knows, and nothing else", async () => {
		const { portal, admin } = await openFilled();
		await save(admin, "/admin/proposals?status=Hold&page=7&evil=1&rows=9&sort=phone&track=gone", "Clean");
		expect(portal.sqlite.prepare("select search from saved_views").pluck().all()).toEqual(["status=Hold"]);
		// A stored track that is gone stays in the address, so that the list says so; other parameters are dropped.
		await portal.db.write(() => portal.sqlite.exec("update saved_views set search = 'status=Hold&track=gone&x=1'"));
		const left = "/admin/proposals?status=Hold&track=gone";
		expect(await views(admin, left)).toEqual([["Clean", left, true]]);
	});

	it("is not offered for the whole list", async () => {
		const { admin } = await openFilled();
		for (const [, base] of LISTS) {
			expect((await admin.get(base).expect(200)).text).not.toContain("view-name");
			expect((await admin.get(`${base}?status=Hold`).expect(200)).text).toContain("do.view-save");
		}
	});

	it("has a name of 1 to 60 characters, which is kept where it cannot be given", async () => {
		const { portal, admin } = await openFilled();
		const path = "/admin/proposals?status=Hold";
		const said = async (name: string) => {
			const answer = await save(admin, path, name);
			expect(shownValue(answer.text, "view-name")).toBe(name);
			expect(parse(answer.text).querySelector(`details[open]:has([name=view-name])`)).not.toBeNull();
			return [answer.status, textOfPage(answer.text)];
		};
		expect(await said("")).toEqual([422, expect.stringContaining("Enter a name for the view")]);
		expect(await said("很".repeat(61))).toEqual([422, expect.stringContaining("at most 60 characters")]);
		expect(await said("a\u0001b")).toEqual([422, expect.stringContaining("cannot be stored")]);
		await save(admin, path, "😀".repeat(60));
		expect(portal.sqlite.prepare("select length(name) from saved_views").pluck().all()).toEqual([60]);
	});

	it("has a name of its own in its list; a second click saves one", async () => {
		const { portal, admin } = await openFilled();
		const page = (await admin.get("/admin/proposals?status=Hold")).text;
		const again = () =>
			submitForm(admin, page, { "view-name": "Mine" }, { selector: SELECTOR, button: "do.view-save" });
		expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
		const taken = await save(admin, "/admin/proposals?status=New", "Mine");
		expect([taken.status, textOfPage(taken.text)]).toEqual([409, expect.stringContaining("a view “Mine” already")]);
		for (const alike of ["MINE", "Ｍｉｎｅ"])
			expect((await save(admin, "/admin/proposals?status=New", alike)).status).toBe(409);
		expect(portal.sqlite.prepare("select count(*) from saved_views").pluck().get()).toBe(1);
	});

	it("is one of at most 30 of its list", async () => {
		const { portal, admin } = await openFilled();
		const actor = await organiser(portal);
		for (let n = 0; n < 30; n += 1)
			await portal.services.savedViews.save(actor, { kind: "talk", name: `View ${n}`, search: "status=Hold" });
		const refused = await save(admin, "/admin/proposals?status=New", "One more");
		expect([refused.status, textOfPage(refused.text)]).toEqual([409, expect.stringContaining("at most 30 views")]);
		await save(admin, "/admin/forum?status=New", "One more");
		expect(portal.sqlite.prepare("select count(*) from saved_views").pluck().get()).toBe(31);
	});

	it("can be renamed by every organiser, but not to the name of another", async () => {
		const { portal, admin } = await openFilled();
		await save(admin, "/admin/proposals?status=Hold", "On hold");
		await save(admin, "/admin/proposals?status=New", "New");
		const other = await organiserOf(portal);
		const rename = (name: string) =>
			press(other, "/admin/proposals?status=Hold", "do.view-rename", { "view-name": name });
		expect((await rename("New")).status).toBe(409);
		expect((await rename("new")).status).toBe(409);
		expect(textOfPage((await rename("ON HOLD")).text)).toContain("The view is now called “ON HOLD”.");
		expect(textOfPage((await rename("Later")).text)).toContain("The view is now called “Later”.");
		expect((await views(admin)).map(([name]) => name)).toEqual(["Later", "New"]);
		const page = (await other.get("/admin/proposals?status=Hold")).text;
		await portal.db.write(() => portal.sqlite.exec("delete from saved_views"));
		const gone = await submitForm(other, page, {}, { selector: SELECTOR, button: "do.view-rename" });
		expect([gone.status, textOfPage(gone.text)]).toEqual([409, expect.stringContaining("has deleted this view")]);
	});

	it("is deleted only where its box is ticked", async () => {
		const { admin } = await openFilled();
		const path = "/admin/proposals?status=Hold";
		await save(admin, path, "On hold");
		const refused = await press(admin, path, "do.view-remove");
		expect([refused.status, textOfPage(refused.text)]).toEqual([422, expect.stringContaining("Tick the box")]);
		expect(await views(admin)).toHaveLength(1);
		expect(textOfPage((await press(admin, path, "do.view-remove", { "view-sure": true })).text)).toContain(
			"was deleted",
		);
		expect(await views(admin)).toEqual([]);
	});

	it("is the organisers' alone", async () => {
		const { portal } = await openFilled();
		const guest = { user: undefined, visitor: undefined };
		const { savedViews } = portal.services;
		expect(() => savedViews.list(guest, "talk")).toThrow();
		await expect(savedViews.save(guest, { kind: "talk", name: "x", search: "" })).rejects.toThrow();
		await expect(savedViews.rename(guest, "talk", 1, "x")).rejects.toThrow();
		await expect(savedViews.remove(guest, "talk", 1)).rejects.toThrow();
	});
});
