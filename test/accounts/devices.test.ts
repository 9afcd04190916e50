import { describe, expect, it } from "vitest";
import { linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const HAN = "han@example.org";
const LI = "li@example.org";

type Agent = ReturnType<TestPortal["agent"]>;

const tries = (agent: Agent, password: string, email = HAN) =>
	agent.post("/login").set("Sec-Fetch-Site", "same-origin").type("form").send({ email, password });

/** A portal with real limits and one shared network. */
async function hall() {
	const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
	for (const email of [HAN, LI]) await register(portal, email);
	const known = await signIn(portal, HAN);
	const fails = async (times: number, email = HAN) => {
		for (let n = 0; n < times; n += 1) await tries(portal.agent(), "wrong", email).ok(() => true);
	};
	return { portal, known, fails };
}

describe("failed logins on a shared network", () => {
	it("do not block a browser that has logged in to the account before, which has its own attempts", async () => {
		const { portal, known, fails } = await hall();
		await fails(40);
		await tries(portal.agent(), PASSWORD).expect(429);
		await tries(known, PASSWORD).expect(303);
		for (let n = 0; n < 10; n += 1) await tries(known, "wrong").expect(422);
		await tries(known, PASSWORD).expect(429);
		// It is known to this account only.
		await fails(10, LI);
		await tries(known, PASSWORD, LI).expect(429);
	});

	it("do not lock other accounts, and leave each three attempts", async () => {
		const { portal, fails } = await hall();
		for (let n = 0; n < 40; n += 1) await fails(1, `somebody${n}@example.org`);
		await tries(portal.agent(), "wrong", LI).expect(422);
		await tries(portal.agent(), PASSWORD, LI).expect(303);
		for (let n = 0; n < 3; n += 1) await tries(portal.agent(), "wrong", HAN).expect(422);
		const refused = await tries(portal.agent(), PASSWORD, HAN).expect(429);
		expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
		await tries(portal.agent(), PASSWORD, LI).expect(303);
	});

	it("count equally when an email address is confirmed", async () => {
		const { portal } = await hall();
		const guest = portal.agent();
		const link = linkIn(portal, "verify");
		const page = (await guest.get(link).expect(200)).text;
		const form = { selector: "main form[method='post']" };
		for (let n = 0; n < 10; n += 1) await submitForm(guest, page, { password: "wrong" }, form).expect(422);
		await submitForm(guest, page, { password: PASSWORD }, form).expect(429);
		await tries(guest, PASSWORD, LI).expect(429);
	});

	it("do not count for forty simultaneous correct logins", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await register(portal, HAN);
		const hash = portal.sqlite.prepare("select password_hash from users").pluck().get();
		const add = portal.sqlite.prepare("insert into users (email, password_hash, created_at) values (?, ?, 1)");
		const people = Array.from({ length: 40 }, (_, n) => `p${n}@example.org`);
		for (const email of people) add.run(email, hash);
		const asked = people.map((email) => tries(portal.agent(), PASSWORD, email).ok(() => true));
		const statuses = (await Promise.all(asked)).map(({ status }) => status);
		// On a slow machine BUSY may occur; retry.
		expect(statuses.filter((status) => status !== 503)).toEqual(
			statuses.flatMap((status) => (status === 503 ? [] : 303)),
		);
		expect(statuses).toContain(303);
	});
});

describe("the device cookie", () => {
	const cookieOf = (answer: { headers: Record<string, unknown> }) =>
		[answer.headers["set-cookie"] ?? []].flat().find((cookie) => String(cookie).startsWith("cfp_device="));

	it("is set at the first login, stored as a hash, survives logout and proves nothing", async () => {
		const { portal } = await hall();
		const agent = portal.agent();
		expect(cookieOf(await tries(agent, "wrong"))).toBeUndefined();
		const cookie = String(cookieOf(await tries(agent, PASSWORD)));
		expect(cookie).toMatch(/^cfp_device=[\w-]{43}; Max-Age=31536000; Path=\/; .*HttpOnly; SameSite=Lax$/);
		const secret = cookie.slice(11, 54);
		const dump = JSON.stringify(portal.sqlite.prepare("select hex(device_hash) from devices").pluck().all());
		expect(dump).not.toContain(Buffer.from(secret).toString("hex").toUpperCase());
		await agent.post("/logout").set("Sec-Fetch-Site", "same-origin").type("form").expect(303);
		await agent.get("/dashboard").expect(302);
		await tries(agent, PASSWORD, LI).expect(303);
		expect(portal.sqlite.prepare("select count(*) from devices where user_id = 2").pluck().get()).toBe(1);
	});

	it("expires with a new password, after a year, and beyond twenty per account", async () => {
		const { portal, known, fails } = await hall();
		for (let n = 0; n < 25; n += 1) await signIn(portal, LI);
		expect(portal.sqlite.prepare("select count(*) from devices where user_id = 2").pluck().get()).toBe(20);
		await portal.services.passwordReset.request(HAN, "en");
		const agent = portal.agent();
		const page = (await agent.get(linkIn(portal, "reset")).expect(200)).text;
		const password = "Willow-Tree 8";
		const form = { selector: "main form[method='post']" };
		await submitForm(agent, page, { password, confirm: password }, form).expect(303);
		await fails(10);
		await tries(known, password).expect(429);
		portal.clock.now += 366 * 24 * 60 * 60_000;
		await portal.services.sweep();
		expect(portal.sqlite.prepare("select count(*) from devices").pluck().get()).toBe(0);
	});
});
