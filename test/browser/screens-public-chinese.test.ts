import { it } from "vitest";
import { expectRight } from "../support/screens/expect-right.ts";
import { publicScreens } from "../support/screens/public.ts";
import { CHINESE } from "../support/screens/walk.ts";

it("every public screen is right in Chinese with scripts, narrow, light and dark", () =>
	expectRight(publicScreens, CHINESE));
