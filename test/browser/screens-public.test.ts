import { expect, it } from "vitest";
import { markupFaults } from "../support/screens/markup.ts";
import { publicScreens } from "../support/screens/public.ts";
import { WALKS, walk } from "../support/screens/walk.ts";

it.each(WALKS)(
	"every public screen is right in $locale with scripts $scripts, wide and narrow, light and dark",
	async (way) => {
		const { faults, documents } = await walk(publicScreens, way);
		expect(faults).toEqual([]);
		expect(documents).toHaveLength(publicScreens.length);
		if (way.scripts === "off") expect(await markupFaults(documents)).toEqual([]);
	},
);
