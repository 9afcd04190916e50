import { it } from "vitest";
import { expectNoneLostByKills } from "./support/acknowledged-talks.ts";

const ENOUGH = 200;

it(`kill -9 during a stream of submissions loses none of at least ${ENOUGH} that were acknowledged`, async () => {
	await expectNoneLostByKills({ enough: ENOUGH, round: 25 });
});
