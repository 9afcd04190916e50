import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const BOARD = { selector: "form.board" };
const BOTH = "/admin/schedule?entries=ai-next&track=ai-next";
const NINE = "day2-ai-next-09:00";
const TEN = "day2-ai-next-10:00";

/** What a browser that names the origin sends, whatever the page offers. */
const force = (admin: Agent, path: string, form: object) =>
	admin.post(path).set("Sec-Fetch-Site", "same-origin").type("form").send(form).expect(422);

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

/** The page as it is now, with an entry chosen by its link, and a press of one of its buttons. */
async function press(admin: Agent, button: string, entry?: string, path = BOTH) {
	const page = (await admin.get(path).expect(200)).text;
	if (entry === undefined) return submitForm(admin, page, {}, { ...BOARD, button });
	const chosen = (await admin.get(linkTo(page, entry)).expect(200)).text;
	return submitForm(admin, chosen, {}, { ...BOARD, button });
}

/** Where a page leads to choose an entry. */
function linkTo(html: string, entry: string): string {
	const links = parse(html)
		.querySelectorAll(".choose")
		.map((link) => link.getAttribute("href") ?? "");
	const link = links.find((href) => new URL(href, "http://board").searchParams.get("chosen") === entry);
	if (!link) throw new Error(`no link chooses ${entry}`);
	return link;
}

describe("the schedule without scripts", () => {
	it("places, moves and removes an entry with buttons, and reports it", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["A <b>bold</b> talk"]);
		const admin = await portal.admin();
		const page = (await admin.get(BOTH)).text;
		expect(titleOf(page)).toBe("Schedule — Hangzhou 2025 Call For Proposals");
		expect(page).toContain('aria-label="Place here: Sunday, 14 September 2025, AI Next, 09:00"');
		const put = await press(admin, `do.place.${NINE}`, String(id));
		expect(put.status).toBe(200);
		expect(textOfPage(put.text)).toContain("Schedule updated: A <b>bold</b> talk scheduled at 09:00");
		expect(placed(portal)).toEqual([[id, NINE]]);
		expect(textOfPage(put.text)).toContain("No entries available");
		const moved = await press(admin, `do.place.${TEN}`, `${id}@${NINE}`);
		expect(textOfPage(moved.text)).toContain("Schedule updated: A <b>bold</b> talk scheduled at 10:00");
		expect(placed(portal)).toEqual([[id, TEN]]);
		const removed = await press(admin, `do.remove.${id}@${TEN}`);
		expect(textOfPage(removed.text)).toContain("Entry removed from schedule");
		expect(placed(portal)).toEqual([]);
	});

	it("undoes the caller's last change, once, and only while it can be undone", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const admin = await portal.admin();
		const undoOf = (html: string) => /name="do.undo.(\d+)"/.exec(html)?.[1] ?? "";
		await press(admin, `do.place.${NINE}`, String(one));
		const first = textOfPage((await admin.get(BOTH)).text);
		expect(first).toContain("Undo scheduling “One” (Sunday, 14 September 2025, AI Next, 09:00)");
		await press(admin, `do.place.${TEN}`, `${one}@${NINE}`);
		const page = (await admin.get(BOTH)).text;
		expect(textOfPage(page)).toContain("Undo moving “One” (Sunday, 14 September 2025, AI Next, 10:00)");
		const undone = await press(admin, `do.undo.${undoOf(page)}`);
		expect(textOfPage(undone.text)).toContain("Schedule updated successfully: the change to “One” was undone.");
		expect(placed(portal)).toEqual([[one, NINE]]);
		expect(undoOf((await admin.get(BOTH)).text)).toBe("");
		const again = await submitForm(admin, page, {}, { ...BOARD, button: `do.undo.${undoOf(page)}` });
		expect(again.status).toBe(409);
		expect(textOfPage(again.text)).toContain("Failed to update schedule: There is nothing to undo.");
		await press(admin, `do.remove.${one}@${NINE}`);
		const removal = (await admin.get(BOTH)).text;
		expect(textOfPage(removal)).toContain("Undo removing “One”");
		await press(admin, `do.place.${NINE}`, String(two));
		portal.sqlite.exec("delete from entry_log where entry_id = 2 and type = 'Schedule'");
		const late = await submitForm(admin, removal, {}, { ...BOARD, button: `do.undo.${undoOf(removal)}` });
		expect(late.status).toBe(409);
		expect(textOfPage(late.text)).toContain("This slot was just taken: “Two”");
		expect(placed(portal)).toEqual([[two, NINE]]);
	});

	it("places an entry in its own track once it is chosen, whatever the page was filtered by", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		for (const path of [
			"/admin/schedule",
			"/admin/schedule?track=ai-next",
			"/admin/schedule?entries=ai-next",
			"/admin/schedule?entries=ai-next&chosen=99",
			"/admin/schedule?day=day2",
			BOTH,
		]) {
			await press(admin, `do.place.${NINE}`, String(id), path);
			expect([path, placed(portal)]).toEqual([path, [[id, NINE]]]);
			await press(admin, `do.place.${TEN}`, `${id}@${NINE}`, path);
			expect([path, placed(portal)]).toEqual([path, [[id, TEN]]]);
			await press(admin, `do.remove.${id}@${TEN}`, undefined, path);
		}
	});

	it("has no button at special slots, and refuses them with the specification's sentence", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const page = (await admin.get(BOTH)).text;
		expect(textOfPage(page)).toMatch(/12:00\s+Lunch\s+Reserved/);
		expect(page).not.toContain("do.place.day2-ai-next-12:00");
		for (const to of ["day2-ai-next-12:00", "day2-ai-next-12:30"]) {
			const refused = await force(admin, BOTH, { entry: String(id), [`do.place.${to}`]: "" });
			expect(textOfPage(refused.text)).toContain("Cannot schedule entries into special time slots");
		}
	});

	it("asks for the missing choice", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const nothing = await press(admin, `do.place.${NINE}`);
		expect([nothing.status, textOfPage(nothing.text)]).toEqual([422, expect.stringContaining("Choose an entry first")]);
		const nowhere = await force(admin, BOTH, { entry: String(id) });
		expect(textOfPage(nowhere.text)).toContain("Press the button of a free slot.");
	});

	it("tells the slower organiser which talk has the slot, and shows the current grid", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const admin = await portal.admin();
		const page = (await admin.get(BOTH)).text;
		await press(admin, `do.place.${NINE}`, String(one));
		const lost = await submitForm(admin, page, { entry: String(two) }, { ...BOARD, button: `do.place.${NINE}` });
		expect(lost.status).toBe(409);
		expect(textOfPage(lost.text)).toContain(
			"Failed to update schedule: This slot was just taken: “One” (by admin@example.org). Nothing was changed.",
		);
		expect(lost.text).toContain(`name="do.remove.${one}@${NINE}"`);
		const stale = await submitForm(admin, page, { entry: String(one) }, { ...BOARD, button: `do.place.${TEN}` });
		expect(stale.status).toBe(409);
		expect(placed(portal)).toEqual([[one, NINE]]);
	});

	it("says when there is nothing to place, and nowhere to place it", async () => {
		const portal = await openPortal();
		await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		const text = async (path: string) => textOfPage((await admin.get(path)).text);
		expect(await text("/admin/schedule?entries=ws-dora")).toContain("No entries available for selected track");
		portal.sqlite.exec("update entries set status = 'New'");
		expect(await text("/admin/schedule")).toMatch(/No entries available(?! for)/);
		portal.sqlite.exec(
			"insert into tracks (id, event_id, kind, label, label_zh, position) values ('new', 1, 'track', 'New', '', 99)",
		);
		expect(await text("/admin/schedule?track=new")).toContain("No time slots for selected track");
		portal.sqlite.exec("delete from slots; delete from special_events");
		expect(await text("/admin/schedule")).toContain("No time slots available");
		expect(textOfPage((await admin.get("/admin/schedule").set("Accept-Language", "zh")).text)).toContain("没有时段");
	});

	it("notes each placement in the history of the entry", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Talk"]);
		const admin = await portal.admin();
		await press(admin, `do.place.${NINE}`, String(id));
		const history = textOfPage((await admin.get(`/admin/proposals?modal=details&id=${id}`)).text);
		expect(history).toMatch(/Schedule · placed · admin@example\.org\s+Slot: – → (\w+, \d+ \w+ \d{4}, )AI Next, 09:00/);
	});
});

describe("what the rest of the console knows of places", () => {
	it("counts accepted talks without one, lists them, and exports who has one", async () => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["One", "Two"]);
		const admin = await portal.admin();
		await press(admin, `do.place.${NINE}`, String(one));
		const overview = (await admin.get("/admin")).text;
		expect(textOfPage(overview)).toContain("1 accepted talk not in the schedule");
		const list = (await admin.get("/admin/proposals?need=unplaced")).text;
		expect([list.includes(">Two<"), list.includes(">One<")]).toEqual([true, false]);
		const csv = (await admin.get("/admin/export/talk?sort=id")).text.split("\r\n");
		const header = csv[0]?.split(",") ?? [];
		const fromEnd = header.indexOf("scheduled") - header.length;
		expect(csv.slice(0, 3).map((line) => line.split(",").at(fromEnd))).toEqual(["scheduled", "true", "false"]);
		const listed = await admin.get("/api/entries").set("Sec-Fetch-Site", "same-origin");
		expect(listed.body.map(({ scheduled }: { scheduled: boolean }) => scheduled)).toEqual([true, false]);
		const open = await portal.agent().get("/api/entries");
		expect(open.body.map(({ scheduled }: { scheduled: boolean }) => scheduled)).toEqual([false, false]);
	});
});
