import { expect, it } from "vitest";
import { MOST_RESIDENT_MIB, startWatched } from "../support/measured-server.ts";
import { talkFields, talkForm } from "../support/talks.ts";

it("300 simultaneous talks with photos are all stored", async () => {
	const server = await startWatched();
	const forms = await Promise.all(Array.from({ length: 300 }, () => talkForm(talkFields())));
	const statuses = await Promise.all(
		forms.map(async (body, n) => {
			const headers = { "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1` };
			return (await fetch(`${server.origin}/api/submit`, { method: "POST", headers, body })).status;
		}),
	);
	expect(statuses).toEqual(Array(300).fill(201));
	const stored = (await (await fetch(`${server.origin}/api/entries`)).json()) as unknown[];
	expect(stored).toHaveLength(300);
	expect(server.peak()).toBeLessThan(MOST_RESIDENT_MIB);
});
