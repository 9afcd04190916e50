import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { portrait, talk } from "../support/talks.ts";

const MEI = "mei@example.org";
const LEAD = { selector: "main form[action^='/account/erase']" };
type Agent = Awaited<ReturnType<typeof register>>;

/** An account whose mailbox is proven. */
async function member(portal: TestPortal, email = MEI): Promise<Agent> {
	const agent = await register(portal, email);
	const signedIn = await signIn(portal, email);
	const page = (await signedIn.get(linkIn(portal, "verify")).expect(200)).text;
	await submitForm(signedIn, page, {}, { selector: "main form[action^='/verify']" }).expect(303);
	return agent && signedIn;
}

async function submit(agent: Agent, changes: Record<string, string> = {}): Promise<void> {
	const page = (await agent.get("/hangzhou").expect(200)).text;
	await submitForm(agent, page, talk({ ...changes, file: await portrait() })).expect(303);
}

const rows = ({ sqlite }: TestPortal) => sqlite.prepare("select title, email from entries order by id").raw().all();
const accounts = ({ sqlite }: TestPortal) => sqlite.prepare("select email from users order by id").pluck().all();

describe("the page of one's own data", () => {
	it("erases account and entries after the address is typed, and confirms it", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		await submit(agent, { email: MEI, title: "Mine" });
		await submit(agent, { email: "work@example.org", title: "Mine, from work" });
		await submit(portal.agent(), { title: "Of another" });
		expect((await agent.get("/dashboard").expect(200)).text).toContain('href="/account"');
		expect((await agent.get("/account").expect(200)).text).toContain('href="/account/erase"');
		const page = (await agent.get("/account/erase").expect(200)).text;
		expect(page).toContain("Mine, from work");
		expect(page).not.toContain("Of another");

		const refused = await submitForm(agent, page, { word: "wrong" }, LEAD).expect(422);
		expect(refused.text).toContain("The text does not match.");
		expect(accounts(portal)).toEqual([MEI]);

		const done = await submitForm(agent, page, { word: MEI }, LEAD).expect(303);
		expect(done.headers.location).toBe(`${portal.origin}/?erased=1#`);
		const home = await agent.get("/?erased=1").expect(200);
		expect(home.text).toContain("Your data was erased.");
		expect(accounts(portal)).toEqual([]);
		expect(rows(portal)).toEqual([
			["", ""],
			["", ""],
			["Of another", expect.any(String)],
		]);
		await agent.get("/dashboard").expect(302);
		await portal.agent().post("/login").type("form").send({ email: MEI, password: PASSWORD }).expect(422);
	});

	it("does not contain guest entries of an address that was not confirmed", async () => {
		const portal = await openPortal();
		await submit(portal.agent(), { email: MEI, title: "Of the true Mei" });
		const claiming = await register(portal, MEI);
		await claiming.post("/login").type("form").send({ email: MEI, password: PASSWORD });
		const copy = (await claiming.get("/api/me/export").expect(200)).body;
		expect(copy).toMatchObject({ address: "", account: { email: MEI }, entries: [], mails: [{ kind: "verify" }] });
		const page = (await claiming.get("/account/erase").expect(200)).text;
		await submitForm(claiming, page, { word: MEI }, LEAD).expect(303);
		expect(accounts(portal)).toEqual([]);
		expect(rows(portal)).toEqual([["Of the true Mei", MEI]]);
		const mails = portal.sqlite.prepare("select kind, to_address, state from outbox order by id").raw().all();
		expect(mails).toEqual([
			["receipt", MEI, "pending"],
			["verify", "", "cancelled"],
		]);
	});

	it("contains neither entries that another account sent in their name nor replaced photos", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const other = await member(portal, "other@example.org");
		await submit(other, { email: MEI, title: "Of the other" });
		await submit(portal.agent(), { email: MEI, title: "As a guest" });
		await submit(agent, { email: MEI, title: "Mine" });
		const form = (await agent.get("/hangzhou?spot=talk-3").expect(200)).text;
		await submitForm(agent, form, { file: await portrait() }).expect(303);
		expect(portal.sqlite.prepare("select count(*) from photos").pluck().get()).toBe(4);
		const copy = (await agent.get("/api/me/export").expect(200)).body;
		expect(copy.entries.map(({ title }: { title: string }) => title)).toEqual(["As a guest", "Mine"]);
		const page = (await agent.get("/account/erase").expect(200)).text;
		expect(page).toContain("As a guest");
		await submitForm(agent, page, { word: MEI }, LEAD).expect(303);
		expect(rows(portal).map((row) => (row as string[])[0])).toEqual(["Of the other", "", ""]);
		expect(portal.sqlite.prepare("select count(*) from photos").pluck().get()).toBe(1);
	});

	it("does not reveal other people's drafts that contain the address", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const values = JSON.stringify({ email: MEI, title: "typed by another" });
		portal.sqlite
			.prepare(`insert into drafts (subject, form, "values", updated_at) values ('user:99', 'hangzhou', ?, 1)`)
			.run(values);
		expect((await agent.get("/api/me/export").expect(200)).body.drafts).toEqual([]);
	});

	it("reports a failed erasure and does not carry it out later", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		await submit(agent, { email: MEI, title: "Mine" });
		const blocking = new Sqlite(portal.sqlite.name);
		blocking.exec("begin immediate");
		await agent.delete("/api/me").set("Sec-Fetch-Site", "same-origin").send({ password: PASSWORD }).expect(503);
		blocking.exec("rollback");
		blocking.close();
		await portal.services.erasing.catchUp();
		expect(accounts(portal)).toEqual([MEI]);
		expect(rows(portal)).toEqual([["Mine", MEI]]);
	}, 30_000);

	it("is found however many entries carry the address", async () => {
		const portal = await openPortal();
		await submit(portal.agent(), { email: MEI, title: "First" });
		const columns = portal.sqlite
			.prepare("select group_concat(name) from pragma_table_info('entries') where name not in ('id', 'submission_key')")
			.pluck()
			.get();
		portal.sqlite.exec(
			`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100) insert into entries (${columns}, submission_key) select ${columns}, 'copy:' || i from entries, n`,
		);
		expect(await portal.services.erasing.erase({ address: MEI })).toMatchObject({ entries: 1101 });
	});

	it("asks accounts without an address to type their number", async () => {
		const github = await openGithub();
		github.person = { id: 7, emails: [] };
		// The address in the settings is not the one of this test; the browser follows with the portal's own.
		const portal = await openPortal({ ...githubSettings(github), PORT: "1" });
		const local = (address: string | undefined) => new URL(address ?? "").pathname + new URL(address ?? "").search;
		const agent = portal.agent();
		const begun = await agent.get("/api/auth/github").expect(302);
		const authorized = await fetch(begun.headers.location ?? "", { redirect: "manual" });
		const callback = await agent.get(local(authorized.headers.get("Location") ?? "")).expect(303);
		await agent.get(local(callback.headers.location)).expect(303);
		const page = (await agent.get("/account/erase").expect(200)).text;
		expect(page).toContain("To confirm, type account:1");
		const refused = await submitForm(agent, page, { word: "account:2" }, LEAD).expect(422);
		expect(refused.text).toContain("The text does not match.");
		await submitForm(agent, page, { word: "account:1" }, LEAD).expect(303);
		expect(accounts(portal)).toEqual([]);
	});

	it("refers administrators to the operator", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		expect((await admin.get("/account/erase").expect(200)).text).toContain("Only the operator of the server can erase");
		await admin.delete("/api/me").set("Sec-Fetch-Site", "same-origin").send({ password: ADMIN.password }).expect(403);
		expect(accounts(portal)).toEqual([ADMIN.email]);
	});
});

describe("the calls for one's own data", () => {
	it("return a copy without organisers' notes and keys", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		await submit(agent, { email: MEI, title: "Mine" });
		const [id] = portal.sqlite.prepare("select id from entries").pluck().all();
		portal.sqlite
			.prepare(
				"update entries set answers = json_set(answers, '$.phone', 'noted-phone'), keywords = '[\"noted-word\"]'",
			)
			.run();
		await portal.agent().post("/forgot-password").type("form").send({ email: MEI }).expect(303);
		const answer = await agent.get("/api/me/export").expect(200);
		expect(answer.headers["content-disposition"]).toBe('attachment; filename="your-data.json"');
		expect(answer.headers["cache-control"]).toContain("no-store");
		expect(answer.body).toMatchObject({
			address: MEI,
			account: { email: MEI, name: "Han Meimei" },
			entries: [{ id: `talk-${id}`, title: "Mine", status: "New", history: [{ type: "Created" }] }],
		});
		expect(answer.body.account.sessions.length).toBeGreaterThan(0);
		expect(answer.body.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["receipt", "reset", "verify"]);
		expect(answer.text).not.toMatch(/noted-|(token|key)=[^…]/);
		await portal.agent().get("/api/me/export").expect(401);
	});

	it("erase with a token, once", async () => {
		const portal = await openPortal();
		await member(portal);
		const login = await portal.agent().post("/api/auth/login").send({ username: MEI, password: PASSWORD }).expect(200);
		const bearer = (request: ReturnType<Agent["get"]>) => request.set("Authorization", `Bearer ${login.body.token}`);
		const wrong = await bearer(portal.agent().delete("/api/me")).send({ password: "no" }).expect(422);
		expect(wrong.body.problems).toEqual([{ field: "password", message: "That is not your password." }]);
		await bearer(portal.agent().delete("/api/me")).send({ password: PASSWORD }).expect(204);
		await bearer(portal.agent().delete("/api/me")).send({ password: PASSWORD }).expect(401);
		expect(accounts(portal)).toEqual([]);
	});
});

it("a mail that is on its way while its reader is erased is not kept", async () => {
	let arrive: () => void = () => undefined;
	const arrived = new Promise<void>((done) => {
		arrive = done;
	});
	let letGo: () => void = () => undefined;
	const held = new Promise<void>((done) => {
		letGo = done;
	});
	const mailbox = await openMailbox(0, () => {
		arrive();
		return held;
	});
	const portal = await openPortal({ SMTP_URL: mailbox.url });
	portal.start();
	await sendTalk(portal, { email: MEI });
	await arrived;
	expect(await portal.services.erasing.erase({ address: MEI })).toMatchObject({ entries: 1, mails: 1 });
	letGo();
	const row = () =>
		portal.sqlite.prepare("select state, to_address, subject, body from outbox").raw().get() as string[];
	await until(() => row()[0] === "sent");
	expect(row()).toEqual(["sent", "", "", ""]);
});

it("an erased person is found by no saved view; their name alone stays for organisers to decide", async () => {
	const portal = await openPortal();
	await sendTalk(portal, { name: "Jo Li", email: MEI });
	await sendTalk(portal, { name: "王小明", email: MEI });
	const actor = await organiser(portal);
	const save = (name: string, search: string) => portal.services.savedViews.save(actor, { kind: "talk", name, search });
	const named = ["For JO LI!", "小明"];
	for (const name of ["On hold", "Joy, Lima", "Of Jo", "For JO LI!"]) await save(name, "status=Hold");
	await save("小明", "q=%E7%8E%8B%E5%B0%8F%E6%98%8E%E7%9A%84");
	await save("One address", `q=${encodeURIComponent(MEI.toUpperCase())}`);
	const found = await portal.services.people.find(MEI);
	expect(found?.nameOnly.shown.map(({ place, link }) => [place, link])).toEqual(
		named.map(() => ["saved_views", "/admin/proposals"]),
	);
	expect(found?.nameOnly.shown.map(({ text }) => text).sort()).toEqual(["Jo Li", "王小明"]);
	await portal.services.erasing.erase({ address: MEI });
	const names = portal.services.savedViews.list(actor, "talk").map(({ name }) => name);
	expect(names.sort()).toEqual(["On hold", "Joy, Lima", "Of Jo", ...named].sort());
});
