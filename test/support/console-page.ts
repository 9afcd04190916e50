import type { Page } from "playwright-core";
import { openPage } from "./browser.ts";
import { openPortal, type TestPortal } from "./portal.ts";
import { enterConsole } from "./sessions.ts";
import { sendTalks } from "./talks-sent.ts";

/** The console with some talks in it. */
export async function openConsole(
	options: Parameters<typeof openPage>[1] = {},
): Promise<{ portal: TestPortal; page: Page }> {
	const portal = await openPortal();
	await sendTalks(portal, { title: "First", tracks: "ai-next" }, { title: "Second" }, { title: "Third" });
	const page = await openPage(portal.origin, { expected: /^Failed to load resource: /, ...options });
	await enterConsole(portal, page);
	if (options.javaScriptEnabled !== false) await page.waitForSelector("html.improved");
	return { portal, page };
}
