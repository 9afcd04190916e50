import { expect, it } from "vitest";
import { consoleScreens } from "../support/screens/console.ts";
import { markupFaults } from "../support/screens/markup.ts";
import { WALKS, walk } from "../support/screens/walk.ts";

it.each(WALKS)(
	"every screen of the console is right in $locale with scripts $scripts, wide and narrow, light and dark",
	async (way) => {
		const { faults, documents } = await walk(consoleScreens, way);
		expect(faults).toEqual([]);
		expect(documents).toHaveLength(consoleScreens.length);
		if (way.scripts === "off") expect(await markupFaults(documents)).toEqual([]);
	},
);
