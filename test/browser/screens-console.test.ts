import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser } from "../support/browser.ts";
import { consoleScreens } from "../support/screens/console.ts";
import { markupFaults } from "../support/screens/markup.ts";
import { walk } from "../support/screens/walk.ts";

afterAll(closeBrowser);

describe.each(["en-US", "zh-CN"] as const)(
	"every screen of the console in %s, at both widths, light and dark",
	(locale) => {
		it.each(["on", "missing", "off"] as const)("with scripts %s", async (scripts) => {
			const { faults, documents } = await walk(consoleScreens, { locale, scripts });
			expect(faults).toEqual([]);
			expect(documents).toHaveLength(consoleScreens.length);
			if (scripts === "off") expect(await markupFaults(documents)).toEqual([]);
		});
	},
);
