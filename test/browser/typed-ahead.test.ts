import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openConsole } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

const FIELD = ".filters [name=q]";

it("a search keeps what is typed while the page draws the results of an earlier search", async () => {
	const portal = await openPortal();
	for (let n = 1; n <= 40; n += 1) await sendTalk(portal, { title: `Kernel ${n}` });
	const page = await openConsole(portal, "/admin/proposals?rows=50");
	const slowly = await page.context().newCDPSession(page);
	await slowly.send("Emulation.setCPUThrottlingRate", { rate: 12 });
	// The next letter and its search come while the first results are being drawn, whenever that is.
	await page.evaluate((css) => {
		const field = document.querySelector<HTMLInputElement>(css);
		const reset = HTMLFormElement.prototype.reset;
		HTMLFormElement.prototype.reset = function () {
			document.documentElement.dataset.resets = "1";
			reset.call(this);
		};
		field?.focus();
	}, FIELD);
	for (let delay = 240; delay < 440; delay += 40) {
		await page.keyboard.press("Control+A");
		await page.keyboard.type("k");
		await page.waitForTimeout(delay);
		await page.keyboard.type("ernel 40");
		await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
		await page.keyboard.press("Control+A");
		await page.keyboard.type("e");
		await expect.poll(() => page.locator("tbody tr").count()).toBe(40);
	}
	expect(await page.evaluate(() => document.documentElement.dataset.resets)).toBe(undefined);
});
