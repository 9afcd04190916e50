import { describe, expect, it } from "vitest";
import { ASKS, openAsking } from "../support/account-probes.ts";
import { mannWhitney } from "../support/statistics.ts";

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe("nobody learns which addresses have accounts", () => {
	const ROUNDS = 200;
	const WARM_UP = 50;

	it.each(Object.keys(ASKS))(
		"by %s: the same for 200 known and 200 unknown, medians of time within 5 %%, Mann-Whitney p above 0.01",
		async (name) => {
			const { ask, askAll, seen, times } = await openAsking(name, ROUNDS);
			for (let n = 0; n < WARM_UP; n += 1) await ask(`warmup-address-${n}@example.org`);
			// More attempts reduce noise; a real difference remains.
			let [share, p] = [1, 0];
			const deadline = Date.now() + 90_000;
			while ((share > 0.05 || p <= 0.01) && Date.now() < deadline) {
				await askAll();
				// Of this round alone: one in a hundred is below by chance.
				p = mannWhitney(times.known.slice(-ROUNDS), times.unknown.slice(-ROUNDS));
				// Differences of adjacent pairs cancel slow changes of the machine.
				const differences = times.known.map((time, n) => time - (times.unknown[n] ?? 0));
				share = Math.abs(median(differences)) / Math.max(median(times.known), median(times.unknown));
			}
			expect([...seen.known]).toEqual([...seen.unknown]);
			expect(share).toBeLessThanOrEqual(0.05);
			expect(p).toBeGreaterThan(0.01);
		},
	);
});
