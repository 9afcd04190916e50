import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { addReviewer, reviewed } from "../support/reviews.ts";
import { enterConsole } from "../support/sessions.ts";
import { sendTalks } from "../support/talks-sent.ts";

it("the choice of a status stays in sight once a result is ticked, also without scripts", async () => {
	const portal = await reviewed();
	await addReviewer(portal);
	await sendTalks(portal, ...Array.from({ length: 25 }, (_, number) => ({ title: `Talk ${number}` })));
	const page = await openPage(portal.origin, { viewport: { width: 1280, height: 600 }, javaScriptEnabled: false });
	await enterConsole(portal, page, "/admin/reviews/hangzhou");
	const bar = () => page.locator(".bulk-tools").boundingBox();
	expect((await bar())?.y).toBeGreaterThan(600);
	await page.locator("tbody [type=checkbox]").first().check();
	for (const row of [1, 12, 24]) {
		await page.locator("tbody tr").nth(row).scrollIntoViewIfNeeded();
		const { y = -1, height = 0 } = (await bar()) ?? {};
		expect(y).toBeGreaterThanOrEqual(0);
		expect(y + height).toBeLessThanOrEqual(600);
	}
	await page.selectOption("[name=bulk-status]", "Accept");
	await page.click("[name='do.bulk-status']");
	await expect
		.poll(() => portal.sqlite.prepare("select count(*) from entries where status = 'Accept'").pluck().get())
		.toBe(1);
});

it("ticked results are counted, all are ticked at once, and the notice of a change undoes it", async () => {
	const portal = await reviewed();
	await addReviewer(portal);
	await sendTalks(portal, ...Array.from({ length: 3 }, (_, number) => ({ title: `Talk ${number}` })));
	const page = await openPage(portal.origin);
	await enterConsole(portal, page, "/admin/reviews/hangzhou");
	const count = page.locator(".bulk-tools [role=status]");
	const rows = await page.locator("td [name=ids]").count();
	const all = page.getByRole("checkbox", { name: "Select all rows of this page" });
	await page.locator("td [name=ids]").first().check();
	await expect.poll(() => count.textContent()).toBe("1 selected");
	expect(await all.isChecked()).toBe(false);
	await all.check();
	await expect.poll(() => count.textContent()).toBe(`${rows} selected`);
	await page.locator("td [name=ids]").last().uncheck();
	expect(await all.isChecked()).toBe(false);
	await expect.poll(() => count.textContent()).toBe(`${rows - 1} selected`);
	await page.selectOption("[name=bulk-status]", "Accept");
	await page.click("[name='do.bulk-status']");
	const accepted = portal.sqlite.prepare("select count(*) from entries where status = 'Accept'").pluck();
	await expect.poll(() => accepted.get()).toBe(rows - 1);
	await page.click(".banner [name='do.undo']");
	await expect.poll(() => accepted.get()).toBe(0);
	expect(await page.locator("[name='do.undo']").count()).toBeLessThan(2);
});

it.each([true, false])(
	"an entry opened from results leads back to them as they were, with scripts: %s",
	async (scripts) => {
		const portal = await reviewed();
		await sendTalks(portal, { title: "Last" }, { title: "Middle" }, { title: "First" });
		const page = await openPage(portal.origin, { javaScriptEnabled: scripts, viewport: { width: 1440, height: 900 } });
		const results = "/admin/reviews/hangzhou?status=New&sort=title";
		await enterConsole(portal, page, results);
		const reads = (title: string) => page.waitForSelector(`.reading-pane h1:text-is("${title}")`);
		const backAt = () => page.waitForURL(portal.origin + results);
		await page.click("tbody th a >> text=First");
		await reads("First");
		// Its neighbours in the list of entries are others than in the results.
		expect(await page.locator(".reading-steps :is([rel=next], [rel=prev])").count()).toBe(0);
		if (!scripts) await page.click(".reading-tools button.primary");
		await page.click(".reading-steps a >> text=Back");
		await backAt();
		if (!scripts) return;
		await page.click("tbody th a >> text=First");
		await page.waitForSelector(".keys-offer");
		await page.keyboard.press("Escape");
		await backAt();
	},
);

it("an entry leads back to no address outside", async () => {
	const portal = await reviewed();
	await sendTalks(portal, { title: "First" });
	const page = await openPage(portal.origin, { javaScriptEnabled: false });
	await enterConsole(portal, page, "/admin/proposals?modal=details&id=1&return=//elsewhere.example/");
	expect(await page.locator(".reading-steps a").first().getAttribute("href")).toBe("/admin/proposals");
});
