import { describe, expect, it } from "vitest";
import { submitForm } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talk, talkFields } from "../support/talks.ts";

/** The specification's payload: no consent, id 0, the photo as `file`. */
async function post(
	portal: TestPortal,
	fields: Record<string, string | string[]>,
	options: { photo?: boolean; token?: string } = {},
) {
	const request = portal.agent().post("/api/submit");
	if (options.token) request.set("Authorization", `Bearer ${options.token}`);
	for (const [name, value] of Object.entries(fields)) {
		for (const one of Array.isArray(value) ? value : [value]) request.field(name, one);
	}
	if (options.photo !== false) {
		const { bytes, name } = await portrait();
		request.attach("file", bytes, name);
	}
	return request;
}

async function tokenOf(portal: TestPortal): Promise<string> {
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	const login = await portal.agent().post("/api/auth/login").send({ username: ADMIN.email, password: ADMIN.password });
	return login.body.token;
}

describe("POST /api/submit", () => {
	it("creates the same entry as the page", async () => {
		const portal = await openPortal();
		const fields = talkFields({ details: "internal", github: "https://github.com/x" });
		const answer = await post(portal, { id: "0", filename: "portrait.jpg", ...fields });
		expect([answer.status, answer.body]).toEqual([
			201,
			{ id: 1, spotId: "talk-1", category: "hangzhou", status: "New", incomplete: [] },
		]);
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		await submitForm(agent, page, { ...talk(), ...fields, file: await portrait() }).expect(303);
		const token = await tokenOf(portal);
		const { body } = await portal.agent().get("/api/entries").set("Authorization", `Bearer ${token}`);
		const unlike = { id: 0, spotId: "", filename: "", creation: "", updated: "", consent: null };
		expect({ ...body[1], ...unlike }).toEqual({ ...body[0], ...unlike });
		expect([body[0].consent, body[1].consent]).toEqual([null, true]);
	});

	it("answers 422 with the problems and the same counting, by formSession, and lets the third try through", async () => {
		const portal = await openPortal();
		const fields = { ...talkFields({ role: "" }), formSession: "my-form" };
		const messages: unknown[] = [];
		for (let attempt = 1; attempt <= 2; attempt += 1) {
			const { status, body } = await post(portal, fields);
			messages.push([status, body.message, body.error, body.problems]);
		}
		const problem = (left: string) => [{ field: "role", message: `Role is required (${left} before auto-proceed)` }];
		expect(messages).toEqual([
			[
				422,
				"Please make sure the Role field is filled out (2 more attempts before auto-proceed)",
				"INCOMPLETE",
				problem("2 more attempts"),
			],
			[
				422,
				"Please make sure the Role field is filled out (1 more attempt before auto-proceed)",
				"INCOMPLETE",
				problem("1 more attempt"),
			],
		]);
		const third = await post(portal, fields);
		expect([third.status, third.body.incomplete]).toEqual([201, ["role"]]);
	});

	it("says NOFILE where there is no photo", async () => {
		const portal = await openPortal();
		const fields = { ...talkFields(), formSession: "f", filename: "NOFILE" };
		for (const expected of [422, 422, 201])
			expect((await post(portal, fields, { photo: false })).status).toBe(expected);
		const token = await tokenOf(portal);
		const { body } = await portal.agent().get("/api/entries").set("Authorization", `Bearer ${token}`);
		expect(body[0].filename).toBe("NOFILE");
	});

	it("changes an entry of the caller, keeps its photo, and refuses everybody else without saying that it exists", async () => {
		const portal = await openPortal();
		const token = await tokenOf(portal);
		const mine = await post(portal, talkFields(), { token });
		const before = (await portal.agent().get("/api/entries")).body[0];
		const changed = await post(portal, { ...talkFields({ title: "Better" }), id: "1" }, { token, photo: false });
		expect([mine.status, changed.status, changed.body.id]).toEqual([201, 200, 1]);
		const after = (await portal.agent().get("/api/entries")).body[0];
		expect([after.title, after.filename]).toEqual(["Better", before.filename]);

		expect((await post(portal, { ...talkFields(), id: "1" })).status).toBe(401);
		expect((await post(portal, { ...talkFields(), id: "99" }, { token })).status).toBe(404);
		expect((await post(portal, { ...talkFields(), id: "99" })).status).toBe(401);
	});

	it("treats an unreadable id as a new entry", async () => {
		const portal = await openPortal();
		for (const id of ["abc", "-5", "1e3", "0x1", "hangzhou-", "9".repeat(400)]) {
			const answer = await post(portal, { ...talkFields(), id });
			expect([id, answer.status]).toEqual([id, 201]);
		}
	});

	it("recognises a retry by its content; the same Idempotency-Key with other content is another submission", async () => {
		const portal = await openPortal();
		const photo = await portrait();
		const send = (fields: Record<string, string>, key: string) => {
			const request = portal.agent().post("/api/submit").set("Idempotency-Key", key);
			for (const [name, value] of Object.entries(fields)) request.field(name, value);
			return request.attach("file", photo.bytes, photo.name);
		};
		const [ann, bob] = [talkFields({ name: "Ann" }), talkFields({ name: "Bob" })];
		const answers = [await send(ann, "1"), await send(ann, "1"), await send(bob, "1"), await send(ann, "2")];
		expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
			[201, 1],
			[200, 1],
			[201, 2],
			[201, 3],
		]);
	});

	it("treats a repeat of the first form as a new submission once the entry was changed", async () => {
		const portal = await openPortal();
		const token = await tokenOf(portal);
		const photo = await portrait();
		const send = (fields: Record<string, string>) => {
			const request = portal.agent().post("/api/submit").set("Authorization", `Bearer ${token}`);
			for (const [name, value] of Object.entries(fields)) request.field(name, value);
			return request.attach("file", photo.bytes, photo.name);
		};
		const original = talkFields({ title: "Original" });
		await send(original).expect(201);
		await send({ ...original, title: "Changed", id: "1" }).expect(200);
		await send(original).expect(201);
		const titles = (await portal.agent().get("/api/entries")).body.map((entry: { title: string }) => entry.title);
		expect(titles).toEqual(["Changed", "Original"]);
	});

	it("leaves a refused consent unchanged if the payload has no consent", async () => {
		const portal = await openPortal();
		const token = await tokenOf(portal);
		const fields = { ...talkFields(), consent: "false", formSession: "f" };
		for (const expected of [422, 422, 201]) expect((await post(portal, fields, { token })).status).toBe(expected);
		const changed = await post(portal, { ...talkFields({ title: "New title" }), id: "1" }, { token, photo: false });
		expect([changed.status, changed.body.incomplete]).toEqual([200, ["consent"]]);
		expect((await portal.agent().get("/api/entries")).body).toEqual([]);
		await post(portal, { ...talkFields(), id: "1", consent: "true" }, { token, photo: false });
		expect((await portal.agent().get("/api/entries")).body).toHaveLength(1);
	});

	it("refuses a token that is not good rather than taking the caller for a guest", async () => {
		const portal = await openPortal();
		const answer = await post(portal, talkFields(), { token: "a.b.c" });
		expect([answer.status, answer.body.error]).toEqual([401, "NOT_SIGNED_IN"]);
	});
});

describe("bad input to POST /api/submit", () => {
	it.each([
		["NUL bytes", { name: "a\0b" }, 400],
		["10 MB of text", { bio: "x".repeat(10 * 1024 * 1024) }, 413],
		["text beyond the cap", { bio: "x".repeat(10_001) }, 400],
		["an unknown track", { tracks: "no-such-track" }, 400],
		["an unknown language", { language: "Klingon" }, 400],
		["a nested field", { "name[first]": "a" }, 400],
		["a prototype", { __proto__x: "1", "constructor[prototype]": "x" }, 400],
		["a list with a huge index", { "a[4294967294]": "x" }, 400],
		["a list with an index", { "a[0]": "x" }, 400],
		["five thousand brackets", { [`a${"[x]".repeat(5_000)}`]: "x" }, 400],
		["a title nobody can see", { title: "\u200b\u2060", formSession: "x" }, 422],
		["an address with brackets", { email: "<victim@example.org>" }, 400],
	])("%s: is refused with a message", async (_what, fields, status) => {
		const portal = await openPortal();
		const answer = await post(portal, { ...talkFields(), ...(fields as Record<string, string>) });
		expect([answer.status, typeof answer.body.message]).toEqual([status, "string"]);
		expect((await portal.agent().get("/api/entries")).body).toEqual([]);
	});

	it("lone surrogates are refused however they are encoded", async () => {
		const portal = await openPortal();
		const boundary = "xyz";
		const part = (name: string, value: Buffer) =>
			Buffer.concat([
				Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
				value,
				Buffer.from("\r\n"),
			]);
		const body = Buffer.concat([
			...Object.entries(talkFields())
				.filter(([name]) => name !== "name")
				.map(([name, value]) => part(name, Buffer.from(value))),
			part("name", Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62])),
			Buffer.from(`--${boundary}--\r\n`),
		]);
		const answer = await portal
			.agent()
			.post("/api/submit")
			.set("Content-Type", `multipart/form-data; boundary=${boundary}`)
			.send(body);
		expect(answer.body.problems).toContainEqual({
			field: "name",
			message: expect.stringContaining("cannot be stored"),
		});
	});

	it.each([
		["a file in a text field", (request: Req) => request.attach("name", Buffer.from("x"), "x.txt"), 400],
		[
			"two files",
			(request: Req) => request.attach("file", Buffer.from("x"), "a.jpg").attach("file", Buffer.from("y"), "b.jpg"),
			400,
		],
		["JSON without most answers", (request: Req) => request.send({ name: "x" }), 422],
		["plain text", (request: Req) => request.type("text/plain").send("name=x"), 415],
		[
			"a cut multipart body",
			(request: Req) => request.set("Content-Type", "multipart/form-data; boundary=x").send("--x\r\nContent-Disp"),
			400,
		],
		["no boundary", (request: Req) => request.set("Content-Type", "multipart/form-data").send("--x"), 400],
		[
			"an empty body",
			(request: Req) => request.set("Content-Type", "multipart/form-data; boundary=x").send("--x--\r\n"),
			422,
		],
	])("%s: is answered below 500 with a message", async (_what, send, status) => {
		const portal = await openPortal();
		const answer = await send(portal.agent().post("/api/submit"));
		expect([answer.status, typeof answer.body.message]).toEqual([status, "string"]);
	});
});

type Req = ReturnType<ReturnType<TestPortal["agent"]>["post"]>;
