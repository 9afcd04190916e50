import { it } from "vitest";
import { consoleScreens } from "../support/screens/console.ts";
import { expectRight } from "../support/screens/expect-right.ts";
import { ENGLISH } from "../support/screens/walk.ts";

it("every screen of the console is right in English without scripts, wide and narrow", () =>
	expectRight(consoleScreens, ENGLISH));
