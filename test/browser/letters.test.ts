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
	await enterConsole(portal, page, "/admin/proposals");
	await page.click("td.mails-cell a");
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

it("the button that sends a mail is in sight at once; on a phone it comes after the text and covers none of it", async () => {
	const portal = await openPortal();
	await sendTalks(portal, { title: "First" });
	portal.sqlite.exec("update entries set status = 'Accept'");
	const page = await openPage(portal.origin);
	const edges = async (selector: string) => {
		const box = await page.locator(`dialog ${selector}`).boundingBox();
		if (!box) throw new Error(`no ${selector}`);
		return { x: box.x, top: box.y, bottom: box.y + box.height };
	};
	await page.setViewportSize({ width: 1280, height: 800 });
	await enterConsole(portal, page, "/admin/proposals");
	await page.click("td.mails-cell a");
	await page.waitForSelector("dialog[open]");
	const button = await edges("[name='do.send']");
	expect(button.bottom).toBeLessThan(800);
	// What is written does not pass below it.
	const on = await page.evaluate(
		({ x, bottom }) => document.elementFromPoint(x + 5, bottom - 5)?.getAttribute("name"),
		button,
	);
	expect(on).toBe("do.send");
	await page.setViewportSize({ width: 390, height: 844 });
	expect((await edges("[name='do.send']")).top).toBeGreaterThan((await edges("textarea")).bottom);
});
