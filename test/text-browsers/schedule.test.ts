import { describe, expect, it } from "vitest";
import { put, slotsOf } from "../support/grid.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";
import { BROWSERS, signInBy } from "../support/text-browsers.ts";

describe.each(BROWSERS)("$name", ({ open }) => {
	it("an organiser places a talk, moves it, takes it out, undoes that, and releases the schedule", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const [id] = await sendAccepted(portal, ["Pagodas"]);
		const browser = await signInBy(open, portal, ADMIN.email, ADMIN.password);
		await browser.open(`${portal.origin}/admin/schedule?entries=ai-next&track=ai-next`);
		await browser.tick("Pagodas");
		await browser.press("Place here");
		expect(await browser.read()).toContain("Schedule updated: Pagodas scheduled at 09:30");
		expect(placed(portal)).toEqual([[id, "day1-ai-next-09:30"]]);
		await browser.tick("Move");
		await browser.press("Place here");
		expect(await browser.read()).toContain("Schedule updated: Pagodas scheduled at 10:00");
		await browser.press("Remove");
		expect(await browser.read()).toContain("Entry removed from schedule");
		expect(placed(portal)).toEqual([]);
		await browser.press("Undo");
		expect(await browser.read()).toContain("Schedule updated successfully");
		expect(placed(portal)).toEqual([[id, "day1-ai-next-10:00"]]);
		await browser.open(`${portal.origin}/admin/schedule/release`);
		await browser.press("Release version 1");
		expect(await browser.read()).toContain("Version 1 is public.");
		await browser.open(`${portal.origin}/schedule`);
		expect(await browser.read()).toMatch(/10:00[\s\S]*Pagodas[\s\S]*Speaker of Pagodas/);
	});

	it("an administrator makes slots after a preview, and gives up the place of an entry in one of them", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const [id = 0] = await sendAccepted(portal, ["One"]);
		const browser = await signInBy(open, portal, ADMIN.email, ADMIN.password);
		await browser.open(`${portal.origin}/admin/schedule/grid?lay=1`);
		await browser.type("Minutes between slot starts", "30");
		await browser.type("From", "18:00");
		await browser.type("Last slot begins at", "18:30");
		await browser.tick("Saturday, 13 September 2025");
		await browser.tick("AI Next");
		await browser.press("Preview");
		expect(await browser.read()).toMatch(/Saturday, 13 September 2025\s+AI Next\s+18:00 18:30/);
		await browser.press("Create 2 slots");
		expect(await browser.read()).toContain("2 slots were created.");
		expect(slotsOf(portal, "day1").slice(-2)).toEqual(["18:00+30", "18:30+30"]);
		put(portal, id, "day1-ai-next-18:00");
		await browser.open(`${portal.origin}/admin/schedule/grid?day=day1`);
		await browser.press("Remove this day");
		expect(await browser.read()).toContain("“One”: Saturday, 13 September 2025, AI Next, 18:00");
		await browser.press("Remove them from the schedule and continue");
		expect(await browser.read()).toContain("1 entry was removed from the schedule.");
		expect([placed(portal), portal.sqlite.prepare("select id from days").pluck().all()]).toEqual([[], ["day2"]]);
	});
});
