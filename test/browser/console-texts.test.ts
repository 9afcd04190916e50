import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage, untilItAnswers } from "../support/browser.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

async function openConsole(path = "/admin/proposals"): Promise<Page> {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.clock.install();
	await enterConsole(portal, page, path);
	// Written by an effect. The router is there before, but what it does until React has hydrated the page is lost.
	await page.waitForFunction(() => localStorage.user);
	return page;
}

it("a language changed in another tab applies to the whole page from the next navigation", async () => {
	const page = await openConsole();
	await page.context().addCookies([{ name: "lang", value: "zh", url: page.url() }]);
	await page.click(".rail a[href='/admin/tracks']");
	await page.waitForSelector("html[lang=zh-Hans] h1:has-text('专题管理')");
	expect(await page.locator("header a[href='/dashboard']").textContent()).toBe("个人中心");
	await page.context().addCookies([{ name: "lang", value: "en", url: page.url() }]);
	await page.click(".rail a[href='/admin/mail']");
	await page.waitForSelector("html[lang=en] .rail a[aria-current=page]:has-text('Outbox')");
	expect(await page.locator("header a[href='/dashboard']").textContent()).toBe("Dashboard");
});

it("a non-hydrating page is loaded as a document, from every link, with its texts", async () => {
	const page = await openConsole("/admin/schedule");
	await page.evaluate(() =>
		(window as unknown as { __remixRouter: { navigate(to: string): void } }).__remixRouter.navigate("/dashboard"),
	);
	await page.waitForSelector("h1:has-text('Dashboard')");
	await page.waitForLoadState("load");
	expect(await page.evaluate(() => [document.querySelectorAll("style").length, "__remixRouter" in window])).toEqual([
		1,
		false,
	]);
	expect(await page.locator("body").textContent()).not.toMatch(/dashboard\.|login\./);
});

it.each(["/admin/proposals", "/admin/tracks"])(
	"the console counts down, says when the session has ended, and writes who is signed in: %s",
	async (path) => {
		const page = await openConsole();
		await page.goto(path);
		await untilItAnswers(page);
		const line = page.locator("[data-session-warning]");
		expect(await line.textContent()).toBe("");
		const kept = () => page.evaluate(() => JSON.parse(localStorage.user).userToken.email);
		await expect.poll(kept).toBe(ADMIN.email);
		expect(await page.evaluate(() => localStorage.darkMode)).toBe("false");
		const left = Number(await page.locator("[data-seconds-left]").getAttribute("data-seconds-left"));
		await page.clock.fastForward((left - 250) * 1_000);
		await expect.poll(() => line.textContent()).toMatch(/^Your session will expire in about [34] minutes$/);
		expect(await page.locator("main form[action='/session'] button").count()).toBe(1);
		await page.clock.fastForward(300_000);
		await expect.poll(() => line.textContent()).toBe("Your session has expired. Please log in again to continue.");
		expect(await page.locator("main form[action='/session'] button").count()).toBe(0);
	},
);
