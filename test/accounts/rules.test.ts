import { join } from "node:path";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import list from "../../app/accounts/common-passwords.json" with { type: "json" };
import { passwordFault } from "../../app/accounts/problems.ts";
import { translators } from "../../app/locales/index.ts";
import { readConfig } from "../../server/config.ts";
import { FORM, linkIn, PASSWORD, register } from "../support/accounts.ts";
import { errorsOf, submitForm } from "../support/form.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";

describe("the rules for new passwords", () => {
	const ADDRESS = "harrington@example.org";
	const REFUSED: [string, string][] = [
		["short", "Password must be at least 8 characters long"],
		["Password123", "This password is too common"],
		["rootbeer", "This password is too common"],
		["Hangzhou2025", "This password is too common"],
		["Harrington@Example.ORG", "Your password must not be your email address"],
		["hArrington", "Your password must not be your email address"],
		["x".repeat(129), "Password must have at most 128 characters"],
	];

	it.each(REFUSED)("%s is refused everywhere", async (password, message) => {
		const portal = await openPortal();
		const given = { username: ADDRESS, password, name: "A" };
		const rest = await portal.agent().post("/api/auth/register").send(given).expect(422);
		expect(rest.body.message).toBe(message);
		await register(portal, ADDRESS);
		await portal.services.passwordReset.request(ADDRESS, "en");
		const link = new URL(linkIn(portal, "reset"), portal.origin).searchParams;
		const reset = { token: link.get("token"), email: ADDRESS, password };
		const byCall = await portal.agent().post("/api/auth/reset-password").send(reset).expect(422);
		expect(byCall.body.message).toBe(message);
		const setup = `/setup?token=${await portal.services.administrators.newSetupToken()}`;
		for (const path of ["/?modal=register", linkIn(portal, "reset"), setup]) {
			const agent = portal.agent();
			const page = (await agent.get(path).expect(200)).text;
			const others: Record<string, string> = { name: "A", email: ADDRESS };
			for (const name of Object.keys(others)) if (!page.includes(`name="${name}" type=`)) delete others[name];
			const typed = { ...others, password, confirm: password };
			const refused = await submitForm(agent, page, typed, FORM).expect(422);
			expect([path, errorsOf(refused.text).list]).toEqual([path, [message]]);
		}
		const directory = temporaryDirectory();
		const volume = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const command = await runToEnd("cli.js", volume, ["admin", "create", ADDRESS], {
			input: `${password}\n`,
		});
		expect(command).toEqual({ code: 2, output: `${message}\n` });
		const setting = { ADMIN_EMAIL: ADDRESS, ADMIN_PASSWORD: password };
		expect(() => readConfig(setting)).toThrow(`ADMIN_PASSWORD: ${message}`);
	});

	it("refuse the 3,000 most common ones in any case, but not longer ones that contain them", () => {
		expect(list.passwords).toHaveLength(3_000);
		const fault = (password: string) => passwordFault(translators.en, password, ADDRESS);
		const capital = (password: string) => password.charAt(0).toUpperCase() + password.slice(1);
		for (const change of [String, capital, (password: string) => password.toUpperCase()]) {
			const taken = list.passwords.filter((password) => fault(change(password)) !== "This password is too common");
			expect(taken).toEqual([]);
		}
		expect([fault("rootbeer and plums"), fault(`${ADDRESS} plum`)]).toEqual([undefined, undefined]);
	});
});

it.each(["a\0b", "a\ud800b", "a\ufffdb"])("a name that cannot be stored as it is, is refused: %j", async (name) => {
	const portal = await openPortal();
	const message = "Name contains characters that cannot be stored. Remove them and try again";
	const given = { username: "a@example.org", password: PASSWORD, name };
	// Written out, since a request in UTF-8 cannot carry half of a pair.
	const call = portal.agent().post("/api/auth/register").type("json").send(JSON.stringify(given)).expect(422);
	expect((await call).body.message).toBe(message);
	const typed = { name, email: "a@example.org", password: PASSWORD, confirm: PASSWORD };
	const page = (await portal.agent().get("/?modal=register")).text;
	const refused = await submitForm(portal.agent(), page, typed, FORM).expect(422);
	expect(errorsOf(refused.text).list).toEqual([message]);
	expect([page, refused.text].map((html) => html.includes("enter it again in both fields"))).toEqual([false, true]);
	expect(portal.sqlite.prepare("select count(*) from users").pluck().get()).toBe(0);
});

describe("calls", () => {
	it("that end a session send Clear-Site-Data", async () => {
		const portal = await openPortal();
		const given = { username: "han@example.org", password: PASSWORD, name: "Han" };
		await portal.agent().post("/api/auth/register").send(given).expect(201);
		const { body } = await portal.agent().post("/api/auth/login").send(given).expect(200);
		const out = portal.agent().post("/api/auth/logout").set("Authorization", `Bearer ${body.token}`);
		expect((await out.expect(204)).headers["clear-site-data"]).toBe('"cache"');
	});

	it("take an address with spaces around it as the pages do", async () => {
		const portal = await openPortal();
		const username = "  Han@Example.org ";
		const call = (path: string, body: object) => portal.agent().post(`/api/auth/${path}`).send(body);
		await call("register", { username, password: PASSWORD, name: " Han " }).expect(201);
		expect(portal.sqlite.prepare("select email, name from users").all()).toEqual([
			{ email: "han@example.org", name: "Han" },
		]);
		await call("login", { username, password: PASSWORD }).expect(200);
		await call("forgot-password", { email: username }).expect(200);
		const token = new URL(linkIn(portal, "reset"), "http://x").searchParams.get("token");
		await call("reset-password", { token, email: username, password: "Willow-Tree 8" }).expect(200);
	});

	it("give the page's neutral answer for a taken address", async () => {
		const portal = await openPortal();
		const given = { username: "han@example.org", password: PASSWORD, name: "Han" };
		await portal.agent().post("/api/auth/register").send(given).expect(201);
		const { body } = await portal.agent().post("/api/auth/register").send(given).expect(409);
		const taken = "Registration failed. If you already have an account, log in or reset your password.";
		expect(body).toEqual({ success: false, message: taken, error: "CONFLICT" });
		const agent = portal.agent();
		const typed = { name: "Han", email: "han@example.org", password: PASSWORD, confirm: PASSWORD };
		const page = await submitForm(agent, (await agent.get("/?modal=register")).text, typed, FORM).expect(422);
		expect(errorsOf(page.text).list).toEqual([taken]);
	});
});

it("field errors use the punctuation of the language", async () => {
	const portal = await openPortal();
	for (const [lang, said] of [
		["en", "Error: Please enter a valid email address"],
		["zh", "错误：请输入有效的电子邮箱地址"],
	]) {
		const answer = await portal
			.agent()
			.post("/login")
			.set("Cookie", `lang=${lang}`)
			.type("form")
			.send({ password: "x" });
		expect(parse(answer.text).querySelector("p.error")?.text).toBe(said);
	}
});
