import { request } from "node:http";
import { expect, it } from "vitest";
import { access } from "../../server/access.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { adminBearer } from "../support/talks-sent.ts";

/** A request with these headers alone: fetch and others would add a type. */
function send(portal: TestPortal, method: string, path: string, headers: Record<string, string>, body: string) {
	return new Promise<number>((done, fail) => {
		const sent = request(portal.origin + path, { method, headers }, (answer) => {
			answer.resume();
			done(answer.statusCode ?? 0);
		});
		sent.on("error", fail);
		sent.end(body);
	});
}

it("every call that takes a body refuses one without a type, however it is sent", async () => {
	const portal = await openPortal();
	const authorization = await adminBearer(portal);
	const calls = access.filter(({ kind, body }) => kind === "rest" && body !== undefined);
	expect(calls.length).toBeGreaterThan(25);
	for (const { method, path } of calls) {
		const address = path.replace(/:[a-z]+/gi, "1");
		for (const how of [{ "content-length": "2" }, { "transfer-encoding": "chunked" }] as Record<string, string>[])
			expect([method, path, how, await send(portal, method, address, { authorization, ...how }, "{}")]).toEqual([
				method,
				path,
				how,
				415,
			]);
	}
});

it("without a type nothing is carried out, and without a body not all reviewers are reminded", async () => {
	const portal = await openPortal();
	const authorization = await adminBearer(portal);
	const path = "/api/programmes/hangzhou/review-reminders";
	expect(await send(portal, "POST", path, { authorization, "content-length": "14" }, '{"reviewer":1}')).toBe(415);
	for (const type of [{}, { "content-type": "application/json" }] as Record<string, string>[])
		expect(await send(portal, "POST", path, { authorization, "content-length": "0", ...type }, "")).toBe(400);
	expect(await send(portal, "POST", "/api/tracks", { authorization, "content-type": "application/json" }, "")).toBe(
		400,
	);
	expect(portal.sqlite.prepare("select count(*) from outbox where kind like '%remind%'").pluck().get()).toBe(0);
	const logout = { authorization, "content-length": "0" };
	expect(await send(portal, "POST", "/api/auth/logout", logout, "")).toBe(204);
});
