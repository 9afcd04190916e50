import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { installation } from "../support/backups.ts";
import { openPortal } from "../support/portal.ts";
import { startServer } from "../support/server.ts";
import { portrait } from "../support/talks.ts";

/** @returns the status, once the whole answer is there */
const asks = (origin: string, path: string, address: string) =>
	new Promise<number>((done, failed) => {
		const headers = { "X-Forwarded-For": address };
		const request = get(`${origin}${path}`, { agent: false, headers }, (answer) => {
			answer.resume();
			answer.on("end", () => done(answer.statusCode ?? 0));
		});
		request.on("error", failed);
	});

describe("visitors from other networks", () => {
	it("do not wait for the pages that one address asks for at once", async () => {
		const path = "/hangzhou?from=mail";
		const { origin } = await startServer({ ...installation(), TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" });
		await asks(origin, path, "198.51.100.7");
		let answered = 0;
		const flood = Array.from({ length: 500 }, async () => {
			expect(await asks(origin, path, "192.0.2.7")).toBe(200);
			answered += 1;
		});
		// All of them have been sent.
		await Promise.race(flood);
		const before = answered;
		await asks(origin, path, "198.51.100.7");
		const [meanwhile, after] = [answered - before, flood.length - answered];
		expect(meanwhile).toBeLessThan(after);
		await Promise.all(flood);
		expect(answered).toBe(500);
	});

	it("do not wait for the photos that one network has sent", async () => {
		const portal = await openPortal({ TRUST_PROXY: "1" });
		const { bytes } = await portrait(1_200, 1_200);
		let before = 0;
		const sendsPhoto = (address: string) =>
			portal
				.agent()
				.post("/api/submit")
				.set("X-Forwarded-For", address)
				.attach("file", bytes, "photo.jpg")
				.expect(422)
				.then(() => {
					before += 1;
				});
		const flood = Array.from({ length: 20 }, () => sendsPhoto("192.0.2.7"));
		await Promise.race(flood);
		await sendsPhoto("198.51.100.7");
		expect(before).toBeLessThan(flood.length);
		await Promise.all(flood);
	});
});
