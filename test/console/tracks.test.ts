import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { adminBearer, sendTalks, titlesIn } from "../support/talks-sent.ts";

const FORM = { selector: 'main form[method="post"]' };

describe("the management of tracks", () => {
	it("lists, counts, and finds in id, label and description, ignoring case", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/tracks").expect(200)).text;
		expect(titleOf(page)).toBe("Track Management — Hangzhou 2025 Call For Proposals");
		const said = textOfPage(page);
		for (const part of ["Total Tracks: 11", "(No description)", "ID", "Label", "Description", "Active", "Yes"])
			expect(said).toContain(part);
		expect(page).toContain('placeholder="Search tracks..."');
		portal.sqlite.exec("update tracks set description = 'Robots and limbs' where id = 'embodied-ai'");
		const found = async (q: string) => titlesIn((await admin.get("/admin/tracks").query({ q })).text);
		expect(await found("ROBOTS")).toEqual(["Embodied AI"]);
		expect(await found("ws-dora")).toEqual(["Dora Workshop"]);
		expect(await found("agentic w")).toEqual(["Agentic Web"]);
		expect(await found("仓颉")).toEqual(["Cangjie Workshop"]);
		expect(textOfPage((await admin.get("/admin/tracks?q=nothing")).text)).toContain("No tracks match.");
	});

	it("adds one with defaults, an id from its label, and a default description", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/tracks?modal=track").expect(200)).text;
		expect(titleOf(page)).toBe("Add New Track — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(page)).toContain("(Will be auto-generated)");
		expect([shownValue(page, "label"), shownValue(page, "description"), shownValue(page, "active")]).toEqual([
			"New Track",
			"Enter description for this track",
			"yes",
		]);
		await submitForm(admin, page, { label: "Rust & Wasm", labelZh: "Rust 与 Wasm", description: "" }, FORM).expect(200);
		await submitForm(admin, page, { label: "Rust  wasm" }, FORM).expect(200);
		await submitForm(admin, page, { label: "量子计算" }, FORM).expect(200);
		const rows = portal.sqlite
			.prepare("select id, label, description, active from tracks order by position desc limit 3")
			.all();
		expect(rows).toEqual([
			{ id: "track-2", label: "量子计算", description: "Enter description for this track", active: 1 },
			{ id: "rust-wasm-2", label: "Rust  wasm", description: "Enter description for this track", active: 1 },
			{ id: "rust-wasm", label: "Rust & Wasm", description: "New track description", active: 1 },
		]);
		expect((await portal.agent().get("/hangzhou").set("Accept-Language", "zh")).text).toContain("Rust 与 Wasm");
	});

	it("edits one: both languages, order, retirement; its entries stay readable", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ai-next" });
		const admin = await portal.admin();
		const details = (await admin.get("/admin/tracks?modal=track&id=ai-next").expect(200)).text;
		expect(titleOf(details)).toBe("Track Details — Hangzhou 2025 Call For Proposals");
		expect(details).not.toContain('<button class="primary" type="submit">');
		const page = (await admin.get("/admin/tracks?modal=track&id=ai-next&edit=1")).text;
		expect(titleOf(page)).toBe("Edit Track — Hangzhou 2025 Call For Proposals");
		expect(shownValue(page, "displayIndex")).toBe("6");
		const change = { label: "AI Tomorrow", labelZh: "AI 明天", displayIndex: "2", active: "no" };
		const saved = await submitForm(admin, page, change, FORM).expect(200);
		expect(textOfPage(saved.text)).toContain("Track saved.");
		const { body } = await portal.agent().get("/api/tracks");
		expect(body[1]).toMatchObject({
			id: "ai-next",
			label: "AI Tomorrow",
			labelZh: "AI 明天",
			active: false,
			displayIndex: 2,
		});
		expect(new Set(body.map((track: { displayIndex: number }) => track.displayIndex)).size).toBe(body.length);
		expect((await portal.agent().get("/hangzhou")).text).not.toContain("AI Tomorrow");
		expect(textOfPage((await admin.get("/admin/proposals?modal=details&id=1")).text)).toContain("AI Tomorrow");
		await admin.get("/admin/tracks?modal=track&id=divider-1").expect(404);
		await admin.get("/admin/tracks?modal=track&id=nothing").expect(404);
	});
});

describe("a track that cannot be saved", () => {
	it("that is too long is refused, not cut, and the typed text stays", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/tracks?modal=track&id=ai-next&edit=1")).text;
		const typed = { label: "x".repeat(201), description: "y".repeat(2_001) };
		const refused = await submitForm(admin, page, typed, FORM).expect(422);
		expect(textOfPage(refused.text)).toMatch(
			/Label: at most 200 characters[\s\S]*Description: at most 2000 characters/,
		);
		expect(shownValue(refused.text, "label")).toBe(typed.label);
		expect(shownValue(refused.text, "description")).toBe(typed.description);
		expect((await portal.agent().get("/hangzhou")).text).toContain("AI Next");
	});

	it("was changed by someone else since: theirs stays, and the typed text stays in the form", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/tracks?modal=track&id=ai-next&edit=1")).text;
		await submitForm(admin, page, { description: "Theirs" }, FORM).expect(200);
		const late = await submitForm(admin, page, { labelZh: "我的" }, FORM).expect(409);
		expect(textOfPage(late.text)).toContain("Failed to update track: ");
		expect(shownValue(late.text, "labelZh")).toBe("我的");
		const row = "select description, label_zh from tracks where id = 'ai-next'";
		expect(portal.sqlite.prepare(row).get()).toEqual({ description: "Theirs", label_zh: "AI未来" });
	});
});

describe("the calls for tracks", () => {
	it("add and change as the pages do, and refuse an id that is taken", async () => {
		const portal = await openPortal();
		const bearer = await adminBearer(portal);
		const post = (body: object) => portal.agent().post("/api/tracks").set("Authorization", bearer).send(body);
		const { body } = await post({ label: "Edge", description: "", active: true }).expect(201);
		expect(body).toMatchObject({ id: "edge", label: "Edge", description: "New track description", active: true });
		await post({ id: "edge", label: "Again" }).expect(409);
		await post({ label: 7 }).expect(400);
		for (const id of [" ", "..", "a/b", "<b>", "New", "x y?"]) await post({ id, label: "Odd" }).expect(400);
		const patch = (id: string, change: object) =>
			portal.agent().patch(`/api/tracks/${id}`).set("Authorization", bearer).send(change);
		const changed = await patch("edge", { id: "edge", active: false, displayIndex: 1 }).expect(200);
		expect(changed.body).toMatchObject({ id: "edge", label: "Edge", active: false, displayIndex: 2 });
		await patch("nothing", { label: "X" }).expect(404);
		await patch("divider-1", { label: "X" }).expect(404);
	});
});

describe("PATCH /api/entries/{id}", () => {
	it("takes exactly one kind of change", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const bearer = await adminBearer(portal);
		const patch = (id: number | string, change: object) =>
			portal.agent().patch(`/api/entries/${id}`).set("Authorization", bearer).send(change);
		expect((await patch(1, { status: "Hold" }).expect(200)).body).toMatchObject({ id: 1, status: "Hold" });
		expect((await patch(1, { tracks: "ai-next" }).expect(200)).body).toMatchObject({
			tracks: "ai-next",
			status: "Hold",
		});
		const panel = { panelist: ["ai-next"], keywords: ["AI"] };
		expect((await patch(1, panel).expect(200)).body).toMatchObject(panel);
		for (const wrong of [{}, { status: "Party" }, { status: "Hold", tracks: "ai-next" }, { panelist: [] }, { x: 1 }])
			await patch(1, wrong).expect(400);
		await patch(1, { tracks: "x" }).expect(422);
		await patch(99, { status: "Hold" }).expect(404);
		await patch("talk-1", { status: "Hold" }).expect(404);
	});

	it("of twenty simultaneous ones leaves one value and twenty log lines", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const bearer = await adminBearer(portal);
		const statuses = ["Hold", "Accept", "Reject", "New"];
		await Promise.all(
			Array.from({ length: 20 }, (_, index) =>
				portal
					.agent()
					.patch("/api/entries/1")
					.set("Authorization", bearer)
					.send({ status: statuses[index % 4] })
					.expect(200),
			),
		);
		const log = portal.sqlite
			.prepare("select state, changes from entry_log where type = 'Status' order by id")
			.all() as {
			state: string;
			changes: string;
		}[];
		expect(log).toHaveLength(20);
		expect(portal.sqlite.prepare("select status from entries").pluck().get()).toBe(log.at(-1)?.state);
		const chain = log.map(({ changes }) => (JSON.parse(changes) as { status: { from: string; to: string } }).status);
		for (const [index, { from }] of chain.entries()) expect(from).toBe(index === 0 ? "New" : chain[index - 1]?.to);
	});
});
