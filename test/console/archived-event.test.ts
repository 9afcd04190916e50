import { describe, expect, it } from "vitest";
import { begin, held, pageOf } from "../support/editions.ts";
import { submitForm, textOfPage } from "../support/form.ts";

describe("an archived event in the console", () => {
	it("can be searched, read and exported, and not changed", async () => {
		const { portal, admin } = await held();
		await admin.get("/admin/event/archive/hangzhou-2025").expect(404);
		await begin(admin);
		expect(await pageOf(admin)).toContain('href="/admin/event/archive/hangzhou-2025"');
		const path = "/admin/event/archive/hangzhou-2025";
		const all = textOfPage(await pageOf(admin, path));
		expect(all).toContain("13–14 September 2025 · Hangzhou");
		for (const part of ["Talks (2)", "Agents at work", "Still new", "AI Next"]) expect(all).toContain(part);
		// There were none.
		expect(all).not.toContain("Forum registrations");
		const found = await pageOf(admin, `${path}?kind=talk&q=agents`);
		expect(textOfPage(found)).toContain("1 entry");
		expect(found).not.toContain("Still new");
		const entry = await pageOf(admin, `${path}?id=1`);
		expect(textOfPage(entry)).toContain("talk-1 · Accept");
		expect(textOfPage(entry)).toContain("History");
		expect(entry).not.toMatch(/<select|name="status/);
		// A link to it from a mail or a list of before leads here.
		const old = await admin.get("/admin/proposals?modal=details&id=1").redirects(0);
		expect([old.status, old.headers.location]).toEqual([302, `${portal.origin}${path}?id=1`]);
		const csv = await admin.get(`/admin/export/talk?archive=hangzhou-2025&q=agents`).expect(200);
		expect(csv.text.split("\r\n").filter((line) => line.includes("Agents at work"))).toHaveLength(1);
		expect(csv.text).not.toContain("Still new");
		expect(csv.headers["content-disposition"]).toMatch(/filename="hangzhou-2025-proposals-\d\d-\d\d-\d\d-\d\d\.csv"/);
		expect(csv.text).toMatch(/Agents at work.*,true,/s);
		expect((await admin.get("/admin/export/talk").expect(200)).text).not.toContain("Agents at work");
		for (const wrong of [`${path}?id=99`, "/admin/event/archive/nowhere", "/admin/export/talk?archive=nowhere"])
			await admin.get(wrong).expect(404);
		expect(portal.sqlite.prepare("select count(*) from entries where event_id = 1").pluck().get()).toBe(2);
	});

	it("is what the console shows where an address names it", async () => {
		const { portal, admin } = await held();
		await begin(admin);
		const led = async (path: string, agent = admin) => {
			const { status, headers } = await agent.get(path).redirects(0);
			return [status, headers.location];
		};
		const archived = `${portal.origin}/admin/event/archive/hangzhou-2025`;
		expect(await led("/admin?event=hangzhou-2025")).toEqual([303, archived]);
		expect(await led("/admin/nominations?event=hangzhou-2025")).toEqual([303, `${archived}?kind=nomination`]);
		for (const here of ["/admin?event=nowhere", "/admin/proposals?event=__proto__", "/admin?event=hangzhou-2026"])
			expect((await led(here))[0]).toBe(200);
		expect(await led("/admin?event=hangzhou-2025", portal.agent())).toEqual([302, `${portal.origin}/`]);
	});

	it("keeps its names: a set-up document that was made before the next edition is refused", async () => {
		const { portal, admin } = await held();
		const before = (await admin.get("/admin/event/setup.json").expect(200)).text;
		await begin(admin);
		const present = (await admin.get("/admin/event/setup.json").expect(200)).text;
		expect(
			JSON.parse(present).calls.map((call: { definition: { category: string } }) => call.definition.category),
		).toContain("hangzhou-2026");
		const check = async (text: string) =>
			submitForm(
				admin,
				await pageOf(admin, "/admin/event/setup"),
				{ text },
				{ selector: "form[aria-labelledby=h-import]", press: "do.check" },
			);
		expect(textOfPage((await check(present)).text)).toContain("Everything is as the document says.");
		const refused = textOfPage((await check(before)).text);
		expect(refused).toContain("hangzhou is a name of an earlier event");
		expect(refused).toContain("ai-next is a name of an earlier event");
		expect(portal.sqlite.prepare("select count(*) from programmes where event_id = 2").pluck().get()).toBe(7);
	});
});
