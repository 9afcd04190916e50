import { request as httpRequest } from "node:http";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { member, open } from "../support/drafts.ts";
import { CALL_NAMES, CALLS, callApi, complete, expectShown } from "../support/fillings.ts";
import { errorsOf, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { type Agent, dated, decide, END, KEPT, late, listed, MINUTE, stored } from "../support/late-forms.ts";
import type { TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";

describe.each(CALL_NAMES)("a form of %s that was opened before the end", (name) => {
	it("is refused politely after it, kept with all that was typed, and becomes an entry when it is let in", async () => {
		const { portal, admin } = await dated(name);
		const agent = portal.agent();
		const text = await open(agent, CALLS[name].path);
		portal.clock.now = END + 9 * MINUTE;
		const filling = await complete(name);
		const refused = await submitForm(agent, text, filling).expect(409);
		expect(errorsOf(refused.text).headline).toBe(KEPT);
		expectShown(refused.text, filling);
		expect([stored(portal), late(portal)]).toEqual([0, 1]);

		expect(parse((await admin.get("/admin")).text).querySelector("a[href='/admin/late']")?.textContent).toBe(
			"1 late submission to decide on",
		);
		const [shown = ""] = await listed(admin);
		const who = String(filling[name === "sl-hz" ? "nominatorname" : "name"]);
		for (const part of [who, "arrived on 19 Aug 2025 00:09"]) expect(shown).toContain(part);
		portal.clock.now = END + 30 * MINUTE;
		const done = await decide(admin, "do.let-in");
		expect(done.text).toContain("was let in.");
		expect([stored(portal), late(portal)]).toEqual([1, 0]);
		const entry = portal.sqlite.prepare("select created_at, photo from entries").get() as Record<string, unknown>;
		expect(entry.created_at).toBe(END + 9 * MINUTE);
		expect(entry.photo !== null).toBe(CALLS[name].photo);
		expect(portal.sqlite.prepare("select kind from outbox where kind <> 'notice'").pluck().all()).toEqual(["receipt"]);
		const lines = portal.sqlite.prepare("select type from entry_log order by id").pluck().all();
		expect(lines).toEqual(["Created", "Late"]);
		// The same form sent once more is acknowledged as what it is now.
		await submitForm(agent, text, filling).expect(303);
		expect(stored(portal)).toBe(1);
	});

	it("gets the same answer when sent again, even long after, and is stored once", async () => {
		const { portal } = await dated(name);
		const agent = portal.agent();
		const text = await open(agent, CALLS[name].path);
		const filling = await complete(name);
		for (const minutes of [1, 2, 200]) {
			portal.clock.now = END + minutes * MINUTE;
			expect(errorsOf((await submitForm(agent, text, filling).expect(409)).text).headline).toBe(KEPT);
			expect(late(portal)).toBe(1);
		}
	});
});

describe("a form is not stored as late", () => {
	const refuses = async (portal: TestPortal, agent: Agent, text: string) => {
		const page = await submitForm(agent, text, await complete("forum")).expect(409);
		expect(errorsOf(page.text).headline).toMatch(/^This call is not open\. We keep what you typed on .* for 30 days/);
		expect([stored(portal), late(portal)]).toEqual([0, 0]);
	};

	it("when it arrives ten minutes after the end", async () => {
		const { portal } = await dated("forum");
		const agent = portal.agent();
		const text = await open(agent, "/forum");
		portal.clock.now = END + 10 * MINUTE;
		await refuses(portal, agent, text);
	});

	it("when nothing shows that it was opened in time", async () => {
		const { portal } = await dated("forum");
		const agent = portal.agent();
		const text = await open(agent, "/forum");
		const own = String(parse(text).querySelector("[name=opened]")?.getAttribute("value"));
		const other = await dated("hangzhou");
		const theirs = parse(await open(other.portal.agent(), "/hangzhou")).querySelector("[name=opened]");
		portal.clock.now = END;
		for (const proof of ["", "x", `${own}x`, String(theirs?.getAttribute("value"))])
			await refuses(portal, agent, text.replace(`value="${own}"`, `value="${proof}"`));
	});

	it("when the organisers closed the call by hand", async () => {
		const { portal, admin } = await dated("forum");
		const agent = portal.agent();
		const text = await open(agent, "/forum");
		await set(admin, "forum", { state: "closed" });
		await refuses(portal, agent, text);
	});

	it("if answers are missing or wrong: these errors come first", async () => {
		const { portal } = await dated("sl-hz");
		const agent = portal.agent();
		const text = await open(agent, "/spotlight-hz");
		portal.clock.now = END + MINUTE;
		const filling = await complete("sl-hz");
		const back = await submitForm(agent, text, { ...filling, nominatoremail: "nobody" }).expect(422);
		expect([late(portal), stored(portal)]).toEqual([0, 0]);
		// The form that comes back can be sent once it is right.
		expect(errorsOf((await submitForm(agent, back.text, filling).expect(409)).text).headline).toBe(KEPT);
		expect(late(portal)).toBe(1);
	});
});

it("an upload under way at the end is kept, also from a REST client", async () => {
	const { portal, admin } = await dated();
	portal.clock.now = END - 1;
	const filling = await complete("hangzhou", { title: "On a slow line" });
	const boundary = "slow";
	const parts = Object.entries(filling).map(([name, value]) => {
		const isFile = typeof value === "object" && "bytes" in value;
		const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.jpg"' : ""}\r\n\r\n`;
		return Buffer.concat([Buffer.from(head), isFile ? value.bytes : Buffer.from(String(value)), Buffer.from("\r\n")]);
	});
	const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
	const answer = await new Promise<{ status: number; body: unknown }>((done, fail) => {
		const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": body.length };
		const request = httpRequest(`${portal.origin}/api/submit`, { method: "POST", headers }, async (response) => {
			let text = "";
			for await (const chunk of response) text += chunk;
			done({ status: response.statusCode ?? 0, body: JSON.parse(text) });
		}).on("error", fail);
		request.write(body.subarray(0, 400), () => {
			setTimeout(() => {
				portal.clock.now = END + MINUTE;
				request.end(body.subarray(400));
			}, 200);
		});
	});
	expect(answer).toEqual({ status: 409, body: { message: KEPT, error: "PROGRAMME_CLOSED" } });
	expect((await listed(admin))[0]).toContain("On a slow line");
	// One that begins now proves nothing.
	const next = await callApi(portal.agent(), "hangzhou", await complete("hangzhou"));
	expect([next.status, next.body.message, late(portal)]).toEqual([409, "This call is not open.", 1]);
});

it("a sender's correction replaces the earlier form; others' forms stay", async () => {
	const { portal, admin } = await dated();
	const [mine, other] = [await member(portal), portal.agent()];
	const texts = [await open(mine, "/hangzhou"), await open(other, "/hangzhou")] as const;
	portal.clock.now = END + MINUTE;
	for (const abstract of ["First words.", "Better words."])
		await submitForm(mine, texts[0], await complete("hangzhou", { abstract })).expect(409);
	await submitForm(other, texts[1], await complete("hangzhou", { title: "By somebody else" })).expect(409);
	const all = await listed(admin);
	expect([all.length, all[0], all[1]]).toEqual([
		2,
		expect.stringContaining("Better words"),
		expect.stringContaining("By somebody else"),
	]);
	const said = "Your form of 19 Aug 2025 00:01 (UTC+8) arrived after the call closed.";
	const board = textOfPage((await mine.get("/dashboard")).text);
	expect(board).toContain(said);
	expect(board).toContain("A compiler for everybody");
	for (const agent of [mine, other]) expect(textOfPage(await open(agent, "/hangzhou"))).toContain(said);
	expect(textOfPage(await open(portal.agent(), "/hangzhou"))).not.toContain(said);
	expect(titleOf(await open(mine, "/hangzhou"))).toContain("Submission Closed");
});
