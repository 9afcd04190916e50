import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";

/** What is shown as wrong: the questions, their controls, and the lines of the summary. */
function wrong(page: Page) {
	return page.evaluate(() => ({
		fields: [...document.querySelectorAll(".field.wrong:not([data-changed])")].map(
			(field) => field.querySelector<HTMLInputElement>("input, select, textarea")?.name,
		),
		controls: [...document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]")].map(({ name }) => name),
		lines: [...document.querySelectorAll("#errors li:not([data-changed])")].map(
			(line) => line.querySelector("a")?.getAttribute("href") ?? "",
		),
	}));
}

it("an answer that is changed is no longer shown as wrong, until it is changed back or sent again", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/forum");
	const send = async () => {
		await Promise.all([page.waitForNavigation(), page.click("button.primary")]);
		await page.waitForSelector("#errors");
	};
	await send();
	const all = (await wrong(page)).fields.map(String);
	expect(all).toEqual(["consent", "name", "email", "companySchool", "position", "countryRegion", "forumTopic"]);
	const others = (...done: string[]) => all.filter((name) => !done.includes(name));
	await page.fill("[name=name]", "x");
	expect((await wrong(page)).fields).toEqual(others("name"));
	expect((await wrong(page)).lines).toEqual(others("name").map((name) => `#f-${name}`));
	expect((await wrong(page)).controls).not.toContain("name");
	// The error can still be read.
	expect(await page.locator("#f-name-error").isVisible()).toBe(true);
	await page.fill("[name=name]", "");
	expect((await wrong(page)).fields).toEqual(all);
	// The browser itself knows that this is no address.
	await page.fill("[name=email]", "han");
	expect((await wrong(page)).fields).toEqual(all);
	await page.fill("[name=email]", "han@example.org");
	await page.check("[name=consent]");
	await page.selectOption("[name=countryRegion]", { index: 1 });
	expect((await wrong(page)).fields).toEqual(others("email", "consent", "countryRegion"));
	await page.uncheck("[name=consent]");
	await page.fill("[name=email]", "han @nowhere");
	await send();
	expect((await wrong(page)).fields).toEqual(others("countryRegion"));
});

it("the dialog to register and the forms of the console do the same", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/login");
	await page.click("a[href*='modal=register']");
	await page.fill("dialog [name=name]", "Han");
	await page.fill("dialog [name=password]", "short");
	await page.fill("dialog [name=confirm]", "short");
	await page.click("dialog .actions [type=submit]");
	const line = page.locator("dialog .summary li:has(a[href$='f-email'])");
	await line.waitFor();
	expect(await line.getAttribute("data-changed")).toBeNull();
	await page.fill("dialog [name=email]", "han@example.org");
	expect(await line.getAttribute("data-changed")).toBe("");

	await enterConsole(portal, page, "/admin/schedule/grid");
	await page.waitForLoadState("networkidle");
	await page.click("[name='do.add-day']");
	await page.waitForSelector("#errors");
	expect((await wrong(page)).fields).toEqual(["date"]);
	await page.fill("[name=date]", "2025-09-13");
	expect((await wrong(page)).fields).toEqual([]);
	await page.click("[name='do.add-day']");
	await page.waitForSelector("#errors:has-text('There is already a day with this date')");
	expect((await wrong(page)).fields).toEqual(["date"]);
	expect((await wrong(page)).controls).toEqual(["date"]);
});
