import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTurns } from "../../server/middleware/turns.ts";
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
		await Promise.race(flood);
		await asks(origin, path, "198.51.100.7");
		// How many came first depends on the machine; taken in order, all would.
		expect(flood.length - answered).toBeGreaterThan(20);
		await Promise.all(flood);
		expect(answered).toBe(500);
	});

	it("come next, however many requests of one network wait", async () => {
		const app = express().set("trust proxy", 1);
		const [arrived, begun]: [string[], string[]] = [[], []];
		const held: (() => void)[] = [];
		app.use((req, _res, next) => {
			arrived.push(req.ip ?? "");
			next();
		});
		app.use(createTurns({ rateLimitScale: 1 }));
		app.use((req, res) => {
			begun.push(req.ip ?? "");
			held.push(() => res.end());
		});
		const server = app.listen(0, "127.0.0.1");
		onTestFinished(() => void server.close());
		await once(server, "listening");
		const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const flood = Array.from({ length: 60 }, () => asks(origin, "/", "192.0.2.7"));
		await expect.poll(() => arrived.length).toBe(60);
		const other = asks(origin, "/", "198.51.100.7");
		await expect.poll(() => arrived.length).toBe(61);
		const before = begun.length;
		while (begun.length < 61 || held.length > 0) {
			held.shift()?.();
			await new Promise((done) => setTimeout(done, 1));
		}
		await Promise.all([...flood, other]);
		// Four may begin in the time in which it arrives.
		expect(begun.indexOf("198.51.100.7") - before).toBeLessThanOrEqual(4);
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
