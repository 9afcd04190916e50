import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { choosePhoto, fill, openPage } from "../support/browser.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { talk } from "../support/talks.ts";

const focused = (page: Page) => page.locator(":focus").getAttribute("id");

async function withAdmin(): Promise<TestPortal> {
	const portal = await openPortal();
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	return portal;
}

describe.each([
	["off", false],
	["on", true],
])("the whole journey with scripts %s", (_name, javaScriptEnabled) => {
	it("form, errors, photo kept, success, receipt, sign-in, photo and text seen, Hold set", async () => {
		const portal = await withAdmin();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await page.goto("/hangzhou");
		await choosePhoto(page);
		const { consent, ...typed } = talk({
			title: "中文题目 with English",
			details: "for organisers only",
			tracks: "ai-next",
		});
		const { title, ...rest } = typed;
		await fill(page, rest);
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		expect(await page.title()).toBe("Error: Hangzhou Talk Proposal — Hangzhou 2025 Call For Proposals");
		expect(await focused(page)).toBe("errors");
		expect(await page.locator("#errors a").allTextContents()).toEqual([
			"Consent is required (2 more attempts before auto-proceed)",
			"Talk Title is required (2 more attempts before auto-proceed)",
		]);
		await page.click("#errors a >> nth=1");
		expect(await focused(page)).toBe("f-title");
		for (const [name, value] of Object.entries(rest)) expect(await page.inputValue(`[name=${name}]`)).toBe(value);
		const preview = page.locator(".photo-kept img");
		await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240);
		await fill(page, { consent, title });
		await page.click("button.primary");
		await page.waitForURL(/\/thank-you/);
		expect(await page.textContent("main")).toContain("Your submission was received. This site does not send email");

		const admin = await openPage(portal.origin, { javaScriptEnabled });
		await admin.goto("/login");
		await fill(admin, ADMIN);
		await admin.click("button.primary");
		await admin.waitForURL(/\/admin(#|$)/);
		await admin.click("nav.rail >> text=Outbox");
		await admin.click("summary:has-text('talk-1')");
		expect(await admin.textContent("details[open] pre")).toContain("Its reference is talk-1.");
		await admin.click("nav.rail >> text=Proposals");
		await admin.click("th[scope=row] a");
		const shown = "article:has-text('for organisers only')";
		await admin.waitForSelector(shown);
		const details = await admin.textContent(shown);
		for (const part of ["中文题目 with English", "for organisers only", "AI Next"]) expect(details).toContain(part);
		const photo = await admin.getAttribute("a.portrait img", "src");
		expect((await admin.request.get(photo ?? "")).status()).toBe(200);
		if (javaScriptEnabled) await admin.keyboard.press("Escape");
		else await admin.click("article a");
		await admin.waitForSelector("table:not(:has(~ dialog))");
		await admin.selectOption("[name=status-1]", "Hold");
		if (javaScriptEnabled) await admin.waitForSelector(".toasts [role=status]:has-text('Undo')");
		else {
			await admin.click("[name='do.save.1']");
			expect(await admin.textContent("[role=status]")).toBe("1 change saved.");
		}
		expect(portal.sqlite.prepare("select status from entries").pluck().all()).toEqual(["Hold"]);
	});
});

describe("with scripts", () => {
	it("typed text comes back after the tab was closed, can be discarded, and is deleted after success", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/hangzhou");
		await page.fill("[name=title]", "Half a title");
		await page.check("[name=language][value=Chinese]");
		await page.waitForFunction(() =>
			Object.keys(localStorage).some((key) => localStorage[key].includes("Half a title")),
		);
		await page.goto("/login");
		await page.goto("/hangzhou");
		expect(await page.inputValue("[name=title]")).toBe("Half a title");
		expect(await page.isChecked("[value=Chinese]")).toBe(true);
		expect(await page.textContent("[role=status]")).toContain("We restored what you typed on this device.");
		await page.click("main [role=status] >> text=Delete it");
		expect(await page.inputValue("[name=title]")).toBe("");

		await fill(page, talk());
		await choosePhoto(page);
		await page.click("button.primary");
		await page.waitForURL(/\/thank-you/);
		const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(":")));
		expect(kept).toEqual([]);
		await page.goto("/hangzhou");
		expect(await page.inputValue("[name=name]")).toBe("");
	});

	it("the thank-you page forgets the draft that was sent and no other, and none when nothing was", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		const drafts = () =>
			page.evaluate(() =>
				Object.keys(localStorage)
					.filter((key) => key.includes(":"))
					.sort(),
			);
		const type = async (path: string, values: Record<string, unknown>, draft: string) => {
			await page.goto(path);
			await fill(page, values);
			await page.waitForFunction((key) => localStorage[key] !== undefined, draft);
		};
		await type("/hangzhou", { title: "For the main call" }, "draft:hangzhou");
		await page.goto("/thank-you");
		await page.goto("/thank-you?entry=talk-1");
		expect(await drafts()).toEqual(["draft:hangzhou"]);

		await page.goto("/hangzhou?event=pytorch");
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		await page.goto("/thank-you?entry=talk-1");
		expect(await drafts()).toContain("attempts:hangzhou?event=pytorch");

		const { tracks: _, ...typed } = talk();
		await type("/hangzhou?event=pytorch", typed, "draft:hangzhou?event=pytorch");
		await choosePhoto(page);
		await page.click("button.primary");
		await page.waitForURL(/\/thank-you\?entry=/);
		expect(await drafts()).toEqual(["draft:hangzhou"]);
		await page.goto("/hangzhou");
		expect(await page.inputValue("[name=title]")).toBe("For the main call");
	});

	it("the button says that the form is being sent, and can be pressed again after a cancelled post", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { expected: /^Failed to load resource: / });
		await page.goto("/hangzhou");
		let cancel = () => {};
		const held = new Promise<void>((done) => {
			cancel = done;
		});
		await page.route("**/hangzhou*", async (route) => {
			await held;
			await route.abort("aborted");
		});
		const button = page.locator("form.programme .actions button.primary");
		await button.click();
		await expect.poll(() => button.textContent()).toBe("Submitting...");
		expect(await button.isDisabled()).toBe(true);
		cancel();
		await page.waitForSelector("[role=alert]:focus");
		expect([await button.textContent(), await button.isDisabled()]).toEqual(["Submit", false]);
		await page.unrouteAll();
		await button.click();
		await page.waitForSelector("#errors");
	});

	it("counts characters as they are typed, Han as one each, and warns past the hint", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/hangzhou");
		await page.fill("[name=abstract]", "字".repeat(300));
		expect(await page.textContent("p.field-note")).toBe("300 of 255 characters");
		expect(await page.locator("p.field-note.over-limit:not(:empty)").count()).toBe(1);
		await page.fill("[name=abstract]", "𠮷👍e");
		expect(await page.textContent("p.field-note")).toBe("3 of 255 characters");
	});

	it("keeps the count of failed tries when the visitor leaves and comes back without cookies", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/hangzhou");
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		await page.context().clearCookies();
		await page.goto("/hangzhou");
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		expect(await page.locator("#errors a").first().textContent()).toBe(
			"Consent is required (1 more attempt before auto-proceed)",
		);
	});
});
