import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { access } from "../support/addresses.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const HOUR = 60 * 60 * 1000;
const WEEK = 7 * 24 * HOUR;
const EMAIL = "han@example.org";
const SIGN_IN = { selector: 'form[action^="/login"]' };
const ENDED = "Your session has expired. Please log in again to continue.";
const UNSAVED = "What you have just sent was not saved. Log in, then send it again.";
const KEPT = "We kept what you typed.";

const pathOf = (address = "") => new URL(address, "http://here").pathname + new URL(address, "http://here").search;

/** The table's outcome for protected pages, with a valid and an ended session. */
async function ended(agent: Agent, answer: { headers: Record<string, string> }) {
	const to = pathOf(answer.headers.location);
	const screen = (await agent.get(to).expect(200)).text;
	return { to, screen, said: textOfPage(screen) };
}

describe("a session that has ended", () => {
	it("leads to the login screen, which says so and returns to the page", async () => {
		const portal = await openPortal();
		await register(portal, EMAIL);
		for (const path of ["/dashboard", "/admin/proposals?page=2", "/DASHBOARD"]) {
			const agent = await signIn(portal, EMAIL);
			portal.clock.now += WEEK;
			const { to, said, screen } = await ended(agent, await agent.get(path).expect(302));
			expect(to).toBe(`/?${new URLSearchParams({ ended: "1", return: path })}`);
			expect(said).toContain(ENDED);
			expect(said).not.toContain(KEPT);
			expect(said).not.toContain(UNSAVED);
			expect(shownValue(screen, "return")).toBe(path);
		}
		expect(pathOf((await portal.agent().get("/dashboard").expect(302)).headers.location)).toBe("/");
	});

	it('is reported when "Stay logged in" comes too late', async () => {
		const portal = await openPortal();
		await register(portal, EMAIL);
		const agent = await signIn(portal, EMAIL);
		const page = (await agent.get("/dashboard")).text;
		portal.clock.now += WEEK;
		const press = { selector: 'form[action="/session"]', press: "do.stay" };
		const { to, said } = await ended(agent, await submitForm(agent, page, {}, press).expect(302));
		expect([to, said.includes(ENDED)]).toEqual(["/?ended=1&return=%2Fdashboard", true]);
	});

	it.each(["cookie there", "cookie gone"])("keeps what was typed in the proposal editor: %s", async (cookie) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/editor")).text;
		portal.clock.now += 13 * HOUR;
		const agent = cookie === "cookie there" ? admin : portal.agent();
		const filling = talk({ title: "Typed for long", file: await portrait() });
		delete filling.consent;
		const { to, screen, said } = await ended(agent, await submitForm(agent, page, filling).expect(303));
		expect(to).toMatch(/^\/login\?/);
		expect(said).toContain(KEPT);
		const back = await submitForm(agent, screen, ADMIN, SIGN_IN).expect(303);
		expect(
			new URLSearchParams(pathOf(back.headers.location).split("?")[1]).get("return") ?? pathOf(back.headers.location),
		).toBe("/admin/editor");
		const restored = (await agent.get("/admin/editor").expect(200)).text;
		expect(shownValue(restored, "title")).toBe("Typed for long");
		expect(restored).toContain("Photo received: portrait.jpg");
	});

	it("keeps an uploaded photo of any age", async () => {
		const portal = await openPortal();
		await register(portal, EMAIL);
		const agent = await signIn(portal, EMAIL);
		const filling = talk({ file: await portrait() });
		const saved = { press: "do.save-draft" };
		const page = (
			await submitForm(agent, (await agent.get("/hangzhou")).text, filling, saved)
				.redirects(1)
				.expect(200)
		).text;
		portal.clock.now += WEEK;
		await submitForm(portal.agent(), page, { title: "Typed later" }).expect(303);
		const restored = (await (await signIn(portal, EMAIL)).get("/hangzhou")).text;
		expect(shownValue(restored, "title")).toBe("Typed later");
		expect(restored).toContain("Photo received: portrait.jpg");
	});

	it.each(["update sessions set revoked_at = 1", "update sessions set expires_at = 1"])(
		"keeps an uploaded photo in the browser where the form was sent: %s",
		async (sql) => {
			const portal = await openPortal();
			await register(portal, EMAIL);
			const agent = await signIn(portal, EMAIL);
			const filling = talk({ file: await portrait() });
			const saved = { press: "do.save-draft" };
			const page = (await submitForm(agent, (await agent.get("/hangzhou")).text, filling, saved).redirects(1)).text;
			await portal.db.write(() => void portal.sqlite.exec(sql));
			portal.clock.now += 60_000;
			const answer = await submitForm(agent, page, { title: "Typed in the other tab" }).expect(303);
			const screen = (await agent.get(pathOf(answer.headers.location))).text;
			await submitForm(agent, screen, { email: EMAIL, password: PASSWORD }, SIGN_IN).expect(303);
			const restored = (await agent.get("/hangzhou").expect(200)).text;
			expect(shownValue(restored, "title")).toBe("Typed in the other tab");
			expect(restored).toContain("Photo received: portrait.jpg");
		},
	);

	it("refuses every button of the proposal editor", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/editor")).text;
		for (const press of ["do.save-draft", "do.discard-draft", "do.remove-photo", "x"]) {
			const sent = portal
				.agent()
				.post("/admin/editor")
				.type("form")
				.send({ title: "From nobody", [press]: "1" });
			expect(pathOf((await sent.expect(302)).headers.location)).toBe("/");
		}
		portal.clock.now += 13 * HOUR;
		await submitForm(portal.agent(), page, { title: "Too late" }).expect(303);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
	});

	it("shows a correct message above the calls", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/programmes")).text;
		portal.clock.now += 13 * HOUR;
		const { to, said } = await ended(admin, await submitForm(admin, page, {}, FORM).redirects(0).expect(302));
		expect(to).toBe("/?ended=1&unsaved=1&return=%2Fadmin%2Fprogrammes");
		expect(said).toContain(`${ENDED} ${UNSAVED}`);
		expect(said).not.toContain(KEPT);
	});

	it.each([
		["logged out", "update sessions set revoked_at = 1"],
		["of a disabled account", "update users set disabled_at = 1"],
	])("puts nothing into the account when it was %s", async (_how, sql) => {
		const portal = await openPortal();
		await register(portal, EMAIL);
		const page = (await (await signIn(portal, EMAIL)).get("/hangzhou")).text;
		await portal.db.write(() => void portal.sqlite.exec(sql));
		await submitForm(portal.agent(), page, { title: "Not for that account" }).expect(303);
		const subjects = portal.sqlite.prepare("select subject from drafts").pluck().all() as string[];
		expect(subjects.filter((subject) => !subject.startsWith("visitor:"))).toEqual([]);
	});
});

describe("a session that is about to end", () => {
	it("is announced on every page of someone logged in, with a way to stay logged in", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		portal.clock.now += HOUR;
		await admin.get("/dashboard").expect(200);
		await portal.db.write(
			() => void portal.sqlite.exec(`update sessions set expires_at = ${portal.clock.now + 299_000}`),
		);
		for (const path of ["/dashboard", "/hangzhou", "/admin/proposals", "/admin/editor", "/thank-you", "/nowhere"]) {
			const { text } = await admin.get(path);
			expect([path, textOfPage(text).includes("Your session will expire in about 4 minutes")]).toEqual([path, true]);
		}
		const { text } = await admin.get("/hangzhou");
		const press = { selector: 'main > div form[action="/session"]', press: "do.stay" };
		await submitForm(admin, text, {}, press).expect(303);
		expect(textOfPage((await admin.get("/hangzhou")).text)).not.toContain("will expire");
		expect((await portal.agent().get("/hangzhou")).text).not.toContain("data-seconds-left");
	});
});

describe("a browser that refuses cookies", () => {
	it("is told that the session ended; other visitors are asked to log in", async () => {
		const portal = await openPortal();
		await register(portal, EMAIL);
		const words = { email: EMAIL, password: PASSWORD };
		const login = portal.agent().post("/login").set("Sec-Fetch-Site", "same-origin").type("form").send(words);
		expect(pathOf((await login.expect(303)).headers.location)).toBe("/dashboard");
		const back = await portal.agent().get("/dashboard").set("Referer", `${portal.origin}/login`).expect(302);
		expect(pathOf(back.headers.location)).toBe("/?cookies=1");
		const told = (await portal.agent().get("/?cookies=1").expect(200)).text;
		expect(textOfPage(told)).toContain("Your browser did not save the login cookie.");
		expect(pathOf((await portal.agent().get("/dashboard").expect(302)).headers.location)).toBe("/");
	});
});

it("every form of a signed-in page carries the token of its session", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	await register(portal, EMAIL);
	await portal.services.passwordReset.request(EMAIL, "en");
	await submitForm(admin, (await admin.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
	const real: Record<string, string> = {
		"/reset-password": linkIn(portal, "reset"),
		"/verify": linkIn(portal, "verify"),
		"/entry/:spot": "/entry/talk-1?withdraw=1",
		"*": "/nowhere",
	};
	const pages = access.filter(({ kind, method }) => kind === "page" && method === "GET").map(({ path }) => path);
	const without: string[] = [];
	let seen = 0;
	for (const path of [
		...pages,
		"/login?modal=register",
		"/hangzhou?spot=talk-1",
		"/admin/proposals?modal=details&id=1",
	]) {
		const { text } = await admin.get(real[path] ?? path);
		for (const form of parse(text).querySelectorAll('form[method="post"]')) {
			seen += 1;
			const token = form.querySelector('[name="formToken"]')?.getAttribute("value");
			if (!token) without.push(`${form.getAttribute("action")} on ${path}`);
		}
	}
	expect(without).toEqual([]);
	expect(seen).toBeGreaterThan(80);
});

describe("a HEAD request", () => {
	it("uses up no code", async () => {
		const github = await openGithub();
		const portal = await openPortal({ ...githubSettings(github), PORT: "1" });
		const agent = portal.agent();
		const begun = await agent.get("/api/auth/github").expect(302);
		const sent = await fetch(begun.headers.location ?? "", { redirect: "manual" });
		const callback = pathOf(sent.headers.get("Location") ?? "");
		for (const path of [callback, callback.replace("/auth/github/callback", "/login"), `/api${callback}`]) {
			await agent.head(path).expect(405);
		}
		const success = pathOf((await agent.get(callback).expect(303)).headers.location);
		await agent.head(success).expect(405);
		await agent.get(success).expect(303);
		for (const path of ["/login", "/login-success"])
			await agent.head(path).expect(({ status }) => expect(status).not.toBe(405));
	});
});

it("the dashboard links to the proposals for administrators only", async () => {
	const portal = await openPortal();
	await register(portal, EMAIL);
	const button = async (agent: Agent) =>
		parse((await agent.get("/dashboard").expect(200)).text)
			.querySelectorAll('main a[href="/admin/proposals"]')
			.map(({ text }) => text);
	expect(await button(await signIn(portal, EMAIL))).toEqual([]);
	expect(await button(await portal.admin())).toEqual(["Proposals"]);
});
