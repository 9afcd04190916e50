import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

const expected = /^Failed to load resource: /;
const NOT_LOADED = "Failed to load entries. Check your connection and try again.";

async function openTracks(options = {}): Promise<{ portal: TestPortal; page: Page }> {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { expected, ...options });
	await enterConsole(portal, page);
	await page.goto("/admin/tracks");
	await page.evaluate(() => Object.assign(window, { same: true }));
	return { portal, page };
}

const isSame = (page: Page) => page.evaluate(() => "same" in window);
const current = (page: Page) => page.locator(".rail [aria-current=page]").textContent();
const addTrack = async (page: Page) => {
	await page.click(".filters a.button");
	await page.waitForSelector("[name=label]");
};

it("links and forms replace the screen, and Back brings the one before", async () => {
	const { page } = await openTracks();
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForURL("**/admin/mail");
	await page.waitForFunction(() => document.activeElement?.matches("h1"));
	expect(await page.title()).toContain("Outbox");
	expect(await current(page)).toContain("Outbox");
	await page.goBack();
	await page.waitForSelector("h1:has-text('Track Management')");
	expect(await current(page)).toContain("Tracks");
	await page.locator("[name=q]").pressSequentially("next", { delay: 20 });
	await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
	expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("next");
	await page.goBack();
	await page.waitForFunction(() => document.querySelectorAll("tbody tr").length > 1);
	expect(new URL(page.url()).search).toBe("");
	expect(await isSame(page)).toBe(true);
});

it("a dialog closes with Escape, with Back and after its form, and the list is still there", async () => {
	const { page } = await openTracks();
	const opened = page.locator("dialog[open]");
	for (const close of [
		() => page.keyboard.press("Escape"),
		() => page.goBack(),
		() => page.click("dialog [data-close]"),
	]) {
		await addTrack(page);
		expect(new URL(page.url()).search).toBe("?modal=track");
		await close();
		await opened.waitFor({ state: "detached" });
		await page.waitForURL("**/admin/tracks");
		await page.waitForFunction(() => document.activeElement?.matches(".filters a.button"));
		expect(await page.title()).toContain("Track Management");
	}
	await addTrack(page);
	await page.fill("dialog [name=label]", "Robots");
	await page.click("dialog button.primary");
	await page.waitForSelector("tbody :text('Robots')");
	await page.waitForSelector(".toasts [role=status]");
	expect(await opened.count()).toBe(0);
	expect(await page.locator("#screen").count()).toBe(1);
	expect(await isSame(page)).toBe(true);
	// A dialog that was closed is not come back to.
	await page.goBack();
	await page.waitForURL("**/admin/tracks");
	expect(await opened.count()).toBe(0);
});

it.each([
	["without a network", (page: Page) => page.context().setOffline(true)],
	[
		"with the answer of a proxy",
		(page: Page) =>
			page.route("**", (route) =>
				route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" }),
			),
	],
])("%s the page stays as it is, with everything typed", async (_, lose) => {
	const { page, portal } = await openTracks();
	await addTrack(page);
	await page.fill("[name=label]", "Robots");
	await lose(page);
	await page.click("dialog button.primary");
	const said = page.locator("dialog [role=alert]:focus");
	await said.waitFor();
	expect(await said.textContent()).toBe("Failed to create track: Unable to connect to server. Please try again.");
	expect(await page.inputValue("[name=label]")).toBe("Robots");
	await page.keyboard.press("Escape");
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForSelector(`.toasts [role=alert]:has-text("${NOT_LOADED}")`);
	expect([await current(page), new URL(page.url()).pathname]).toEqual([
		expect.stringContaining("Tracks"),
		"/admin/tracks",
	]);
	await page.context().setOffline(false);
	await page.unrouteAll();
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForURL("**/admin/mail");
	expect(await page.locator(".toasts [role=alert]").count()).toBe(0);
	expect(portal.sqlite.prepare("select count(*) from tracks where label = 'Robots'").pluck().get()).toBe(0);
});

it("after the session has ended a link leads to the login, and a form keeps what was typed", async () => {
	const { page } = await openTracks();
	await addTrack(page);
	await page.fill("[name=label]", "Robots");
	const cookies = await page.context().cookies();
	await page.context().clearCookies();
	await page.click("dialog button.primary");
	await page.waitForSelector("dialog [role=alert]:has-text('Please log in first.')");
	expect(await page.inputValue("[name=label]")).toBe("Robots");
	await page.context().addCookies(cookies);
	await page.click("dialog button.primary");
	await page.waitForSelector("tbody :text('Robots')");
	await page.context().clearCookies();
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForSelector("form [name=password]");
});

it("a page of an older version of the portal loads the next page whole", async () => {
	const { page } = await openTracks();
	await page.route("**/admin/mail", async (route) => {
		if (!route.request().headers()["hx-request"]) return route.continue();
		const response = await route.fetch();
		await route.fulfill({ response, headers: { ...response.headers(), "page-script": "/e/console-newer.js" } });
	});
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForSelector("h1:has-text('Outbox')");
	expect(await isSame(page)).toBe(false);
});

it("where the script cannot be had, links load pages and forms post", async () => {
	const { portal, page } = await openTracks();
	await page.route(/\/e\/console-/, (route) => route.fulfill({ status: 404 }));
	await page.goto("/admin/tracks");
	await addTrack(page);
	expect(await page.locator("dialog").count()).toBe(0);
	await page.fill("[name=label]", "Robots");
	await page.click("main button.primary");
	await page.waitForSelector("tbody :text('Robots')");
	expect(await page.locator("main > * [role=status].banner").count()).toBe(1);
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForSelector("h1:has-text('Outbox')");
	expect(portal.sqlite.prepare("select count(*) from tracks where label = 'Robots'").pluck().get()).toBe(1);
});

it("two windows: the one that saves later is told what the other changed, and keeps what was typed", async () => {
	const { page } = await openTracks();
	const other = await page.context().newPage();
	for (const one of [page, other]) {
		await one.goto("/admin/tracks");
		await one.click("tbody a[href*='edit=1'] >> nth=1");
		await one.waitForSelector("dialog[open] [name=label]");
	}
	await other.fill("dialog [name=label]", "From the other window");
	await other.click("dialog button.primary");
	await other.waitForSelector("tbody :text('From the other window')");
	await page.fill("dialog [name=label]", "Mine");
	await page.click("dialog button.primary");
	await page.waitForSelector("dialog [role=alert]");
	expect(await page.inputValue("dialog [name=label]")).toBe("Mine");
});

it("an answer to a script has the part that it asked for and nothing else", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const ask = (path: string, target?: string, present = path) =>
		admin.get(path).set(target ? { "HX-Target": target, "HX-Current-URL": `${portal.origin}${present}` } : {});
	const begins = ({ text }: { text: string }) => text.replace(/<title>.*?<\/title>/, "").slice(0, 30);
	const whole = await ask("/admin/tracks");
	expect([whole.headers["hx-retarget"], begins(whole)]).toEqual([
		undefined,
		expect.stringContaining("<!DOCTYPE html>"),
	]);
	const screen = await ask("/admin/tracks?q=next", "div#screen", "/admin/tracks");
	expect([screen.headers["hx-retarget"], begins(screen)]).toEqual([
		"#screen",
		expect.stringContaining('<div id="screen">'),
	]);
	expect(screen.text).not.toContain("rail");
	const dialog = await ask("/admin/tracks?modal=track", "dialog#dialog", "/admin/tracks");
	expect([dialog.headers["hx-retarget"], begins(dialog)]).toEqual(["#dialog", expect.stringContaining("<header>")]);
	expect(dialog.text).not.toContain("<tbody>");
	const card = await ask("/admin/programmes", "form#card-hangzhou");
	expect(card.headers["hx-retarget"]).toBe("#card-hangzhou");
	expect(card.text.match(/<form/g)).toHaveLength(1);
	// Another page comes with the navigation; what a page does not have is its screen.
	expect((await ask("/admin/mail", "div#screen", "/admin/tracks")).headers["hx-retarget"]).toBe("#console");
	expect((await ask("/admin/mail", "div#card-hangzhou")).headers["hx-retarget"]).toBe("#screen");
	expect((await ask("/admin/tracks", "dialog#dialog")).headers["hx-retarget"]).toBe("#screen");
	// Neither an error nor a page of the public site is a part of a page.
	const missing = await ask("/admin/programmes/none", "div#screen");
	expect([missing.status, missing.headers["hx-retarget"]]).toEqual([404, undefined]);
	const guests = await portal.agent().get("/hangzhou").set("HX-Target", "div#screen");
	expect([guests.headers["hx-retarget"], guests.text.slice(0, 15)]).toEqual([undefined, "<!DOCTYPE html>"]);
});
