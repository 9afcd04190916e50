import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { expectFocus, openConsole, tabTo } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

const FIELD = ".filters [name=q]";

const titles = (page: Page) => page.locator("tbody th a").allTextContents();

/** Searches that were asked of the server, in their order; a page asks once for each of its parts. */
function searches(page: Page): string[] {
	const asked: string[] = [];
	page.on("request", (request) => {
		const q = new URL(request.url()).searchParams.get("q");
		if (request.resourceType() === "fetch" && q !== null && q !== asked.at(-1)) asked.push(q);
	});
	return asked;
}

/** Something asked for later has been answered. */
const answered = (page: Page) => page.evaluate(async () => (await fetch("/healthz")).text());

/** From here on timers wait until the test moves the clock. */
async function stopClock(page: Page): Promise<void> {
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
}

async function openTalks(path = "/admin/proposals"): Promise<Page> {
	const portal = await openPortal();
	for (const title of ["Kernel", "Kestrel", "Zebra 智能体"]) await sendTalk(portal, { title });
	return openConsole(portal, path);
}

describe("a search that is typed", () => {
	it("shows its results once after the last key, under their address, and keeps what is being typed", async () => {
		const page = await openTalks("/admin/proposals?sort=title");
		await tabTo(page, FIELD);
		await stopClock(page);
		const asked = searches(page);
		await page.keyboard.type("kernle");
		await page.clock.runFor(150);
		await page.keyboard.press("Backspace");
		await page.keyboard.press("Backspace");
		await page.clock.runFor(150);
		expect(asked).toEqual([]);
		await page.clock.runFor(100);
		await expect.poll(() => titles(page)).toEqual(["Kernel"]);
		await page.waitForURL("/admin/proposals?q=kern&sort=title");
		await expectFocus(page, FIELD);
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("Backspace");
		await page.keyboard.press("Backspace");
		await page.keyboard.press("Delete");
		await page.clock.runFor(250);
		await expect.poll(() => titles(page)).toEqual(["Kernel", "Kestrel"]);
		expect(await page.inputValue(FIELD)).toBe("k");
		await page.keyboard.type("est");
		await page.clock.runFor(250);
		await expect.poll(() => titles(page)).toEqual(["Kestrel"]);
		expect(await page.locator("tbody mark").allTextContents()).toEqual(["Kest"]);
		expect(await page.textContent("#found")).toBe("1 entry");
		expect(asked).toEqual(["kern", "k", "kest"]);
	});

	it("shows its results beside the entry that is read, which stays", async () => {
		const page = await openTalks("/admin/proposals?modal=details&id=3");
		await page.setViewportSize({ width: 1280, height: 800 });
		await page.keyboard.press("/");
		await page.keyboard.type("kern");
		await page.waitForURL("/admin/proposals?q=kern&modal=details&id=3");
		const beside = () => page.locator(".reading-list b").allTextContents();
		await expect.poll(beside).toEqual(["Kernel"]);
		expect([await page.textContent(".reading-pane h1"), await page.inputValue(FIELD)]).toEqual([
			"Zebra 智能体",
			"kern",
		]);
		await expectFocus(page, FIELD);
		await page.keyboard.press("Enter");
		await page.waitForURL("/admin/proposals?q=kern");
		await expect.poll(() => titles(page)).toEqual(["Kernel"]);
	});

	it("is one step of Back, whatever was typed on the way and however it was sent", async () => {
		const page = await openTalks();
		await tabTo(page, FIELD);
		await page.keyboard.type("ke");
		await page.waitForURL(/q=ke$/);
		await page.keyboard.type("rnel");
		await page.waitForURL(/q=kernel$/);
		await page.selectOption("[name=status]", "New");
		await page.keyboard.press("Enter");
		await page.waitForURL(/q=kernel&.*status=New/);
		await page.goBack();
		await expect.poll(() => titles(page)).toHaveLength(3);
		expect(await page.inputValue(FIELD)).toBe("");
		await page.goForward();
		await expect.poll(() => titles(page)).toEqual(["Kernel"]);
		expect([await page.inputValue(FIELD), await page.inputValue("[name=status]")]).toEqual(["kernel", "New"]);
	});

	it("that is typed last wins, though an earlier one is answered later", async () => {
		const page = await openTalks();
		const asked = searches(page);
		let release = () => {};
		const held = new Promise<void>((resolve) => (release = resolve));
		await page.route(/q=kern(&|$)/, async (route) => {
			await held;
			await route.continue().catch(() => undefined);
		});
		await tabTo(page, FIELD);
		await page.keyboard.type("kern");
		await expect.poll(() => asked).toEqual(["kern"]);
		await page.keyboard.press("Control+A");
		await page.keyboard.type("kestrel");
		await page.waitForURL(/q=kestrel$/);
		await expect.poll(() => titles(page)).toEqual(["Kestrel"]);
		release();
		await answered(page);
		expect([await titles(page), await page.inputValue(FIELD)]).toEqual([["Kestrel"], "kestrel"]);
		expect(await page.locator(".toasts .banner").count()).toBe(0);
	});

	it("leaves the page alone where an earlier address is asked for again, and given up", async () => {
		const page = await openTalks("/admin/proposals?q=ke");
		const asked = searches(page);
		let release = () => {};
		const held = new Promise<void>((resolve) => (release = resolve));
		await page.route(/q=(ke|ker)(&|$)/, async (route) => {
			await held;
			await route.continue().catch(() => undefined);
		});
		await tabTo(page, FIELD);
		await page.keyboard.press("End");
		await page.keyboard.press("r");
		await expect.poll(() => asked).toEqual(["ker"]);
		const given = page.waitForEvent("requestfailed", (request) => /q=ker/.test(request.url()));
		await page.keyboard.press("Backspace");
		await given;
		await page.keyboard.press("s");
		await page.waitForURL(/q=kes$/);
		await expect.poll(() => titles(page)).toEqual(["Kestrel"]);
		release();
		await answered(page);
		expect(asked).toEqual(["ker", "kes"]);
		expect(await titles(page)).toEqual(["Kestrel"]);
		expect(await page.locator(".toasts .banner").count()).toBe(0);
	});

	it("is not asked for while an input method composes", async () => {
		const page = await openTalks();
		const asked = searches(page);
		await tabTo(page, FIELD);
		await stopClock(page);
		const keyboard = await page.context().newCDPSession(page);
		for (const text of ["z", "zhi", "zhineng"]) {
			await keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
			await page.clock.runFor(500);
		}
		expect(asked).toEqual([]);
		await keyboard.send("Input.insertText", { text: "智能" });
		await page.clock.runFor(500);
		await expect.poll(() => titles(page)).toEqual(["Zebra 智能体"]);
		expect(asked).toEqual(["智能"]);
	});

	it("does not follow to an entry or to another page", async () => {
		const page = await openTalks();
		await tabTo(page, FIELD);
		await stopClock(page);
		const asked = searches(page);
		await page.keyboard.type("kest");
		await page.click("tbody th a:has-text('Kernel')");
		await page.waitForSelector(".reading-pane h1:has-text('Kernel')");
		await page.clock.runFor(500);
		await page.keyboard.press("Escape");
		await page.waitForSelector(".reading-pane", { state: "detached" });
		await page.type(FIELD, "rel");
		await page.click(".rail a[href='/admin/forum']");
		await page.waitForSelector("h1:has-text('Forum Registrations')");
		await page.clock.runFor(500);
		await answered(page);
		expect([asked, new URL(page.url()).pathname]).toEqual([[], "/admin/forum"]);
	});

	it("can be asked for again after it could not be answered", async () => {
		const portal = await openPortal();
		for (const title of ["Kernel", "Kestrel"]) await sendTalk(portal, { title });
		const page = await openPage(portal.origin, { expected: /^Failed to load resource/ });
		await enterConsole(portal, page);
		await page.waitForSelector("thead input[type=checkbox]");
		const tried = page.waitForEvent("requestfailed", (request) => /q=kernel/.test(request.url()));
		await page.route(/q=kernel/, (route) => route.abort());
		await page.type(FIELD, "kernel");
		await tried;
		await page.waitForSelector(".toasts .wrong");
		await page.unroute(/q=kernel/);
		await page.type(FIELD, "x");
		await page.keyboard.press("Backspace");
		await expect.poll(() => titles(page)).toEqual(["Kernel"]);
	});

	it("gives way to another link: the field shows what the list does", async () => {
		const page = await openTalks();
		await tabTo(page, FIELD);
		await stopClock(page);
		await page.keyboard.type("ker");
		await page.click("thead >> text=Talk");
		await page.waitForURL(/sort=title/);
		await expect.poll(() => page.inputValue(FIELD)).toBe("");
	});

	it("needs its button without scripts and in public, where no script of the console runs", async () => {
		const portal = await openPortal();
		await sendRegistration(portal, { name: "Tao" });
		for (const title of ["Kernel", "Kestrel"]) await sendTalk(portal, { title });
		const page = await openPage(portal.origin);
		await page.goto("/proposals");
		const asked = searches(page);
		await page.fill(FIELD, "kestrel");
		await page.keyboard.press("Enter");
		await page.waitForURL(/q=kestrel/);
		expect(await page.locator("tbody mark").allTextContents()).toEqual(["Kestrel"]);
		expect(asked).toEqual([]);
	});
});

it("every list of the console follows its search", async () => {
	const portal = await openPortal();
	await sendRegistration(portal, { name: "Tao" });
	const page = await openConsole(portal, "/admin");
	for (const path of ["/admin/aigc", "/admin/nominations", "/admin/forum", "/admin/tracks"]) {
		await page.click(`.rail a[href='${path}']`);
		await page.waitForURL(path);
		// The address is ahead of the page.
		await expect.poll(() => page.inputValue(FIELD)).toBe("");
		await page.type(FIELD, "nothing of the kind");
		await page.waitForURL(`${path}?q=nothing+of+the+kind`);
		await page.waitForSelector(".empty");
		await expectFocus(page, FIELD);
	}
});
