import { it } from "vitest";
import { expectNoneLostByKills } from "../support/acknowledged-talks.ts";
import { tell } from "../support/figures.ts";

it("kill -9 during a stream of submissions loses none of 10,000 that were acknowledged", async (context) => {
	tell(context, ...(await expectNoneLostByKills({ enough: 10_000, round: 250 })));
});
