import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openConsole, toast } from "../support/keyboard.ts";
import { openPortal } from "../support/portal.ts";

const CALL_FORM = { path: "/admin/programmes", errors: "#errors", wrong: { closes: "2025-01-01" } };

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
