import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { type Filling, shownValue, shownValues, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { sendTalks, TABLE } from "../support/talks-sent.ts";

const statuses = (portal: TestPortal) => portal.sqlite.prepare("select status from entries order by id").pluck().all();

describe("a bulk action", () => {
	it("sets one status or track; the last one can be undone for entries not changed since", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" }, { title: "C" });
		const admin = await portal.admin();
		const send = (body: string) =>
			admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(body).redirects(1);
		const page = await send("ids=1&ids=2&bulk-status=Accept&do.bulk-status=1").expect(200);
		expect(textOfPage(page.text)).toContain("2 entries changed:");
		expect(statuses(portal)).toEqual(["Accept", "Accept", "New"]);
		const after = (await admin.get("/admin/proposals")).text;
		expect(textOfPage(after)).toContain("Last bulk change: 2 entries set to Accept, 1 Jul 2025 10:00.");
		await send("was-2=Accept&status-2=Reject&do.save.2=1").expect(200);
		const undone = await submitForm(admin, after, {}, { ...TABLE, press: "do.undo" }).expect(409);
		expect(textOfPage(undone.text)).toContain("Undone for 1 entry.");
		expect(textOfPage(undone.text)).toContain(
			`Failed to update status: Entry 2 was not saved: ${ADMIN.email} has just set it to Reject.`,
		);
		expect(statuses(portal)).toEqual(["New", "Reject", "New"]);
		expect((await admin.get("/admin/proposals")).text).not.toContain("do.undo");

		await send("ids=1&ids=3&bulk-track=ai-next&do.bulk-track=1").expect(200);
		expect(portal.sqlite.prepare("select track_id from entries order by id").pluck().all()).toEqual([
			"ai-next",
			expect.any(String),
			"ai-next",
		]);
		expect(portal.sqlite.prepare("select count(*) from entry_log where type = 'Track'").pluck().get()).toBe(2);
	});

	it("on all that match is confirmed first, on a page that says what and how many; the message can be undone", async () => {
		const portal = await openPortal();
		await sendTalks(portal, ...Array.from({ length: 13 }, (_, index) => ({ title: `T${index}` })));
		const admin = await portal.admin();
		await portal.db.write(() => portal.sqlite.exec("update entries set status = 'Hold' where id = 1"));
		const page = (await admin.get("/admin/proposals?sort=title")).text;
		const all = { matching: true, "bulk-status": "Accept" };
		const asked = await submitForm(admin, page, all, { ...TABLE, press: "do.bulk-status" }).expect(200);
		expect(textOfPage(asked.text)).toMatch(
			/Change 13 entries\?\s+Set status: Accept\s+Their statuses now: 12 New, 1 Hold\. All that match the list, on every page\. You can undo the change afterwards\.\s/,
		);
		expect(new Set(statuses(portal))).toEqual(new Set(["Hold", "New"]));
		const rejecting = "/admin/proposals?q=T1&status=New&modal=bulk&action=status&to=Reject";
		expect(parse((await admin.get(rejecting)).text).querySelector("form:has([name=sure])")?.innerHTML).toMatch(
			/Their statuses now: 4 New\.[\s\S]*class="danger"/,
		);
		const sure = { selector: "form:has([name=sure])", press: "do.bulk-status" };
		const done = await submitForm(admin, asked.text, {}, sure).expect(200);
		expect(textOfPage(done.text)).toMatch(/13 entries changed: .*Last bulk change: 13 entries set to Accept/s);
		expect(new Set(statuses(portal))).toEqual(new Set(["Accept"]));
		// The message and the way to undo it stand above the rows.
		expect(done.text.indexOf("do.undo")).toBeLessThan(done.text.indexOf("<table"));
		await submitForm(admin, done.text, {}, { ...TABLE, press: "do.undo" }).expect(200);
		expect(statuses(portal)).toEqual(["Hold", ...Array(12).fill("New")]);
		await sendTalks(portal, { title: "One more" });
		const late = await submitForm(admin, asked.text, {}, sure).expect(409);
		expect(textOfPage(late.text)).toContain("Failed to update status: Nothing was changed: 14 entries match now.");
		for (const path of ["action=status&to=Odd", "action=odd&to=Hold", "action=status"])
			await admin.get(`/admin/proposals?modal=bulk&${path}`).expect(404);
	});

	it("double-clicked is applied and undone once, and then reports no change", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" });
		const admin = await portal.admin();
		const send = () =>
			admin
				.post("/admin/proposals")
				.set("Sec-Fetch-Site", "same-origin")
				.type("form")
				.send("ids=1&ids=2&bulk-status=Accept&do.bulk-status=1")
				.redirects(1)
				.expect(200);
		expect(textOfPage((await send()).text)).toContain("2 entries changed:");
		const { text } = await send();
		expect(textOfPage(text)).toContain("Nothing was changed: Accept was set already.");
		expect(portal.sqlite.prepare("select count(*) from entry_log where type = 'Status'").pluck().get()).toBe(2);
		await submitForm(admin, text, {}, { ...TABLE, press: "do.undo" }).expect(200);
		expect(statuses(portal)).toEqual(["New", "New"]);
	});

	it("uses the singular for one entry", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		const one = { ids: ["1"], "bulk-status": "Hold" };
		await submitForm(admin, page, one, { ...TABLE, press: "do.bulk-status" }).expect(200);
		const said = textOfPage((await admin.get("/admin/proposals")).text);
		expect(said).toContain("Last bulk change: 1 entry set to Hold, 1 Jul 2025 10:00.");
	});

	it("says whether ticks or the value are missing, and keeps the choices", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ai-next" }, { title: "B" }, { title: "C" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		const press = (html: string, what: string, choices: Filling) =>
			submitForm(admin, html, choices, { ...TABLE, press: `do.bulk-${what}` });
		const kept = (html: string, ...names: string[]) => names.map((name) => shownValues(html, name).join());
		const noRow = await press(page, "status", { "bulk-status": "Hold", "bulk-track": "agentic-web" }).expect(422);
		expect(textOfPage(noRow.text)).toContain("Select at least one row first.");
		expect(kept(noRow.text, "ids", "bulk-status", "bulk-track")).toEqual(["", "Hold", "agentic-web"]);
		const ticked = { ids: ["1", "3"], "status-2": "Reject", "track-1": "agentic-web" };
		const noValue = await press(page, "track", ticked).expect(422);
		expect(textOfPage(noValue.text)).toContain("Choose a value first.");
		expect(kept(noValue.text, "ids", "bulk-track", "status-2", "track-1")).toEqual([
			"3,1",
			"",
			"Reject",
			"agentic-web",
		]);
		expect(statuses(portal)).toEqual(["New", "New", "New"]);
		await press(noValue.text, "status", { "bulk-status": "Hold" }).expect(200);
		expect(statuses(portal)).toEqual(["Hold", "New", "Hold"]);
	});

	it("refused with an unsaved row, still save that row only over the value that was shown", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		portal.sqlite.exec("update entries set status = 'Accept'");
		const back = await submitForm(admin, page, { "status-1": "Hold" }, { ...TABLE, press: "do.bulk-status" });
		const saved = await submitForm(admin, back.text, {}, { ...TABLE, press: "do.save.1" }).expect(409);
		expect(textOfPage(saved.text)).toContain("has just set it to Accept.");
		expect([statuses(portal), shownValue(saved.text, "status-1")]).toEqual([["Accept"], "Accept"]);
	});

	it("are exported, or all rows of the filter where none is ticked", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ai-next" }, { title: "B" }, { title: "C" });
		const admin = await portal.admin();
		const send = (path: string, body: string) =>
			admin.post(path).set("Sec-Fetch-Site", "same-origin").type("form").send(body).expect(303);
		const lines = async (address = "") => {
			const { text, headers } = await admin.get(new URL(address).pathname + new URL(address).search).expect(200);
			expect(headers["content-disposition"]).toBe('attachment; filename="proposals-07-01-10-00.csv"');
			return text
				.trim()
				.split("\r\n")
				.slice(1)
				.map((line) => line.split(",")[0]);
		};
		const ticked = await send("/admin/proposals", "ids=1&ids=3&do.csv=1");
		expect(await lines(ticked.headers.location)).toEqual(["3", "1"]);
		const filtered = await send("/admin/proposals?track=ai-next", "do.csv=1");
		expect(await lines(filtered.headers.location)).toEqual(["1"]);
	});
});

it("saving several rows is no bulk action: there is nothing to undo", async () => {
	const portal = await openPortal();
	await sendTalks(portal, { title: "A" }, { title: "B" });
	const admin = await portal.admin();
	const rows = "was-1=New&status-1=Hold&was-2=New&status-2=Reject";
	await admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(rows).expect(303);
	expect(statuses(portal)).toEqual(["Hold", "Reject"]);
	expect((await admin.get("/admin/proposals")).text).not.toContain("do.undo");
});
