import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { leads, search } from "../support/list-search.ts";
import { openPortal } from "../support/portal.ts";
import { rowsOf } from "../support/table.ts";

describe("what was searched for", () => {
	const marked = (html: string, selector = "tbody") =>
		parse(html)
			.querySelectorAll(`${selector} mark`)
			.map((mark) => mark.textContent);

	it("is marked in the rows, in whole characters, whatever folding does to them", async () => {
		const portal = await openPortal();
		for (const title of ["The ﬁne ＡＩ of İzmir & <b>", "ΣΟΦΟΣ cafe\u0301 ﾊﾞｽ 👩‍💻智能体", "각도 kernel"])
			await sendTalk(portal, { title, name: "Ana Kern", org: "Kernel Org", abstract: "Plain" });
		const admin = await portal.admin();
		for (const [q, marks] of [
			["i", ["ﬁ", "Ｉ", "İ", "i"]],
			["ai ﬁne", ["ﬁne", "ＡＩ"]],
			["& <B>", ["&", "<b>"]],
			["σοφος café", ["ΣΟΦΟΣ", "cafe\u0301"]],
			["能体 バス", ["ﾊﾞｽ", "能体"]],
			["💻", ["💻"]],
			["각", ["각"]],
		] as const) {
			const html = await search(admin, "/admin/proposals", q);
			expect([q, marked(html, "th a")]).toEqual([q, marks]);
			const row = parse(html).querySelector("tbody th a")?.textContent;
			expect(["The ﬁne ＡＩ of İzmir & <b>", "ΣΟΦΟΣ cafe\u0301 ﾊﾞｽ 👩‍💻智能体", "각도 kernel"]).toContain(row);
		}
		const page = await search(portal.agent(), "/proposals", "KERN ana 각");
		expect(marked(page)).toEqual(["각", "kern", "Ana", "Kern", "Kern"]);
	});

	it("is marked on every list", async () => {
		const portal = await openPortal();
		const name = "Robot Ltd";
		await sendWork(portal, { title: name, name, org: name });
		await sendProject(portal, { projectname: name, nominatorname: name, ownername: name });
		await sendRegistration(portal, { name, companySchool: name, position: name });
		const admin = await portal.admin();
		for (const path of ["/admin/aigc", "/admin/nominations", "/admin/forum", "/nominations-aigc"])
			expect([path, marked(await search(admin, path, "bot"))]).toEqual([path, ["bot", "bot", "bot"]]);
	});

	it("is quoted with its answer where the row does not show it, and never in public from a private answer", async () => {
		const portal = await openPortal();
		const long = `${"Before it all. ".repeat(9)}Then a zebra\n\n${"and what follows. ".repeat(9)}`;
		await sendTalk(portal, {
			title: "Animals",
			abstract: long,
			details: "zebra and okapi",
			email: "quagga@example.org",
		});
		const admin = await portal.admin();
		const said = (html: string) => parse(html).querySelector("tbody .found-text")?.textContent;
		const quoted =
			"Talk Abstract: …all. Before it all. Then a zebra and what follows. and what follows. and what follows.…";
		expect(said(await search(admin, "/admin/proposals", "zebra animals"))).toBe(quoted);
		expect(said(await search(admin, "/admin/proposals", "zebra okapi"))).toBe("Talk Details: zebra and okapi");
		expect(said(await search(admin, "/admin/proposals", "quagga"))).toBe("Email: quagga@example.org");
		expect(said(await search(admin, "/admin/proposals", "animals"))).toBeUndefined();
		expect(said(await search(admin, "/admin/proposals", "talk-1"))).toBeUndefined();
		// A choice of a track cannot mark a part of its name.
		portal.sqlite.exec("update entries set track_id = 'agentic-web'");
		expect(said(await search(admin, "/admin/proposals", "agent animals"))).toBe("Track: Agentic Web");
		expect(marked(await search(admin, "/admin/proposals", "agent"))).toEqual(["Agent"]);
		expect(said(await search(portal.agent(), "/proposals", "zebra"))).toBe(quoted);
		expect(rowsOf(await search(portal.agent(), "/proposals", "zebra okapi"))).toEqual([]);
	});
});

describe("an empty list", () => {
	it("says how many entries it has without each of its filters, and leads there", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "Zebra", tracks: "ai-next" });
		await sendTalk(portal, { title: "Horse", tracks: "ai-next" });
		await sendTalk(portal, { title: "Zebra", tracks: "agentic-web" });
		portal.sqlite.exec("update entries set status = 'Accept' where id = 2");
		const admin = await portal.admin();
		const at = async (path: string) => leads((await admin.get(path).expect(200)).text);
		expect(await at("/admin/proposals?q=zebra&track=ai-next&status=Accept&sort=title")).toEqual([
			["Without the search: 1 entry", "/admin/proposals?track=ai-next&status=Accept&sort=title"],
			["Without the status: 1 entry", "/admin/proposals?q=zebra&track=ai-next&sort=title"],
			["Show all", "/admin/proposals?sort=title"],
		]);
		expect(await at("/admin/proposals?need=withdrawn")).toEqual([["Show all", "/admin/proposals"]]);
		expect(await at("/admin/proposals?q=nowhere&status=Hold")).toEqual([["Show all", "/admin/proposals"]]);
		expect(await at("/admin/proposals?q=zebra")).toEqual([]);
		expect(await at("/proposals?q=horse&track=agentic-web")).toEqual([
			["Without the search: 1 entry", "/proposals?track=agentic-web"],
			["Without the track: 1 entry", "/proposals?q=horse"],
			["Show all", "/proposals"],
		]);
		expect(await at("/admin/forum")).toEqual([]);
		await sendRegistration(portal, { name: "Tao", countryRegion: "法国" });
		expect(await at("/admin/forum?countryRegion=中国&q=tao&invitationConfirmed=confirmed")).toEqual([
			["Show all", "/admin/forum"],
		]);
		expect((await at("/admin/forum?countryRegion=中国&q=tao"))[0]).toEqual([
			"Without the country: 1 entry",
			"/admin/forum?q=tao",
		]);
		const chinese = await admin.get("/admin/proposals?status=Hold&q=zebra").set("Accept-Language", "zh-CN");
		expect(leads(chinese.text)[0]?.[0]).toBe("不限状态：2条提交");
	});
});
