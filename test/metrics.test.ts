import { renameSync } from "node:fs";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { access } from "../server/access.ts";
import { sendTalk } from "./support/entries.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";

const TOKEN = "a-token-of-some-length";

/** The value of a sample, such as `rostrum_photos` or `rostrum_mails{state="pending"}`. */
function sampleIn(text: string, sample: string): number | undefined {
	const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
	return line === undefined ? undefined : Number(line.slice(sample.length + 1));
}

const read = async (portal: TestPortal) => (await supertest(portal.origin).get("/metrics").expect(200)).text;

describe("/metrics", () => {
	it("is not there unless it is switched on", async () => {
		const portal = await openPortal();
		const answer = await supertest(portal.origin).get("/metrics");
		expect([answer.status, answer.type]).toEqual([404, "text/html"]);
	});

	it("is served to programs on this machine, not through a proxy", async () => {
		const portal = await openPortal({ METRICS: "1" });
		const { status, headers, text } = await supertest(portal.origin).get("/metrics");
		expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
		expect(headers["content-type"]).toMatch(/^text\/plain;.* version=/);
		expect(text).toContain("# TYPE rostrum_request_seconds histogram");
		await supertest(portal.origin).get("/metrics").set("X-Forwarded-For", "203.0.113.7").expect(404);
		await supertest(portal.origin).get("/metrics").set("Forwarded", "for=203.0.113.7").expect(404);
		await supertest(portal.origin).get("/metrics").set("Host", "cfp.example.org").expect(404);
	});

	it("with a token are served to its holder", async () => {
		const portal = await openPortal({ METRICS_TOKEN: TOKEN });
		const ask = (token: string) =>
			supertest(portal.origin).get("/metrics").set("X-Forwarded-For", "203.0.113.7").set("Authorization", token);
		await ask(`Bearer ${TOKEN}`).expect(200);
		// A bearer token that is not one of ours is refused at every address.
		for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, "Bearer "]) await ask(wrong).expect(401);
		for (const wrong of ["", TOKEN]) await ask(wrong).expect(404);
		await supertest(portal.origin).get("/metrics").expect(404);
	});

	it("counts requests, refusals, mails, photos and sizes", async () => {
		const portal = await openPortal({ METRICS: "1", RATE_LIMIT_SCALE: "1" });
		const before = await read(portal);
		expect(sampleIn(before, 'rostrum_mails{state="pending"}')).toBe(0);
		expect(sampleIn(before, "rostrum_mail_wait_seconds")).toBe(0);
		expect(sampleIn(before, "rostrum_backup_age_seconds")).toBeNaN();
		await sendTalk(portal);
		portal.clock.now += 90_000;
		for (let count = 0; count < 61; count += 1) await portal.agent().get("/api/tracks");
		const after = await read(portal);
		expect(sampleIn(after, 'rostrum_mails{state="pending"}')).toBe(1);
		expect(sampleIn(after, "rostrum_mail_wait_seconds")).toBeGreaterThanOrEqual(90);
		expect(sampleIn(after, "rostrum_photos")).toBe(1);
		const ok = 'rostrum_request_seconds_count{method="GET",route="/api/tracks",status="200"}';
		expect([sampleIn(after, ok), sampleIn(after, 'rostrum_refusals_total{reason="limit"}')]).toEqual([60, 1]);
		for (const size of ["data_free", "uploads_free", "database", "wal"])
			expect([size, sampleIn(after, `rostrum_${size}_bytes`)]).toEqual([size, expect.toSatisfy((n) => n > 0)]);
		expect(sampleIn(after, "nodejs_eventloop_lag_seconds")).toBeDefined();
	});

	it.each([
		["data", "rostrum_data_free_bytes"],
		["photos", "rostrum_uploads_free_bytes"],
	] as const)("leaves out what it cannot read while the folder of %s is away", async (which, sample) => {
		const portal = await openPortal({ METRICS: "1" });
		const folder = which === "data" ? portal.config.dataDir : portal.config.uploadsDir;
		const there = await read(portal);
		renameSync(folder, `${folder}.away`);
		const away = await read(portal);
		renameSync(`${folder}.away`, folder);
		const seen = [there, away, await read(portal)].map((text) => sampleIn(text, sample) !== undefined);
		expect(seen).toEqual([true, false, true]);
		expect(sampleIn(away, "rostrum_photos")).toBe(0);
	});

	it("has a bounded number of labels, and no personal data", async () => {
		const portal = await openPortal({ METRICS: "1" });
		for (const path of ["/nowhere/canary-1", "/entry/talk-1?key=canary-2", "/api/canary-3", "/?email=canary-4"])
			await portal.agent().get(path);
		await portal.agent().post("/login").type("form").send({ email: "canary@example.org", password: "canary-5" });
		const text = await read(portal);
		expect(text).not.toContain("canary");
		const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? ""));
		const known = [...access.map(({ path }) => path), "none"];
		expect([...routes].filter((route) => !known.includes(route))).toEqual([]);
		expect(routes.size).toBeGreaterThan(3);
	});
});
