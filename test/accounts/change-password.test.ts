import { describe, expect, it } from "vitest";
import { linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const HAN = "han@example.org";
const NEW = "Willow-Tree 8";
const FORM = { selector: "main form[action^='/account']" };

type Agent = ReturnType<TestPortal["agent"]>;

async function change(agent: Agent, given: Record<string, string>) {
	const page = (await agent.get("/account").expect(200)).text;
	return submitForm(agent, page, { current: PASSWORD, password: NEW, confirm: NEW, ...given }, FORM);
}

const tries = (portal: TestPortal, password: string) =>
	portal.agent().post("/login").type("form").send({ email: HAN, password });

describe("changing the password while signed in", () => {
	it("needs the current password, ends all other sessions and links, notifies the owner, and keeps this session", async () => {
		const portal = await openPortal();
		await register(portal, HAN);
		const [here, elsewhere] = [await signIn(portal, HAN), await signIn(portal, HAN)];
		const login = { username: HAN, password: PASSWORD };
		const { token } = (await portal.agent().post("/api/auth/login").send(login).expect(200)).body;
		await portal.services.passwordReset.request(HAN, "en");
		const link = linkIn(portal, "reset");
		const done = await change(here, {});
		expect([done.status, done.headers.location?.replace("#", "")]).toEqual([303, `${portal.origin}/account?changed=1`]);
		const page = textOfPage((await here.get("/account?changed=1").expect(200)).text);
		expect(page).toContain("Your password was changed. You stay logged in here; all other devices were logged out.");
		await elsewhere.get("/account").expect(302);
		await portal.agent().get("/api/spotlights/user").set("Authorization", `Bearer ${token}`).expect(401);
		expect(textOfPage((await portal.agent().get(link).expect(200)).text)).toContain("link is invalid or has expired");
		const notice = portal.sqlite.prepare("select to_address, body from outbox where kind = 'notice'").get();
		expect(notice).toEqual({
			to_address: HAN,
			body: expect.stringContaining("was changed, and all other devices were logged out."),
		});
		await tries(portal, PASSWORD).expect(422);
		await tries(portal, NEW).expect(303);
	});

	it("reports every problem, never shows the password, and changes nothing", async () => {
		const portal = await openPortal();
		await register(portal, HAN);
		const agent = await signIn(portal, HAN);
		const cases: [Record<string, string>, string[]][] = [
			[{ current: "wrong" }, ["That is not your current password."]],
			[{ current: "" }, ["Enter your current password"]],
			[{ password: "", confirm: "" }, ["Please enter a new password"]],
			[{ confirm: "other" }, ["Passwords do not match"]],
			[{ password: "Password123", confirm: "Password123" }, ["This password is too common"]],
			[{ password: HAN, confirm: HAN }, ["Your password must not be your email address"]],
			[{ password: "aaaaaaaab", confirm: "aaaaaaaab" }, ["Please use a stronger password"]],
		];
		for (const [given, list] of cases) {
			const { status, text } = await change(agent, given);
			expect([status, errorsOf(text).list]).toEqual([422, list]);
			expect(text).not.toContain(NEW);
		}
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'notice'").pluck().get()).toBe(0);
		await tries(portal, PASSWORD).expect(303);
	});

	it("counts failures like failed logins, then makes people wait", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await register(portal, HAN);
		const agent = await signIn(portal, HAN);
		for (let n = 0; n < 10; n += 1) expect((await change(agent, { current: "wrong" })).status).toBe(422);
		expect((await change(agent, {})).status).toBe(429);
		await tries(portal, PASSWORD).expect(303);
	});

	it("is replaced by a password link for accounts without one", async () => {
		const portal = await openPortal();
		await register(portal, HAN);
		const agent = await signIn(portal, HAN);
		portal.sqlite.exec("update users set password_hash = null");
		const page = (await agent.get("/account").expect(200)).text;
		expect([page.includes('name="current"'), page.includes('href="/forgot-password"')]).toEqual([false, true]);
	});
});

it("a session ends thirty days after it began, however often it is extended", async () => {
	const portal = await openPortal();
	await register(portal, HAN);
	const agent = await signIn(portal, HAN);
	const DAY = 24 * 60 * 60_000;
	for (let day = 0; day < 30; day += 1) {
		const page = (await agent.get("/dashboard").expect(200)).text;
		const stay = { selector: 'form[action="/session"]', press: "do.stay" };
		const { pathname, search } = new URL(
			(await submitForm(agent, page, {}, stay).expect(303)).headers.location ?? "",
			portal.origin,
		);
		if (day === 0) expect((await agent.get(pathname + search)).text).toContain("Your login was extended.");
		portal.clock.now += DAY;
	}
	await agent.get("/dashboard").expect(302);
	// The maximum also applies to sessions extended before.
	const other = await signIn(portal, HAN);
	portal.sqlite.exec(`update sessions set created_at = created_at - ${30 * DAY}`);
	await other.get("/dashboard").expect(302);
});
