import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { CALLS, press, questionOf } from "../support/calls.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

const FORM = `${CALLS}/hangzhou`;

const handleOf = (page: Page, name: string) =>
	page.locator(`:is(:has(> a[data-name="${name}"]), h2[data-name="${name}"]) > [data-grip]`);

async function openAsAdmin(portal: TestPortal, path: string, options = {}): Promise<Page> {
	const page = await openPage(portal.origin, { viewport: { width: 1280, height: 2_600 }, ...options });
	await enterConsole(portal, page);
	await page.goto(path);
	return page;
}

/** Drags a handle to the upper part of something, or to its lower part. */
async function drag(page: Page, handle: Locator, target: Locator, part: "above" | "below"): Promise<void> {
	const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
	if (!from || !to) throw new Error("not in sight");
	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
	await page.mouse.down();
	await page.mouse.move(to.x + 20, to.y + (part === "above" ? 4 : to.height - 4), { steps: 5 });
	await page.mouse.up();
}

/** Drags something, and waits for its answer. */
async function dragAndSend(...drop: Parameters<typeof drag>): Promise<void> {
	const [page] = drop;
	const said = page.locator("[role=status]", { hasText: "Moved." });
	await page.evaluate(() => document.querySelector("#reorder")?.previousElementSibling?.replaceChildren());
	await drag(...drop);
	await said.waitFor({ state: "attached" });
}

/** Sections with their questions, as a reload shows them. */
async function orderAfterReload(page: Page): Promise<Record<string, string[]>> {
	await page.reload();
	return page.evaluate(() =>
		Object.fromEntries(
			[...document.querySelectorAll("#reorder section")].map((section) => [
				section.querySelector<HTMLElement>("[data-drag=section]")?.dataset.name,
				[...section.querySelectorAll<HTMLElement>("[data-drag=question]")].map(({ dataset }) => dataset.name),
			]),
		),
	);
}

const rowOf = (page: Page, name: string) => page.locator(`#reorder tr:has(#q-${name})`);

it("questions and sections are dragged to any place, without another page", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, FORM);
	await page.evaluate(() => Object.assign(window, { same: true }));
	await dragAndSend(page, handleOf(page, "details"), rowOf(page, "title"), "above");
	await dragAndSend(page, handleOf(page, "phone"), rowOf(page, "title"), "below");
	expect(await page.evaluate(() => "same" in window)).toBe(true);
	expect(await page.getByRole("link", { name: "Check and publish" }).isVisible()).toBe(true);
	const order = await orderAfterReload(page);
	expect(order.presenter).not.toContain("phone");
	expect(order.talk?.slice(2, 5)).toEqual(["details", "title", "phone"]);
	await dragAndSend(page, handleOf(page, "talk"), page.locator("#s-presenter"), "above");
	expect(Object.keys(await orderAfterReload(page))).toEqual(["consent", "talk", "presenter"]);
});

it("a question can be dragged into a section that is empty", async () => {
	const portal = await openPortal();
	await press(await portal.admin(), FORM, "do.add-section", { title: "Travel", titleZh: "差旅" });
	const page = await openAsAdmin(portal, FORM);
	await dragAndSend(page, handleOf(page, "phone"), page.locator("#s-travel"), "below");
	expect((await orderAfterReload(page)).travel).toEqual(["phone"]);
});

it("nothing changes where a drag ends with Escape or where it began", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, FORM);
	const before = await orderAfterReload(page);
	const sent: string[] = [];
	page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
	await drag(page, handleOf(page, "details"), rowOf(page, "details"), "below");
	const [from, to] = [await handleOf(page, "details").boundingBox(), await rowOf(page, "title").boundingBox()];
	if (!from || !to) throw new Error("not in sight");
	await page.mouse.move(from.x + 5, from.y + 5);
	await page.mouse.down();
	await page.mouse.move(to.x + 20, to.y + 4, { steps: 3 });
	await page.keyboard.press("Escape");
	await page.mouse.up();
	expect(await orderAfterReload(page)).toEqual(before);
	expect(sent).toEqual([]);
});

it("calls are dragged, and visitors see them in that order", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, "/admin/programmes");
	await page.getByRole("link", { name: "Add or order calls" }).click();
	const first = page.locator("#reorder tbody tr").first();
	const last = page.locator("#reorder tbody tr").last();
	const name = await last.locator("[data-drag]").getAttribute("data-name");
	await dragAndSend(page, last.locator("[data-grip]"), first, "above");
	await page.reload();
	expect(await first.locator("[data-drag]").getAttribute("data-name")).toBe(name);
});

it("buttons move a question at once, keep the focus, and keep what is typed elsewhere", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, FORM);
	await page.locator("section[aria-labelledby=s-talk] summary").click();
	await page.fill("#f-section-talk-title", "Your talk");
	const up = page.getByRole("button", { name: "Move Talk Title up" });
	await up.focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await page.waitForFunction(
		() => document.querySelector("section[aria-labelledby=s-talk] tbody tr a")?.id === "q-title",
	);
	expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
	expect(await page.inputValue("#f-section-talk-title")).toBe("Your talk");
	expect((await orderAfterReload(page)).talk?.[0]).toBe("title");
});

it("a move that cannot be made is said, and the page stays", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, FORM, { expected: /Failed to load resource/ });
	await page.context().setOffline(true);
	await page.getByRole("button", { name: "Move Talk Title up" }).click();
	await page.getByRole("alert").getByText("Not moved. Reload the page and try again.").waitFor();
	await page.context().setOffline(false);
	await page.getByRole("button", { name: "Move Talk Title up" }).click();
	await page.getByRole("alert").waitFor({ state: "detached" });
});

/** Holds back the answers to moves until the returned function is called. */
async function holdMoves(page: Page, path: string): Promise<() => void> {
	let go = () => {};
	const held = new Promise<void>((done) => {
		go = done;
	});
	await page.route(`**${path}`, async (route) => {
		if (route.request().method() === "POST") await held;
		await route.continue();
	});
	return () => go();
}

const isMoved = (page: Page) => page.locator("[role=status]", { hasText: "Moved." }).waitFor({ state: "attached" });

it("a drag that is under way when a move is answered goes on, and ends where it is dropped", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, FORM);
	const answer = await holdMoves(page, FORM);
	await page.getByRole("button", { name: "Move Talk Title up" }).click();
	const [from, to] = [await handleOf(page, "details").boundingBox(), await rowOf(page, "tracks").boundingBox()];
	if (!from || !to) throw new Error("not in sight");
	await page.mouse.move(from.x + 5, from.y + 5);
	await page.mouse.down();
	await page.mouse.move(to.x + 20, to.y + 4, { steps: 3 });
	const answered = page.waitForResponse((response) => response.request().method() === "POST");
	answer();
	await (await answered).finished();
	await page.mouse.move(to.x + 25, to.y + 5, { steps: 3 });
	await page.mouse.up();
	await page.waitForFunction(
		() => document.querySelector("section[aria-labelledby=s-talk] tbody tr a")?.id === "q-details",
	);
	expect(await page.locator("body > div[style*=fixed]").count()).toBe(0);
	expect((await orderAfterReload(page)).talk?.slice(0, 4)).toEqual(["details", "tracks", "title", "language"]);
});

it("who types or goes on with the keyboard while a move is answered keeps place and text", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, FORM);
	await page.locator("section[aria-labelledby=s-talk] summary").click();
	const answer = await holdMoves(page, FORM);
	await page.getByRole("button", { name: "Move Talk Title up" }).press("Enter");
	await page.fill("#f-section-talk-title", "");
	await page.locator("#f-section-talk-title").pressSequentially("Your ");
	answer();
	await isMoved(page);
	await page.keyboard.type("talk");
	expect(await page.inputValue("#f-section-talk-title")).toBe("Your talk");
	await page.getByRole("button", { name: "Move Talk Title up" }).press("Enter");
	await page.locator("#f-new-label").focus();
	await isMoved(page);
	await page.keyboard.type("Diet");
	expect(await page.inputValue("#f-new-label")).toBe("Diet");
	await page.locator("section[aria-labelledby=s-talk] summary").click();
	await page.getByRole("button", { name: "Move Talk Title down" }).press("Enter");
	await isMoved(page);
	expect(await page.inputValue("#f-section-talk-title")).toBe("Your talk");
});

it("a move that is refused, or made after the session has ended, is said on the page, which keeps what is typed", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, `${CALLS}/forum`, { expected: /Failed to load resource/ });
	await page.fill("#f-new-label", "Diet");
	const down = page.locator("[name='do.down'][value=countryRegion]");
	await down.click();
	await page.getByRole("alert").getByText("which must come before it").waitFor();
	await page.locator("[name='do.up'][value=countryRegion]").click();
	await page.getByRole("alert").waitFor({ state: "detached" });
	await page.context().clearCookies();
	await down.click();
	await page.getByRole("alert").getByText("Not moved.").waitFor();
	expect(await page.inputValue("#f-new-label")).toBe("Diet");
});

it("options are dragged, and the page shows the question as it is typed", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, questionOf("hangzhou", "language"));
	const shown = page.locator("#shown");
	await page.fill("[name=label]", "Language of the talk");
	await shown.getByText("Language of the talk").waitFor();
	await page.fill("[name=labelZh]", "演讲用的语言");
	await shown.getByText("演讲用的语言").waitFor();
	const rows = page.locator("[data-drag=option]");
	await drag(page, rows.nth(1).locator("[data-grip]"), rows.nth(0), "above");
	await page.waitForFunction(() => document.querySelector("#shown label")?.textContent?.trim() === "Chinese");
	await page.click("[name='do.save']");
	await page.getByText("Saved").first().waitFor();
	const { text } = await portal.agent().get("/hangzhou");
	expect(text).not.toContain("Language of the talk");
	expect(await page.inputValue("[name=option-0-en]")).toBe("Chinese");
});

it("a question that cannot be shown as typed leaves what was shown, and says so when it is sent", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, questionOf("hangzhou", "title"), { javaScriptEnabled: false });
	await page.fill("[name=label]", "Name of the talk");
	await page.click("[name='do.show']");
	await page.locator("#shown").getByText("Name of the talk").waitFor();
	expect(await page.inputValue("[name=label]")).toBe("Name of the talk");
	for (const name of ["label", "labelZh"]) await page.fill(`[name=${name}]`, "");
	await page.click("[name='do.show']");
	await page.locator("#errors").waitFor();
});

it("a control of a question that is corrected is no longer shown as wrong", async () => {
	const portal = await openPortal();
	const page = await openAsAdmin(portal, questionOf("hangzhou", "title"));
	for (const name of ["label", "labelZh"]) await page.fill(`[name=${name}]`, "");
	await page.click("[name='do.save']");
	await page.waitForSelector("#errors");
	const wrong = page.locator(".field.wrong:not([data-changed]) [name=label]");
	expect(await wrong.count()).toBe(1);
	await page.fill("[name=label]", "Name of the talk");
	expect(await wrong.count()).toBe(0);
});
