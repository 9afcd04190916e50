import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { answer, held } from "../support/programmes.ts";

it("answers kept on the device are not called restored where the form no longer offers what was chosen", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/hangzhou");
	await answer(page, { tracks: "ai-next" });
	await page.waitForFunction(() => localStorage["draft:hangzhou"]?.includes("ai-next"));
	portal.sqlite.exec("update tracks set active = 0 where id = 'ai-next'");
	await page.goto("/hangzhou");
	await page.waitForFunction(() => document.querySelector("[data-live]"));
	expect(await held(page, ["tracks"])).toEqual({ tracks: "assign-me" });
	expect(await page.locator("[role=status].banner").count()).toBe(0);
});
