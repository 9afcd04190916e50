import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { CALL_NAMES, CALLS, callApi, complete, openAll } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const TIMES = Array.from({ length: 20 }, (_, index) => index);

async function open(): Promise<TestPortal> {
	const portal = await openPortal();
	await openAll(portal);
	return portal;
}

/** Entries, their log lines and receipts, and drafts left behind. */
const counts = (portal: TestPortal) =>
	["entries", "entry_log", "outbox where kind = 'receipt'", "drafts"].map((from) =>
		portal.sqlite.prepare(`select count(*) from ${from}`).pluck().get(),
	);

describe.each(CALL_NAMES)("the same %s", (name) => {
	const { path } = CALLS[name];

	it("posted twenty times at once from the page is one entry, one receipt and no draft", async () => {
		const portal = await open();
		const agent = portal.agent();
		const page = (await agent.get(path)).text;
		const filling = await complete(name);
		const answers = await Promise.all(TIMES.map(() => submitForm(agent, page, filling)));
		const places = answers.map(({ status, headers }) => `${status} ${headers.location}`);
		expect(new Set(places).size).toBe(1);
		expect(places[0]).toMatch(/^303 .*\/thank-you\?entry=[a-z]+-1#$/);
		expect(counts(portal)).toEqual([1, 1, 1, 0]);
	});

	it("sent twenty times at once in one formSession is one entry, and one answer says it is new", async () => {
		const portal = await open();
		const filling = await complete(name);
		const send = () => callApi(portal.agent(), name, filling, { formSession: "tab 7 of 李雷" });
		const answers = await Promise.all(TIMES.map(send));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
		expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([1]));
		expect(counts(portal)).toEqual([1, 1, 1, 0]);
	});

	it("sent again after a lost answer is the same entry, even hours later or after a repaired fault", async () => {
		const portal = await open();
		const agent = portal.agent();
		const filling = await complete(name);
		const text = name === "sl-hz" ? "projectage" : name === "forum" ? "position" : "org";
		const first = await submitForm(agent, (await agent.get(path)).text, { ...filling, [text]: "" }).expect(422);
		for (let tries = 0; tries < 2; tries += 1) {
			await submitForm(agent, first.text, { [text]: "Mended" }).expect(303);
			portal.clock.now += 3 * 60 * 60 * 1000;
		}
		expect(counts(portal)).toEqual([1, 1, 1, 0]);
	});

	it("from two new browsers is two entries; a double click in each shows its own reference", async () => {
		const portal = await open();
		const filling = await complete(name);
		const guests = [portal.agent(), portal.agent()];
		const pages = await Promise.all(guests.map(async (agent) => (await agent.get(path)).text));
		const answers = await Promise.all(
			guests.flatMap((agent, index) => [1, 2].map(() => submitForm(agent, pages[index] ?? "", filling))),
		);
		const [a1, a2, b1, b2] = answers.map(({ headers }) => new URL(headers.location ?? "").searchParams.get("entry"));
		expect([a1, b1]).toEqual([a2, b2]);
		expect(new Set([a1, b1]).size).toBe(2);
		expect(counts(portal)).toEqual([2, 2, 2, 0]);
	});

	it("from two unidentified clients is two entries", async () => {
		const portal = await open();
		const filling = await complete(name);
		for (const id of [1, 2]) {
			const { status, body } = await callApi(portal.agent(), name, filling);
			expect([status, body.id]).toEqual([201, id]);
		}
	});

	it("of two people, or with other words, is two entries", async () => {
		const portal = await open();
		const filling = await complete(name);
		const other = name === "sl-hz" ? "why" : name === "forum" ? "background" : "name";
		await register(portal, "mei@example.org");
		const member = await signIn(portal, "mei@example.org");
		for (const agent of [portal.agent(), member]) {
			const page = (await agent.get(`${path}?draft=none`)).text;
			await submitForm(agent, page, filling).expect(303);
			await submitForm(agent, page, { ...filling, [other]: "Other words" }).expect(303);
		}
		expect(counts(portal)[0]).toBe(4);
	});

	it("is set apart by a program's Idempotency-Key, and each of them can be repeated", async () => {
		const portal = await open();
		const filling = await complete(name);
		const send = (key: string) => callApi(portal.agent(), name, filling).set("Idempotency-Key", key);
		const answers = [];
		for (const key of ["a", "a", "b", "a", "b", "x".repeat(200)]) answers.push(await send(key));
		expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
			[201, 1],
			[200, 1],
			[201, 2],
			[200, 1],
			[200, 2],
			[201, 3],
		]);
		const tooLong = await send("x".repeat(201));
		expect([tooLong.status, tooLong.body.message]).toEqual([400, "Idempotency-Key must have at most 200 characters"]);
	});
});

describe("an empty form that was let through", () => {
	const soft = CALL_NAMES.filter((name) => name !== "sl-hz" && name !== "forum");

	it.each(soft)("does not let the next one of %s through, from a stranger or the same browser", async (name) => {
		const portal = await open();
		const { path } = CALLS[name];
		const guest = portal.agent();
		const first = await submitForm(guest, (await guest.get(path)).text, {}).expect(422);
		const second = await submitForm(guest, first.text, {}).expect(422);
		const third = await submitForm(guest, second.text, {}).expect(303);
		// A second click on that one is a repeat.
		const again = await submitForm(guest, second.text, {}).expect(303);
		expect(again.headers.location).toBe(third.headers.location);
		for (const agent of [portal.agent(), guest]) {
			const page = (await agent.get(path)).text;
			const answer = await submitForm(agent, page, {}).expect(422);
			expect(answer.text).toContain("2 more attempts before auto-proceed");
			expect(answer.text).not.toContain(new URL(third.headers.location ?? "").searchParams.get("entry"));
		}
		expect(counts(portal)[0]).toBe(1);
	});
});

describe("the browser cookie", () => {
	it("is set with every form page, cached or not, and with no other page", async () => {
		const portal = await open();
		const names = async (path: string) => {
			const { headers, text } = await portal.agent().get(path).expect(200);
			return { cookies: [headers["set-cookie"] ?? []].flat(), text };
		};
		const [one, other] = [await names("/hangzhou"), await names("/hangzhou")];
		expect(one.text).toBe(other.text);
		expect([one, other].map(({ cookies }) => cookies.length)).toEqual([1, 1]);
		expect(one.cookies[0]).toMatch(/^cfp_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
		expect(one.cookies[0]).not.toBe(other.cookies[0]);
		expect((await names("/proposals")).cookies).toEqual([]);
		expect((await names("/login")).cookies).toEqual([]);
	});

	it("goes with the session, so that the next person at the browser is another sender", async () => {
		const portal = await open();
		await register(portal, "mei@example.org");
		const agent = await signIn(portal, "mei@example.org");
		const page = (await agent.get("/dashboard")).text;
		const left = await submitForm(agent, page, {}, { selector: "form[action='/logout']" });
		const cleared = [left.headers["set-cookie"] ?? []].flat().map((one: string) => one.split("=")[0]);
		expect([left.status, cleared.sort()]).toEqual([303, ["cfp_browser", "cfp_sid", "cfp_visitor"]]);
	});
});

describe("a change", () => {
	it("sent twice is made once and leaves one entry", async () => {
		const portal = await open();
		await register(portal, "mei@example.org");
		const agent = await signIn(portal, "mei@example.org");
		await submitForm(agent, (await agent.get("/spotlight-hz")).text, CALLS["sl-hz"].filling).expect(303);
		const page = (await agent.get("/spotlight-hz?spot=nomination-1").expect(200)).text;
		const answers = await Promise.all([1, 2].map(() => submitForm(agent, page, { why: "Better said" })));
		expect(answers.map(({ status }) => status)).toEqual([303, 303]);
		// Each receipt of an entry takes the place of the one before: handing in and changing make two.
		expect(counts(portal)).toEqual([1, 2, 2, 0]);
		const edits = "select field, cast(before as text), after from edited_answers";
		expect(portal.sqlite.prepare(edits).raw().all()).toEqual([
			["why", '"It saves everybody an hour a day."', '"Better said"'],
		]);
	});
});
