import { describe, expect, it } from "vitest";
import { isCapability } from "../server/access.ts";
import { ALL } from "../server/services/lists/entry-lists.ts";
import { access } from "./support/addresses.ts";
import { openPortal, sharePortal, type TestPortal } from "./support/portal.ts";
import { portrait, talkFields } from "./support/talks.ts";

/** Snapshot of the database, to check that nothing changed. */
function contents({ sqlite }: TestPortal): string {
	const tables = [
		"users",
		"sessions",
		"tracks",
		"programmes",
		"photos",
		"entries",
		"entry_log",
		"attempts",
		"outbox",
		"messages",
	];
	return JSON.stringify(
		tables.map((table) => sqlite.prepare(`select * from ${table}`).all()),
		(_key, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value),
	);
}

describe("the access table", () => {
	const guarded = access.filter((row) => row.who !== "everyone");
	const forVisitors = sharePortal((portal) => portal);

	it.each(guarded.map((row) => [row.method, row.path, row] as const))(
		"%s %s turns visitors away, however it is spelled",
		async (method, path, row) => {
			const portal = forVisitors();
			const spellings = [
				path,
				`${path}/`,
				path.toUpperCase(),
				path.replace("/a", "/%61").replace("/d", "/%64"),
				`${path}.data`,
				`${path}?x=1`,
				`${path}.data?_routes=routes%2Fadmin-proposals`,
			];
			for (const spelling of spellings) {
				const agent = portal.agent();
				const answer =
					method === "GET"
						? await agent.get(spelling)
						: await agent[method.toLowerCase() as "post" | "patch" | "delete"](spelling)
								.type("form")
								.send({ "status-1": "Accept", "was-1": "New" });
				const expected = row.kind === "page" ? [302, "/"] : [401, undefined];
				const location = answer.headers.location && new URL(answer.headers.location ?? "", portal.origin).pathname;
				expect([spelling, answer.status, location]).toEqual([spelling, ...expected]);
				expect(answer.headers["cache-control"]).toContain("no-store");
			}
		},
	);

	it("sends people who are not on the team to their dashboard", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		portal.sqlite.exec("update users set is_admin = 0");
		for (const row of guarded.filter((one) => isCapability(one.who))) {
			const method = row.method.toLowerCase() as "get" | "post" | "patch";
			const { status, headers } = await agent[method](row.path);
			const seen = [status, headers.location && new URL(headers.location, portal.origin).pathname];
			// The session cookie authenticates calls too: they are refused without a redirect.
			expect([row.path, ...seen]).toEqual([
				row.path,
				...(row.kind === "page" ? [302, "/dashboard"] : [403, undefined]),
			]);
		}
	});

	it("treats disabled, expired and logged-out people as guests", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		await agent.get("/admin/proposals").expect(200);
		portal.sqlite.exec("update users set disabled_at = 1");
		await agent.get("/admin/proposals").expect(302);
		portal.sqlite.exec("update users set disabled_at = null");
		await agent.get("/admin/proposals").expect(200);
		portal.clock.now += 2 * 60 * 60 * 1000;
		await agent.get("/admin/proposals").expect(302);
	});

	it("services check access themselves", async () => {
		const { services } = await openPortal();
		const guest = { user: undefined, visitor: undefined };
		expect(() => services.lists.list(guest, "talk", ALL)).toThrow("NOT_SIGNED_IN");
		expect(() => services.exports.entries(guest, "talk", ALL, [], "en")).toThrow("NOT_SIGNED_IN");
		expect(() => services.triage.details(guest, 1)).toThrow("NOT_SIGNED_IN");
		expect(() => services.entries.exportAll(guest, { kind: "talk" })).toThrow("NOT_SIGNED_IN");
		await expect(services.triage.change(guest, [])).rejects.toThrow("NOT_SIGNED_IN");
		expect(() => services.outbox.list(guest, { state: "", page: 1 }, "")).toThrow("NOT_SIGNED_IN");
		expect(() => services.entries.listOwn(guest)).toThrow("NOT_SIGNED_IN");
	});
});

const UNSAFE = access.filter((row) => row.method !== "GET");
const FOREIGN: Record<string, string>[] = [
	{ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
	{ "Sec-Fetch-Site": "same-site" },
	{ Origin: "https://evil.example" },
	{ Origin: "null" },
	{ Origin: "garbage" },
	{ Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
];

describe("a post from another site", () => {
	const withTalk = sharePortal(async (portal) => {
		const agent = await portal.admin();
		const form = portal.agent().post("/api/submit");
		for (const [name, value] of Object.entries(talkFields())) form.field(name, value);
		await form.attach("file", (await portrait()).bytes, "a.jpg").expect(201);
		return { portal, agent, before: contents(portal) };
	});

	it.each(UNSAFE.map((row) => [row.path, row] as const))(
		"to %s changes nothing, by any of its addresses",
		async (path, row) => {
			const { portal, agent, before } = withTalk();
			for (const address of [path, `${path}.data`, `${path}?_data=routes%2Fadmin-proposals`, `${path}.data?index`]) {
				for (const headers of FOREIGN) {
					for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"]) {
						const body = row.path === "/admin/proposals" ? "status-1=Accept&was-1=New&do.save.1=1" : "theme=dark";
						const answer = await agent.post(address).set(headers).set("Content-Type", type).send(body);
						expect([address, headers, answer.status]).toEqual([address, headers, 403]);
					}
				}
			}
			expect(contents(portal)).toBe(before);
		},
	);

	it("from a browser without Origin needs the session's form token", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		await agent.post("/logout").type("form").send({}).expect(403);
		const page = (await agent.get("/admin/proposals").expect(200)).text;
		const token = /name="formToken" value="([^"]+)"/.exec(page)?.[1];
		await agent
			.post("/logout")
			.type("form")
			.send({ formToken: `${"0".repeat(64)}.${"x".repeat(22)}` })
			.expect(403);
		await agent.post("/logout").type("form").send({ formToken: token }).expect(303);
		await agent.get("/admin/proposals").expect(302);
	});

	it("from a guest is refused too, even with Basic credentials", async () => {
		const portal = await openPortal();
		for (const headers of FOREIGN) {
			for (const authorization of [undefined, "Basic dXNlcjpwYXNz"]) {
				const request = portal.agent().post("/preferences").set(headers).type("form");
				if (authorization) request.set("Authorization", authorization);
				const answer = await request.send({ theme: "dark" });
				expect([headers, authorization, answer.status]).toEqual([headers, authorization, 403]);
			}
		}
	});

	it("behind a proxy is checked against Host, never X-Forwarded-Host", async () => {
		const portal = await openPortal({ TRUST_PROXY: "1", PUBLIC_URL: "https://cfp.example" });
		const forwarded = { Host: "cfp.example", "X-Forwarded-Proto": "https", Origin: "https://cfp.example" };
		for (const host of ["internal:3000", "a b", "x:99999999", "<script>"]) {
			const request = portal
				.agent()
				.post("/preferences")
				.set({ ...forwarded, "X-Forwarded-Host": host });
			const answer = await request.type("form").send({ theme: "dark" });
			expect([host, answer.status]).toEqual([host, 303]);
		}
		const odd = { ...forwarded, "X-Forwarded-Proto": "a b" };
		await portal.agent().post("/preferences").set(odd).type("form").send({ theme: "dark" }).expect(303);
	});

	it("is accepted from the site itself", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		await agent
			.post("/preferences")
			.set({ "Sec-Fetch-Site": "same-origin" })
			.type("form")
			.send({ theme: "dark" })
			.expect(303);
		await agent.post("/preferences").set({ Origin: portal.origin }).type("form").send({ theme: "dark" }).expect(303);
	});
});
