import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { submitForm } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { sendTalks } from "../support/talks-sent.ts";

describe("the history of an entry", () => {
	it("says that something changed where its values say nothing, and omits what stayed empty", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const changes = {
			title: { from: "Old", to: "A" },
			file: { from: "1f.jpg", to: "2e.jpg" },
			phone: { from: null, to: "" },
			slot: { from: "day2-ai-next-09:00", to: "" },
		};
		portal.sqlite.prepare("update entry_log set changes = ?").run(JSON.stringify(changes));
		const history = async (language: string) => {
			const page = await admin.get("/admin/proposals?modal=details&id=1").set("Accept-Language", language);
			return parse(page.text)
				.querySelectorAll(".history li li")
				.map(({ textContent }) => textContent);
		};
		expect(await history("en")).toEqual([
			"Talk Title: Old → A",
			"Profile Photo changed",
			"Slot: Sunday, 14 September 2025, AI Next, 09:00 → –",
		]);
		expect((await history("zh"))[1]).toBe("修改了“个人照片”");
	});

	it("says a changed status once, with the one before", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const change = { "was-1": "New", "status-1": "Accept" };
		await admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(change);
		const history = async (language: string) => {
			const page = await admin.get("/admin/proposals?modal=details&id=1").set("Accept-Language", language);
			return parse(page.text)
				.querySelector(".history")
				?.querySelectorAll("li")
				.map(({ textContent }) => textContent.replace(/^.*?\d\d:\d\d/, ""));
		};
		expect(await history("en")).toEqual([" · Submitted · New · guest", ` · Status: New → Accept · ${ADMIN.email}`]);
		expect(await history("zh")).toEqual([" · 已提交 · 新提交 · 访客", ` · 状态：新提交 → 录用 · ${ADMIN.email}`]);
	});

	it("does not name a question that an edit left empty", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/editor?id=1").expect(200)).text;
		await submitForm(admin, page, { title: "B", tracks: "ai-next", consent: true }).expect(303);
		const named = portal.sqlite.prepare("select field from edited_answers").pluck().all();
		expect(named).toContain("title");
		expect(named).not.toContain("phone");
	});

	it("names tracks and a consent as they are called, and takes a track alone for one that was set", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "assign-me" });
		const admin = await portal.admin();
		portal.sqlite.exec("update entries set status = 'Accept'");
		portal.sqlite.exec("insert into entry_log (entry_id, at, type, state) values (1, 1, 'Status', 'Accept')");
		const edit = async (values: Record<string, string | boolean>) => {
			const page = (await admin.get("/admin/editor?id=1").expect(200)).text;
			await submitForm(admin, page, values).expect(303);
			const entry = parse((await admin.get("/admin/proposals?modal=details&id=1")).text);
			const line = entry.querySelector(".history > li:last-child");
			return {
				isMarked: entry.querySelector(".reading-about")?.textContent.includes("Changed since accepted"),
				says: line?.textContent.replace(/^.*?\d\d:\d\d · /, ""),
			};
		};
		expect(await edit({ tracks: "ai-next", consent: true })).toEqual({
			isMarked: false,
			says: `Track set · Accept · ${ADMIN.email}Track: To be assigned → AI Next`,
		});
		portal.sqlite.exec("update entries set consent = 0");
		expect(await edit({ tracks: "ws-dora", consent: true })).toEqual({
			isMarked: true,
			says: expect.stringMatching(/^Edited · .*: Not given → GivenTopic Track: AI Next → Dora Workshop$/),
		});
	});
});
