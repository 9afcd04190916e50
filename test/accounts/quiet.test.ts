import { expect, it } from "vitest";
import { ASKS, openAsking } from "../support/account-probes.ts";

it.each(Object.keys(ASKS))("%s does not reveal which addresses have accounts", async (name) => {
	const { askAll, seen } = await openAsking(name, 5);
	await askAll();
	expect([...seen.known]).toEqual([...seen.unknown]);
	expect(seen.known.size).toBe(1);
});
