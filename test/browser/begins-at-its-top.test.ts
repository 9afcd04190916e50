import { expect, it } from "vitest";
import { untilItAnswers } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { GRID } from "../support/grid.ts";
import { openConsole } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

/** Where a link is, and the heading of what it leads to, whose address differs after the question mark only. */
const LINKS = [
	[GRID, "a[href$='?day=day1']", "Saturday, 13 September 2025"],
	[`${GRID}?day=day1`, "main a[href$='/grid']", "Edit the grid"],
	[GRID, "a[href$='?special=new']", "Add a special event"],
	[GRID, "a[href$='?special=1']", "Opening"],
	[GRID, "a[href$='?lay=1']", "Create slots"],
	// To the last page: the link that has the focus disappears.
	["/admin/proposals?sort=title", "main [rel=next]", "Proposals"],
] as const;

it.each([1440, 390])("a link to another state of the address shows it from its top, %d px wide", async (width) => {
	const portal = await openPortal();
	for (let n = 1; n <= 14; n += 1) await sendTalk(portal, { title: `Talk ${n}` });
	const page = await openConsole(portal, GRID);
	await page.setViewportSize({ width, height: 500 });
	const found = new Map<string, unknown>();
	for (const [from, link, heading] of LINKS) {
		await page.goto(from);
		await untilItAnswers(page);
		const before = page.url();
		await page.locator(link).click();
		await page.waitForURL((url) => url.href !== before);
		await page.locator(`main h1:has-text("${heading}")`).waitFor();
		await page.locator(link).and(page.locator(":focus")).waitFor({ state: "detached" });
		found.set(link, await page.evaluate(() => scrollY));
	}
	expect([...found]).toEqual(LINKS.map(([, link]) => [link, 0]));
});
