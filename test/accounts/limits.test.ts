import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { fillHashing } from "../support/busy.ts";
import { shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { replaceTimer } from "../support/timers.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const OFTEN = /Too many requests\. Try again in (\d+) minutes\./;
const SESSION = { selector: 'form[action="/session"]' };

/** Asks until it is refused. @returns how often it was not */
async function allowed(ask: () => Promise<{ status: number }>): Promise<number> {
	for (let n = 0; n < 200; n += 1) if ((await ask()).status === 429) return n;
	return Number.POSITIVE_INFINITY;
}

describe("a limit or a busy server is reported above the form, which keeps the typed text", () => {
	const forms: [string, string, Record<string, string>][] = [
		["/login", "/login?return=/hangzhou", { email: "han@example.org", password: "wrong" }],
		["/register", "/?modal=register", { name: "Han", email: "han@example.org", password: PASSWORD, confirm: PASSWORD }],
		["/forgot-password", "/forgot-password", { email: "han@example.org" }],
		["/reset-password", "RESET", { password: "password", confirm: "password" }],
		["/verify", "VERIFY", { password: "wrong" }],
		["/setup", "SETUP", { email: "han@example.org", password: "password", confirm: "password" }],
	];

	async function opened(environment: Record<string, string>, where: string) {
		const portal = await openPortal(environment);
		const agent = portal.agent();
		let path = where;
		if (where === "RESET" || where === "VERIFY") {
			await register(portal, "known@example.org");
			await portal.services.passwordReset.request("known@example.org", "en");
			path = linkIn(portal, where.toLowerCase());
		}
		if (where === "SETUP") path = `/setup?token=${await portal.services.administrators.newSetupToken()}`;
		return { portal, agent, page: (await agent.get(path).expect(200)).text };
	}

	function expectForm(answer: { text: string; headers: Record<string, string> }, typed: Record<string, string>): void {
		expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
		expect(titleOf(answer.text)).toMatch(/^Error: .+ — Hangzhou 2025/);
		for (const [name, value] of Object.entries(typed)) {
			const secret = name === "password" || name === "confirm";
			expect([name, shownValue(answer.text, name)]).toEqual([name, secret ? "" : value]);
		}
		expect(answer.text).not.toContain(PASSWORD);
	}

	it.each(forms)("%s, after too many posts from one address", async (path, where, typed) => {
		const { portal, agent, page } = await opened({ RATE_LIMIT_SCALE: "1" }, where);
		let answer = await submitForm(agent, page, typed, FORM);
		for (let n = 0; n < 70 && answer.status !== 429; n += 1) {
			// Logins count per person, other requests per address, so each is another person.
			const other: Record<string, string> =
				"email" in typed && path !== "/login" ? { email: `other${n}@example.org` } : {};
			answer = await submitForm(agent, page, { ...typed, ...other }, FORM);
		}
		expect(answer.status).toBe(429);
		answer = await submitForm(agent, page, typed, FORM).expect(429);
		const minutes = Number(OFTEN.exec(textOfPage(answer.text))?.[1]);
		expect(minutes).toBe(Math.ceil(Number(answer.headers["retry-after"]) / 60));
		expectForm(answer, typed);
		if (path === "/login") expect(shownValue(answer.text, "return")).toBe("/hangzhou");
		const mails = portal.sqlite.prepare("select count(*) from outbox").pluck().get();
		await submitForm(agent, page, typed, FORM).expect(429);
		expect(portal.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(mails);
	});

	it.each(forms)("%s, when the server is busy", async (_path, where, typed) => {
		const { portal, agent, page } = await opened({}, where);
		if (where.startsWith("/login")) await register(portal, "han@example.org");
		const passwords = Object.keys(typed).filter((name) => name === "password" || name === "confirm");
		const right = { ...typed, ...Object.fromEntries(passwords.map((name) => [name, PASSWORD])) };
		// Another writer and a full hashing queue: only reads are possible.
		const other = new Sqlite(portal.sqlite.name);
		other.exec("begin immediate");
		// What needs no hash waits for the writer only, for seconds in which nothing else is to be done.
		const leave = passwords.length > 0 ? fillHashing(portal) : undefined;
		const answer = await submitForm(agent, page, right, FORM).ok(() => true);
		await leave?.();
		other.close();
		expect(answer.status).toBe(503);
		expect(textOfPage(answer.text)).toContain("The server is very busy. Please try again in a moment.");
		expectForm(answer, right);
	});

	it("above twice the limit a small page is sent instead of the form", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		const ask = () => portal.agent().post("/forgot-password").type("form").send({ email: "x" });
		for (let n = 0; n < 20; n += 1) await ask();
		const small = await ask().expect(429);
		expect(Number(small.headers["retry-after"])).toBeGreaterThan(0);
		expect(small.text).not.toContain("<form");
		expect(titleOf(small.text)).toMatch(/^Too many requests\. Try again in \d+ minutes\. — Hangzhou 2025/);
	});

	it("a button for language or theme neither counts nor is refused, and the wait is told in that language", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		const agent = portal.agent();
		const typed = { email: "nobody" };
		const page = (await agent.get("/forgot-password")).text;
		const press = (button: string) => submitForm(agent, page, typed, { ...FORM, button });
		for (let n = 0; n < 12; n += 1) await press("do.theme.dark").expect(200);
		for (let n = 0; n < 10; n += 1) await submitForm(agent, page, typed, FORM).expect(422);
		const chinese = await press("do.language.zh").expect(200);
		expect(shownValue(chinese.text, "email")).toBe("nobody");
		const refused = await submitForm(agent, chinese.text, typed, FORM).expect(429);
		expect(textOfPage(refused.text)).toMatch(/请求过于频繁，请在\d+分钟后再试。/);
	});
});

describe("the limit of", () => {
	it("password links tried: thirty in 15 minutes, counted apart from logins", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		const ways: ((agent: Agent) => Promise<{ status: number }>)[] = [
			async (agent) => agent.get("/reset-password?token=x&email=a@b.cd"),
			async (agent) => agent.post("/reset-password").type("form").send({ token: "x" }),
			async (agent) => agent.get("/api/auth/reset-password/validate?token=x&email=a@b.cd"),
			async (agent) => agent.post("/api/auth/reset-password").send({ token: "x", email: "a@b.cd", password: PASSWORD }),
		];
		let n = 0;
		expect(await allowed(() => (ways[n++ % ways.length] as (typeof ways)[0])(portal.agent()))).toBe(30);
		for (const way of ways) expect((await way(portal.agent())).status).toBe(429);
		await portal.agent().post("/api/auth/login").send({ username: "a@b.cd", password: "x" }).expect(401);
		await portal.agent().get("/api/auth/github").expect(302);
	});

	it("more than sixty correct logins from one network are not limited, and an unchecked password is not called wrong", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		for (const name of ["han", "li"]) await register(portal, `${name}@example.org`);
		const ask = (username: string, password: string) =>
			portal.agent().post("/api/auth/login").send({ username, password });
		for (let n = 0; n < 62; n += 1) await ask("han@example.org", PASSWORD).expect(200);
		// The queue for hashing is full: nobody looks at these, so they are no failures.
		const leave = fillHashing(portal);
		const busy = await Promise.all(Array.from({ length: 16 }, () => ask("li@example.org", PASSWORD)));
		await leave();
		expect(busy.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 503));
		await ask("li@example.org", PASSWORD).expect(200);
		for (let n = 0; n < 30; n += 1) await ask(`nobody${n}@example.org`, "x").expect(401);
		// The failures of others are not theirs.
		await ask("li@example.org", PASSWORD).expect(200);
	});

	it("after 100 failures in an hour from anywhere, each attempt on an account waits a second", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" });
		await register(portal, "han@example.org");
		const ask = (n: number, password: string, username = "han@example.org") =>
			portal.agent().post("/api/auth/login").set("X-Forwarded-For", `192.0.2.${n}`).send({ username, password });
		for (let n = 0; n < 99; n += 1) await ask(n, "wrong").expect(401);
		const waits: unknown[] = [];
		replaceTimer("setTimeout", async (ms) => void waits.push(ms));
		await ask(100, PASSWORD).expect(200);
		await ask(101, "wrong").expect(401);
		expect(waits).toEqual([]);
		await ask(102, "wrong").expect(401);
		await ask(103, "wrong", "nobody@example.org").expect(401);
		await ask(104, PASSWORD).expect(200);
		expect(waits).toEqual([1_000, 1_000]);
	});

	it("GitHub logins begun: thirty in 15 minutes", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		expect(await allowed(async () => portal.agent().get("/api/auth/github"))).toBe(30);
		await portal.agent().post("/api/auth/login").send({ username: "a@b.cd", password: "x" }).expect(401);
	});

	it("password links requested: ten an hour per address", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		let n = 0;
		const ask = async () =>
			portal
				.agent()
				.post("/api/auth/forgot-password")
				.send({ email: `a${n++}@b.cd` });
		expect(await allowed(ask)).toBe(10);
	});

	it("confirmation mails: one in ten minutes, five a day; only the newest link works", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		const count = (table: string) => portal.sqlite.prepare(`select count(*) from ${table}`).pluck().get();
		const live = "one_time_secrets where kind = 'verify' and used_at is null";
		const again = async () => {
			const pressed = await submitForm(
				agent,
				(await agent.get("/dashboard")).text,
				{},
				{ ...SESSION, press: "do.verify" },
			);
			return textOfPage(
				(
					await agent.get(
						new URL(pressed.headers.location ?? "").pathname + new URL(pressed.headers.location ?? "").search,
					)
				).text,
			);
		};
		expect(await again()).toContain("A link was created a short while ago.");
		expect([count("outbox"), count(live)]).toEqual([1, 1]);
		const links = [linkIn(portal, "verify")];
		for (let mail = 2; mail <= 5; mail += 1) {
			portal.clock.now += 10 * 60_000;
			expect(await again()).toContain("A new link was created.");
			links.push(linkIn(portal, "verify"));
			expect([count("outbox"), count(live)]).toEqual([mail, 1]);
		}
		portal.clock.now += 10 * 60_000;
		expect(await again()).toContain("A link was created a short while ago.");
		expect([count("outbox"), count(live)]).toEqual([5, 1]);
		const prove = async (link = "") => {
			const pressed = await submitForm(agent, (await agent.get(link)).text, {}, FORM).expect(303);
			const { pathname, search } = new URL(pressed.headers.location ?? "");
			return textOfPage((await agent.get(pathname + search)).text);
		};
		for (const old of links.slice(0, 4)) {
			expect(textOfPage((await agent.get(old).expect(404)).text)).toContain("This link has been used or has expired.");
		}
		expect(await prove(links[4])).toContain("Your email address is confirmed.");
	});
});
