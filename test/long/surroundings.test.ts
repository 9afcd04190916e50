import { expect, it } from "vitest";
import { untold } from "../support/broken-installations.ts";

it("the server and every command report any fault of files and folders in one line", async () => {
	expect(await untold("all")).toEqual([]);
});
