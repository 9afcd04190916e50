import type { Page } from "playwright-core";
import { fill, openPage } from "./browser.ts";
import { ADMIN, openPortal, type TestPortal } from "./portal.ts";
import { sendTalks } from "./talks-sent.ts";

/** The console with some talks in it. */
export async function openConsole(
	options: Parameters<typeof openPage>[1] = {},
): Promise<{ portal: TestPortal; page: Page }> {
	const portal = await openPortal();
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	await sendTalks(portal, { title: "First", tracks: "ai-next" }, { title: "Second" }, { title: "Third" });
	const page = await openPage(portal.origin, { expected: /^Failed to load resource: /, ...options });
	await page.goto("/login");
	await fill(page, ADMIN);
	await page.click("button.primary");
	await page.waitForURL(/\/admin\/proposals/);
	if (options.javaScriptEnabled !== false) await page.waitForSelector("thead input[type=checkbox]");
	return { portal, page };
}
