import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { choose, openBoard } from "../support/board.ts";
import { sendTalk } from "../support/entries.ts";
import { column, isGone, openConsole, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { chosen, LISTS, openList, reads, settle, whole } from "../support/reading-lists.ts";
import { place } from "../support/released-schedule.ts";
import { placed, sendAccepted } from "../support/schedule.ts";
import { until } from "../support/smtp.ts";

const TALKS = "/admin/proposals";

async function openTalks(path: string, titles = ["First", "Second", "Third"]) {
	const portal = await openPortal();
	for (const title of titles) await sendTalk(portal, { title });
	return { portal, page: await openConsole(portal, path) };
}

const TOO_EARLY = "Not changed: press again once the entry is shown.";

const messages = (page: Page) => page.locator(".toasts p").allTextContents();

describe("somebody faster than the page", () => {
	it("keys at every moment of the start leave a page that answers", async () => {
		const { page } = await openTalks(TALKS);
		await page.addInitScript(() => {
			const { port1, port2 } = new MessageChannel();
			port2.onmessage = () => {
				document.body?.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
				if (performance.now() < 2_000) port1.postMessage(0);
			};
			port1.postMessage(0);
		});
		await page.goto(TALKS);
		await expect
			.poll(async () => {
				await page.keyboard.press("?");
				return page.locator("dialog[open] kbd").count();
			})
			.toBeGreaterThan(3);
	});

	it("hears of a decision that was refused after moving on", async () => {
		const { portal, page } = await openTalks(`${TALKS}?modal=details&id=3`);
		await whole(page);
		await settle(page);
		portal.sqlite.exec("update entries set status = 'Hold' where id = 3");
		await page.keyboard.press("Shift+Digit3");
		await reads(page, "Second");
		await page.waitForSelector('.toasts [role=alert]:has-text("“Third”: Failed to update status: ")');
		expect(column(portal, "status")).toEqual(["New", "New", "Hold"]);
	});

	it("decides nothing by a digit that is not offered, or while another entry is on its way", async () => {
		const { portal, page } = await openTalks(
			`${TALKS}?sort=title&modal=details&id=12`,
			Array.from({ length: 14 }, (_, index) => `Talk ${String(index + 1).padStart(2, "0")}`),
		);
		await reads(page, "Talk 12");
		await whole(page);
		await settle(page);
		await page.keyboard.press("Shift+Digit7");
		await settle(page);
		await reads(page, "Talk 12");
		await page.route(/modal=details&id=13/, async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 800));
			await route.continue();
		});
		await page.keyboard.press("j");
		await settle(page);
		await page.keyboard.press("4");
		await toast(page, TOO_EARLY);
		await reads(page, "Talk 13");
		expect(new Set(column(portal, "status"))).toEqual(new Set(["New"]));
	});

	it("reads what a change of many rows made of the entries seen before", async () => {
		const { portal, page } = await openTalks(`${TALKS}?modal=details&id=3`);
		await whole(page);
		await page.keyboard.press("j");
		await reads(page, "Second");
		await whole(page);
		await page.keyboard.press("k");
		await reads(page, "Third");
		await page.check(".reading-list [name=ids][value='2']");
		await page.getByText("Actions", { exact: true }).click();
		await page.selectOption("[name=bulk-status]", "Accept");
		await page.click("[name='do.bulk-status']");
		await until(() => column(portal, "status")[1] === "Accept");
		await page.waitForSelector(".reading-list li:has-text('Second'):has-text('Accept')");
		await page.keyboard.press("j");
		await reads(page, "Second");
		await expect.poll(() => chosen(page)).toBe("Accept");
		await page.waitForSelector(".reading-pane .history:has-text('Accept')", { state: "attached" });
	});

	it("sees in the list what was decided, even where the answer comes after the next entry", async () => {
		const { portal, page } = await openTalks(`${TALKS}?modal=details&id=3`);
		await whole(page);
		await settle(page);
		await page.route(/\/admin\/proposals/, async (route) => {
			if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 600));
			await route.continue();
		});
		await page.keyboard.press("Shift+Digit3");
		await reads(page, "Second");
		expect(column(portal, "status")[2]).toBe("New");
		await page.waitForSelector(".reading-list li:has-text('Third'):has-text('Accept')");
		await reads(page, "Second");
	});

	it("loses no notes by going on: they are saved, or shown again", async () => {
		const list = LISTS.find(({ path }) => path === "/admin/forum");
		if (!list) throw new Error("no such list");
		const { portal, page } = await openList(list, "?modal=details&id=3");
		const contacts = () => column(portal, "answers ->> '$.invitationContact'");
		await whole(page);
		await page.fill("[name=invitationContact]", "Wang");
		await page.click(".reading-pane [rel=next]");
		await reads(page, "Second");
		await toast(page, "The notes of “Third” were saved.");
		expect(contacts()).toEqual([null, null, "Wang"]);
		await whole(page);
		await page.fill("[name=invitationContact]", "x".repeat(201));
		await page.click("text=Back to list");
		await page.waitForSelector(".toasts [role=alert]:has-text('Second')");
		expect(contacts()).toEqual([null, null, "Wang"]);
		await page.click('[aria-label="Details of Second"]');
		await reads(page, "Second");
		await whole(page);
		expect(await page.inputValue("[name=invitationContact]")).toBe("x".repeat(201));
		await page.fill("[name=invitationContact]", "Li");
		await page.click("[name='do.notes']");
		await toast(page, "Notes saved.");
		await page.click("nav.rail >> text=Tracks");
		await page.waitForURL(/tracks/);
		expect(contacts()).toEqual([null, "Li", "Wang"]);
		expect(portal.sqlite.prepare("select count(*) from entry_log where type = 'Edited'").pluck().get()).toBe(2);
	});

	it("is asked before all that match are changed, and takes a change of many back in its message", async () => {
		const { portal, page } = await openTalks(
			`${TALKS}?status=New`,
			Array.from({ length: 13 }, (_, index) => `Talk ${index + 1}`),
		);
		const set = () => column(portal, "status").filter((status) => status === "Hold").length;
		await page.check("tbody [name=ids][value='2']");
		const boxes = page.locator("tbody [name=ids]");
		const ticked = page.locator("tbody [name=ids]:checked");
		await page.check("[name=matching]");
		expect(await ticked.count()).toBe(await boxes.count());
		await boxes.nth(1).uncheck();
		expect([await page.isChecked("[name=matching]"), (await boxes.count()) - (await ticked.count())]).toEqual([
			false,
			1,
		]);
		await page.check("[name=matching]");
		expect(await page.textContent(".bulk-tools legend")).toBe("Selected rows 13 selected");
		await page.selectOption("[name=bulk-status]", "Hold");
		await page.click("[name='do.bulk-status']");
		await page.waitForSelector("dialog[open]:has-text('Change 13 entries?'):has-text('Set status: Hold')");
		expect(set()).toBe(0);
		await page.click("dialog button.primary");
		await toast(page, "13 entries changed:");
		await isGone(page, "dialog");
		expect([set(), new URL(page.url()).search]).toEqual([13, "?status=New"]);
		await page.click(".toasts >> text=Undo");
		await toast(page, "Undone for 13 entries.");
		expect(set()).toBe(0);
		await page.check("tbody [name=ids][value='3']");
		expect(await page.isChecked("[name=matching]")).toBe(false);
	});

	it("sees the rows of a change of many as they are now", async () => {
		const { page } = await openTalks(`${TALKS}?status=New`);
		await page.check("tbody [name=ids][value='2']");
		await page.selectOption("[name=bulk-status]", "Accept");
		await page.click("[name='do.bulk-status']");
		await expect.poll(() => page.locator("tbody th a").allTextContents()).toEqual(["Third", "First"]);
	});
});

describe("messages over the page", () => {
	it("keep the changes of two entries of one title apart, and are left without leaving the entry", async () => {
		const { portal, page } = await openTalks(`${TALKS}?modal=details&id=3`, ["First", "Same", "Same"]);
		await whole(page);
		await settle(page);
		await page.keyboard.press("Shift+Digit4");
		await until(() => column(portal, "status")[2] === "Reject");
		await whole(page);
		await settle(page);
		await page.keyboard.press("4");
		await until(() => column(portal, "status")[1] === "Reject");
		await expect.poll(async () => (await messages(page)).length).toBe(2);
		await page.locator(".toasts button").first().focus();
		await page.keyboard.press("Escape");
		await isGone(page, ".toasts .banner");
		await reads(page, "Same");
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("reading-title");
	});
});

describe("the board", () => {
	it("offers no undo for a placement that was there already", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await sendAccepted(portal, ["One", "Two"]);
		const page = await openBoard(portal, "/admin/schedule");
		await choose(page, one);
		await page.click('[name="do.place.day1-ai-next-10:00"]');
		await toast(page, "One scheduled at 10:00");
		await page.waitForSelector(".toasts >> text=Undo");
		await place(portal, two, ["day1", "ai-next", "10:30"]);
		await choose(page, two);
		await page.click('[name="do.place.day1-ai-next-10:30"]');
		await toast(page, "Two scheduled at 10:30");
		expect(await page.locator(".toasts >> text=Undo").count()).toBe(0);
	});

	it("stores what waits to be sent when it is left", async () => {
		const portal = await openPortal();
		const ids = await sendAccepted(portal, ["One", "Two", "Three"]);
		const page = await openBoard(portal, "/admin/schedule");
		const times = ["10:00", "10:30", "11:00"];
		for (const [index, id] of ids.entries()) {
			await choose(page, id);
			await page.click(`[name="do.place.day1-ai-next-${times[index]}"]`);
		}
		await page.click("nav.rail >> text=Forum");
		await until(() => placed(portal).length === 3);
	});
});
