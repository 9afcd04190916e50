import { describe, expect, it } from "vitest";
import { access } from "../../server/access.ts";
import { begin } from "../support/editions.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { cookiesOf } from "../support/sessions.ts";
import { adminBearer } from "../support/talks-sent.ts";

const FROM = "https://conference.example.org";
const ALWAYS = [
	"/schedule.json",
	"/schedule.xml",
	"/schedule.ics",
	"/schedule.atom",
	"/api/programmes",
	"/api/tracks",
	"/api/openapi.json",
	"/api/setup.schema.json",
	"/cards/conference-en.png",
];
const AS_GUESTS = ["/api/entries", "/api/nominations", "/api/schedules"];
const OPEN = { allowed: "*", resource: "cross-origin" };
const CLOSED = { allowed: undefined, resource: "same-origin" };

/** What an answer tells browsers about other sites. */
async function doorOf(portal: TestPortal, path: string, headers: Record<string, string> = {}) {
	const { headers: told } = await portal
		.agent()
		.get(path)
		.set({ Origin: FROM, ...headers });
	return { allowed: told["access-control-allow-origin"], resource: told["cross-origin-resource-policy"] };
}

/** Headers of requests with a session, a token, and one that has ended. */
async function credentials(portal: TestPortal) {
	const bearer = await adminBearer(portal);
	const { cfp_sid: sid } = await cookiesOf(portal, ADMIN.email);
	return {
		cookie: { Cookie: `cfp_sid=${sid}` },
		bearer: { Authorization: bearer },
		stale: { Authorization: "Bearer x.y.z" },
	};
}

describe("what other sites may read", () => {
	it("is what everybody gets, whatever comes with the request", async () => {
		const portal = await openPortal();
		const { cookie, bearer, stale } = await credentials(portal);
		const embedded = { "Sec-Fetch-Dest": "script", "Sec-Fetch-Site": "cross-site" };
		for (const path of ALWAYS)
			for (const headers of [{}, cookie, bearer, stale, embedded])
				expect([path, headers, await doorOf(portal, path, headers)]).toEqual([path, headers, OPEN]);
	});

	it("is the public list of a request without session and token, and no cache mixes it with another", async () => {
		const portal = await openPortal();
		const { cookie, bearer, stale } = await credentials(portal);
		for (const path of AS_GUESTS) {
			expect([path, await doorOf(portal, path)]).toEqual([path, OPEN]);
			for (const headers of [cookie, bearer, stale])
				expect([path, headers, await doorOf(portal, path, headers)]).toEqual([path, headers, CLOSED]);
			const { vary } = (await portal.agent().get(path)).headers;
			expect([path, vary]).toEqual([path, expect.stringMatching(/Cookie.*Authorization/)]);
		}
	});

	it("is nothing else", async () => {
		const portal = await openPortal();
		const isOpen = (path: string) =>
			access.find((row) => row.method === "GET" && row.path === path)?.otherSites !== undefined;
		const others = access.filter(({ method, path }) => method === "GET" && !/[:*]/.test(path) && !isOpen(path));
		expect(others.length).toBeGreaterThan(60);
		for (const { path } of others) expect([path, await doorOf(portal, path)]).toEqual([path, CLOSED]);
	});

	it("is the calendar file of a session, and no work, review or entry by its number", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Shown"]);
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await release(portal);
		const { cookie, bearer, stale } = await credentials(portal);
		const filled = (path: string) =>
			path.replaceAll(/:(id|entry)\b/g, String(id)).replaceAll(/:spot(Id)?\b/g, "talk-1");
		const addresses = access
			.filter(({ method, path }) => method === "GET" && path.includes(":"))
			.map((row) => ({
				row,
				path: filled(row.path)
					.replaceAll(/:call\b/g, "hangzhou")
					.replaceAll(/:\w+/g, "1"),
			}));
		expect(addresses.length).toBeGreaterThan(30);
		for (const { row, path } of addresses)
			for (const headers of [{}, cookie, bearer, stale])
				expect([path, headers, await doorOf(portal, path, headers)]).toEqual([
					path,
					headers,
					row.otherSites === "always" ? OPEN : CLOSED,
				]);
		expect(await doorOf(portal, `/schedule/${id}.ics`, cookie)).toEqual(OPEN);
	});

	it("is the same for HEAD, and nothing for other methods and unknown addresses", async () => {
		const portal = await openPortal();
		const { cookie, bearer } = await credentials(portal);
		const told = async (method: "head" | "options" | "put", path: string, headers: object = {}) => {
			const answer = await portal
				.agent()
				[method](path)
				.set({ Origin: FROM, ...headers });
			return {
				allowed: answer.headers["access-control-allow-origin"],
				resource: answer.headers["cross-origin-resource-policy"],
			};
		};
		for (const path of ALWAYS) expect([path, await told("head", path, bearer)]).toEqual([path, OPEN]);
		for (const path of AS_GUESTS) {
			expect([path, await told("head", path)]).toEqual([path, OPEN]);
			expect([path, await told("head", path, { ...cookie, ...bearer })]).toEqual([path, CLOSED]);
		}
		for (const method of ["options", "put"] as const)
			for (const path of ["/api/entries", "/api/submit", "/api/me"])
				expect([method, path, await told(method, path)]).toEqual([method, path, CLOSED]);
		for (const path of ["/api/nothing-here", "/schedule/nothing.txt", "/nothing/at/all"])
			expect([path, await doorOf(portal, path)]).toEqual([path, CLOSED]);
	});

	it("is a photo that browsers keep for a year, but for an hour while it is not public", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Shown"]);
		const photo = portal.sqlite.prepare("select photo from entries where id = ?").pluck().get(id);
		const kept = async () => (await portal.agent().get(`/uploads/${photo}.jpg`).expect(200)).headers["cache-control"];
		expect(await kept()).toBe("public, max-age=31536000, immutable");
		portal.sqlite.exec("update entries set consent = 0");
		expect(await kept()).toBe("private, max-age=3600");
	});

	it("is the photo of somebody whom the public sees, while it does", async () => {
		const portal = await openPortal();
		const [id = 0] = await sendAccepted(portal, ["Shown"]);
		const photo = portal.sqlite.prepare("select photo from entries where id = ?").pluck().get(id);
		const doors = async () => [
			await doorOf(portal, `/uploads/${photo}.jpg`),
			await doorOf(portal, `/uploads/${photo}-small.jpg`),
		];
		expect(await doors()).toEqual([OPEN, OPEN]);
		portal.sqlite.exec("update entries set consent = 0");
		expect(await doors()).toEqual([CLOSED, CLOSED]);
		portal.sqlite.exec("update entries set consent = 1; update events set public_talks = 'off'");
		expect(await doors()).toEqual([CLOSED, CLOSED]);
		// The released schedule has a switch of its own.
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await release(portal);
		expect(await doors()).toEqual([OPEN, OPEN]);
		// The schedule of an archived event stays where it is, with its photos.
		await begin(await portal.admin());
		expect(await doors()).toEqual([OPEN, OPEN]);
	});
});
