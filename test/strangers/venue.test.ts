import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { publishTalks } from "../support/released-schedule.ts";

const VENUE = "192.0.2.7";
const HOME = "198.51.100.7";

/** A tenth of every limit: 60 pages, 180 renderings for the page cache and 3,000 cached answers a minute. */
async function atTheVenue() {
	// Limits and the page cache count seconds, of which none passes here.
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const portal = await openPortal({ METRICS: "1", TRUST_PROXY: "1", RATE_LIMIT_SCALE: "0.1" });
	const [talk] = await publishTalks(portal, { count: 2, tracks: ["ai-next"] });
	const photo = portal.sqlite.prepare("select photo from entries where id = ?").pluck().get(talk);
	return { portal, talk, photo };
}

const asks = (portal: TestPortal, path: string, address = VENUE) =>
	portal
		.agent()
		.get(path)
		.set("X-Forwarded-For", address)
		.ok(() => true);

async function statusesOf(portal: TestPortal, paths: readonly string[]) {
	const answers = await Promise.all(paths.map((path) => asks(portal, path)));
	return [...new Set(answers.map(({ status }) => status))];
}

const rendered = async (portal: TestPortal) =>
	Number(/^rostrum_shared_pages_rendered_total (\d+)$/m.exec((await portal.agent().get("/metrics")).text)?.[1]);

const changed = (portal: TestPortal) =>
	portal.db.write(() => void portal.sqlite.exec("update tracks set position = position where id = 'ai-next'"));

describe("visitors who share one address", () => {
	it("read the schedule with its photos and files, far more often than the limit on pages", async () => {
		const { portal, talk, photo } = await atTheVenue();
		const visit = [
			"/schedule",
			`/schedule/${talk}`,
			`/uploads/${photo}-small.jpg`,
			"/schedule.ics",
			"/cards/conference-en.png",
		];
		for (let visitors = 0; visitors < 120; visitors += 10)
			expect(await statusesOf(portal, Array.from({ length: 10 }, () => visit).flat())).toEqual([200]);
		// What is made for one person alone has kept its whole limit, and keeps to it.
		const own = Array.from({ length: 60 }, (_, n) => `/proposals?q=${n}`);
		expect(await statusesOf(portal, own)).toEqual([200]);
		const refused = await asks(portal, "/proposals?q=61");
		expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
		expect(await statusesOf(portal, visit)).toEqual([200]);
	});

	it("are refused a page that must be rendered once they have caused many renderings, and others are not", async () => {
		const { portal } = await atTheVenue();
		const before = await rendered(portal);
		for (let count = 0; count < 180; count += 1) {
			await changed(portal);
			expect((await asks(portal, "/schedule")).status).toBe(200);
		}
		expect((await rendered(portal)) - before).toBe(180);
		await changed(portal);
		expect((await asks(portal, "/schedule")).status).toBe(429);
		// Whoever is refused does not stop those who wait for the same page.
		const asked = Array.from({ length: 20 }, () => asks(portal, "/schedule"));
		const [near, far] = await Promise.all([Promise.all(asked), asks(portal, "/schedule", HOME)]);
		expect(far.status).toBe(200);
		for (const { status } of near) expect([200, 429]).toContain(status);
		expect((await rendered(portal)) - before).toBe(181);
		expect((await asks(portal, "/schedule")).status).toBe(200);
	});
});
