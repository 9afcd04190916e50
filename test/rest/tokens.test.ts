import { expect, it } from "vitest";
import { access } from "../../server/access.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { appoint, cookiesOf } from "../support/sessions.ts";

const STALE = { Authorization: "Bearer stale.of.yesterday" };

it("a token that has ended stops nobody from logging in, registering, or setting a password", async () => {
	const portal = await openPortal();
	await appoint(portal);
	const post = (path: string, body: object) => portal.agent().post(path).set(STALE).send(body);
	const account = { username: "new@example.org", password: "Plum-tree 77", name: "New" };
	expect((await post("/api/auth/register", account)).status).toBe(201);
	expect((await post("/api/auth/login", { username: ADMIN.email, password: ADMIN.password })).status).toBe(200);
	expect((await post("/api/auth/forgot-password", { email: account.username })).status).toBe(200);
	const reset = { token: "x", email: account.username, password: "Pear-tree 78" };
	expect((await post("/api/auth/reset-password", reset)).body.error).toBe("INVALID_TOKEN");
	const link = "/api/auth/reset-password/validate?token=x&email=new@example.org";
	expect((await portal.agent().get(link).set(STALE)).body).toEqual({ success: false, error: "INVALID_TOKEN" });
});

it("a token that has ended is no obstacle to what everybody gets, but to every list of more than that", async () => {
	const portal = await openPortal();
	for (const path of [
		"/api/docs",
		"/api/tracks",
		"/api/programmes",
		"/api/schedules",
		"/schedule.ics",
		"/schedule.atom",
	])
		expect([path, (await portal.agent().get(path).set(STALE)).status]).toEqual([path, 200]);
	for (const path of ["/api/entries", "/api/nominations"])
		expect([path, (await portal.agent().get(path).set(STALE)).status]).toEqual([path, 401]);
});

it("a header without a token, or with more than one word, is a token that does not work", async () => {
	const portal = await openPortal();
	await appoint(portal);
	const { cfp_sid: sid } = await cookiesOf(portal, ADMIN.email);
	for (const header of ["Bearer", "bearer", "Bearer a b"]) {
		const ask = (path: string) =>
			portal
				.agent()
				.get(path)
				.set({ Authorization: header, Cookie: `cfp_sid=${sid}` });
		const refused = await ask("/api/entries");
		expect([header, refused.status, refused.headers["www-authenticate"]]).toEqual([
			header,
			401,
			'Bearer realm="api", error="invalid_token"',
		]);
		expect([header, (await ask("/api/tracks")).status]).toEqual([header, 200]);
	}
	// A proxy may ask for a password of its own (Basic). The portal ignores it.
	await portal.agent().get("/api/entries").set({ Authorization: "Basic Zm9vOmJhcg==" }).expect(200);
});

it("every refusal for want of a token says how to be let in", async () => {
	const portal = await openPortal();
	const calls = access.filter(({ kind, who }) => kind === "rest" && who !== "everyone");
	expect(calls.length).toBeGreaterThan(30);
	for (const { method, path } of calls) {
		const ask = () => portal.agent()[method.toLowerCase() as "get"](path.replace(/:[a-z]+/gi, "1"));
		const [none, stale] = [await ask(), await ask().set(STALE)];
		expect([path, none.status, none.headers["www-authenticate"]]).toEqual([path, 401, 'Bearer realm="api"']);
		const why = 'Bearer realm="api", error="invalid_token"';
		expect([path, stale.status, stale.headers["www-authenticate"]]).toEqual([path, 401, why]);
	}
	const wrong = await portal.agent().post("/api/auth/login").send({ username: "a@b.cd", password: "x" });
	expect([wrong.status, wrong.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="api"']);
});

it("a method that an address does not take is refused with those that it does", async () => {
	const portal = await openPortal();
	const allowed = async (method: "get" | "put" | "post" | "patch" | "delete" | "options" | "head", path: string) => {
		const { status, headers } = await portal.agent()[method](path);
		return [status, headers.allow];
	};
	expect(await allowed("put", "/api/entries")).toEqual([405, "GET, HEAD"]);
	expect(await allowed("options", "/api/tracks")).toEqual([405, "GET, HEAD, POST"]);
	expect(await allowed("delete", "/api/tracks/ai-next")).toEqual([405, "PATCH"]);
	expect(await allowed("post", "/schedule.ics")).toEqual([405, "GET, HEAD"]);
	expect(await allowed("patch", "/hangzhou")).toEqual([405, "GET, HEAD, POST"]);
	expect(await allowed("post", "/api/nothing-here")).toEqual([405, ""]);
	expect(await allowed("head", "/?code=x")).toEqual([405, "GET"]);
	// A page of whatever else is posted to has nothing to show.
	expect(await allowed("get", "/logout")).toEqual([404, undefined]);
	const calls = access.filter(({ kind }) => kind === "rest");
	const unread = calls.filter((row) => !calls.some(({ path, method }) => path === row.path && method === "GET"));
	expect(unread.length).toBeGreaterThan(10);
	for (const { path, method } of unread)
		expect([path, await allowed("get", path)]).toEqual([path, [405, expect.stringContaining(method)]]);
	const patches = access.filter(({ method }) => method === "PATCH").map(({ path }) => path);
	for (const path of patches)
		expect([path, (await allowed("put", path))[1]]).toEqual([path, expect.stringContaining("PATCH")]);
});
