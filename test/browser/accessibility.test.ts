import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { choosePhoto, closeBrowser, fill, openPage } from "../support/browser.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { visitProgrammes } from "../support/screens.ts";
import { talk } from "../support/talks.ts";

afterAll(closeBrowser);

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.each([
	["light", 1280, "en-US"],
	["dark", 320, "zh-CN"],
] as const)("in %s at %i px in %s", (colorScheme, width, locale) => {
	it("axe finds nothing and no page scrolls sideways: form, errors, thanks, sign-in, list, details, outbox, not found", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const options = { colorScheme, locale, viewport: { width, height: 800 }, bypassCSP: true };
		const page = await openPage(portal.origin, options);
		await page.goto("/hangzhou");
		await check(page);
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		await check(page);
		await fill(page, talk({ abstract: "长".repeat(300), title: "A-title-without-any-space-".repeat(8) }));
		await choosePhoto(page);
		await page.fill("[name=bio]", "");
		await page.click("button.primary");
		await page.waitForSelector(".photo-kept");
		await check(page);
		await page.fill("[name=bio]", "x".repeat(500));
		await page.click("button.primary");
		await page.waitForURL(/\/thank-you/);
		await check(page);
		for (const path of [
			"/",
			"/?modal=register",
			"/forgot-password",
			"/reset-password",
			"/verify?token=x",
			"/login-success",
			"/nowhere",
			"/entry/talk-99?key=x",
			"/hangzhou?spot=talk-99",
			"/api/docs",
			"/hangzhou?event=pytorch",
		]) {
			await page.goto(path);
			await check(page);
		}
		await page.goto("/login");
		await fill(page, ADMIN);
		await page.click("button.primary");
		await page.waitForURL(/\/admin\/proposals/);
		for (const path of [
			"/admin/proposals",
			"/admin/proposals?modal=details&id=1",
			"/admin/proposals?modal=details&id=9999",
			"/admin/proposals?q=zzz",
			"/admin/proposals?modal=email&id=1",
			"/admin/proposals?modal=panelist&id=1",
			"/admin",
			"/admin/tracks",
			"/admin/tracks?modal=track",
			"/admin/tracks?modal=track&id=ai-next",
			"/admin/mail",
			"/dashboard",
		]) {
			await page.goto(path);
			await check(page);
		}
	});

	it("the same holds for every programme: forms, open questions, problems, drafts, closed, editor, settings, entry", {
		timeout: 90_000,
	}, async () => {
		const portal = await openPortal();
		const options = { colorScheme, locale, viewport: { width, height: 800 }, bypassCSP: true };
		const page = await openPage(portal.origin, options);
		await visitProgrammes(portal, page, check);
	});
});

async function check(page: Page): Promise<void> {
	await page.evaluate(axeSource);
	const found = await page.evaluate(async () => {
		const runner = (globalThis as unknown as { axe: typeof axe }).axe;
		const { violations } = await runner.run({
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		});
		return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
	});
	expect([page.url(), found]).toEqual([page.url(), []]);
	expect([page.url(), await page.title(), await page.locator("h1").count()]).toEqual([
		page.url(),
		expect.stringMatching(/\S+ — Hangzhou 2025 /),
		1,
	]);
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect([page.url(), overflow <= 0]).toEqual([page.url(), true]);
	const small = await page.evaluate(() =>
		[...document.querySelectorAll("button, select, input:not([type=hidden]), .button")]
			.filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 24)
			.map((element) => element.outerHTML),
	);
	expect(small).toEqual([]);
}
