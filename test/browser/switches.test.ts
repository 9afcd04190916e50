import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { nominate } from "../support/programmes.ts";

const own = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("draft:")));

describe.each([["with"], ["without"]])("%s scripts", (how) => {
	// The first makes a draft, the second has none to make, the third comes back in the answer itself.
	it.each([
		["/spotlight-hz", "projectname"],
		["/spotlight-hz", undefined],
		["/login", "email"],
	])("a switch on %s brings its reader back to the switches, not to the top (typed: %s)", async (path, name) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, {
			javaScriptEnabled: how === "with",
			viewport: { width: 320, height: 400 },
		});
		await page.goto("/hangzhou");
		await page.goto(path);
		if (name) await page.fill(`main [name=${name}]`, "Typed");
		for (const [button, shown] of [
			["do.language.zh", "html[lang=zh-Hans]"],
			["do.theme.dark", "html[data-theme=dark]"],
		] as const) {
			await page.click(`[name='${button}']`);
			await page.waitForSelector(shown);
			await page.waitForFunction(() => scrollY > 0);
			expect(
				await page.locator(`[name='${button}']`).evaluate((one) => one.getBoundingClientRect().bottom),
			).toBeLessThan(401);
			if (name) expect(await page.inputValue(`main [name=${name}]`)).toBe("Typed");
		}
	});
});

describe("with scripts", () => {
	it("a switch of language keeps what was typed a moment ago, and theme as well", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/spotlight-hz");
		await page.fill("[name=projectname]", "Typed just now");
		await page.click("[name='do.language.zh']");
		await page.waitForSelector("html[lang=zh-Hans]");
		expect(await page.inputValue("[name=projectname]")).toBe("Typed just now");
		await page.fill("[name=overview]", "Typed later");
		await page.click("[name='do.theme.dark']");
		await page.waitForSelector("html[data-theme=dark]");
		expect(await page.inputValue("[name=projectname]")).toBe("Typed just now");
		expect(await page.inputValue("[name=overview]")).toBe("Typed later");
		// The server's draft is what the device holds too, so nothing else is offered.
		expect(await page.locator("p.banner").count()).toBe(0);
	});

	it("the page of an entry forgets the changes that were saved", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await nominate(portal, page);
		await page.goto("/spotlight-hz?spot=nomination-1");
		await page.fill("[name=overview]", "Changed");
		await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.startsWith("draft:nomination-1")));
		await page.click("form.programme button.primary");
		await page.waitForURL(/\/entry\/nomination-1\?said=/);
		expect(await page.textContent("[role=status].banner")).toBe("Changes saved");
		await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith("draft:")));
		expect(await own(page)).toEqual([]);
	});

	it("the register dialog has no switch: it would leave the dialog", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/login");
		await page.click("a[href*='modal=register']");
		await page.waitForSelector("dialog[open] [name=name]");
		expect(await page.locator("dialog [name^='do.language']").count()).toBe(0);
	});
});
