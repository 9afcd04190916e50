import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { askRelease, decided, RELEASE } from "../support/decisions.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";
import { openMailbox } from "../support/smtp.ts";

it("the page of a release follows its emails, says the end aloud, and takes no focus away", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url });
	await decided(portal, 3);
	const admin = await portal.admin();
	await submitForm(admin, await askRelease(admin), {}, RELEASE).expect(200);
	const page = await openPage(portal.origin);
	await enterConsole(portal, page, "/admin/decisions/1");
	const line = page.locator("[data-sent]");
	expect([await line.textContent(), await page.getByText("The emails are being sent").count()]).toEqual([
		"0 of 3 emails sent",
		1,
	]);
	await page.focus("[name='do.stop']");
	portal.start();
	await page.waitForFunction(() => document.querySelector("[data-sent]")?.textContent === "3 of 3 emails sent");
	expect({
		live: await line.getAttribute("aria-live"),
		share: await page.locator("progress").evaluate((bar: HTMLProgressElement) => bar.value / bar.max),
		states: await page.locator(".status-counts .status").allTextContents(),
		going: await page.getByText("The emails are being sent").count(),
		focus: await page.evaluate(() => document.activeElement?.getAttribute("name")),
	}).toEqual({ live: "polite", share: 1, states: ["Sent 3 "], going: 0, focus: "do.stop" });
});
