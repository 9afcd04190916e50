import { afterAll, expect, it } from "vitest";
import { closeBrowser, fill, openPage } from "../support/browser.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { sendTalks } from "../support/talks-sent.ts";

afterAll(closeBrowser);

it("a letter that was changed and not sent is still there after another one was looked at", async () => {
	const portal = await openPortal();
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	await sendTalks(portal, { title: "First" });
	portal.sqlite.exec("update entries set status = 'Accept'");
	const page = await openPage(portal.origin);
	await page.goto("/login");
	await fill(page, ADMIN);
	await page.click("button.primary");
	await page.waitForURL(/\/admin\/proposals/);
	await page.goto("/admin/proposals?modal=email&id=1");
	await page.waitForSelector("dialog[open]");
	await page.fill("[name=subject]", "My own words");
	await page.click("dialog >> text=Rejection letter");
	await page.waitForSelector("dialog h2:has-text('Rejection letter')");
	expect(await page.inputValue("[name=subject]")).not.toBe("My own words");
	await page.click("dialog >> text=Acceptance email");
	await page.waitForSelector("dialog h2:has-text('Acceptance email')");
	expect(await page.inputValue("[name=subject]")).toBe("My own words");
	await page.click("[name='do.send']");
	await page.waitForSelector("dialog", { state: "detached" });
	expect(portal.sqlite.prepare("select subject from outbox where kind = 'accept'").pluck().get()).toBe("My own words");
	await page.click("[aria-label='Email Already Sent (View Only): First']");
	await page.waitForSelector("dialog[open]");
	expect(await page.inputValue("[name=subject]")).toBe("My own words");
});
