import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { answersOf, callApi, complete, FORUM } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

/** What organisers note: of a registration, and of a talk. */
const NOTES = {
	invitationConfirmed: "in_progress",
	invitationContact: "Secretary Wang",
	currentProgress: "Waits for a visa",
};
const TALK_NOTES = { phone: "+86 571 1111", subject: "For the opening" };

async function note(portal: TestPortal, id: number, notes: Record<string, string>): Promise<void> {
	const answers = JSON.stringify({ ...answersOf(portal, id), ...notes });
	await portal.db.write(
		() => void portal.sqlite.prepare("update entries set answers = ? where id = ?").run(answers, id),
	);
}

async function author(portal: TestPortal) {
	await register(portal, "lei@example.org");
	return signIn(portal, "lei@example.org");
}

const CASES = [
	["forum", "/forum", "forum-1", NOTES],
	["hangzhou", "/hangzhou", "talk-1", TALK_NOTES],
] as const;

describe.each(CASES)("the organisers' notes about an entry of %s", (name, path, spot, notes) => {
	it("are not fields of public forms, and posted ones are ignored", async () => {
		const portal = await openPortal();
		const agent = await author(portal);
		const page = parse((await agent.get(path)).text);
		for (const note of Object.keys(notes)) expect(page.querySelector(`[name="${note}"]`)).toBeNull();
		const { file, ...texts } = await complete(name);
		await callApi(portal.agent(), name, { ...texts, file: file ?? "", ...notes, name: "A" }, { formSession: "a" });
		const form = await submitForm(agent, page.toString(), await complete(name)).expect(303);
		expect(form.headers.location).toContain("entry=");
		const rows = portal.sqlite.prepare("select answers from entries").pluck().all();
		expect(rows.length).toBeGreaterThan(1);
		for (const row of rows)
			for (const note of Object.keys(notes)) expect(JSON.parse(String(row))).not.toHaveProperty(note);
	});

	it("are hidden from authors and survive their edits", async () => {
		const portal = await openPortal();
		const agent = await author(portal);
		await submitForm(agent, (await agent.get(path)).text, await complete(name)).expect(303);
		await note(portal, 1, notes);
		const edit = (await agent.get(`${path}?spot=${spot}`).expect(200)).text;
		const seen = [
			edit,
			(await agent.get(`/entry/${spot}`).expect(200)).text,
			(await agent.get("/dashboard").expect(200)).text,
			...(await Promise.all(
				[`/api/entry/user/${spot}`, `/api/spotlight/user/${spot}`, "/api/spotlights/user", "/api/entries"].map(
					async (call) => (await agent.get(call).expect(200)).text,
				),
			)),
		];
		for (const text of seen) for (const words of Object.values(notes)) expect(text).not.toContain(words);
		await submitForm(agent, edit, { name: "Another name" }).expect(303);
		expect(portal.sqlite.prepare("select name from entries").pluck().get()).toBe("Another name");
		expect(answersOf(portal, 1)).toMatchObject(notes);
		const list = name === "forum" ? "/admin/forum" : "/admin/proposals";
		const q = Object.values(notes).at(-1);
		expect((await (await portal.admin()).get(list).query({ q })).text).toContain('name="ids"');
	});

	it("are read by administrators", async () => {
		const portal = await openPortal();
		const agent = await author(portal);
		await submitForm(agent, (await agent.get(path)).text, await complete(name)).expect(303);
		await note(portal, 1, notes);
		const admin = await portal.admin();
		const list = name === "forum" ? "/api/nominations?category=forum" : "/api/entries";
		expect((await admin.get(list).expect(200)).body).toMatchObject([notes]);
	});
});

describe("the proposal editor", () => {
	it("is where organisers note a phone and a subject", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/editor")).text;
		await submitForm(admin, page, await complete("hangzhou", TALK_NOTES)).expect(303);
		expect(answersOf(portal, 1)).toMatchObject(TALK_NOTES);
		const details = (await admin.get("/admin/proposals?modal=details&id=1")).text;
		for (const words of Object.values(TALK_NOTES)) expect(textOfPage(details)).toContain(words);
		expect((await portal.agent().get("/api/entries")).text).not.toContain("+86 571 1111");
	});
});

describe("a change by call", () => {
	it("keeps the notes, and cannot set them", async () => {
		const portal = await openPortal();
		const agent = await author(portal);
		const page = await agent.get("/forum");
		await submitForm(agent, page.text, FORUM).expect(303);
		await note(portal, 1, NOTES);
		const login = { username: "lei@example.org", password: "Plum-tree 77" };
		const { token } = (await portal.agent().post("/api/auth/login").send(login)).body;
		const changed = {
			...FORUM,
			position: "Dean",
			invitationContact: "Me",
			currentProgress: "",
			invitationConfirmed: "是",
		};
		await callApi(portal.agent(), "forum", changed, { id: "1" }).set("Authorization", `Bearer ${token}`).expect(200);
		expect(answersOf(portal, 1)).toMatchObject({ ...NOTES, position: "Dean" });
	});
});
