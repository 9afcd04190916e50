import { expect, it } from "vitest";
import { untold } from "../support/broken.ts";

it("any broken surroundings are told in one line, by the server and every command", async () => {
	expect(await untold("all")).toEqual([]);
});
