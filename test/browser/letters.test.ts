import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";
import { sendTalks } from "../support/talks-sent.ts";

it("unsent text survives looking at another mail or language", async () => {
	const portal = await openPortal();
	await sendTalks(portal, { title: "First" });
	portal.sqlite.exec("update entries set status = 'Accept'");
	const page = await openPage(portal.origin);
	await enterConsole(portal, page, "/admin/proposals?modal=email&id=1");
	await page.waitForSelector("dialog[open]");
	await page.fill("[name=subject]", "My own words");
	await page.click("dialog >> text=Rejection email");
	await page.waitForSelector("dialog h2:has-text('Rejection email')");
	expect(await page.inputValue("[name=subject]")).not.toBe("My own words");
	await page.click("dialog >> text=Acceptance email");
	await page.waitForSelector("dialog h2:has-text('Acceptance email')");
	expect(await page.inputValue("[name=subject]")).toBe("My own words");
	await page.click("dialog >> text=Both languages");
	await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("您好"));
	expect(await page.inputValue("[name=subject]")).toContain(" / Hangzhou 2025：");
	await page.fill("[name=subject]", "In both");
	await page.click("dialog nav >> text=English");
	await page.waitForFunction(() => !document.querySelector("textarea")?.value.includes("您好"));
	expect(await page.inputValue("[name=subject]")).toBe("My own words");
	await page.click("dialog >> text=Both languages");
	await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("您好"));
	expect(await page.inputValue("[name=subject]")).toBe("In both");
	await page.click("dialog nav >> text=English");
	await page.waitForFunction(() => !document.querySelector("textarea")?.value.includes("您好"));
	await page.click("[name='do.send']");
	await page.waitForSelector("dialog", { state: "detached" });
	expect(portal.sqlite.prepare("select subject from outbox where kind = 'accept'").pluck().get()).toBe("My own words");
	await page.click("[aria-label='Emails: Saved, First']");
	await page.waitForSelector("dialog[open]");
	expect(await page.inputValue("[name=subject]")).toBe("My own words");
});

it.each([
	[1280, 800],
	[320, 640],
])("the button that sends a mail is in sight at once: %d x %d", async (width, height) => {
	const portal = await openPortal();
	await sendTalks(portal, { title: "First" });
	portal.sqlite.exec("update entries set status = 'Accept'");
	const page = await openPage(portal.origin);
	await page.setViewportSize({ width, height });
	await enterConsole(portal, page, "/admin/proposals?modal=email&id=1");
	await page.waitForSelector("dialog[open]");
	const box = await page.locator("dialog [name='do.send']").boundingBox();
	expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
	// What is written does not pass below it.
	const bottom = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + (box?.height ?? 0) - 5 };
	const on = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.getAttribute("name"), bottom);
	expect(on).toBe("do.send");
});
