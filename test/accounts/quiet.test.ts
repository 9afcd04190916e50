import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe("nobody learns which addresses have accounts", () => {
	it("200 known and 200 unknown addresses: same bodies, same headers, and medians of time within 5 %", {
		timeout: 120_000,
	}, async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "100000" });
		await register(portal, "known@example.org");
		const calls = {
			login: (email: string) =>
				portal.agent().post("/api/auth/login").send({ username: email, password: "wrong password" }),
			forgot: (email: string) => portal.agent().post("/api/auth/forgot-password").send({ email }),
			validate: (email: string) => portal.agent().get("/api/auth/reset-password/validate").query({ token: "x", email }),
		};
		for (const [name, call] of Object.entries(calls)) {
			const seen = { known: new Set<string>(), unknown: new Set<string>() };
			// Timing on a shared machine wanders; what a stranger could use would show every time.
			let share = 1;
			for (let attempt = 0; attempt < 4 && share > 0.05; attempt += 1) {
				const times = { known: [] as number[], unknown: [] as number[] };
				for (let n = 0; n < 200; n += 1) {
					for (const kind of n % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
						const started = performance.now();
						const { status, headers, text } = await call(
							kind === "known" ? "known@example.org" : `nobody${n}@example.org`,
						);
						times[kind].push(performance.now() - started);
						const { date: _, ...rest } = headers;
						seen[kind].add(JSON.stringify([status, text, rest]));
					}
				}
				const [a, b] = [median(times.known), median(times.unknown)];
				share = Math.abs(a - b) / Math.max(a, b);
			}
			expect([name, [...seen.known]]).toEqual([name, [...seen.unknown]]);
			expect([name, share <= 0.05]).toEqual([name, true]);
		}
	});
});

describe("a flood of wrong passwords", () => {
	it("100 at once do not delay /healthz beyond 100 ms (99th percentile)", async () => {
		const directory = temporaryDirectory();
		const server = await startServer({ DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") });
		const body = JSON.stringify({ username: "a@b.cd", password: PASSWORD });
		const headers = { "Content-Type": "application/json" };
		/** One flood. @returns the 99th percentile of /healthz meanwhile, in milliseconds */
		async function round(): Promise<number> {
			const flood = Array.from({ length: 100 }, () =>
				fetch(`${server.origin}/api/auth/login`, { method: "POST", headers, body }).then(({ status }) => status),
			);
			const times: number[] = [];
			let flooded = true;
			const statuses = Promise.all(flood).finally(() => (flooded = false));
			while (flooded || times.length < 100) {
				const started = performance.now();
				await (await fetch(`${server.origin}/healthz`)).text();
				times.push(performance.now() - started);
			}
			// Beyond the queue of the hashing the answer is "busy" at once, which is what keeps the others fast.
			expect((await statuses).filter((status) => status !== 401 && status !== 503)).toEqual([]);
			return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
		}
		// Other tests share the two cores; without the bound on hashing every round is far beyond.
		let best = Number.POSITIVE_INFINITY;
		for (let attempt = 0; attempt < 4 && best >= 100; attempt += 1) best = Math.min(best, await round());
		expect(best).toBeLessThan(100);
	});
});
