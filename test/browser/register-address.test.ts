import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";

it("the dialog to register has an address: Back closes it, Forward and a reload show it again", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/login");
	await page.fill("[name=email]", "typed@before.example");
	await page.click("text=Create an account");
	await page.waitForSelector("dialog[open]");
	expect(new URL(page.url()).search).toContain("modal=register");
	expect(await page.title()).toContain("Create an account");
	expect(await page.getByRole("dialog", { name: "Create an account" }).count()).toBe(1);
	// A link to a question is no step of its own.
	await page.press("dialog [name=name]", "Enter");
	await page.click("dialog .summary a >> nth=0");
	expect(await page.locator(":focus").getAttribute("name")).toBe("name");
	await page.goBack();
	await page.waitForSelector("dialog", { state: "detached" });
	expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/login");
	expect(await page.inputValue("[name=email]")).toBe("typed@before.example");
	expect(await page.locator(":focus").textContent()).toBe("Create an account");
	await page.goForward();
	await page.waitForSelector("dialog [name=confirm]");
	await page.reload();
	await page.waitForSelector("dialog [name=confirm]");
});

it("closing the dialog to register by Escape goes back to the address below it", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/");
	await page.click("text=Create an account");
	await page.waitForSelector("dialog[open]");
	await page.keyboard.press("Escape");
	await page.waitForSelector("dialog", { state: "detached" });
	await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/");
});
