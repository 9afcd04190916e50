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

it("where another track is chosen, the summary names its questions alone, and the others again with the first", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-aigc");
	await Promise.all([page.waitForNavigation(), page.click("button.primary")]);
	/** What the lines that can be seen lead to, and those of them that lead nowhere. */
	const lines = async () => {
		const links = await page.locator("#errors li:visible a").all();
		const targets = await Promise.all(links.map((link) => link.getAttribute("href")));
		const present = await Promise.all(targets.map((target) => page.locator(String(target)).count()));
		return { targets, astray: targets.filter((_, at) => present[at] === 0) };
	};
	const first = await lines();
	expect(first.targets).toContain("#f-title");
	await page.locator("[data-path$='artistic']").check();
	await page.waitForSelector("[name=artworkTitle]");
	await page.waitForURL(/artistic/);
	expect(await lines()).toEqual({ targets: expect.arrayContaining(["#f-consent", "#f-phone"]), astray: [] });
	await page.locator("[data-path]").first().check();
	await page.waitForSelector("[name=title]");
	await page.waitForURL(/spotlight-aigc(-applied)?$/);
	expect(await lines()).toEqual(first);
	// Where only the questions of the other track are wrong, nothing is to be summed up.
	for (const name of ["name", "email", "org", "country", "phone"]) await page.fill(`[name=${name}]`, "1@example.org");
	for (const name of ["consent", "originalityConsent"]) await page.check(`[name=${name}]`);
	await page.selectOption("[name=attendanceConfirm]", "Yes");
	await page.selectOption("[name=uploadMethodConfirm]", "Yes");
	await Promise.all([page.waitForNavigation(), page.click("button.primary")]);
	expect(await page.locator("#errors").isVisible()).toBe(true);
	await page.locator("[data-path$='artistic']").check();
	await page.waitForURL(/artistic/);
	expect(await page.locator("#errors").isVisible()).toBe(false);
});

it("the sentence above the lines goes with the question that it names, and comes back with it", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-aigc");
	for (const name of ["name", "email", "org", "country", "phone"]) await page.fill(`[name=${name}]`, "1@example.org");
	await page.check("[name=consent]");
	await Promise.all([page.waitForNavigation(), page.click("button.primary")]);
	const said = () =>
		page
			.locator("#errors > p:not(.hint):visible, #errors li:visible")
			.evaluateAll((all) => all.map((one) => one.textContent));
	const first = await said();
	expect(first[0]).toMatch(/^Please make sure the Title field is filled out/);
	await page.locator("[data-path$='artistic']").check();
	await page.waitForURL(/artistic/);
	expect(await said()).toEqual([
		"Attendance is required (2 more attempts before auto-proceed)",
		"Upload confirmation is required (2 more attempts before auto-proceed)",
		"Originality consent is required (2 more attempts before auto-proceed)",
	]);
	await page.locator("[data-path]").first().check();
	await page.waitForURL(/spotlight-aigc(-applied)?$/);
	expect(await said()).toEqual(first);
});
