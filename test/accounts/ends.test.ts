import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PASSWORD, register, signIn } from "../support/accounts.ts";
import { submitForm, textOfPage, titleOf } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd, startServer } from "../support/server.ts";
import { portrait, talk } from "../support/talks.ts";

const HOUR = 60 * 60 * 1000;
const words = { email: "han@example.org", password: PASSWORD };

const live = (portal: TestPortal) =>
	portal.sqlite
		.prepare("select count(*) from sessions where revoked_at is null and expires_at > ?")
		.pluck()
		.get(portal.clock.now);

const cookieOf = (answer: { headers: Record<string, unknown> }) =>
	String(answer.headers["set-cookie"] ?? "").match(/cfp_sid=[^;]+/)?.[0] ?? "";

describe("a session ends", () => {
	it("when its browser logs in again, as anyone", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		await register(portal, "li@example.org");
		const agent = portal.agent();
		const cookies = [];
		for (const email of ["han@example.org", "han@example.org", "li@example.org"]) {
			// Two tabs: the second was opened before the first signed in.
			const post = agent.post("/login").set("Sec-Fetch-Site", "same-origin").type("form");
			cookies.push(cookieOf(await post.send({ ...words, email }).expect(303)));
			expect(live(portal)).toBe(1);
		}
		for (const cookie of cookies.slice(0, 2)) await portal.agent().get("/dashboard").set("Cookie", cookie).expect(302);
		expect(textOfPage((await agent.get("/dashboard").expect(200)).text)).toContain("li@example.org");
	});

	it("when the account has ten newer ones; ended ones do not count", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const oldest = await signIn(portal, "han@example.org");
		for (let n = 0; n < 20; n += 1) {
			const agent = await signIn(portal, "han@example.org");
			await submitForm(agent, (await agent.get("/dashboard")).text, {}, { selector: 'form[action="/logout"]' });
		}
		const second = await signIn(portal, "han@example.org");
		for (let n = 0; n < 8; n += 1) await signIn(portal, "han@example.org");
		await oldest.get("/dashboard").expect(200);
		const newest = await signIn(portal, "han@example.org");
		await oldest.get("/dashboard").expect(302);
		for (const agent of [second, newest]) await agent.get("/dashboard").expect(200);
		expect(live(portal)).toBe(10);
	});

	it("at once when the operator revokes the administrator while the server runs", async () => {
		const directory = temporaryDirectory();
		const volume = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const environment = { ...volume, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
		const server = await startServer(environment);
		const post = (path: string, type: string, body: string) =>
			fetch(server.origin + path, { method: "POST", headers: { "Content-Type": type }, body, redirect: "manual" });
		const page = await post("/login", "application/x-www-form-urlencoded", String(new URLSearchParams(ADMIN)));
		const Cookie = /cfp_sid=[^;]+/.exec(page.headers.get("Set-Cookie") ?? "")?.[0] ?? "";
		const call = { username: ADMIN.email, password: ADMIN.password };
		const { token } = (await (await post("/api/auth/login", "application/json", JSON.stringify(call))).json()) as {
			token: string;
		};
		const asked = async () => [
			(await fetch(`${server.origin}/admin/proposals`, { headers: { Cookie }, redirect: "manual" })).status,
			(await fetch(`${server.origin}/api/spotlights/user`, { headers: { Authorization: `Bearer ${token}` } })).status,
		];
		expect(await asked()).toEqual([200, 200]);
		const listed = await runToEnd("cli.js", environment, ["admin", "list"]);
		expect(listed).toEqual({ code: 0, output: `${ADMIN.email}\n` });
		const revoked = await runToEnd("cli.js", environment, ["admin", "revoke", ADMIN.email]);
		expect(await runToEnd("cli.js", environment, ["admin", "list"])).toEqual({ code: 0, output: "" });
		expect(revoked).toEqual({ code: 0, output: `${ADMIN.email} is no longer an administrator\n` });
		expect(await asked()).toEqual([302, 401]);
		const again = await post("/login", "application/x-www-form-urlencoded", String(new URLSearchParams(ADMIN)));
		expect([again.status, new URL(again.headers.get("Location") ?? "").pathname]).toEqual([303, "/dashboard"]);
	});
});

describe("staying signed in", () => {
	it("renews a remembered session's cookie for its full length; other cookies stay session cookies", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		for (const [remember, lifetime] of [
			["1", "Max-Age=604800"],
			[undefined, undefined],
		]) {
			const agent = portal.agent();
			const first = await agent
				.post("/login")
				.type("form")
				.send({ ...words, remember })
				.expect(303);
			portal.clock.now += 6 * HOUR;
			const page = (await agent.get("/dashboard")).text;
			const stayed = await submitForm(agent, page, {}, { selector: 'form[action="/session"]', press: "do.stay" });
			expect(cookieOf(stayed)).toBe(cookieOf(first));
			// Beside the one that says it was extended.
			const session = [stayed.headers["set-cookie"] ?? []].flat().find((one) => one.startsWith("cfp_sid="));
			expect(/Max-Age=\d+/.exec(session ?? "")?.[0]).toBe(lifetime);
			portal.clock.now += 11 * HOUR;
			await agent.get("/dashboard").expect(200);
		}
	});
});

describe("the welcome page", () => {
	const welcome = async (agent: ReturnType<TestPortal["agent"]>, path = "/login-success") =>
		textOfPage((await agent.get(path).expect(200)).text);

	it("welcomes a new account in its first session only, whatever the query says", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const first = await signIn(portal, "han@example.org");
		expect(await welcome(first, "/login-success?isNewUser=false")).toContain("Your account has been created.");
		const second = await signIn(portal, "han@example.org");
		expect(await welcome(second, "/login-success?isNewUser=true")).toContain("Welcome back!");
		const { body } = await portal.agent().post("/api/auth/login").send({ username: words.email, password: PASSWORD });
		expect(body.isNewUser).toBe(false);
	});

	it("does not call someone new whose old sessions were deleted", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		await signIn(portal, "han@example.org");
		portal.clock.now += 60 * 24 * HOUR;
		await portal.services.sweep();
		expect(await welcome(await signIn(portal, "han@example.org"))).toContain("Welcome back!");
	});

	it("is no success page without a login, and links back to the login", async () => {
		const portal = await openPortal();
		for (const path of ["/login-success", "/login-success?token=x&isNewUser=true&email=a@b.cd"]) {
			const { text } = await portal.agent().get(path).expect(422);
			expect(titleOf(text)).toBe("Error: Log in — Hangzhou 2025 Call For Proposals");
			expect(text).toContain('href="/login">Return to Login</a>');
			expect(text).not.toContain("data-continue");
		}
	});
});

describe("the dashboard", () => {
	it("shows the last change with full month name and time zone", async () => {
		const portal = await openPortal();
		portal.clock.now = Date.parse("2025-08-18T15:59:00Z");
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		await submitForm(agent, (await agent.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
		expect(textOfPage((await agent.get("/dashboard")).text)).toContain("Last updated 18 August 2025 23:59 (UTC+8)");
		await agent.get("/dashboard?lang=zh").expect(303);
		expect(textOfPage((await agent.get("/dashboard")).text)).toContain("2025年8月18日 23:59（UTC+8）");
	});
});
