import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk, sendWork } from "../support/entries.ts";
import { column, openConsole } from "../support/keyboard.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { chosen, LISTS, openList, reads, settle, whole } from "../support/reading-lists.ts";
import { enterConsole } from "../support/sessions.ts";
import { until } from "../support/smtp.ts";

const TALKS = "/admin/proposals";

async function openTalks(path: string): Promise<{ portal: TestPortal; page: Page }> {
	const portal = await openPortal();
	for (const title of ["First", "Second", "Third"]) await sendTalk(portal, { title });
	return { portal, page: await openConsole(portal, path) };
}

/** Changes reach the server this much later. */
const slowPosts = (page: Page, milliseconds: number) =>
	page.route("**/admin/**", async (route) => {
		if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, milliseconds));
		await route.continue();
	});

const stored = (portal: TestPortal, id: number) => column(portal, "status")[id - 1];

it("an entry that was loaded before its change was saved is shown as it is now", async () => {
	const { portal, page } = await openTalks(`${TALKS}?modal=details&id=3`);
	await whole(page);
	await settle(page);
	await slowPosts(page, 400);
	await page.hover(".reading-list a:has-text('Third')");
	await page.keyboard.press("Shift+Digit4");
	await reads(page, "Second");
	await until(() => stored(portal, 3) === "Reject");
	await page.waitForSelector(".reading-list li:has-text('Third'):has-text('Reject')");
	await page.keyboard.press("k");
	await reads(page, "Third");
	expect(await chosen(page)).toBe("Reject");
	await settle(page);
	await page.keyboard.press("2");
	await until(() => stored(portal, 3) === "Hold");
	expect(await page.locator(".toasts [role=alert]").count()).toBe(0);
});

it("a status that is chosen in a row is shown in the entry that is opened at once", async () => {
	const { portal, page } = await openTalks(TALKS);
	await page.selectOption("[name=status-2]", "Hold");
	await page.click("tbody th a:has-text('Second')");
	await reads(page, "Second");
	await until(() => stored(portal, 2) === "Hold");
	await expect.poll(() => chosen(page)).toBe("Hold");
	await page.waitForSelector(".reading-pane [name=was-2][value=Hold]", { state: "attached" });
	await page.waitForSelector(".reading-list li:has-text('Second'):has-text('Hold')");
});

it("a status of an entry that is left at once is shown in its row, greyed where it fits the list no longer", async () => {
	const { portal, page } = await openTalks(`${TALKS}?status=New&modal=details&id=2`);
	await whole(page);
	await settle(page);
	await slowPosts(page, 600);
	await page.keyboard.press("4");
	await page.keyboard.press("Escape");
	await page.waitForSelector("tbody tr");
	await until(() => stored(portal, 2) === "Reject");
	await page.waitForSelector("tr.row-gone [name=was-2][value=Reject]", { state: "attached" });
	await expect.poll(() => page.inputValue("select[name=status-2]")).toBe("Reject");
});

it("notes in a dialog are saved when it is closed", async () => {
	const list = LISTS.find(({ path }) => path === "/admin/forum");
	if (!list) throw new Error("no such list");
	const { portal, page } = await openList(list);
	await page.setViewportSize({ width: 1000, height: 800 });
	const contacts = () => column(portal, "answers ->> '$.invitationContact'");
	for (const [name, leave] of [
		["Wang", () => page.keyboard.press("Escape")],
		["Li", () => page.click(".dialog-close")],
		["Zhao", () => page.goBack()],
	] as const) {
		await page.click('[aria-label="Details of Third"]');
		await whole(page);
		await page.fill("[name=invitationContact]", name);
		await leave();
		await page.waitForSelector("dialog", { state: "detached" });
		await expect.poll(contacts).toEqual([null, null, name]);
	}
});

it("a dialog that could not be loaded does not open later", async () => {
	const portal = await openPortal();
	await sendTalk(portal, { title: "First" });
	const page = await openPage(portal.origin, { expected: /^Failed to load resource: / });
	await enterConsole(portal, page, `${TALKS}?modal=details&id=1`);
	await whole(page);
	await settle(page);
	await page.route(/modal=keys/, (route) => route.abort());
	await page.keyboard.press("?");
	await page.waitForSelector(".toasts [role=alert]");
	await page.keyboard.press("2");
	await until(() => stored(portal, 1) === "Hold");
	await page.waitForSelector(".toasts [role=status]");
	expect(await page.locator("dialog").count()).toBe(0);
	await page.unrouteAll();
	await page.keyboard.press("?");
	await page.waitForSelector("dialog[open] .shortcuts");
});

it("the second of two choices is saved, too, where the page is left before the first is answered", async () => {
	const { portal, page } = await openTalks(TALKS);
	await page.selectOption("[name=status-1]", "Accept");
	await page.waitForRequest((request) => request.method() === "POST");
	await page.selectOption("[name=status-1]", "Reject");
	await page.goto("/dashboard");
	await until(() => stored(portal, 1) === "Reject");
});

it("a key that is pressed before an entry has come leads on from it, whatever link it was opened by", async () => {
	const portal = await openPortal();
	for (const title of ["First", "Second", "Third"]) await sendWork(portal, { title });
	const page = await openConsole(portal, "/admin/aigc");
	await page.route(/modal=details/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 300));
		await route.continue().catch(() => undefined);
	});
	await page.click("tbody th a:has-text('Second')");
	await page.keyboard.press("j");
	await reads(page, "First");
});

it("a track that is gone is refused, and the row shows the one that is stored", async () => {
	const { portal, page } = await openTalks(TALKS);
	const was = column(portal, "track_id")[1];
	await page.selectOption("[name=track-2]", "embodied-ai");
	portal.sqlite.exec("update tracks set active = 0 where id = 'embodied-ai'");
	await page.getByRole("button", { name: "Save the choices for Second" }).click();
	await page.waitForSelector(".toasts [role=alert]:has-text('Second')");
	expect(column(portal, "track_id")[1]).toBe(was);
	await expect.poll(() => page.inputValue("[name=track-2]")).toBe(was ?? "assign-me");
});
