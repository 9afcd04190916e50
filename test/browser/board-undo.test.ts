import { expect, it } from "vitest";
import { atRest, choose, openBoard } from "../support/board.ts";
import { toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

const BOARD = "/admin/schedule";
const DESK = { viewport: { width: 1440, height: 900 } };

it("a message about the last change replaces the one before, and undoes it", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
	const page = await openBoard(portal, BOARD, DESK);
	const put = async (id: number, slot: string) => {
		await choose(page, id);
		await page.click(`[name="do.place.${slot}"]`);
	};
	await put(one, "day1-ai-next-10:00");
	await toast(page, "Schedule updated: One scheduled at 10:00");
	await put(two, "day1-ai-next-10:30");
	await toast(page, "Schedule updated: Two scheduled at 10:30");
	expect(await page.locator(".toasts p").count()).toBe(1);
	await page.click(".toasts >> text=Undo");
	await toast(page, "Schedule updated successfully: the change to “Two” was undone.");
	expect(await page.locator(".toasts p").count()).toBe(1);
	expect(placed(portal)).toEqual([[one, "day1-ai-next-10:00"]]);
});

it("a message whose change is undone on the board goes with the board", async () => {
	const portal = await openPortal();
	const [one = 0] = await sendAccepted(portal, ["One"]);
	const page = await openBoard(portal, BOARD, DESK);
	await choose(page, one);
	await page.click('[name="do.place.day1-ai-next-10:00"]');
	await toast(page, "Schedule updated: One scheduled at 10:00");
	await page.click("nav.rail >> text=Tracks");
	await page.waitForURL(/tracks/);
	await page.locator(".toasts p").waitFor({ state: "detached", timeout: 3_000 });
});

it("a warning that a speaker now has two talks at once stays until the next change", async () => {
	const portal = await openPortal();
	const person = { name: "Ann", email: "ann@speakers.example" };
	const [one = 0] = await sendAccepted(portal, ["One"], person);
	const [two = 0] = await sendAccepted(portal, ["Two"], { ...person, tracks: "agentic-web" });
	await place(portal, one, ["day1", "ai-next", "10:00"]);
	const page = await openBoard(portal, BOARD, DESK);
	await choose(page, two);
	await page.click('[name="do.place.day1-agentic-web-10:00"]');
	await toast(page, "Schedule updated: Two scheduled at 10:00");
	const warning = page.locator(".toasts [role=alert]");
	expect(await warning.textContent()).toContain(
		"Conflict: at that time Ann also gives “One” (Saturday, 13 September 2025, AI Next, 10:00)",
	);
	await page.click(".toasts >> text=Undo");
	await toast(page, "Schedule updated successfully: the change to “Two” was undone.");
	expect(await warning.count()).toBe(0);
});

it("changes are undone one after the other, by the message or by the line above the days", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0, before = 0] = await sendAccepted(portal, ["One", "Two", "Before"]);
	await place(portal, before, ["day2", "ai-next", "10:00"]);
	const page = await openBoard(portal, BOARD, DESK);
	const put = async (value: string, time: string) => {
		await choose(page, value);
		await page.click(`[name="do.place.day1-ai-next-${time}"]`);
		await toast(page, `scheduled at ${time}`);
		await atRest(page);
	};
	const undone = async (left: readonly [number, string][]) => {
		await expect.poll(() => placed(portal)).toEqual([...left, [before, "day2-ai-next-10:00"]]);
		await atRest(page);
	};
	await put(String(one), "10:00");
	await put(String(two), "10:30");
	await put(`${one}@day1-ai-next-10:00`, "11:00");
	await page.click(".toasts >> text=Undo");
	await undone([
		[one, "day1-ai-next-10:00"],
		[two, "day1-ai-next-10:30"],
	]);
	await page.click(".toasts >> text=Undo the change before");
	await undone([[one, "day1-ai-next-10:00"]]);
	// A change between is the first to go, then those before.
	await put(String(two), "11:30");
	await page.click(".undo-line button:has-text('Undo scheduling “Two” (Saturday, 13 September 2025, AI Next, 11:30)')");
	await undone([[one, "day1-ai-next-10:00"]]);
	await page.click(".undo-line button:has-text('Undo scheduling “One” (Saturday, 13 September 2025, AI Next, 10:00)')");
	await undone([]);
	// What someone else did stays.
	expect(await page.locator(".undo-line button").count()).toBe(0);
	expect(await page.locator(".toasts p").allTextContents()).toEqual([expect.not.stringContaining("Undo")]);
});

it("steps back end where someone else has changed what would be undone", async () => {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
	const page = await openBoard(portal, BOARD, DESK);
	for (const [id, time] of [
		[one, "10:00"],
		[two, "10:30"],
	] as const) {
		await choose(page, id);
		await page.click(`[name="do.place.day1-ai-next-${time}"]`);
		await toast(page, `scheduled at ${time}`);
		await atRest(page);
	}
	portal.sqlite.exec(`update slots set entry_id = null where entry_id = ${one}`);
	await page.click(".undo-line button:has-text('“Two”')");
	await expect.poll(() => placed(portal)).toEqual([]);
	await atRest(page);
	expect(await page.locator(".undo-line button").count()).toBe(0);
	expect(await page.locator(".toasts p").allTextContents()).toEqual([expect.not.stringContaining("Undo")]);
});
