import { describe, it } from "vitest";
import { consoleScreens } from "../support/screens/console.ts";
import { expectRight } from "../support/screens/expect-right.ts";
import { publicScreens } from "../support/screens/public.ts";
import { LONG_WALKS } from "../support/screens/walk.ts";

describe.each([
	["public", publicScreens],
	["console", consoleScreens],
])("every %s screen", (_, screens) => {
	it.each(LONG_WALKS)("is right in $locale with scripts $scripts, wide and narrow, light and dark", (way) =>
		expectRight(screens, way),
	);
});
