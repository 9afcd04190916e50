import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { reviewed } from "../support/reviews.ts";
import { enterConsole } from "../support/sessions.ts";

it.each(["en-US", "zh-CN"])("on a small laptop every list of the console fits the window, %s", async (locale) => {
	const portal = await reviewed();
	const title = "What four hundred million cache misses taught us about scheduling";
	await sendTalk(portal, { title, tracks: "ai-next" });
	const page = await openPage(portal.origin, { locale, viewport: { width: 1024, height: 768 } });
	await enterConsole(portal, page);
	for (const path of ["proposals", "aigc", "nominations", "forum", "reviews", "reviews/hangzhou", "team", "mail"]) {
		await page.goto(`/admin/${path}`);
		const over = await page.evaluate(() =>
			[document.documentElement, ...document.querySelectorAll("main .scroll")].map(
				(one) => one.scrollWidth - one.clientWidth,
			),
		);
		expect([path, Math.max(...over)]).toEqual([path, 0]);
	}
	await page.goto("/admin/proposals");
	const [track] = await page.locator("tbody .track-cell select").all();
	expect((await track?.boundingBox())?.width).toBeGreaterThan(60);
});
