import { expect, it } from "vitest";
import { MOST_RESIDENT_MIB, startWatched, TOKEN } from "../support/measured-server.ts";

it("2,000 visitors of an uncached page cause few renderings and little memory", async () => {
	const server = await startWatched();
	const began = performance.now();
	const visits = Array.from({ length: 2_000 }, async (_, n) => {
		const headers = { "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1` };
		const ask = () => fetch(`${server.origin}/hangzhou`, { headers });
		const first = await ask();
		// A machine that is busy with other tests may read the headers too late; browsers ask again by themselves.
		const answer = first.status === 408 ? await ask() : first;
		return [answer.status, (await answer.text()).includes("</html>")];
	});
	expect(await Promise.all(visits)).toEqual(Array(2_000).fill([200, true]));
	const headers = { Authorization: `Bearer ${TOKEN}` };
	const told = await (await fetch(`${server.origin}/metrics`, { headers })).text();
	const rendered = Number(/^rostrum_shared_pages_rendered_total (\d+)$/m.exec(told)?.[1]);
	// It is due once more with each second that this takes.
	expect(rendered).toBeLessThan(2 + (performance.now() - began) / 1_000);
	expect(server.peak()).toBeLessThan(MOST_RESIDENT_MIB);
});
