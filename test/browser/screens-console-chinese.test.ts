import { it } from "vitest";
import { consoleScreens } from "../support/screens/console.ts";
import { expectRight } from "../support/screens/expect-right.ts";
import { CHINESE } from "../support/screens/walk.ts";

it("every screen of the console is right in Chinese with scripts, narrow, light and dark", () =>
	expectRight(consoleScreens, CHINESE));
