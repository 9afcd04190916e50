import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { NEW } from "../support/grid.ts";
import { openConsole, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

const GRID_FORM = { path: NEW, errors: "#errors:focus", wrong: { time: "18:00", minutes: "60" } };
const CALL_FORM = { path: "/admin/programmes", errors: "#errors", wrong: { closes: "2025-01-01" } };

it("errors appear with the form to mend, once its data are loaded", async () => {
	const form = { ...GRID_FORM, right: { title: "Tea" }, saved: "“Tea” was saved." };
	const page = await openConsole(await openPortal(), form.path);
	await fill(page, form.wrong);
	await holdLoads(page);
	await save(page);
	await page.waitForSelector("[data-held]");
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	expect(await page.locator("#errors").count()).toBe(0);
	await page.evaluate(() => dispatchEvent(new Event("release")));
	await page.waitForSelector(form.errors);
	await fill(page, form.right);
	await save(page);
	await toast(page, form.saved);
});

it("a call that was changed says that it is not saved, also after another was", async () => {
	const page = await openConsole(await openPortal(), CALL_FORM.path);
	const marked = () =>
		page
			.locator("form:has-text('Not saved yet')")
			.evaluateAll((all) => all.map((one) => one.ariaLabelledByElements?.[0]?.id));
	const [first, second] = [page.locator("main form").nth(0), page.locator("main form").nth(1)];
	const ids = [await first.getAttribute("aria-labelledby"), await second.getAttribute("aria-labelledby")];
	const was = await second.locator("[name=closes]").inputValue();
	expect(await marked()).toEqual([]);
	await first.locator("[name=closes]").fill("2025-09-01");
	await second.locator("[name=closes]").fill("2025-09-02");
	expect(await marked()).toEqual(ids);
	await save(page);
	await toast(page, "Hangzhou Talk Proposal was saved.");
	await expect.poll(marked).toEqual([ids[1]]);
	expect(await second.locator("[name=closes]").inputValue()).toBe("2025-09-02");
	await second.locator("[name=closes]").fill(was);
	expect(await marked()).toEqual([]);
});

it("what was sent back of a call stays typed while another is saved", async () => {
	const page = await openConsole(await openPortal(), CALL_FORM.path);
	await fill(page, CALL_FORM.wrong);
	await save(page);
	await page.waitForSelector(CALL_FORM.errors);
	const second = page.locator("main form").nth(1);
	await second.locator("[name=closes]").fill("2025-09-02");
	await second.locator("button.primary").click();
	await toast(page, "was saved.");
	expect(await page.locator("main [name=closes]").first().inputValue()).toBe(CALL_FORM.wrong.closes);
});

/** Types into the first form that has these fields. */
async function fill(page: Page, values: Record<string, string | undefined>): Promise<void> {
	for (const [name, value = ""] of Object.entries(values))
		await page.locator(`main [name=${name}]`).first().fill(value);
}

const save = (page: Page) => page.locator("main form button.primary").first().click();

/** Holds back the data that the page loads after a post until the event "release"; `data-held` says that it asked. */
const holdLoads = (page: Page) =>
	page.evaluate(() => {
		const now = window.fetch;
		const released = new Promise((resolve) => addEventListener("release", resolve));
		window.fetch = async (...what) => {
			if (what[1]?.method === "POST") return now(...what);
			document.body.dataset.held = "";
			await released;
			return now(...what);
		};
	});
