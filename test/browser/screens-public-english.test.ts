import { it } from "vitest";
import { expectRight } from "../support/screens/expect-right.ts";
import { publicScreens } from "../support/screens/public.ts";
import { ENGLISH } from "../support/screens/walk.ts";

it("every public screen is right in English without scripts, wide and narrow", () =>
	expectRight(publicScreens, ENGLISH));
