import { describe, expect, it } from "vitest";
import { PASSWORD, register, signIn } from "../support/accounts.ts";
import { access } from "../support/addresses.ts";
import { errorsOf, shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const HAN = "han@example.org";
const FORM = { selector: "main form[method='post']" };
const LONG_AGO = 15 * 60_000;
const ERASE = { selector: "main form[action^='/account/erase']" };

const local = (address: string | undefined) => new URL(address ?? "").pathname + new URL(address ?? "").search;

/** Someone who logged in a quarter of an hour ago. */
async function stale(environment: Record<string, string> = {}) {
	const portal = await openPortal(environment);
	await register(portal, HAN);
	const agent = await signIn(portal, HAN);
	portal.clock.now += LONG_AGO;
	return { portal, agent };
}

const prove = (agent: Agent, page: string, proof: string) => submitForm(agent, page, { proof }, FORM);

describe("a login that is not recent", () => {
	it('must be proven again before every "fresh" address; a recent one not', async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const login = { username: ADMIN.email, password: ADMIN.password };
		const { token } = (await portal.agent().post("/api/auth/login").send(login).expect(200)).body;
		const rows = access.filter(({ fresh }) => fresh);
		expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual([
			"GET /account/copy",
			"GET /account/erase",
			"POST /account/erase",
			"GET /admin/reviews/:call/results.csv",
			"GET /admin/export/:kind",
			"GET /admin/person",
			"POST /admin/person",
			"POST /admin/person/copy",
			"GET /admin/team",
			"POST /admin/team",
			"GET /api/me/export",
			"DELETE /api/me",
			"GET /api/programmes/:call/results.csv",
		]);
		const ask = async (method: string, path: string) => {
			const call = (path.startsWith("/api/") ? portal.agent() : admin)[method.toLowerCase() as "get"](path);
			if (path.startsWith("/api/")) call.set("Authorization", `Bearer ${token}`);
			if (method === "POST") call.type("form");
			const answer = await call.set("Sec-Fetch-Site", "same-origin").ok(() => true);
			const to = answer.headers.location && local(answer.headers.location);
			return `${to ?? answer.body.error ?? (answer.text.includes('name="proof"') ? `${answer.status} asked` : "passes")}`;
		};
		const asked = async () => {
			const answers: string[] = [];
			for (const { method, path } of rows)
				answers.push(await ask(method, path.replace(":kind", "talk").replace(":call", "hangzhou")));
			return answers;
		};
		expect(await asked()).toEqual([...Array(11).fill("passes"), "BAD_REQUEST", "NOT_FOUND"]);
		portal.clock.now += LONG_AGO - 1;
		expect((await asked())[0]).toBe("passes");
		portal.clock.now += 1;
		const confirm = (path: string) => `/confirm?${new URLSearchParams({ return: path })}`;
		expect(await asked()).toEqual([
			confirm("/account/copy"),
			confirm("/account/erase"),
			"403 asked",
			confirm("/admin/reviews/hangzhou/results.csv"),
			confirm("/admin/export/talk"),
			confirm("/admin/person"),
			"403 asked",
			"403 asked",
			confirm("/admin/team"),
			"403 asked",
			"NOT_FRESH",
			"NOT_FRESH",
			"NOT_FRESH",
		]);
		// Services ask as well, whoever calls them.
		const user = {
			id: 1,
			email: HAN,
			name: "",
			role: "administrator" as const,
			isVerified: true,
			expiresAt: 0,
			sessionHash: "",
		};
		const actor = { user: { ...user, isFresh: false }, visitor: undefined };
		expect(() => portal.services.personalData.ownCopy(actor)).toThrow("NOT_FRESH");
		const device = { network: "", ipPrefix: "", userAgent: "", secret: undefined };
		await expect(portal.services.erasing.eraseOwn(actor, HAN, device)).rejects.toThrow("NOT_FRESH");
	});

	it("returns to the page with its parameters, and is not asked again for a while", async () => {
		const { portal, agent } = await stale();
		const led = await agent.get("/account/erase?x=1").expect(302);
		const page = (await agent.get(local(led.headers.location)).expect(200)).text;
		expect(titleOf(page)).toContain("Confirm that it is you");
		expect(textOfPage(page)).toContain("before you open “Erase your data”.");
		// What is missing is said beside the field, and is no attempt.
		for (let again = 0; again < 20; again += 1) {
			const empty = errorsOf((await prove(agent, page, "").expect(422)).text);
			expect(empty.beside).toEqual({ proof: "Password cannot be empty" });
		}
		expect(errorsOf((await prove(agent, page, "wrong").expect(422)).text).list).toEqual(["That is not your password."]);
		await agent.get("/account/erase").expect(302);
		const back = await prove(agent, page, PASSWORD).expect(303);
		expect(local(back.headers.location)).toBe("/account/erase?x=1");
		portal.clock.now += LONG_AGO - 1;
		await agent.get("/account/erase").expect(200);
		portal.clock.now += 1;
		await agent.get("/account/erase").expect(302);
		const elsewhere = (await agent.get("/confirm?return=//other.example").expect(200)).text;
		expect(elsewhere).toContain('action="/confirm?return=%2Fdashboard#errors"');
	});

	it("gets the file after the proof, on a page with a link onward", async () => {
		const { agent } = await stale();
		const led = await agent.get("/account/copy").expect(302);
		const page = (await agent.get(local(led.headers.location)).expect(200)).text;
		const done = local((await prove(agent, page, PASSWORD).expect(303)).headers.location);
		expect(done).toBe("/confirm?done=1&return=%2Faccount%2Fcopy");
		const shown = (await agent.get(done).expect(200)).text;
		expect(shown).toContain('<noscript><meta http-equiv="refresh" content="0;url=/account/copy"/></noscript>');
		expect(shown).toContain('href="/account/copy"');
		const file = await agent.get("/account/copy").expect(200);
		expect(file.headers["content-disposition"]).toBe('attachment; filename="your-data.json"');
		expect(JSON.parse(file.text)).toMatchObject({ account: { email: HAN } });
	});

	it("gets the file of a list after the proof, and the way back to that list", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		portal.clock.now += LONG_AGO;
		const led = await admin.get("/admin/export/talk?q=a&status=New&ids=1&ids=2").expect(302);
		const page = (await admin.get(local(led.headers.location)).expect(200)).text;
		const back = '<a class="button" href="/admin/proposals?q=a&amp;status=New">Back to list</a>';
		expect(textOfPage(page)).toContain("Please confirm that it is you before you download personal data.");
		expect(page).toContain(back);
		const done = local((await prove(admin, page, ADMIN.password).expect(303)).headers.location);
		expect((await admin.get(done).expect(200)).text).toContain(back);
	});

	it("keeps the posted form and submits it with the proof", async () => {
		const { portal, agent } = await stale();
		const confirm = (await agent.get("/confirm?return=/account/erase").expect(200)).text;
		await prove(agent, confirm, PASSWORD).expect(303);
		const form = (await agent.get("/account/erase").expect(200)).text;
		portal.clock.now += LONG_AGO;
		const asked = await submitForm(agent, form, { word: HAN }, ERASE).expect(403);
		expect(textOfPage(asked.text)).toContain("Please confirm that it is you. Your form is then submitted.");
		expect(shownValue(asked.text, "word")).toBe(HAN);
		const wrong = await prove(agent, asked.text, "wrong").expect(422);
		expect([shownValue(wrong.text, "word"), shownValue(wrong.text, "proof")]).toEqual([HAN, ""]);
		expect(portal.sqlite.prepare("select count(*) from users").pluck().get()).toBe(1);
		expect(local((await prove(agent, wrong.text, PASSWORD).expect(303)).headers.location)).toBe("/?erased=1");
		expect(portal.sqlite.prepare("select count(*) from users").pluck().get()).toBe(0);
	});

	it("never shows a password of the posted form", async () => {
		const { agent } = await stale();
		const fields = { word: "typed", password: "Secret-1", confirm: "Secret-2", current: "Secret-3" };
		const asked = await agent.post("/account/erase").set("Sec-Fetch-Site", "same-origin").type("form").send(fields);
		expect([asked.status, asked.text.includes("typed"), asked.text.includes("Secret-")]).toEqual([403, true, false]);
	});

	it("counts failures like failed logins, then makes people wait", async () => {
		const { agent } = await stale({ RATE_LIMIT_SCALE: "1" });
		const page = (await agent.get("/confirm").expect(200)).text;
		for (let n = 0; n < 10; n += 1) await prove(agent, page, "wrong").expect(422);
		const answer = await prove(agent, page, PASSWORD).expect(429);
		expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
		expect(textOfPage(answer.text)).toContain("Too many requests.");
		const form = await agent.post("/account/erase").set("Sec-Fetch-Site", "same-origin").type("form");
		expect(form.status).toBe(403);
		const kept = await submitForm(agent, form.text, { proof: PASSWORD }, FORM).expect(429);
		expect(kept.text).toContain('action="/account/erase');
	});
});

describe("accounts without a password", () => {
	async function byGithub(environment: Record<string, string>, email: string | undefined) {
		const github = await openGithub();
		github.person = { id: 7, emails: email ? [{ email, primary: true, verified: true }] : [] };
		const portal = await openPortal({ ...githubSettings(github), PORT: "1", ...environment });
		const agent = portal.agent();
		const goThrough = async () => {
			const begun = await agent.get("/api/auth/github").expect(302);
			const authorized = await fetch(begun.headers.location ?? "", { redirect: "manual" });
			const callback = await agent.get(local(authorized.headers.get("Location") ?? "")).expect(303);
			await agent.get(local(callback.headers.location)).expect(303);
		};
		await goThrough();
		portal.clock.now += LONG_AGO;
		return { portal, agent, goThrough };
	}
	const codeIn = ({ sqlite }: TestPortal) =>
		/^\d{4} \d{4}$/m.exec(
			String(sqlite.prepare("select body from outbox where kind = 'confirm' order by id desc").pluck().get()),
		)?.[0] ?? "";

	it("prove it with an emailed code: this session only, once, within 15 minutes", async () => {
		const { portal, agent } = await byGithub({ SMTP_URL: "smtp://127.0.0.1:9" }, HAN);
		const page = (await agent.get("/confirm?return=/account/erase").expect(200)).text;
		expect(page).not.toContain('name="proof"');
		const sent = await submitForm(agent, page, {}, { ...FORM, button: "do.code" }).expect(303);
		const form = (await agent.get(local(sent.headers.location)).expect(200)).text;
		expect(textOfPage(form)).toContain(`We are sending a code to ${HAN}.`);
		const code = codeIn(portal);
		const wrong = await prove(agent, form, "0000 0000").expect(422);
		expect(errorsOf(wrong.text).list).toEqual(["That code is wrong or no longer works."]);
		expect((await prove(agent, form, code.replace(" ", "")).expect(303)).headers.location).toMatch(
			/\/account\/erase#?$/,
		);
		await agent.get("/account/erase").expect(200);
		portal.clock.now += LONG_AGO;
		await prove(agent, form, code).expect(422);
		await submitForm(agent, page, {}, { ...FORM, button: "do.code" }).expect(303);
		const second = codeIn(portal);
		portal.clock.now += LONG_AGO;
		await prove(agent, form, second).expect(422);
		// The outbox does not show it.
		const admin = await portal.admin();
		expect((await admin.get("/admin/mail")).text).not.toContain(second);
	});

	it("keeps a form as well, while the code is asked for", async () => {
		const { portal, agent } = await byGithub({ SMTP_URL: "smtp://127.0.0.1:9" }, HAN);
		const post = agent.post("/account/erase").set("Sec-Fetch-Site", "same-origin").type("form");
		const asked = await post.send({ word: HAN }).expect(403);
		const sent = await submitForm(agent, asked.text, {}, { ...FORM, button: "do.code" }).expect(403);
		expect(shownValue(sent.text, "word")).toBe(HAN);
		expect(local((await prove(agent, sent.text, codeIn(portal)).expect(303)).headers.location)).toBe("/?erased=1");
	});

	it("log in at GitHub again if no mail can be sent", async () => {
		const { agent, goThrough } = await byGithub({}, undefined);
		const page = (await agent.get("/confirm?return=/account/copy").expect(200)).text;
		expect(page).toContain('href="/api/auth/github?return=%2Faccount%2Fcopy"');
		await agent.post("/confirm").set("Sec-Fetch-Site", "same-origin").type("form").send({ proof: "x" }).expect(422);
		await goThrough();
		await agent.get("/account/copy").expect(200);
	});
});
