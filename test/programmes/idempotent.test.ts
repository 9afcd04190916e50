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
		expect(places[0]).toMatch(/^303 .*\/thank-you\?entry=[a-z]+-1$/);
		expect(counts(portal)).toEqual([1, 1, 1, 0]);
	});

	it("sent twenty times at once by a program is one entry, and one of them is told that it is new", async () => {
		const portal = await open();
		const filling = await complete(name);
		const answers = await Promise.all(TIMES.map(() => callApi(portal.agent(), name, filling)));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
		expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([1]));
		expect(counts(portal)).toEqual([1, 1, 1, 0]);
	});

	it("sent again after the answer was lost is the same entry, hours later too and after a mended fault", async () => {
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
		for (const key of ["a", "a", "b", "a", "b"]) answers.push(await send(key));
		answers.push(await callApi(portal.agent(), name, filling));
		expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
			[201, 1],
			[200, 1],
			[201, 2],
			[200, 1],
			[200, 2],
			[201, 3],
		]);
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
		const changes = portal.sqlite.prepare("select changes from entry_log where type = 'Edited'").pluck().all();
		expect(changes.map((one) => JSON.parse(String(one)))).toEqual([
			{ why: { from: "It saves everybody an hour a day.", to: "Better said" } },
		]);
	});
});
