import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { answer, nomination, submit } from "../support/programmes.ts";

it("Back after a form was sent says so, and leads to what was sent", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-hz");
	await answer(page, nomination);
	await submit(page, "thanks");
	await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith("accepted:")));
	const sent = page.url();
	await page.goBack();
	await page.waitForSelector("text=This form was sent.");
	await page.click("text=See what was sent");
	await page.waitForURL(sent);
	// Somebody who comes to the form anew is told nothing, and neither is one who comes back to something new.
	await page.goto("/spotlight-hz");
	await page.waitForFunction(() => document.querySelector("[data-live]"));
	expect(await page.locator("text=This form was sent.").count()).toBe(0);
	await answer(page, { projectname: "A second project" });
	await page.waitForFunction(() => localStorage["draft:sl-hz"]?.includes("A second project"));
	await page.goto("/forum");
	await page.goBack();
	await page.waitForSelector("text=We restored what you typed on this device.");
	expect(await page.locator("text=This form was sent.").count()).toBe(0);
});
