import { describe, expect, it } from "vitest";
import { download } from "../support/csv.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { type Agent, leads, opened, search, ticked } from "../support/list-search.ts";
import { openPortal } from "../support/portal.ts";

/** Numbers of the talks that organisers find. */
const found = async (agent: Agent, q: string) => ticked(await search(agent, "/admin/proposals", q));

describe("the words of a search", () => {
	it("are found in any order and in any answer, all of them, and text in quotes as it stands", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { name: "王芳", title: "Tracing in depth", abstract: "Kernels", details: "A 智能体 loop" });
		await sendTalk(portal, { name: "王芳", title: "Depth of tracing", abstract: "Kernels and more" });
		await sendTalk(portal, { name: "李雷", title: "Kernels", abstract: "Without the other words" });
		const admin = await portal.admin();
		for (const [q, ids] of [
			["depth tracing", [2, 1]],
			["KERNELS  王芳　ｄｅｐｔｈ", [2, 1]],
			["王芳 kernels more", [2]],
			["智能 tracing", [1]],
			["王 t 智", [1]],
			["tracing 李雷", []],
			['"tracing in"', [1]],
			['"in depth" kernels', [1]],
			["“depth of” 王芳", [2]],
			['"in tracing"', []],
			['kernels "', []],
			["tracing tracing in", [2, 1]],
		] as const) {
			expect([q, await found(admin, q)]).toEqual([q, ids]);
		}
		expect(opened(await search(admin, "/proposals", "tracing kernels"))).toEqual([2, 1]);
		expect(opened(await search(admin, "/proposals", "tracing 智能"))).toEqual([]);
	});

	it("narrow one another where one of them begins too many terms for the index", async () => {
		const portal = await openPortal();
		const email = "mei@example.org";
		const many = Array.from({ length: 200 }, (_, n) => `q${String.fromCodePoint(0x4e00 + n)}x`).join("");
		await sendTalk(portal, { title: "Zebra", email, abstract: many });
		await sendTalk(portal, { title: "Zebra", email, abstract: "No such letter" });
		await sendTalk(portal, { title: "Horse", email, abstract: many });
		const admin = await portal.admin();
		expect(await found(admin, "q")).toEqual([3, 1]);
		expect(await found(admin, "q zebra")).toEqual([1]);
		expect(await found(admin, "zebra q 丁")).toEqual([1]);
		expect(ticked((await admin.get("/admin/proposals?q=q+zebra&sort=title&status=New")).text)).toEqual([1]);
	});

	it("beyond the tenth, and characters beyond the two-hundredth, are not looked for", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "b1 b2 b3 b4 b5 b6 b7 b8 b9 b0" });
		const admin = await portal.admin();
		expect(await found(admin, "b0 b9 b8 b7 b6 b5 b4 b3 b2 b1 nowhere")).toEqual([1]);
		expect(await found(admin, "nowhere b0 b9 b8 b7 b6 b5 b4 b3 b2 b1")).toEqual([]);
		expect(await found(admin, `b1${" ".repeat(198)}nowhere`)).toEqual([1]);
		expect(await found(admin, "智".repeat(800))).toEqual([]);
	});
});

describe("a reference in a search", () => {
	/** Talks 1 and 2, work 3, project 4, registration 5, and talk 6 that names numbers. */
	async function everyKind() {
		const portal = await openPortal({ PUBLIC_PROPOSALS: "accepted" });
		const email = "mei@example.org";
		for (const title of ["First", "Second"]) await sendTalk(portal, { title, email });
		await sendWork(portal, { title: "Third", email });
		await sendProject(portal, { nominatoremail: email });
		await sendRegistration(portal, { email });
		await sendTalk(portal, { title: "Issue #2 of talk-1", abstract: "3 and 2", email });
		portal.sqlite.exec("update entries set status = 'Accept' where id in (1, 6)");
		return { portal, admin: await portal.admin() };
	}

	it("finds its entry first, in a sentence as well, and then the texts that have the words", async () => {
		const { admin } = await everyKind();
		for (const [q, ids] of [
			["talk-1", [1, 6]],
			["2", [2, 6]],
			["#2", [2, 6]],
			["6", [6]],
			["Hangzhou: we received your submission TALK-2.", [2]],
			["您的演讲ｔａｌｋ－２已收到", [2]],
			["(talk-2), talk-1", [2, 1]],
			["first 2", []],
			["see aigc-3 and talk-2", [2]],
			["talk-2x talk-02 xtalk-2 talk-2-3", []],
		] as const) {
			expect([q, await found(admin, q)]).toEqual([q, ids]);
		}
		const byTitle = await admin.get("/admin/proposals?q=2&sort=title");
		expect(ticked(byTitle.text)).toEqual([2, 6]);
		expect(textOfPage(byTitle.text)).toContain("Proposals 2");
	});

	it("counts its entry once on the pages of a long list", async () => {
		const portal = await openPortal();
		for (let n = 1; n <= 14; n += 1) await sendTalk(portal, { title: "Top 3", email: "mei@example.org" });
		const admin = await portal.admin();
		const pages = await Promise.all(
			[1, 2].map(async (page) => ticked((await admin.get(`/admin/proposals?q=3&page=${page}`)).text)),
		);
		expect(pages).toEqual([
			[3, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
			[2, 1],
		]);
	});

	it("leads to the list of its entry where that is another one", async () => {
		const { admin } = await everyKind();
		const elsewhere = async (path: string, q: string) => leads(await search(admin, path, q));
		const showAll = (path: string) => ["Show all", path];
		expect(await elsewhere("/admin/proposals", "AIGC-3")).toEqual([
			["aigc-3 is on another list: AIGC showcase", "/admin/aigc?q=aigc-3"],
			showAll("/admin/proposals"),
		]);
		expect(await elsewhere("/admin/aigc", "see talk-1 and #4, forum-5")).toEqual([
			["talk-1 is on another list: Talks", "/admin/proposals?q=talk-1"],
			["nomination-4 is on another list: Nominations", "/admin/nominations?q=nomination-4"],
			["forum-5 is on another list: Forum registrations", "/admin/forum?q=forum-5"],
			showAll("/admin/aigc"),
		]);
		// Found as a text here, and an entry there.
		expect((await elsewhere("/admin/proposals", "3"))[0]?.[1]).toBe("/admin/aigc?q=aigc-3");
		expect((await elsewhere("/admin/proposals", "aigc-1")).length).toBe(1);
		for (const [path, reference] of [
			["/admin/nominations", "nomination-4"],
			["/admin/forum", "#5"],
			["/admin/aigc", "3"],
		] as const) {
			const page = await search(admin, path, reference);
			expect([path, ticked(page), leads(page)]).toEqual([path, [Number(/\d/.exec(reference)?.[0])], []]);
		}
	});

	it("finds in public only what is public, on either list", async () => {
		const { portal } = await everyKind();
		const visitor = portal.agent();
		const elsewhere = async (path: string, q: string) => leads(await search(visitor, path, q))[0]?.[1];
		expect(opened(await search(visitor, "/proposals", "#1"))).toEqual([1]);
		expect(opened(await search(visitor, "/proposals", "talk-2"))).toEqual([]);
		expect(await elsewhere("/proposals", "aigc-3")).toBe("/nominations-aigc?q=aigc-3");
		expect(await elsewhere("/nominations-aigc", "talk-1")).toBe("/proposals?q=talk-1");
		for (const reference of ["talk-2", "nomination-4", "forum-5"])
			expect(await elsewhere("/nominations-aigc", reference)).toBe("/nominations-aigc");
		portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 3");
		expect(await elsewhere("/proposals", "aigc-3")).toBe("/proposals");
	});

	it("is in the file of the filter", async () => {
		const { admin } = await everyKind();
		const { text } = await download(admin, `/admin/export/talk?q=${encodeURIComponent("Re: talk-2")}`);
		expect(text.split("\r\n").slice(1, -1)).toEqual([expect.stringMatching(/^2,.*,talk-2$/s)]);
	});
});
