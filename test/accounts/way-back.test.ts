import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { submitForm } from "../support/form.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { addReviewer } from "../support/reviews.ts";
import { portrait, talk } from "../support/talks.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const WISH = "/hangzhou?event=pytorch&spot=talk-1";
const LOGIN = `/login?${new URLSearchParams({ return: WISH })}`;
const SIGN_IN = { selector: 'form[action^="/login"]' };

const pathOf = (address: string | undefined) => {
	const { pathname, search } = new URL(address ?? "", "http://here");
	return pathname + search;
};

/** Follows a link of the page by its words. */
async function follow(agent: Agent, html: string, words: string): Promise<string> {
	return (await agent.get(hrefOf(html, words)).expect(200)).text;
}

function hrefOf(html: string, words: string): string {
	const link = parse(html)
		.querySelectorAll("a")
		.find((one) => one.textContent === words);
	if (!link) throw new Error(`no link ${words}`);
	return (link.getAttribute("href") ?? "").replaceAll("&amp;", "&");
}

async function signInOn(agent: Agent, page: string): Promise<string> {
	const words = { email: "han@example.org", password: PASSWORD };
	const next = pathOf((await submitForm(agent, page, words, SIGN_IN).expect(303)).headers.location);
	// A browser without any cookie comes by the login screen once more.
	return next.startsWith("/login?") ? pathOf((await agent.get(next).expect(303)).headers.location) : next;
}

describe("login leads back to the requested page", () => {
	it("for guests, who are sent to the front page and told once why", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = portal.agent();
		const isFront = async (path: string) => {
			const page = parse((await agent.get(path).expect(200)).text);
			const why = page.querySelector(".banner")?.textContent ?? "";
			return [page.querySelector("h1")?.textContent, why];
		};
		// Renders the page that visitors share.
		expect(await isFront("/")).toEqual(["Hangzhou 2025", ""]);
		expect(pathOf((await agent.get("/dashboard?x=1").expect(302)).headers.location)).toBe("/");
		expect(await isFront("/")).toEqual(["Log in", "Please log in first."]);
		expect(await isFront("/")).toEqual(["Hangzhou 2025", ""]);
		await agent.get("/dashboard?x=1").expect(302);
		expect(await signInOn(agent, (await agent.get("/")).text)).toBe("/dashboard?x=1");
	});

	it("after a wrong password", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = portal.agent();
		const wrong = { email: "han@example.org", password: "something else" };
		const again = await submitForm(agent, (await agent.get(LOGIN)).text, wrong, SIGN_IN).expect(422);
		expect(await signInOn(agent, again.text)).toBe(WISH);
	});

	it("through registering, with an error on the way", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const form = await follow(agent, (await agent.get(LOGIN)).text, "Create an account");
		const typed = { name: "Han", email: "han@example.org", password: PASSWORD };
		const failed = await submitForm(agent, form, { ...typed, confirm: "x" }, FORM).expect(422);
		const done = await submitForm(agent, failed.text, { ...typed, confirm: PASSWORD }, FORM).expect(303);
		const told = (await agent.get(pathOf(done.headers.location)).expect(200)).text;
		expect(told).toContain("Registration successful!");
		expect(await signInOn(agent, await follow(agent, told, "Close and log in"))).toBe(WISH);
	});

	it("or, once registered, to the login with their address filled in, which no link carries", async () => {
		const portal = await openPortal();
		const agent = await register(portal, "han@example.org");
		const toLogin = hrefOf((await agent.get("/login?modal=register&registered=1")).text, "Close and log in");
		const emailAt = (html: string) => parse(html).querySelector(".log-in [name=email]")?.getAttribute("value") ?? "";
		expect([toLogin, emailAt((await agent.get(toLogin)).text)]).toEqual(["/login?registered=1", "han@example.org"]);
		expect(emailAt((await portal.agent().get(toLogin)).text)).toBe("");
		const form = (await agent.get(linkIn(portal, "verify"))).text;
		const proven = await submitForm(agent, form, { password: PASSWORD }, FORM).expect(303);
		const told = (await agent.get(pathOf(proven.headers.location))).text;
		expect(told).not.toContain("Continue to dashboard");
		expect(emailAt(await follow(agent, parse(told).querySelector("main")?.outerHTML ?? "", "Log in"))).toBe(
			"han@example.org",
		);
		const member = await signIn(portal, "han@example.org");
		expect(hrefOf((await member.get("/verify?done=1")).text, "Continue to dashboard")).toBe("/dashboard");
	});

	it("through a password reset, with an error on the way", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = portal.agent();
		const form = await follow(agent, (await agent.get(LOGIN)).text, "Forgot your password?");
		const failed = await submitForm(agent, form, { email: "han" }, FORM).expect(422);
		expect(hrefOf(failed.text, "Return to Login")).toBe(LOGIN);
		const sent = await submitForm(agent, failed.text, { email: "han@example.org" }, FORM).expect(303);
		const told = (await agent.get(pathOf(sent.headers.location)).expect(200)).text;
		expect(await signInOn(agent, await follow(agent, told, "Return to Login"))).toBe(WISH);
	});

	it("when they turn out to be signed in already", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		expect(hrefOf((await agent.get(LOGIN)).text, "Continue where you left off")).toBe(WISH);
		expect(hrefOf((await agent.get("/login")).text, "Continue to dashboard")).toBe("/dashboard");
		const astray = (await agent.get("/login?return=https://evil.example/")).text;
		expect(hrefOf(astray, "Continue to dashboard")).toBe("/dashboard");
	});
});

describe("through GitHub", () => {
	async function open() {
		const github = await openGithub();
		return { github, portal: await openPortal({ ...githubSettings(github), PORT: "1" }) };
	}

	/** Presses the button on the login screen and lets GitHub send the browser back. */
	async function authorize(agent: Agent, login: string) {
		const button = hrefOf((await agent.get(login)).text, "Log in with GitHub");
		const begun = await agent.get(button).expect(302);
		const answer = await fetch(begun.headers.location ?? "", { redirect: "manual" });
		return agent.get(pathOf(answer.headers.get("Location") ?? ""));
	}

	/** @returns where the welcome page leads, by script, without scripts and by its link */
	async function welcomedTo(agent: Agent, login: string) {
		const callback = await authorize(agent, login);
		const taken = await agent.get(pathOf(callback.headers.location)).expect(303);
		const { text } = await agent.get(pathOf(taken.headers.location)).expect(200);
		const page = parse(text);
		return [
			page.querySelector("[data-continue]")?.getAttribute("data-continue"),
			page.querySelector("noscript")?.textContent.match(/url=([^"]*)/)?.[1],
			page.querySelector("main a.primary")?.getAttribute("href"),
		].map((path) => path?.replaceAll("&amp;", "&"));
	}

	it("the welcome page leads there, and to the dashboard the next time", async () => {
		const { portal } = await open();
		const agent = portal.agent();
		expect(await welcomedTo(agent, LOGIN)).toEqual([WISH, WISH, WISH]);
		const out = (await agent.get("/dashboard")).text;
		await submitForm(agent, out, {}, { selector: 'form[action="/logout"]' }).expect(303);
		expect(await welcomedTo(agent, "/login")).toEqual(["/dashboard", "/dashboard", "/dashboard"]);
	});

	it("the welcome page leads members of the team to where they begin", async () => {
		const { portal } = await open();
		await addReviewer(portal, "octo@example.org");
		expect(await welcomedTo(portal.agent(), "/login")).toEqual(["/review", "/review", "/review"]);
	});

	it("a failed login keeps the return path on the login screen", async () => {
		const { github, portal } = await open();
		github.fault = "500";
		const agent = portal.agent();
		await register(portal, "han@example.org");
		const failed = await authorize(agent, LOGIN);
		expect(failed.status).toBe(422);
		expect(await signInOn(agent, failed.text)).toBe(WISH);
	});

	it("a return path to another site is neither followed nor stored", async () => {
		const { portal } = await open();
		const agent = portal.agent();
		const begun = await agent.get("/api/auth/github?return=//evil.example/secret-wish").expect(302);
		const answer = await fetch(begun.headers.location ?? "", { redirect: "manual" });
		const callback = await agent.get(pathOf(answer.headers.get("Location") ?? "")).expect(303);
		await agent.get(pathOf(callback.headers.location)).expect(303);
		expect((await agent.get("/login-success")).text).toContain('data-continue="/dashboard"');
		expect(JSON.stringify(portal.sqlite.prepare("select * from one_time_secrets").all())).not.toContain("secret-wish");
	});
});

describe("the requested page", () => {
	it.each(["//evil.example", "/.//evil.example", "/\\evil.example", "https://evil.example"])(
		"is never %s",
		async (wish) => {
			const portal = await openPortal();
			await register(portal, "han@example.org");
			const agent = await signIn(portal, "han@example.org");
			const words = { email: "han@example.org", password: PASSWORD, return: wish };
			const right = await agent
				.post("/login")
				.set("Sec-Fetch-Site", "same-origin")
				.type("form")
				.send(words)
				.expect(303);
			expect(pathOf(right.headers.location)).toBe("/dashboard");
			// Signed in already: the page says so, with a way on.
			const wrong = agent.post("/login").set("Sec-Fetch-Site", "same-origin").type("form");
			const { text } = await wrong.send({ ...words, password: "wrong" }).expect(422);
			const on = parse(text).querySelector("main a.primary")?.getAttribute("href");
			expect([on, text.includes("evil")]).toEqual(["/dashboard", false]);
		},
	);

	it("is stored in a cookie only if it fits completely", async () => {
		const github = await openGithub();
		const portal = await openPortal({ ...githubSettings(github), PORT: "1" });
		const kept = async (wish: string) => {
			const { headers } = await portal.agent().get("/api/auth/github").query({ return: wish }).expect(302);
			return /cfp_back=([^;]*)/.exec(String(headers["set-cookie"]))?.[1] ?? "";
		};
		expect(decodeURIComponent(await kept("/hangzhou?x=会议"))).toBe("/hangzhou?x=会议");
		expect(await kept(`/hangzhou?x=${"会".repeat(900)}`)).toBe("");
	});
});

describe("guest entries", () => {
	it("sent after the mailbox was proven join the account when it signs in the next time", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const first = await signIn(portal, "han@example.org");
		await submitForm(first, (await first.get(linkIn(portal, "verify"))).text, {}, FORM).expect(303);
		const send = async (email: string) => {
			const guest = portal.agent();
			const filling = talk({ email, title: `By ${email}`, file: await portrait() });
			await submitForm(guest, (await guest.get("/hangzhou")).text, filling).expect(303);
		};
		await send("HAN@example.org");
		await send("li@example.org");
		await register(portal, "li@example.org");
		await signIn(portal, "li@example.org");
		const again = await signIn(portal, "han@example.org");
		expect((await again.get("/dashboard")).text).toContain("By HAN@example.org");
		const log = "select entry_id as entry, actor_id as actor, state from entry_log where type = 'Claimed'";
		expect(portal.sqlite.prepare(log).all()).toEqual([{ entry: 1, actor: 1, state: "New" }]);
		await signIn(portal, "han@example.org");
		expect(portal.sqlite.prepare(log).all()).toHaveLength(1);
		expect(portal.sqlite.prepare("select user_id from entries where id = 2").pluck().get()).toBe(null);
	});
});
