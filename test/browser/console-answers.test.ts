import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { isLoadedWhole } from "../../app/fragments.ts";
import { access } from "../../server/access.ts";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

const expected = /^Failed to load resource: /;

async function openAt(path: string): Promise<{ portal: TestPortal; page: Page }> {
	const portal = await openPortal();
	await sendTalk(portal, { email: "ada@example.org" });
	const page = await openPage(portal.origin, { expected });
	await enterConsole(portal, page);
	await page.goto(path);
	return { portal, page };
}

/** Holds the requests that match until the returned function is called. */
async function hold(page: Page, method: "GET" | "POST", path: RegExp): Promise<() => void> {
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(path, async (route) => {
		const isMeant = route.request().method() === method && route.request().headers()["hx-request"] !== undefined;
		if (isMeant) await released;
		await route.continue().catch(() => undefined);
	});
	return release;
}

const asked = (page: Page, path: RegExp) => {
	const requests: string[] = [];
	page.on("request", (request) => path.test(request.url()) && requests.push(request.method()));
	return requests;
};

const focused = (page: Page) => page.evaluate(() => document.activeElement?.localName);

it("what is typed while a search is under way stays, and is searched for", async () => {
	const { page } = await openAt("/admin/tracks");
	const release = await hold(page, "GET", /q=ne$/);
	await page.locator("[name=q]").pressSequentially("ne", { delay: 20 });
	await page.waitForSelector("#console.waits");
	await page.keyboard.type("xt");
	expect(await page.inputValue("[name=q]")).toBe("next");
	release();
	await page.waitForURL(/q=next$/);
	await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
	expect([await page.inputValue("[name=q]"), await focused(page)]).toEqual(["next", "input"]);
});

it("a form that must prove who one is shows the question with what was typed, and is sent with the proof", async () => {
	const { portal, page } = await openAt("/admin/team");
	portal.clock.now += 15 * 60_000;
	await page.fill("input[type=email]", "new@example.org");
	await page.click("button[name='do.invite']");
	await page.waitForSelector("[name=proof]");
	await page.fill("[name=proof]", ADMIN.password);
	await page.click("main button.primary");
	await page.waitForSelector("main :text('new@example.org')");
	expect(new URL(page.url()).pathname).toBe("/admin/team");
});

it("the copy of a person's data is downloaded, and the page stays", async () => {
	const { page } = await openAt("/admin/person");
	await page.fill("input[name=address]", "ada@example.org");
	await page.keyboard.press("Enter");
	await page.waitForSelector("form[action$='/copy']");
	const [download] = await Promise.all([page.waitForEvent("download"), page.click("form[action$='/copy'] button")]);
	expect(download.suggestedFilename()).toMatch(/\.json$/);
	expect(new URL(page.url()).pathname).toBe("/admin/person");
});

it("a file is asked for once, by the browser", async () => {
	const { page } = await openAt("/admin/statistics");
	const requests = asked(page, /statistics\.csv/);
	const [download] = await Promise.all([page.waitForEvent("download"), page.click("a[href*='statistics.csv']")]);
	expect([download.suggestedFilename().endsWith(".csv"), requests]).toEqual([true, ["GET"]]);
});

it("Undo in a message takes back what it says, and the message goes", async () => {
	const { portal, page } = await openAt("/admin/mail");
	const state = () => portal.sqlite.prepare("select state from outbox order by id limit 1").pluck().get();
	const before = state();
	await page.click("[name^='do.cancel.'] >> nth=-1");
	const undo = page.locator(".toasts form button");
	await undo.waitFor();
	expect(state()).toBe("cancelled");
	await undo.click();
	await expect.poll(state).toBe(before);
	await undo.waitFor({ state: "detached" });
	expect(await page.locator("[name^='do.cancel.']").count()).toBeGreaterThan(0);
});

it("a late answer to a form leaves the page alone that was opened since, and says what became of the form", async () => {
	const { page } = await openAt("/admin/programmes");
	const release = await hold(page, "POST", /\/admin\/programmes/);
	await page.fill("#card-hangzhou [name=closes]", "2025-09-05");
	await page.click("#card-hangzhou button.primary");
	await page.click(".rail a[href='/admin/team']");
	await page.waitForURL("**/admin/team");
	await page.fill("input[type=email]", "typed@example.org");
	release();
	await page.waitForSelector(".toasts :text('was saved.')");
	expect([new URL(page.url()).pathname, await page.inputValue("input[type=email]")]).toEqual([
		"/admin/team",
		"typed@example.org",
	]);
	await page.goto("/admin/programmes");
	expect(await page.inputValue("#card-hangzhou [name=closes]")).toBe("2025-09-05");
});

it("after the session has ended the form of the event keeps what was typed", async () => {
	const { page } = await openAt("/admin/event");
	await page.fill("[name=name]", "Another name");
	await page.context().clearCookies();
	await page.click("main form button.primary >> nth=0");
	await page.waitForSelector("[role=alert]:focus:has-text('Please log in first.')");
	expect(await page.inputValue("[name=name]")).toBe("Another name");
});

it("a language chosen in a form changes the whole page, and keeps what was typed", async () => {
	const { page } = await openAt("/admin/event/next");
	await page.fill("[name=name]", "Typed");
	await page.click("main form button:has-text('中文')");
	await page.waitForSelector("html[lang=zh-Hans] .rail :text('概览')");
	expect(await page.inputValue("[name=name]")).toBe("Typed");
});

it("a saved section of a call is shown where it stands", async () => {
	const { page } = await openAt("/admin/programmes/hangzhou");
	await page.locator("section[aria-labelledby=s-talk] summary").click();
	await page.fill("#f-section-talk-title", "Your talk");
	await page.locator("#reorder form:has(#f-section-talk-title) button:not([name*=up], [name*=down])").first().click();
	await page.waitForSelector("#screen:has-text('Your talk')");
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
	expect(await focused(page)).not.toBe("body");
});

it("an answer that breaks off is said, and keeps what was typed", async () => {
	const { page } = await openAt("/admin/team");
	await page.evaluate(() => {
		const now = window.fetch;
		window.fetch = async (...what) => {
			const answer = await now(...what);
			answer.text = () => Promise.reject(new TypeError("network error"));
			return answer;
		};
	});
	await page.fill("input[type=email]", "new@example.org");
	await page.click("button[name='do.invite']");
	await page.waitForSelector("[role=alert]:focus:has-text('Unable to connect')");
	expect(await page.inputValue("input[type=email]")).toBe("new@example.org");
	await page.click(".rail a[href='/admin/tracks']");
	await page.waitForSelector(".toasts [role=alert]:has-text('Failed to load')");
});

it("a dialog stays while its form is being sent", async () => {
	const { page } = await openAt("/admin/tracks");
	await page.click(".filters a.button");
	await page.waitForSelector("dialog[open]");
	await page.fill("[name=label]", "x".repeat(500));
	const release = await hold(page, "POST", /\/admin\/tracks/);
	await page.click("dialog button.primary");
	await page.keyboard.press("Escape");
	release();
	await page.waitForSelector("dialog[open] [role=alert]");
	expect(await page.inputValue("dialog [name=label]")).toBe("x".repeat(500));
});

it("a double click on a link asks once, and the last link that was pressed counts", async () => {
	const { page } = await openAt("/admin/tracks");
	const mails = asked(page, /admin\/mail$/);
	const release = await hold(page, "GET", /admin\/mail$/);
	await page.dblclick(".rail a[href='/admin/mail']");
	await page.click(".rail a[href='/admin/team']");
	await page.waitForURL("**/admin/team");
	release();
	await page.waitForSelector("h1:has-text('Team')");
	expect(mails).toEqual(["GET"]);
	expect(await page.locator("h1").textContent()).toBe("Team");
});

it("Cancel in a dialog asks for nothing, and a page of a dialog that is sent back opens none", async () => {
	const { page } = await openAt("/admin/tracks");
	await page.click(".filters a.button");
	await page.waitForSelector("dialog[open]");
	const requests = asked(page, /admin\/tracks/);
	await page.click("dialog a[data-close]");
	await page.waitForSelector("dialog", { state: "detached" });
	await page.waitForURL("**/admin/tracks");
	expect(requests).toEqual([]);
	await page.goto("/admin/tracks?modal=track");
	await page.fill("[name=label]", "x".repeat(500));
	await page.click("main button.primary");
	await page.waitForSelector("main [role=alert]");
	expect([await page.locator("dialog").count(), await page.locator("[name=label]").count()]).toEqual([0, 1]);
	expect(await page.locator("footer .preferences").count()).toBe(0);
});

it("Back without a network leaves the page with its address and its focus", async () => {
	const { page } = await openAt("/admin/tracks");
	await page.click(".rail a[href='/admin/team']");
	await page.waitForURL("**/admin/team");
	await page.fill("input[type=email]", "new@example.org");
	await page.context().setOffline(true);
	await page.evaluate(() => history.back());
	await page.waitForSelector(".toasts [role=alert]:has-text('Failed to load')");
	await page.waitForURL("**/admin/team");
	expect(await page.inputValue("input[type=email]")).toBe("new@example.org");
	await expect.poll(() => focused(page)).not.toBe("body");
});

it("a preview of one call is no step of the history, and leaves the other calls as typed", async () => {
	const { page } = await openAt("/admin/programmes");
	const steps = () => page.evaluate(() => history.length);
	const other = page.locator("form[id^=card] [name=closes]").nth(1);
	await other.fill("2025-09-06");
	const before = await steps();
	await page.click("#card-hangzhou [name='do.preview']");
	await page.waitForSelector("#card-hangzhou .banner");
	expect([await steps(), new URL(page.url()).search, await other.inputValue()]).toEqual([before, "", "2025-09-06"]);
});

it("every screen of the console comes as a part, but those that are loaded whole", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const screens = access.filter(
		({ kind, method, path }) => kind === "page" && method === "GET" && /^\/admin[^:.]*$/.test(path),
	);
	const found: unknown[] = [];
	for (const { path } of screens) {
		const { headers, status } = await admin.get(path).set("HX-Target", "div#screen");
		if (status === 200 && headers["content-type"]?.startsWith("text/html"))
			found.push([path, headers["hx-retarget"] === undefined]);
	}
	expect(found.length).toBeGreaterThan(20);
	expect(found).toEqual(found.map((one) => [(one as [string])[0], isLoadedWhole((one as [string])[0])]));
});

it("pages with a script of their own and errors come whole, whatever is asked for", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	for (const path of ["/admin/schedule", "/admin/editor", "/admin/programmes/none"]) {
		const answer = await admin.get(path).set("HX-Target", "div#screen");
		const { text, headers } = answer;
		expect([path, headers["hx-retarget"], text.slice(0, 21)]).toEqual([path, undefined, "<!DOCTYPE html><html "]);
		expect(text.match(/<h1/g)).toHaveLength(1);
	}
});
