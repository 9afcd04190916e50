import { describe, expect, it } from "vitest";
import { PASSWORD, register, signIn } from "../support/accounts.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talk, talkFields } from "../support/talks.ts";

const ANN = "ann@example.org";

/** A portal with an account, its token, and its complete talks. */
async function withTalks(...titles: string[]) {
	const portal = await openPortal();
	await register(portal, ANN);
	const agent = await signIn(portal, ANN);
	for (const title of titles) {
		const page = (await agent.get("/hangzhou")).text;
		await submitForm(agent, page, { ...talk({ title }), file: await portrait() }).expect(303);
	}
	const login = await portal.agent().post("/api/auth/login").send({ username: ANN, password: PASSWORD });
	return { portal, agent, token: login.body.token as string };
}

async function change(portal: TestPortal, token: string, fields: Record<string, string>) {
	const request = portal.agent().post("/api/submit").set("Authorization", `Bearer ${token}`);
	for (const [name, value] of Object.entries(fields)) request.field(name, value);
	const { status, body } = await request;
	return [status, body.incomplete ?? body.message];
}

const stored = (portal: TestPortal, id = 1) =>
	portal.sqlite
		.prepare(
			"select name, email, org, title, photo is not null as photo, answers, incomplete from entries where id = ?",
		)
		.get(id);

const left = (what: string, attempts: string) =>
	`Please make sure the ${what} field is filled out (${attempts} before auto-proceed)`;

describe("a change by REST", () => {
	it("leaves the fields that it does not contain as they are", async () => {
		const { portal, token } = await withTalks("First");
		const before = stored(portal) as { title: string };
		expect(await change(portal, token, { id: "1", title: "Second" })).toEqual([200, []]);
		expect(stored(portal)).toEqual({ ...before, title: "Second" });
	});

	it("empties optional fields, and never a required one, however often it was refused", async () => {
		const { portal, token } = await withTalks("First");
		await change(portal, token, { id: "1", github: "https://github.com/ann", details: "Notes" });
		const before = stored(portal) as { title: string; answers: string };
		const emptied = { id: "1", title: " ", abstract: "", github: "" };
		expect(await change(portal, token, emptied)).toEqual([422, left("Talk Title", "2 more attempts")]);
		expect(await change(portal, token, emptied)).toEqual([422, left("Talk Title", "1 more attempt")]);
		expect(await change(portal, token, emptied)).toEqual([200, []]);
		const after = stored(portal) as { title: string; answers: string };
		expect(after).toEqual({ ...before, answers: JSON.stringify({ ...JSON.parse(before.answers), github: "" }) });
	});

	it("is counted by itself: refusals of one entry say nothing of another, nor of a new one", async () => {
		const { portal, token } = await withTalks("First", "Second");
		for (const attempts of ["2 more attempts", "1 more attempt"])
			expect(await change(portal, token, { id: "1", title: "" })).toEqual([422, left("Talk Title", attempts)]);
		expect(await change(portal, token, { id: "2", title: "" })).toEqual([422, left("Talk Title", "2 more attempts")]);
		const isNew = { ...talkFields({ title: "" }), id: "0" };
		expect((await change(portal, token, isNew))[0]).toBe(422);
		expect(portal.sqlite.prepare("select title from entries order by id").pluck().all()).toEqual(["First", "Second"]);
	});

	it("leaves an accepted, complete talk as it is where two other changes were refused before", async () => {
		const { portal, token } = await withTalks("First", "Second", "Third", "Accepted");
		portal.sqlite.exec("update entries set status = 'Accept' where id = 4");
		const before = stored(portal, 4);
		await change(portal, token, { id: "1", abstract: "" });
		await change(portal, token, { id: "2", abstract: "" });
		expect(await change(portal, token, { id: "4", title: "x" })).toEqual([200, []]);
		expect(stored(portal, 4)).toEqual({ ...(before as object), title: "x" });
	});
});

it("a change on the page that is let through keeps a required answer and the photo, and says so", async () => {
	const { portal, agent } = await withTalks("First");
	const before = stored(portal);
	let page = (await agent.get("/hangzhou?spot=talk-1")).text;
	const emptied = { title: "", org: "Elsewhere" };
	const NEXT = "If you press “Save changes” again, the earlier answer is kept: Talk Title.";
	for (const isNext of [false, true]) {
		page = (await submitForm(agent, page, emptied).expect(422)).text;
		expect(textOfPage(page).includes(NEXT)).toBe(isNext);
	}
	const third = await submitForm(agent, page, emptied).expect(303);
	expect(stored(portal)).toEqual({ ...(before as object), org: "Elsewhere" });
	const thanks = new URL(third.headers.location ?? "");
	const entry = new URL((await agent.get(thanks.pathname + thanks.search).expect(303)).headers.location ?? "");
	const { text } = await agent.get(entry.pathname + entry.search).expect(200);
	expect(textOfPage(text)).toContain("Required, so the earlier answer was kept: Talk Title.");
});

it("the second refusal of a new form says beside Submit what sending it again leaves out", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	let page = (await agent.get("/hangzhou")).text;
	const NEXT =
		"If you press “Submit” again, the form is sent without: Talk Title, Profile Photo. The organisers see that it is incomplete, and you can complete it later.";
	for (const isNext of [false, true]) {
		page = (await submitForm(agent, page, talk({ title: "" })).expect(422)).text;
		expect(textOfPage(page).includes(NEXT)).toBe(isNext);
	}
	const wrong = await submitForm(agent, page, talk({ title: "", website: "javascript:alert(1)" })).expect(422);
	expect(textOfPage(wrong.text)).not.toContain("If you press");
	await submitForm(agent, wrong.text, talk({ title: "", website: "" })).expect(303);
	expect(portal.sqlite.prepare("select incomplete from entries").pluck().get()).toBe('["title","file"]');
});
