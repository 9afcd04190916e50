import { describe, expect, it } from "vitest";
import { consoleScreens } from "../support/screens/console.ts";
import { markupFaults } from "../support/screens/markup.ts";
import { publicScreens } from "../support/screens/public.ts";
import { LONG_WALKS, walk } from "../support/screens/walk.ts";

describe.each([
	["public", publicScreens],
	["console", consoleScreens],
])("every %s screen", (_, screens) => {
	it.each(LONG_WALKS)("is right in $locale with scripts $scripts, wide and narrow, light and dark", async (way) => {
		const { faults, documents } = await walk(screens, way);
		expect(faults).toEqual([]);
		expect(documents).toHaveLength(screens.length);
		if (way.scripts === "off") expect(await markupFaults(documents)).toEqual([]);
	});
});
