import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { rulesMet, strengthOf } from "../../app/accounts/password.ts";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

describe("the strength of a password", () => {
	it.each([
		["", 0],
		["aaaa", 1],
		["aaaaaaaa", 2],
		["Aaaaaaaa", 3],
		["Aaaaaaa1", 4],
		["Aaaaaa1!", 5],
		["Äaaaaaaa", 3],
		["密码密码密码密码", 1],
	])("%s has %i of 5 points", (password, points) => {
		expect(strengthOf(password)).toBe(points);
		expect(rulesMet(password)).toHaveLength(points);
	});
});

describe("registering", () => {
	it("reports everything missing in the specification's words, and keeps what may be kept", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/login?modal=register")).text;
		const empty = await submitForm(agent, page, {}, FORM).expect(422);
		expect(errorsOf(empty.text).list).toEqual([
			"Name cannot be empty",
			"Please enter a valid email address",
			"Password cannot be empty",
			"Password cannot be empty",
		]);
		const { password, confirm } = errorsOf(empty.text).beside;
		expect([password, confirm]).toEqual(["Password cannot be empty", "Password cannot be empty"]);
		const once = await submitForm(
			agent,
			page,
			{ name: "Han", email: "han@example.org", password: "long enough" },
			FORM,
		);
		expect([once.status, errorsOf(once.text).beside]).toEqual([422, { confirm: "Password cannot be empty" }]);
		const differ = { name: "Han", email: "han@example.org", password: "long enough", confirm: "long enuogh" };
		const refused = await submitForm(agent, page, differ, FORM).expect(422);
		expect(errorsOf(refused.text).list).toEqual(["Passwords do not match"]);
		expect(refused.text).toContain('value="han@example.org"');
		expect(refused.text).not.toContain("long en");
		for (const [password, message] of [
			["short", "Password must be at least 8 characters long"],
			["Password123", "This password is too common"],
		]) {
			const weak = await submitForm(
				agent,
				page,
				{ ...differ, password: password ?? "", confirm: password ?? "" },
				FORM,
			);
			expect(errorsOf(weak.text).list).toEqual([message]);
		}
	});

	it("succeeds with the specification's message and no form below it; login works before the address is confirmed", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const agent = await register(portal, "New@Example.org");
		const done = (await agent.get("/login?modal=register&registered=1")).text;
		expect(textOfPage(done)).toContain("Registration successful! Please close the dialog then login.");
		// There is a dialog, and what closes it stands beside the message.
		const close = parse(done).querySelector("main > dialog[open] > [role=status] ~ .actions a.primary");
		expect([close?.textContent, close?.getAttribute("href")]).toEqual(["Close and log in", "/login?registered=1"]);
		expect(parse(done).querySelectorAll("main form")).toEqual([]);
		expect(parse(done).querySelectorAll("footer .preferences button").length).toBeGreaterThan(0);
		// It says what to do next, and what if nothing comes.
		expect(textOfPage(done)).toContain("We are sending you an email. Open its link to confirm your email address.");
		expect(textOfPage(done)).toContain("Once you are logged in, you can have it sent again.");
		expect(done).not.toContain("New@Example.org");
		const signedIn = await signIn(portal, "new@example.org");
		const dashboard = (await signedIn.get("/dashboard").expect(200)).text;
		expect(textOfPage(dashboard)).toContain("Your email address is not confirmed yet.");
		expect(textOfPage(dashboard)).toContain("What you submitted with it as a guest appears here once it is confirmed.");
		// What a guest has submitted with it is not denied.
		expect(textOfPage(dashboard)).not.toContain("You have not submitted anything yet.");
	});

	it("does not say that an address is taken", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = portal.agent();
		const page = (await agent.get("/?modal=register")).text;
		const again = { name: "X", email: "HAN@example.org", password: PASSWORD, confirm: PASSWORD };
		const refused = await submitForm(agent, page, again, FORM).expect(422);
		expect(errorsOf(refused.text).list).toEqual([
			"Registration failed. If you already have an account, log in or reset your password.",
		]);
		expect(refused.text).toContain('<a href="/forgot-password">Forgot your password?</a>');
	});

	it("adds guest entries only after the address is confirmed; opening the link alone confirms nothing", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		const filling = talk({ email: "Han@Example.org", title: "Sent as a guest", file: await portrait() });
		await submitForm(guest, (await guest.get("/hangzhou")).text, filling).expect(303);
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		const dashboard = async () => textOfPage((await agent.get("/dashboard")).text);
		expect(await dashboard()).not.toContain("Sent as a guest");
		const link = linkIn(portal, "verify");
		const page = (await agent.get(link).expect(200)).text;
		expect(await dashboard()).not.toContain("Sent as a guest");
		const proven = await submitForm(agent, page, {}, FORM).redirects(1).expect(200);
		expect(textOfPage(proven.text)).toContain("Your email address is confirmed.");
		expect(await dashboard()).toContain("Sent as a guest");
		const again = await submitForm(agent, page, {}, FORM).expect(404);
		expect(textOfPage((await agent.get(link).expect(404)).text)).toContain("This link has been used or has expired.");
		expect(textOfPage(again.text)).toContain("This link has been used or has expired.");
	});

	it("does not sign in the person who registered another's address when its owner presses the button", async () => {
		const portal = await openPortal();
		const victim = portal.agent();
		const filling = talk({ email: "victim@example.org", title: "Very private", file: await portrait() });
		await submitForm(victim, (await victim.get("/hangzhou")).text, filling).expect(303);
		await register(portal, "victim@example.org", "squatters own 1");
		const squatter = await signIn(portal, "victim@example.org", "squatters own 1");
		const page = (await victim.get(linkIn(portal, "verify")).expect(200)).text;
		const empty = await submitForm(victim, page, { password: "" }, FORM).expect(422);
		expect(errorsOf(empty.text).beside).toEqual({ password: "Password cannot be empty" });
		const refused = await submitForm(victim, page, { password: "a guess at it" }, FORM).expect(422);
		expect(errorsOf(refused.text).list).toEqual(["That is not the password of this account"]);
		expect(textOfPage((await squatter.get("/dashboard")).text)).not.toContain("Very private");
		await victim.post("/forgot-password").type("form").send({ email: "victim@example.org" }).expect(303);
		const reset = (await victim.get(linkIn(portal, "reset"))).text;
		await submitForm(victim, reset, { password: PASSWORD, confirm: PASSWORD }, FORM).expect(303);
		await squatter.get("/dashboard").expect(302);
		const owner = await signIn(portal, "victim@example.org");
		expect(textOfPage((await owner.get("/dashboard")).text)).toContain("Very private");
	});

	it("confirms the address on another device with the password", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const phone = portal.agent();
		const page = (await phone.get(linkIn(portal, "verify"))).text;
		const proven = await submitForm(phone, page, { password: PASSWORD }, FORM).redirects(1).expect(200);
		expect(textOfPage(proven.text)).toContain("Your email address is confirmed.");
	});
});

describe("a forgotten password", () => {
	it("says after asking what to do if no email comes, with no form below it", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const sent = (await portal.agent().get("/forgot-password?sent=1&return=%2Fforum")).text;
		expect(parse(sent).querySelectorAll("main form")).toEqual([]);
		expect(textOfPage(sent)).toContain("No email after a few minutes? Look in your spam folder");
		const links = parse(sent).querySelectorAll("main .actions a");
		expect(links.map((link) => [link.text, link.getAttribute("href")])).toEqual([
			["Return to Login", "/login?return=%2Fforum"],
			["Request a new link", "/forgot-password?return=%2Fforum"],
		]);
	});

	it("gets the same answer for every address; the link sets a new one and ends all sessions", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const session = await signIn(portal, "han@example.org");
		const agent = portal.agent();
		const page = (await agent.get("/forgot-password")).text;
		const answers = [];
		for (const email of ["han@example.org", "nobody@example.org"]) {
			const { status, headers, text } = await submitForm(agent, page, { email }, FORM);
			const { date: _, ...rest } = headers;
			answers.push({ status, text, rest });
		}
		expect(answers[0]).toEqual(answers[1]);
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'reset'").pluck().get()).toBe(1);

		const link = linkIn(portal, "reset");
		const form = (await agent.get(link).expect(200)).text;
		const weak = await submitForm(agent, form, { password: "aaaaaaaa", confirm: "aaaaaaaa" }, FORM).expect(422);
		expect(errorsOf(weak.text).list).toEqual(["Please use a stronger password"]);
		expect(textOfPage(weak.text)).toContain("Strength: Weak (2 of 5)");
		const rules = (html: string) =>
			parse(html)
				.querySelectorAll("main li[data-rule]")
				.map(({ text }) => text);
		expect(textOfPage(form)).toContain("At least 2 of these:");
		const listed = ["an uppercase letter", "a lowercase letter", "a digit", "a symbol"];
		expect(rules(form)).toEqual(listed);
		expect(rules(weak.text)).toEqual(listed.map((rule) => (rule === "a lowercase letter" ? `✓ ${rule}` : rule)));
		expect(weak.text).not.toContain("aaaaaaaa");
		const empty = await submitForm(agent, form, {}, FORM).expect(422);
		expect(errorsOf(empty.text).list).toEqual(["Please enter a new password"]);
		const fresh = { password: "Willow-Tree 8", confirm: "Willow-Tree 8" };
		const both = await Promise.all([submitForm(agent, form, fresh, FORM), submitForm(agent, form, fresh, FORM)]);
		expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
		await session.get("/dashboard").expect(302);
		await signIn(portal, "han@example.org", "Willow-Tree 8");
		expect(
			portal.sqlite.prepare("select count(*) from outbox where dedupe_key like 'notice:password:%'").pluck().get(),
		).toBe(1);
	});

	it("a newer link makes the older ones worthless", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const links = [];
		for (let n = 0; n < 2; n += 1) {
			await portal.agent().post("/forgot-password").type("form").send({ email: "han@example.org" }).expect(303);
			links.push(linkIn(portal, "reset"));
		}
		const said = async (link = "") => textOfPage((await portal.agent().get(link)).text);
		expect(await said(links[0])).toContain("This password reset link is invalid or has expired.");
		expect(await said(links[1])).toContain("New password");
	});

	it("is not requested for a text longer than an address", async () => {
		const portal = await openPortal();
		const email = `${"x".repeat(243)}@example.org`;
		const page = (await portal.agent().get("/forgot-password")).text;
		const refused = await submitForm(portal.agent(), page, { email }, FORM).expect(422);
		expect(errorsOf(refused.text).list).toEqual(["Please enter a valid email address"]);
		await submitForm(portal.agent(), page, { email: email.slice(1) }, FORM).expect(303);
	});

	it("says that a link cannot be checked, where that is so", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		await portal.agent().post("/forgot-password").type("form").send({ email: "han@example.org" }).expect(303);
		const link = linkIn(portal, "reset");
		portal.sqlite.exec("alter table one_time_secrets rename to gone");
		const page = await portal.agent().get(link).expect(503);
		expect(textOfPage(page.text)).toContain("Unable to validate this reset link. Please request a new one.");
		portal.sqlite.exec("alter table gone rename to one_time_secrets");
		expect(textOfPage((await portal.agent().get(link).expect(200)).text)).not.toContain("Unable to validate");
	});

	it("distinguishes an expired link from a wrong one, only for holders of the link", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		await portal.agent().post("/forgot-password").type("form").send({ email: "han@example.org" }).expect(303);
		const link = linkIn(portal, "reset");
		const agent = portal.agent();
		const said = async (path: string) => textOfPage((await agent.get(path)).text);
		const validate = async (path: string) =>
			(await agent.get(path.replace("/reset-password", "/api/auth/reset-password/validate"))).body;
		expect(await validate(link)).toEqual({ success: true });
		expect(await said("/reset-password")).toContain("Invalid password reset link. Please request a new one.");
		expect(await said(link.replace("token=", "token=x"))).toContain(
			"This password reset link is invalid or has expired. Please request a new one.",
		);
		portal.clock.now += 60 * 60 * 1000;
		expect(await said(link)).toContain("This password reset link has expired. Please request a new one.");
		expect(await validate(link)).toEqual({ success: false, error: "EXPIRED_TOKEN" });
		expect(await validate(link.replace("han%40", "hun%40"))).toEqual({ success: false, error: "INVALID_TOKEN" });
	});
});
