import { afterAll, describe, it } from "vitest";
import { check } from "../support/axe.ts";
import { closeBrowser, fill, openPage } from "../support/browser.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { place, release } from "../support/published.ts";
import { sendAccepted } from "../support/schedule.ts";

afterAll(closeBrowser);

const LONG = "Unbreakable".repeat(18);
const BOTH = "/admin/schedule?entries=ai-next&track=ai-next";

describe.each([
	["light", 1280, "en-US"],
	["dark", 320, "zh-CN"],
] as const)("in %s at %i px in %s", (colorScheme, width, locale) => {
	it("axe finds nothing in the organisers' schedule, and nothing scrolls sideways", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0] = await sendAccepted(portal, ["One", LONG, "Three", LONG]);
		const page = await openPage(portal.origin, {
			colorScheme,
			locale,
			viewport: { width, height: 800 },
			bypassCSP: true,
		});
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		await release(portal, `Now with ${LONG}`);
		await place(portal, two, ["day2", "ai-next", "09:00"]);
		await place(portal, three, ["day2", "ws-dora", "09:00"]);
		portal.sqlite.exec("update entries set email_folded = 'same@example.org' where id in (2, 3)");
		await page.goto("/login");
		await fill(page, ADMIN);
		await page.click("button.primary");
		await page.waitForURL(/\/admin\/proposals/);
		for (const path of [
			...["/admin/schedule", BOTH, "/admin/schedule?entries=ws-dora&track=ws-dora"],
			...["/admin/schedule/conflicts", "/admin/schedule/release"],
		]) {
			await page.goto(path);
			if (path === BOTH) await page.waitForSelector(".handle");
			await check(page);
		}
	});
});
