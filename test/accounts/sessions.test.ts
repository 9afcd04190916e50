import { describe, expect, it } from "vitest";
import { PASSWORD, register, signIn } from "../support/accounts.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

describe("signing in", () => {
	it("slows down after ten failures for one address from one network, and says when to retry", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await register(portal, "han@example.org");
		const wrong = () =>
			portal.agent().post("/login").type("form").send({ email: "han@example.org", password: "wrong" });
		for (let n = 0; n < 10; n += 1) await wrong().expect(422);
		const slowed = await portal
			.agent()
			.post("/api/auth/login")
			.send({ username: "han@example.org", password: PASSWORD });
		expect([slowed.status, Number(slowed.headers["retry-after"]) > 0]).toEqual([429, true]);
		const page = await wrong();
		expect([page.status, Number(page.headers["retry-after"]) > 0]).toEqual([429, true]);
	});

	it("tells a member of the team by mail", async () => {
		const portal = await openPortal();
		await portal.admin();
		expect(portal.sqlite.prepare("select subject from outbox").pluck().all()).toEqual([
			"Hangzhou 2025: login to your account",
		]);
	});

	it("lasts seven days when remembered, twelve hours otherwise; the dashboard warns before it ends", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const remembered = await signIn(portal, "han@example.org");
		const brief = portal.agent();
		await brief.post("/login").type("form").send({ email: "han@example.org", password: PASSWORD }).expect(303);
		portal.clock.now += 12 * 60 * 60 * 1000 - 299_000;
		expect(textOfPage((await brief.get("/dashboard")).text)).toContain("Your session will expire in about 4 minutes");
		portal.clock.now += 250_000;
		expect(textOfPage((await brief.get("/dashboard")).text)).toContain("Your session will expire very soon");
		const page = (await brief.get("/dashboard")).text;
		await submitForm(brief, page, {}, { selector: 'form[action="/session"]', press: "do.stay" }).expect(303);
		expect(textOfPage((await brief.get("/dashboard")).text)).not.toContain("will expire");
		portal.clock.now += 12 * 60 * 60 * 1000;
		await brief.get("/dashboard").expect(302);
		await remembered.get("/dashboard").expect(200);
		const list = (await remembered.get("/dashboard")).text;
		const other = await signIn(portal, "han@example.org");
		await submitForm(remembered, list, {}, { selector: 'form[action="/session"]', press: "do.everywhere" }).expect(303);
		await other.get("/dashboard").expect(302);
	});

	it("restores everything typed, photo included, after the session ended", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		const page = (await agent.get("/hangzhou?event=pytorch")).text;
		portal.clock.now += 8 * 24 * 60 * 60 * 1000;
		const filling = talk({ title: "Long thought", file: await portrait() });
		const sent = await submitForm(agent, page, filling).expect(303);
		const login = new URL(sent.headers.location ?? "");
		expect(login.pathname).toBe("/login");
		const screen = (await agent.get(login.pathname + login.search)).text;
		expect(textOfPage(screen)).toContain("Your session has expired. Please log in again to continue.");
		const words = { email: "han@example.org", password: PASSWORD };
		const back = await submitForm(agent, screen, words, { selector: 'form[action^="/login"]' }).expect(303);
		expect(back.headers.location).toMatch(/\/hangzhou\?event=pytorch#$/);
		const restored = (await agent.get("/hangzhou?event=pytorch")).text;
		expect(restored).toContain("Long thought");
		expect(restored).toContain("Photo received: portrait.jpg");
		await submitForm(agent, restored, {}).expect(303);
		// The form is empty again; the talk itself is named above it.
		expect(shownValue((await agent.get("/hangzhou?event=pytorch")).text, "title")).toBe("");
		expect((await agent.get("/api/entries")).body).toMatchObject([{ title: "Long thought" }]);
	});
});

describe("a session that ended, when its cookie is gone as well", () => {
	/** A browser without any cookie that still shows the page. */
	async function formOf(portal: TestPortal, path: string) {
		const agent = await signIn(portal, "han@example.org");
		return (await agent.get(path)).text;
	}

	it("creates no guest entry and loses nothing, for new talks and edits", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		await submitForm(agent, (await agent.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
		for (const path of ["/hangzhou", "/hangzhou?spot=talk-1"]) {
			const form = await formOf(portal, path);
			const title = `Typed at the end of ${path}`;
			const later = portal.agent();
			const sent = await submitForm(later, form, talk({ title })).expect(303);
			expect(new URL(sent.headers.location ?? "").pathname).toBe("/login");
			const back = await signIn(portal, "han@example.org");
			expect((await back.get(path)).text).toContain(title);
		}
		expect((await agent.get("/api/entries")).body).toHaveLength(1);
	});

	it("does not show typed text to the next person at the same browser", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		await register(portal, "other@example.org");
		const shared = portal.agent();
		await submitForm(shared, await formOf(portal, "/hangzhou"), talk({ title: "For my eyes" })).expect(303);
		await shared.post("/login").type("form").send({ email: "other@example.org", password: PASSWORD }).expect(303);
		expect((await shared.get("/hangzhou")).text).not.toContain("For my eyes");
		const own = await signIn(portal, "han@example.org");
		expect((await own.get("/hangzhou")).text).toContain("For my eyes");
	});

	it("a post to an entry without a known owner keeps the text and links to the login", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		await submitForm(agent, (await agent.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
		const guest = await portal.agent().post("/hangzhou?spot=talk-1").field("title", "From nobody").expect(401);
		expect(errorsOf(guest.text).headline).toBe("Please log in first.");
		const page = (await agent.get("/hangzhou?spot=talk-1")).text;
		portal.sqlite.exec("update sessions set revoked_at = 1");
		const own = await submitForm(agent, page, { title: "Typed before all were logged out" }).expect(401);
		expect(errorsOf(own.text).headline).toBe("Your session has expired. Please log in again to continue.");
		expect([guest, own].map(({ text }) => shownValue(text, "title"))).toEqual([
			"From nobody",
			"Typed before all were logged out",
		]);
		expect(portal.sqlite.prepare("select count(*) from drafts").pluck().get()).toBe(0);
		const again = (await signIn(portal, "han@example.org")).set("Sec-Fetch-Site", "same-origin");
		await submitForm(again, own.text, { file: await portrait() }).expect(303);
	});
});

describe("limits hold for simultaneous requests", () => {
	it("on logins: at most ten of sixty wrong passwords are checked", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await register(portal, "han@example.org");
		const tries = Array.from({ length: 55 }, () =>
			portal.agent().post("/api/auth/login").send({ username: "han@example.org", password: "wrong" }),
		);
		const statuses = (await Promise.all(tries)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 401)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(45);
	});

	it("of links for a new password: three an hour for one address, with the same answer for the fourth", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await register(portal, "han@example.org");
		const ask = () => portal.agent().post("/api/auth/forgot-password").send({ email: "han@example.org" });
		const answers = [];
		for (let n = 0; n < 5; n += 1) answers.push((await ask()).body);
		expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'reset'").pluck().get()).toBe(3);
	});

	it("an administrator's session ends twelve hours after the login, also when extended", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		for (let hour = 0; hour < 11; hour += 1) {
			portal.clock.now += 60 * 60 * 1000;
			const page = (await agent.get("/dashboard").expect(200)).text;
			await submitForm(agent, page, {}, { selector: 'form[action="/session"]', press: "do.stay" }).expect(303);
		}
		portal.clock.now += 60 * 60 * 1000;
		await agent.get("/dashboard").expect(302);
	});
});

describe("REST", () => {
	it("registers, lists and returns one's own entries only", async () => {
		const portal = await openPortal();
		const token = async (username: string) => {
			const given = { username, password: PASSWORD, name: "Han" };
			await portal.agent().post("/api/auth/register").send(given).expect(201);
			return `Bearer ${(await portal.agent().post("/api/auth/login").send(given).expect(200)).body.token}`;
		};
		const [mine, other] = [await token("han@example.org"), await token("li@example.org")];
		await portal
			.agent()
			.post("/api/auth/register")
			.send({ username: "han@example.org", password: PASSWORD, name: "x" })
			.expect(409);
		const request = portal.agent().post("/api/submit").set("Authorization", mine);
		const { consent: _, file, ...fields } = talk({ details: "internal", file: await portrait() });
		for (const [name, value] of Object.entries(fields)) request.field(name, String(value));
		await request.attach("file", (file as { bytes: Buffer }).bytes, "a.jpg").expect(201);
		const list = await portal.agent().get("/api/spotlights/user").set("Authorization", mine).expect(200);
		expect(list.body).toMatchObject([{ id: "talk-1", category: "hangzhou", title: fields.title, tracks: "assign-me" }]);
		const entry = await portal.agent().get("/api/entry/user/talk-1").set("Authorization", mine).expect(200);
		expect(entry.body).toMatchObject({ id: 1, spotId: "talk-1", details: "internal", email: fields.email });
		expect(entry.body).not.toHaveProperty("userId");
		const foreign = await portal.agent().get("/api/entry/user/talk-1").set("Authorization", other);
		const missing = await portal.agent().get("/api/entry/user/talk-99").set("Authorization", other);
		expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
		expect(foreign.status).toBe(404);
		await portal.agent().get("/api/spotlights/user").expect(401);
	});
});

describe("the login screen", () => {
	it("announces both programmes with their state and last day, and maintenance when a setting says so", async () => {
		const portal = await openPortal({ MAINTENANCE_NOTICE: "1", BRAND_SPOTLIGHT_SITE: "https://spotlight.test" });
		const { text } = await portal.agent().get("/").expect(200);
		const inOneLine = (html: string) => textOfPage(html).replace(/\s+/g, " ");
		const said = inOneLine(text);
		expect(said).toMatch(/Hangzhou Talk Proposal Propose a talk .* Open until 18 Aug 2025 23:59 \(UTC\+8\)/);
		expect(said).toMatch(/Spotlight Project Nominations .* Open until 18 Aug 2025 23:59 \(UTC\+8\) · On another site/);
		expect(text).toContain('href="https://spotlight.test"');
		expect(said).toContain("Maintenance in progress");
		await portal.db.write(() => void portal.sqlite.exec("update programmes set state = 'closed'"));
		const closed = inOneLine((await portal.agent().get("/")).text);
		// Closed by hand before its last day, so the period is not shown.
		expect(closed).toMatch(/Hangzhou Talk Proposal Closed\b(?! 18)/);
		const plain = await openPortal();
		expect((await plain.agent().get("/login")).text).not.toContain("Maintenance");
	});
});
