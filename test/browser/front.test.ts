import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";

it("the log-in page begins with its form, the front page with the calls", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { viewport: { width: 320, height: 640 } });
	await page.goto("/login");
	expect(await page.textContent("h1")).toBe("Log in");
	const button = await page.locator(".log-in form button.primary").boundingBox();
	expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(640);
	await page.goto("/");
	expect(await page.textContent("h1")).toBe("Hangzhou 2025");
});

it.each(["en-US", "zh-CN"])("each open call has its state below its title on a phone, %s", async (locale) => {
	const portal = await openPortal();
	const page = await openPage(portal.origin, { locale, viewport: { width: 390, height: 844 } });
	await page.goto("/");
	const below = await page.locator(".calls .call").evaluateAll((calls) =>
		calls.map((call) => {
			const [title, state] = [call.querySelector("b"), call.querySelector(".call-state:last-child")];
			return (state?.getBoundingClientRect().top ?? 0) >= (title?.getBoundingClientRect().bottom ?? 1);
		}),
	);
	expect(below.length).toBeGreaterThan(2);
	expect(below).not.toContain(false);
});
