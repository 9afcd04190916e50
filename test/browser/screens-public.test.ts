import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser } from "../support/browser.ts";
import { publicScreens } from "../support/screens/public.ts";
import { walk } from "../support/screens/walk.ts";

afterAll(closeBrowser);

describe.each(["en-US", "zh-CN"] as const)("every public screen in %s", (locale) => {
	it.each(["on", "missing", "off"] as const)("with scripts %s", async (scripts) => {
		const { faults } = await walk(publicScreens, { locale, scripts });
		expect(faults).toEqual([]);
	});
});
