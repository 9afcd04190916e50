import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { NEW } from "../support/grid.ts";
import { openConsole, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

const GRID_FORM = { path: NEW, errors: "#errors:focus", wrong: { time: "18:00", minutes: "60" } };
const CALL_FORM = { path: "/admin/programmes", errors: "#errors", wrong: { closes: "2025-01-01" } };

it.each([
	{ ...GRID_FORM, right: { title: "Tea" }, saved: "“Tea” was saved." },
	{ ...CALL_FORM, right: { closes: "2025-09-01" }, saved: "Hangzhou Talk Proposal was saved." },
])("errors appear with the form to mend, once its data are loaded: $path", async (form) => {
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
