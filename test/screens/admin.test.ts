import { describe, expect, it } from "vitest";
import { errorsOf, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { sendTalks, titlesIn } from "../support/talks-sent.ts";

describe("the first administrator", () => {
	it("sets a password with the one-time link and is signed in; the link works once and for 60 minutes", async () => {
		const portal = await openPortal();
		const stale = await portal.services.administrators.newSetupToken();
		const token = await portal.services.administrators.newSetupToken();
		const agent = portal.agent();
		expect(textOfPage((await agent.get(`/setup?token=${stale}`)).text)).toContain(
			"This link has been used or has expired",
		);
		const page = (await agent.get(`/setup?token=${token}`).expect(200)).text;
		const form = { selector: "main form" };
		const short = await submitForm(agent, page, { email: "a@b.cd", password: "short", confirm: "short" }, form).expect(
			422,
		);
		expect(errorsOf(short.text).list).toEqual(["Password must be at least 8 characters long"]);
		expect(titleOf(short.text)).toBe("Error: First administrator — Hangzhou 2025 Call For Proposals");
		const differ = await submitForm(
			agent,
			page,
			{ email: "a@b.cd", password: "long enough", confirm: "long enuogh" },
			form,
		).expect(422);
		expect(errorsOf(differ.text).list).toEqual(["Passwords do not match"]);
		expect(differ.text).not.toContain("long enough");
		const done = await submitForm(
			agent,
			page,
			{ email: "Boss@Example.org", password: "long enough", confirm: "long enough" },
			form,
		).expect(303);
		expect(done.headers.location ?? "").toMatch(/\/admin#$/);
		await agent.get("/admin/proposals").expect(200);
		await submitForm(
			portal.agent(),
			page,
			{ email: "b@b.cd", password: "long enough", confirm: "long enough" },
			form,
		).expect(404);
		expect(await portal.services.administrators.newSetupToken()).toBeUndefined();
	});

	it("finds an hour-old link expired", async () => {
		const portal = await openPortal();
		const token = await portal.services.administrators.newSetupToken();
		portal.clock.now += 60 * 60 * 1000;
		expect(textOfPage((await portal.agent().get(`/setup?token=${token}`)).text)).toContain(
			"This link has been used or has expired",
		);
	});
});

describe("signing in and out", () => {
	it("shows the specified error, keeps the address and never the password", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const agent = portal.agent();
		const page = (await agent.get("/")).text;
		const form = { selector: "main form" };
		const empty = await submitForm(agent, page, {}, form).expect(422);
		expect(errorsOf(empty.text).list).toEqual(["Please enter a valid email address", "Password cannot be empty"]);
		const wrong = await submitForm(agent, page, { email: ADMIN.email, password: "wrong-secret" }, form).expect(422);
		expect(errorsOf(wrong.text).list).toEqual(["Invalid email or password"]);
		expect(wrong.text).toContain(`value="${ADMIN.email}"`);
		expect(wrong.text).not.toContain("wrong-secret");
		const right = await submitForm(agent, page, ADMIN, form).expect(303);
		expect(right.headers.location ?? "").toMatch(/\/admin#$/);
		expect(right.headers["set-cookie"]?.[0]).toMatch(/^cfp_sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
	});

	it("logs out by the form in the header and not by a link", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		await agent.get("/logout").expect(404);
		const page = (await agent.get("/").expect(200)).text;
		expect(textOfPage(page)).toContain(`You are logged in as ${ADMIN.email}.`);
		await submitForm(agent, page, {}, { selector: 'form[action="/logout"]' }).expect(303);
		await agent.get("/admin/proposals").expect(302);
	});

	it("marks the cookie Secure with the __Host- prefix where the address is https", async () => {
		const portal = await openPortal({ PUBLIC_URL: "https://cfp.example" });
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const answer = await portal.agent().post("/login").set("Host", "cfp.example").type("form").send(ADMIN).expect(303);
		expect(answer.headers["set-cookie"]?.[0]).toMatch(
			/^__Host-cfp_sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
		expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
	});
});

describe("the list of proposals", () => {
	it("shows the newest first, 12 a page, numbered down from the total", async () => {
		const portal = await openPortal();
		await sendTalks(portal, ...Array.from({ length: 14 }, (_, index) => ({ title: `Talk ${index + 1}` })));
		const admin = await portal.admin();
		const first = (await admin.get("/admin/proposals")).text;
		expect(titleOf(first)).toBe("Proposals — Hangzhou 2025 Call For Proposals");
		expect(titlesIn(first)).toEqual(Array.from({ length: 12 }, (_, index) => `Talk ${14 - index}`));
		expect([...first.matchAll(/<td class="number-cell"[^>]*>(\d+)/g)].map((match) => Number(match[1]))).toEqual([
			14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
		]);
		expect(textOfPage(first)).toContain("Page 1 of 2");
		expect(titlesIn((await admin.get("/admin/proposals?page=2")).text)).toEqual(["Talk 2", "Talk 1"]);
		expect(titlesIn((await admin.get("/admin/proposals?page=99")).text)).toEqual(["Talk 2", "Talk 1"]);
		expect(titlesIn((await admin.get("/admin/proposals?page=banana&status=Nonsense")).text)).toHaveLength(12);
	});

	it("finds any substring, Chinese too, in any width and case, treating wildcards literally", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "大模型与智能体" }, { title: "ＡＩ compilers" }, { title: "100% pure_rust" });
		const admin = await portal.admin();
		const found = async (q: string) => titlesIn((await admin.get("/admin/proposals").query({ q })).text);
		expect(await found("智能")).toEqual(["大模型与智能体"]);
		expect(await found('"ai COMP"')).toEqual(["ＡＩ compilers"]);
		expect(await found("100%")).toEqual(["100% pure_rust"]);
		expect(await found("e_r")).toEqual(["100% pure_rust"]);
		expect(await found("%")).toEqual(["100% pure_rust"]);
		expect(await found("no such talk")).toEqual([]);
		expect(textOfPage((await admin.get("/admin/proposals?q=no+such+talk")).text)).toContain("No entries match.");
	});

	it("filters by track and status", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ai-next" }, { title: "B", tracks: "embodied-ai" });
		const admin = await portal.admin();
		expect(titlesIn((await admin.get("/admin/proposals?track=ai-next")).text)).toEqual(["A"]);
		expect(titlesIn((await admin.get("/admin/proposals?status=Accept")).text)).toEqual([]);
		expect(titlesIn((await admin.get("/admin/proposals?status=New&track=embodied-ai")).text)).toEqual(["B"]);
	});

	it("shows all of an entry, with its photo, track and history, and a way back to the same filters", async () => {
		const portal = await openPortal();
		await sendTalks(portal, {
			title: "Deep",
			details: "internal only",
			tracks: "ai-next",
			website: "https://me.example",
			twitter: "@me",
		});
		const admin = await portal.admin();
		const list = (await admin.get("/admin/proposals?q=deep")).text;
		const link = /<a[^>]* href="([^"]*modal=details[^"]*)"/.exec(list)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const page = (await admin.get(link).expect(200)).text;
		const said = textOfPage(page);
		for (const part of ["Deep", "internal only", "AI Next", "Submitted", "Given", "1 Jul 2025 10:00"])
			expect(said).toContain(part);
		expect(page).toContain('<a href="https://me.example" rel="noreferrer nofollow">');
		expect(page).not.toContain('href="@me"');
		expect(page).toMatch(/<a class="portrait" href="\/uploads\/[0-9a-f]{32}\.jpg"/);
		expect(page).toContain(' href="/admin/proposals?q=deep" data-back="">');
		await admin.get("/admin/proposals?modal=details&id=999").expect(404);
	});
});

describe("the status of a proposal", () => {
	it("is saved without scripts by the button of any row, logged with who and when", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		const form = { selector: 'form[method="post"][action^="/admin/proposals"]', press: "do.save.1" };
		const saved = await submitForm(admin, page, { "status-1": "Hold", "status-2": "Reject" }, form).expect(200);
		expect(textOfPage(saved.text)).toContain("2 changes saved.");
		const statuses = portal.sqlite.prepare("select status from entries order by id").pluck().all();
		expect(statuses).toEqual(["Hold", "Reject"]);
		const details = textOfPage((await admin.get("/admin/proposals?modal=details&id=1")).text);
		expect(details).toContain(`Status: New → Hold · ${ADMIN.email}`);
	});

	it("is saved for all changed rows by the first button, which Enter presses", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" }, { title: "C" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		const form = { selector: 'form[method="post"][action^="/admin/proposals"]' };
		const saved = await submitForm(admin, page, { "status-1": "Accept", "status-3": "Reject" }, form).expect(200);
		expect(textOfPage(saved.text)).toContain("2 changes saved.");
		expect(portal.sqlite.prepare("select status from entries order by id").pluck().all()).toEqual([
			"Accept",
			"New",
			"Reject",
		]);
	});

	it("is not overwritten when another administrator was faster, who is named", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const stale = (await admin.get("/admin/proposals")).text;
		const form = { selector: 'form[method="post"][action^="/admin/proposals"]', press: "do.save.1" };
		await submitForm(admin, stale, { "status-1": "Accept" }, form).expect(200);
		const refused = await submitForm(admin, stale, { "status-1": "Reject" }, form).expect(409);
		expect(textOfPage(refused.text)).toContain(
			`Failed to update status: Entry 1 was not saved: ${ADMIN.email} has just set it to Accept.`,
		);
		expect(portal.sqlite.prepare("select status from entries").pluck().all()).toEqual(["Accept"]);
	});

	it("is logged each time it is set", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		for (const [was, status] of [
			["New", "Hold"],
			["Hold", "New"],
			["New", "Hold"],
		]) {
			const change = { "was-1": was, "status-1": status };
			await admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(change).expect(303);
		}
		const address = "/admin/proposals?modal=details&id=1";
		expect(textOfPage((await admin.get(address)).text).match(/Status: New → Hold/g)).toHaveLength(2);
		const [user] = portal.sqlite.prepare("select id, email, 'administrator' as role from users").all() as {
			id: number;
		}[];
		const actor = { user } as unknown as Parameters<typeof portal.services.triage.details>[0];
		const ids = portal.services.triage.details(actor, 1).log.map((line) => line.id);
		expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
	});

	it("ignores invalid values", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		for (const form of [
			"status-1=Party&was-1=New",
			"status-x=Hold",
			"status-1=Hold",
			"status-999=Hold&was-999=New",
			"=&status-=",
			"status-1=Hold&status-1=Accept&was-1=New&was-1=Hold",
		]) {
			const answer = await admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(form);
			expect([form, answer.status < 500]).toEqual([form, true]);
		}
	});
});
