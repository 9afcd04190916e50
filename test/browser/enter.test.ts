import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { addPhoto, answer, nomination, talkFilling } from "../support/programmes.ts";

/** Notes what the page sends. */
function posts(page: Page): string[] {
	const sent: string[] = [];
	page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
	return sent;
}

describe("with scripts Enter in a field of an unfinished form shows what is missing and sends nothing", () => {
	it.each([
		["/hangzhou", "[name=title]", ["Name is required", "Talk Title is required"]],
		["/spotlight-hz", "[name=projectname]", ["Project Name is required"]],
		["/spotlight-aigc", "[name=title]", ["Name is required"]],
		["/forum", "[name=name]", ["Name is required"]],
		["/login", ".log-in [name=email]", ["Please enter a valid email address", "Password cannot be empty"]],
		["/?modal=register", "[name=name]", ["Name cannot be empty", "Please enter a valid email address"]],
		["/forgot-password", "[name=email]", ["Please enter a valid email address"]],
	])("%s", async (path, field, said) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto(path);
		const sent = posts(page);
		for (let press = 1; press <= 3; press += 1) {
			await page.press(field, "Enter");
			await page.waitForSelector(".summary:focus");
			const lines = await page.locator(".summary a").allTextContents();
			for (const line of said) expect(lines).toContain(line);
			expect(await page.locator(".summary").count()).toBe(1);
		}
		expect(sent).toEqual([]);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		expect(portal.sqlite.prepare("select count(*) from attempts").pluck().get()).toBe(0);
		// Each line leads to its question.
		await page.locator(".summary a").first().click();
		expect(await page.evaluate(() => document.activeElement?.closest(".field.wrong") !== null)).toBe(true);
	});
});

it("a question that is answered is no longer missing at the next Enter", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-hz");
	await answer(page, { ...nomination, overview: "" });
	await page.press("[name=projectname]", "Enter");
	await page.waitForSelector(".summary:focus");
	expect(await page.locator(".summary a").allTextContents()).toEqual(["Overview is required"]);
	await page.fill("[name=overview]", "An asynchronous runtime.");
	await page.press("[name=projectname]", "Enter");
	await page.waitForURL(/\/thank-you\?entry=/);
});

it("a button that is pressed while a field has the focus is no Enter", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-hz");
	await page.fill("[name=projectname]", "Tokio");
	// As voice and switch control press buttons.
	await page.locator("[name='do.save-draft']").evaluate((button: HTMLButtonElement) => button.click());
	await page.waitForSelector("[data-server-draft] >> text=Draft saved on");
	await page.fill("[name=projectname]", "Tokio 2");
	await page.locator("form.programme .actions button.primary").evaluate((button: HTMLButtonElement) => button.click());
	await page.waitForSelector("#errors");
	expect(await page.locator("#errors a").count()).toBeGreaterThan(0);
	expect(new URL(page.url()).hash).toBe("#errors");
});

it("Enter counts no failure that only the server finds, and lets nothing through", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/hangzhou");
	// Invisible, which only the server takes for empty.
	await answer(page, talkFilling({ bio: "\u200b" }));
	await addPhoto(page, true);
	for (let press = 1; press <= 4; press += 1) {
		await page.evaluate(() => document.getElementById("errors")?.remove());
		await page.press("[name=title]", "Enter");
		await page.waitForSelector("#errors:focus");
		expect(await page.locator("#errors a").allTextContents()).toEqual([
			"Bio is required (3 more attempts before auto-proceed)",
		]);
	}
	expect(portal.sqlite.prepare("select count(*) from attempts").pluck().get()).toBe(0);
	expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
	// The button is a decision, and counts.
	await page.click("form.programme button.primary");
	await page.waitForSelector("#errors >> text=2 more attempts");
});
