import { describe, expect, it, onTestFinished, vi } from "vitest";
import { textOfPage } from "../support/form.ts";
import { type FakeGithub, githubSettings, openGithub } from "../support/github.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { until } from "../support/smtp.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const FAILED = "GitHub login failed. Please try again or use email login.";

async function open() {
	const github = await openGithub();
	const portal = await openPortal({ ...githubSettings(github), PORT: "1" });
	// The address in the settings is not the one of this test; the browser follows with the portal's own.
	const local = (address: string) => new URL(address).pathname + new URL(address).search;
	return { github, portal, local };
}

/** Presses the GitHub button and follows to the callback. @returns its path */
async function authorize(agent: Agent, local: (address: string) => string): Promise<string> {
	const begun = await agent.get("/api/auth/github").expect(302);
	const answer = await fetch(begun.headers.location ?? "", { redirect: "manual" });
	return local(answer.headers.get("Location") ?? "");
}

async function signIn(agent: Agent, local: (address: string) => string) {
	const callback = await agent.get(await authorize(agent, local)).expect(303);
	const success = local(callback.headers.location ?? "");
	const taken = await agent.get(success).expect(303);
	return { success, welcome: await agent.get(local(taken.headers.location ?? "")) };
}

const users = (portal: TestPortal) =>
	portal.sqlite
		.prepare(
			"select email, password_hash is not null as password, verified_at is not null as verified from users order by id",
		)
		.all();

describe("signing in with GitHub", () => {
	it("creates an account, welcomes it and opens the dashboard; no secret is in an address", async () => {
		const { portal, local } = await open();
		expect((await portal.agent().get("/login")).text).toContain('href="/api/auth/github"');
		const agent = portal.agent();
		const { success, welcome } = await signIn(agent, local);
		expect(textOfPage(welcome.text)).toContain("Welcome! Your account has been created.");
		expect(welcome.text).toContain('<noscript><meta http-equiv="refresh" content="0;url=/dashboard"/></noscript>');
		expect(success).not.toContain("secret-access-token");
		await agent.get("/dashboard").expect(200);
		expect(users(portal)).toEqual([{ email: "octo@example.org", password: 0, verified: 1 }]);
		const again = portal.agent();
		expect(textOfPage((await signIn(again, local)).welcome.text)).toContain("Welcome back!");
		expect(users(portal)).toHaveLength(1);
	});

	it("is useless to another browser, and the code works once", async () => {
		const { portal, local } = await open();
		const agent = portal.agent();
		const callback = await agent.get(await authorize(agent, local)).expect(303);
		const success = local(callback.headers.location ?? "");
		const thief = await portal.agent().get(success).expect(422);
		expect(textOfPage(thief.text)).toContain("An error occurred while processing your login.");
		await agent.get(success).expect(422);
		const none = await portal.agent().get("/login-success").expect(422);
		expect(textOfPage(none.text)).toContain("Authentication failed. No token received.");
		expect(none.text).toContain('href="/login">Return to Login');
	});

	it.each(["500", "html", "error in 200", "huge", "redirect"] as const)(
		"ends in the specification's words when GitHub fails: %s",
		async (fault) => {
			const { github, portal, local } = await open();
			github.fault = fault;
			const agent = portal.agent();
			const failed = await agent.get(await authorize(agent, local)).expect(422);
			expect(textOfPage(failed.text)).toContain(FAILED);
			expect(users(portal)).toEqual([]);
		},
	);

	it("times out after ten seconds", async () => {
		const { github, portal, local } = await open();
		github.fault = "hang";
		const agent = portal.agent();
		const path = await authorize(agent, local);
		const silence = new AbortController();
		const limits: number[] = [];
		const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
			limits.push(ms);
			return silence.signal;
		});
		onTestFinished(() => timeout.mockRestore());
		const answer = agent.get(path).expect(422);
		const [{ text }] = await Promise.all([answer, until(() => github.exchanges > 0).then(() => silence.abort())]);
		expect([textOfPage(text).includes(FAILED), limits]).toEqual([true, [10_000]]);
	});

	it.each([
		["no state", (path: string) => path.replace(/&state=[^&]*/, "")],
		["a wrong state", (path: string) => path.replace("state=", "state=x")],
		["a wrong code", (path: string) => path.replace("code=", "code=x")],
		["an error instead of a code", () => "/auth/github/callback?error=access_denied&state=x"],
	])("refuses %s", async (_what, spoil) => {
		const { portal, local } = await open();
		const agent = portal.agent();
		await agent.get(spoil(await authorize(agent, local))).expect(422);
		expect(users(portal)).toEqual([]);
	});

	it("refuses a replayed answer and one begun by another browser", async () => {
		const { portal, local } = await open();
		const agent = portal.agent();
		const path = await authorize(agent, local);
		await portal.agent().get(path).expect(422);
		const begun = portal.agent();
		const other = await authorize(begun, local);
		await begun.get(other).expect(303);
		await begun.get(other).expect(422);
	});

	it.each([
		["an id that is a text", { id: "4711", emails: [] }],
		["a negative id", { id: -1, emails: [] }],
	])("refuses %s", async (_what, person) => {
		const { github, portal, local } = await open();
		github.person = person as FakeGithub["person"];
		const agent = portal.agent();
		await agent.get(await authorize(agent, local)).expect(422);
	});

	it("creates separate accounts for two people without an address, named github-user in the API", async () => {
		const { github, portal, local } = await open();
		for (const id of [1, 2]) {
			github.person = { id, emails: [{ email: "same@example.org", primary: true, verified: false }] };
			const agent = portal.agent();
			const path = await authorize(agent, local);
			const { body } = await agent.get(path.replace("/auth/", "/api/auth/")).expect(200);
			expect(body).toMatchObject({ email: "github-user", permission: "user", isNewUser: true });
		}
		expect(users(portal)).toEqual([
			{ email: null, password: 0, verified: 0 },
			{ email: null, password: 0, verified: 0 },
		]);
	});

	it("links to a confirmed account and notifies it; an unconfirmed one loses its password and sessions", async () => {
		const { github, portal, local } = await open();
		const administrator = await portal.admin();
		github.person = { id: 7, emails: [{ email: ADMIN.email, primary: true, verified: true }] };
		await signIn(portal.agent(), local);
		await administrator.get("/dashboard").expect(200);
		expect(
			portal.sqlite.prepare("select count(*) from outbox where dedupe_key like 'notice:github:%'").pluck().get(),
		).toBe(1);

		const squatter = { username: "octo@example.org", password: "squatters pw 1", name: "Squatter" };
		await portal.agent().post("/api/auth/register").send(squatter).expect(201);
		const session = portal.agent();
		await session
			.post("/login")
			.type("form")
			.send({ email: squatter.username, password: squatter.password })
			.expect(303);
		github.person = { id: 8, emails: [{ email: "octo@example.org", primary: true, verified: true }] };
		await signIn(portal.agent(), local);
		await session.get("/dashboard").expect(302);
		await portal.agent().post("/api/auth/login").send(squatter).expect(401);
	});

	it("stops for half a minute after five outages and says so at once", async () => {
		const { github, portal, local } = await open();
		const agent = portal.agent();
		const paths = [];
		for (let n = 0; n < 6; n += 1) paths.push(await authorize(agent, local));
		github.fault = "500";
		for (let n = 0; n < 5; n += 1) await agent.get(await authorize(agent, local)).expect(422);
		const refused = await agent.get("/api/auth/github?return=/hangzhou").expect(302);
		expect(local(refused.headers.location ?? "")).toBe("/login?error=github&return=%2Fhangzhou");
		const screen = await agent.get(local(refused.headers.location ?? "")).expect(200);
		expect(textOfPage(screen.text)).toContain(FAILED);
		const asked = github.exchanges;
		await agent.get(paths[5] ?? "").expect(422);
		expect(github.exchanges).toBe(asked);
		github.fault = undefined;
		portal.clock.now += 29_000;
		expect(local((await agent.get("/api/auth/github")).headers.location ?? "")).toBe("/login?error=github");
		portal.clock.now += 1_000;
		await signIn(agent, local);
	});

	it("stops no longer than that where the clock is set back meanwhile", async () => {
		const { github, portal, local } = await open();
		const agent = portal.agent();
		github.fault = "500";
		for (let n = 0; n < 5; n += 1) await agent.get(await authorize(agent, local)).expect(422);
		github.fault = undefined;
		portal.clock.now -= 24 * 60 * 60_000;
		await signIn(agent, local);
	});

	it("does not take visitors' failures (wrong codes) for an outage", async () => {
		const { github, portal, local } = await open();
		for (let n = 0; n < 6; n += 1) {
			const agent = portal.agent();
			await agent.get((await authorize(agent, local)).replace("code=", "code=x")).expect(422);
		}
		expect(github.exchanges).toBe(6);
		await signIn(portal.agent(), local);
	});

	it("reports our own errors as ours", async () => {
		const { portal, local } = await open();
		const agent = portal.agent();
		const path = await authorize(agent, local);
		portal.sqlite.exec("alter table identities rename to elsewhere");
		const { text } = await agent.get(path).expect(500);
		expect(text).not.toContain(FAILED);
		expect(portal.lines.filter(({ level }) => level === 50)).toMatchObject([{ msg: "unexpected failure in a page" }]);
	});

	it("stores a name without unstorable characters, at most 200 long", async () => {
		const { github, portal, local } = await open();
		github.person = { id: 7, name: `\0 Oc\ud800to\ufffd${"𝒳".repeat(300)}`, emails: [] };
		await signIn(portal.agent(), local);
		expect(portal.sqlite.prepare("select name from users").pluck().get()).toBe(` Octo${"𝒳".repeat(195)}`.trim());
	});

	it("offers no button where it is not set up", async () => {
		const portal = await openPortal();
		expect((await portal.agent().get("/login")).text).not.toContain("/api/auth/github");
		const answer = await portal.agent().get("/api/auth/github").expect(302);
		expect(answer.headers.location).toMatch(/\/login\?error=github$/);
	});
});
